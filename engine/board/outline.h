// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/board/board.h"

namespace viaduct {

// The board's area, chained from the Edge.Cuts drawings (board and footprints). KiCad closes gaps up to 10 um [anchors of the file format].
struct Outline final {
    std::vector<PolygonWithHoles> areas; // several for panels; holes are cutouts; arcs flattened to 5 um, chords inside
    ShapeList edges;                     // every edge as zero-width segment or arc, for distances
    ShapeList margins;                   // Margin layer drawings, with their stroke width (KiCad treats them as edges)
    bool isClosed{false};                // false: no area; `problem` says where
    std::string problem;
};

// Chords of arcs lie within `arcError` of them.
[[nodiscard]] Outline outlineOf(const Board& board, Nanometres arcError = Nanometres(5000));

} // namespace viaduct
