// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/fill/obstacles.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {

struct WidthLimits final {
    Nanometres margin;   // half the minimum width, less a micrometre; 0: no minimum
    Nanometres minimum;  // the zone's minimum width
    Nanometres maxError; // of curves
};

// `extents` without the obstacles, shrunk by the margin all around: the places where the centre of a disc of minimum width may be. Simple
// rings. Obstacles that touch neither each other nor the rim are never clipped.
[[nodiscard]] Region shrunkCopper(const Region& extents, const Obstacles& obstacles, const WidthLimits& limits);

// Takes out islands that are smaller than the minimum width in both directions.
void removeSpecks(Region& shrunk, Nanometres minimum);

// KiCad joins corners of shrunk copper that face each other over less than the minimum width, so that necks a little too thin survive.
// The bars to add to the copper when it is grown again, cut to where copper may be.
[[nodiscard]] std::vector<Ring> barsOverNecks(const Region& shrunk, const Region& extents, const Obstacles& obstacles, const WidthLimits& limits);

} // namespace viaduct
