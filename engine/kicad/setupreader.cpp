// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <utility>

#include "engine/kicad/boardreading.h"

namespace viaduct {

namespace {

// Minimums that KiCad 4 and 5 keep in (setup ...).
constexpr std::array<std::pair<std::string_view, std::optional<Nanometres> StatedMinimums::*>, 9> kMinimums{{
    {"trace_min", &StatedMinimums::trackWidth},
    {"via_min_size", &StatedMinimums::viaDiameter},
    {"via_min_drill", &StatedMinimums::throughHole},
    {"uvia_min_size", &StatedMinimums::microviaDiameter},
    {"uvia_min_drill", &StatedMinimums::microviaDrill},
    {"clearance_min", &StatedMinimums::clearance},
    {"via_min_annulus", &StatedMinimums::annularWidth},
    {"through_hole_min", &StatedMinimums::throughHole},
    {"hole_to_hole_min", &StatedMinimums::holeToHole},
}};

constexpr std::array<std::pair<std::string_view, std::optional<Nanometres> StatedNetClass::*>, 9> kClassValues{{
    {"clearance", &StatedNetClass::clearance},
    {"trace_width", &StatedNetClass::trackWidth},
    {"via_dia", &StatedNetClass::viaDiameter},
    {"via_drill", &StatedNetClass::viaDrill},
    {"uvia_dia", &StatedNetClass::microviaDiameter},
    {"uvia_drill", &StatedNetClass::microviaDrill},
    {"diff_pair_width", &StatedNetClass::pairWidth},
    {"diff_pair_gap", &StatedNetClass::pairGap},
    {"diff_pair_via_gap", &StatedNetClass::pairViaGap},
}};

void readTentingDefault(Board& board, const SNode& list) {
    bool hasWords = false, front = false, back = false;
    for (const SNode part : list.arguments()) {
        if (part.isList())
            (part.is("front") ? board.tentViasFront : board.tentViasBack) = BoardReading::flagIn(part);
        else
            hasWords = true, front = front || part.word() == "front", back = back || part.word() == "back";
    }
    if (hasWords) board.tentViasFront = front, board.tentViasBack = back;
}

// (stackup (layer "F.Cu" (thickness 0.035)) (layer "dielectric 1" (thickness 1.51) addsublayer (thickness 0.1)) ...)
void readStackup(BoardReading& reading, const SNode& stackup) {
    Board& board = reading.board;
    const LayerStack& stack = reading.layers.stack();
    std::vector<Nanometres> copper(stack.count()), below(stack.count());
    LayerId last;
    for (const SNode layer : stackup.arguments()) {
        if (!layer.is("layer")) continue;
        Nanometres thickness;
        for (const SNode part : layer.arguments())
            if (part.is("thickness")) thickness = thickness + reading.lengthIn(part);
        const auto known = reading.layers.find(layer.at(1).word());
        if (known && std::holds_alternative<LayerId>(*known))
            last = std::get<LayerId>(*known), copper[last.index()] = thickness;
        else if (!known && !last.isNone()) // silk, paste and mask do not count
            below[last.index()] = below[last.index()] + thickness;
    }
    if (last.isNone()) return;
    board.copperThicknesses = std::move(copper);
    board.dielectricHeights.assign(below.begin(), below.end() - 1);
}

} // namespace

// Everything else in (setup ...) concerns plotting, the editor's last values or solder paste; none of it is a rule.
void readSetup(BoardReading& reading, const SNode& setup) {
    Board& board = reading.board;
    for (const SNode part : setup.arguments()) {
        if (!part.isList()) continue;
        const std::string_view head = part.head();
        if (head == "pad_to_mask_clearance")
            board.padToMaskClearance = reading.lengthIn(part);
        else if (head == "solder_mask_min_width")
            board.solderMaskMinWidth = reading.lengthIn(part);
        else if (head == "allow_soldermask_bridges_in_footprints")
            board.allowMaskBridgesInFootprints = BoardReading::flagIn(part);
        else if (head == "tenting")
            readTentingDefault(board, part);
        else if (head == "stackup")
            readStackup(reading, part);
        else if (head == "pcbplotparams") {
            // Until KiCad 8 tenting was a plot option, for all vias at once.
            if (const SNode option = part.find("viasonmask")) board.tentViasFront = board.tentViasBack = !BoardReading::flagIn(option);
        } else
            for (const auto& [name, member] : kMinimums)
                if (head == name) board.statedRules.minimums.*member = reading.lengthIn(part);
    }
}

void readNetClass(BoardReading& reading, const SNode& list) {
    StatedNetClass stated;
    stated.name = list.at(1).text();
    for (const SNode part : list.arguments()) {
        if (!part.isList()) continue;
        const std::string_view head = part.head();
        if (head == "add_net") {
            stated.nets.push_back(reading.label(part.at(1)));
            continue;
        }
        for (const auto& [name, member] : kClassValues)
            if (head == name) stated.*member = reading.lengthIn(part);
    }
    reading.board.statedRules.classes.push_back(std::move(stated));
}

} // namespace viaduct
