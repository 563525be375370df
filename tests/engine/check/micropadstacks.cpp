// SPDX-License-Identifier: GPL-3.0-or-later
// Padstacks that make no sense, and items on layers that the board has not.
#include "microboards.h"

void askAboutPadstacks(MicroQuestions& ask) {
    const auto pad = [](const std::string& shape, const std::string& layers, const std::string& extra = "", const std::string& size = "1 1") {
        return MicroBoard().outline().pad("P1", "10 10", "A", extra, shape, size, layers);
    };
    const std::string through = "\"*.Cu\" \"*.Mask\"", front = "\"F.Cu\" \"F.Mask\"";
    ask("a plain pad", pad("smd rect", front), "");
    ask("a surface pad on both sides", pad("smd rect", "\"F.Cu\" \"B.Cu\""), "padstack/w 1");
    ask("a surface pad with its mask opening on the other side", pad("smd rect", "\"F.Cu\" \"B.Mask\""), "padstack/w 1");
    ask("a surface pad with its paste on the other side", pad("smd rect", "\"B.Cu\" \"B.Mask\" \"F.Paste\""), "padstack/w 1");
    ask("a surface pad on an inner layer", pad("smd rect", "\"In1.Cu\""), "padstack/w 1");
    ask("an edge connector with paste", pad("connect rect", "\"F.Cu\" \"F.Mask\" \"F.Paste\""), "padstack/w 1");
    ask("a castellated surface pad", pad("smd rect", front, "(property pad_prop_castellated)"), "padstack/w 1");
    ask("a test point that is a bare hole", pad("np_thru_hole circle", through, "(drill 0.5) (property pad_prop_testpoint)"), "padstack/w 1");
    ask("a ball pad with a hole", pad("thru_hole circle", through, "(drill 0.5) (property pad_prop_bga)"), "padstack/w 1");
    ask("a hole that leaves no copper", pad("thru_hole circle", through, "(drill 1.2)"), "annular_width 1, padstack/w 1");
    ask("a bare hole beside its pad", pad("np_thru_hole circle", through, "(drill 0.5 (offset 2 0))"), "padstack/w 1");
    ask("a plated pad that states no hole", pad("thru_hole circle", through), "drill_out_of_range 1, padstack_invalid 1");
    ask("a plated pad with a hole of no size", pad("thru_hole circle", through, "(drill 0)"), "through_hole_pad_without_hole 1");
    ask("a trapezoid that crosses itself", pad("smd trapezoid", front, "(rect_delta 0 1.2)"), "padstack_invalid 1");
    const std::string islands = "(options (clearance outline) (anchor circle)) (primitives (gr_circle (center 3 0) (end 3.5 0) (width 0) (fill yes)))";
    ask("a custom pad in two pieces", pad("smd custom", front, islands), "padstack_invalid 1");
    ask("paste that is shrunk away", pad("smd rect", "\"F.Cu\" \"F.Mask\" \"F.Paste\"", "(solder_paste_margin -1.5)"), "padstack/w 1");
    ask("a mask opening that is shrunk away", pad("smd rect", front, "(solder_mask_margin -1.5)"), "padstack/w 1");
    ask("padstacks that the project ignores", pad("smd rect", "\"F.Cu\" \"B.Cu\"").severity("padstack", "ignore"), "");
    ask("a track on a layer that is not enabled", MicroBoard().outline().track("10 10", "20 10", "0.2", "A", "In5.Cu"), "item_on_disabled_layer 1");
    ask("a via to a layer that is not enabled", MicroBoard().outline().via("10 10", "0.6", "0.3", "A", "", "\"F.Cu\" \"In5.Cu\"", "blind"),
        "item_on_disabled_layer 1");
    const auto bridged = [](const std::string& attribute) {
        return MicroBoard()
            .outline()
            .add("(footprint \"T:M\" (layer \"F.Cu\") (uuid \"00000000-0000-4000-8000-00000000aaaa\") (at 10 10) (attr smd " + attribute + ") " +
                 MicroBoard().padText("1", "-0.6 0", "A", "(solder_mask_margin 0.3)") + ")")
            .track("10.25 5", "10.25 15", "0.2", "B")
            .standard("clearance", "0.05");
    };
    ask("a mask opening over another net", bridged(""), "solder_mask_bridge 1");
    ask("a footprint that allows mask bridges", bridged("allow_soldermask_bridges"), "");
}
