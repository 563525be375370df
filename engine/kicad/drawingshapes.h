// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "engine/kicad/boardreading.h"

namespace viaduct {

// What one drawing covers, in board coordinates.
struct Drawn final {
    ShapeList shapes; // strokes grown by half the stroke width; filled areas as polygons or discs grown by it
    Nanometres strokeWidth;
    bool isFilled{false};
};

// The shape behind "gr_", "fp_" or a pad's primitive: `kind` is line, arc, circle, rect, poly or curve. False for any other kind.
// Understands the arcs and strokes of all format versions. `isOutline`: on Edge.Cuts, where polygons without (fill) are not filled.
bool readDrawn(BoardReading& reading, const SNode& list, std::string_view kind, const Frame& frame, bool isOutline, Drawn& drawn);

// A closed ring from (pts (xy X Y) ... (arc (start) (mid) (end)) ...); arcs flattened to within a micrometre.
[[nodiscard]] Ring readRing(BoardReading& reading, const SNode& pts, const Frame& frame);

// A board or footprint drawing that is no text, with its layer, into board.graphics; `kind` as above. False for any other kind.
bool readGraphic(BoardReading& reading, const SNode& list, std::string_view kind, FootprintId footprint, const Frame& frame);
// (dimension ...) and (target ...) of the board.
void readDimension(BoardReading& reading, const SNode& list, FootprintId footprint, const Frame& frame);
void readTarget(BoardReading& reading, const SNode& list);
// gr_text, fp_text, footprint properties and text boxes. `value` is the text with its variables resolved.
void readText(BoardReading& reading, const SNode& list, std::string value, FootprintId footprint, const Frame& frame);
void readTextBox(BoardReading& reading, const SNode& list, FootprintId footprint, const Frame& frame);
void readTable(BoardReading& reading, const SNode& list);

} // namespace viaduct
