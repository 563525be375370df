// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <memory>

#include "engine/check/checker.h"
#include "engine/kicad/boardreader.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct::fuzz {

// What a target believes; libFuzzer reports the abort.
inline void require(bool holds) {
    if (!holds) std::abort();
}

// A board with one of everything that rules ask about.
inline std::shared_ptr<const Board> smallBoard() {
    static const std::shared_ptr<const Board> board = [] {
        auto file = readBoardText(
            "(kicad_pcb (version 20241229) (generator \"x\") (layers (0 \"F.Cu\" signal) (4 \"In1.Cu\" signal) (6 \"In2.Cu\" signal) (2 \"B.Cu\" signal) (25 "
            "\"Edge.Cuts\" user)) (setup (pad_to_mask_clearance 0)) (net 0 \"\") (net 1 \"A\") (net 2 \"USB_P\") (net 3 \"USB_N\")\n"
            "(footprint \"T:R\" (layer \"F.Cu\") (uuid \"10000000-0000-4000-8000-000000000001\") (at 10 10) (property \"Reference\" \"R1\" (at 0 0) (layer "
            "\"F.Fab\")) (pad \"1\" thru_hole circle (at 0 0) (size 1 1) (drill 0.5) (layers \"*.Cu\" \"*.Mask\") (net 1 \"A\")) (pad \"2\" smd rect (at 3 0) "
            "(size 1 1) (layers \"F.Cu\" \"F.Mask\") (net 2 \"USB_P\")))\n"
            "(segment (start 10 10) (end 14 14) (width 0.2) (layer \"F.Cu\") (net 1) (uuid \"10000000-0000-4000-8000-000000000002\"))\n"
            "(segment (start 13 10) (end 20 10) (width 0.2) (layer \"F.Cu\") (net 2) (uuid \"10000000-0000-4000-8000-000000000003\"))\n"
            "(segment (start 13 10.3) (end 20 10.3) (width 0.2) (layer \"F.Cu\") (net 3) (uuid \"10000000-0000-4000-8000-000000000004\"))\n"
            "(arc (start 20 10) (mid 21 11) (end 22 10) (width 0.2) (layer \"F.Cu\") (net 2) (uuid \"10000000-0000-4000-8000-000000000005\"))\n"
            "(via (at 14 14) (size 0.6) (drill 0.3) (layers \"F.Cu\" \"B.Cu\") (net 1) (uuid \"10000000-0000-4000-8000-000000000006\"))\n"
            "(zone (net 1) (net_name \"A\") (layer \"B.Cu\") (uuid \"10000000-0000-4000-8000-000000000007\") (name \"pour\") (hatch edge 0.5) (connect_pads "
            "(clearance 0.2)) (min_thickness 0.2) (fill yes (thermal_gap 0.3) (thermal_bridge_width 0.3)) (polygon (pts (xy 5 5) (xy 30 5) (xy 30 30) (xy 5 "
            "30))) (filled_polygon (layer \"B.Cu\") (pts (xy 5 5) (xy 30 5) (xy 30 30) (xy 5 30))))\n"
            "(gr_rect (start 0 0) (end 40 40) (stroke (width 0.05) (type default)) (fill no) (layer \"Edge.Cuts\")))\n",
            "small.kicad_pcb");
        require(file.has_value());
        return file->board;
    }();
    return board;
}

inline void judge(const std::shared_ptr<const Board>& board, const std::shared_ptr<const RuleSet>& rules) {
    const RuleResolver resolver(board, rules);
    std::vector<ZoneFill> fills;
    for (const Zone& zone : board->zones)
        if (!zone.isRuleArea()) fills.insert(fills.end(), zone.storedFills.begin(), zone.storedFills.end());
    (void)check(resolver, board->copper, fills);
}

} // namespace viaduct::fuzz
