// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/board/board.h"
#include "engine/kicad/layertable.h"

namespace viaduct {

// What the file states of a pad and a Pad does not keep. Sizes are of the first copper layer.
struct StatedPad final {
    LayerTable::Set layers; // as listed, whatever the pad's kind
    std::string_view shape;
    Nanometres width, height, deltaX, deltaY, drillWidth, drillHeight, pasteMargin;
    bool isOvalDrill{false};
    double pasteRatio{0};
    ShapeList unplaced; // of a custom pad: neither moved nor turned, so that pieces that touch do so exactly
};

// What KiCad 9's DRC says of a padstack by itself: padstack, padstack_invalid, through_hole_pad_without_hole (behaviour of 9.0.8; a negative
// mask margin of a custom pad is not compared with its primitives).
[[nodiscard]] std::vector<FileFault> padFaults(const Pad& pad, const StatedPad& stated, const LayerStack& stack);

} // namespace viaduct
