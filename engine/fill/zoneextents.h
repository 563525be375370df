// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/board/board.h"
#include "engine/board/outline.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {

// Where a zone's copper may be on one layer, before anything is cut out of it.
struct ZoneExtents final {
    Region maximum;       // the outline with smoothed corners, within the board
    Region working;       // larger where zones of the same net meet, so that the minimum width takes no bite there
    bool isLarger{false}; // working is not maximum
};
[[nodiscard]] ZoneExtents extentsOf(const Board& board, const Region* boardArea, const Zone& zone, LayerId layer, Nanometres maxError);

// Corners cut off or rounded, by the zone's setting; at most half an edge is taken at either end.
[[nodiscard]] Region smoothed(const Region& region, int cornerSmoothing, Nanometres radius, Nanometres maxError);

} // namespace viaduct
