// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/check/checkrun.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {

// The copper of an item on a layer as polygons (a ring that is left out gives none); chords deviate by `error`, outside or inside the curve.
[[nodiscard]] Region copperRegion(const CheckItems& items, std::int32_t item, LayerId layer, Nanometres error, bool outside);

// Rings turned so that the copper lies to the left (with y up): outer rings counter-clockwise, holes clockwise.
void turnCopperLeft(PolygonWithHoles& polygon);

// Whether a straight line from the corner `at` of such a ring to `to` starts in copper. KiCad's test (a corner that runs straight on counts as hollow).
[[nodiscard]] bool startsInCopper(Point previous, Point at, Point next, Point to) noexcept;

} // namespace viaduct
