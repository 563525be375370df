// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "engine/geometry/shape.h"
#include "engine/router/lattice.h"

namespace viaduct {

// A row of lattice cells, x0 to x1 both included.
struct Run final {
    std::int32_t y, x0, x1;
};

// Appends the cells whose centre is strictly closer than `need` to the shape: exactly the centres where a disc would break a clearance.
void appendCloser(const Lattice& lattice, const Shape& shape, std::int64_t need, std::vector<Run>& runs);
// The same for a segment without a Shape (hot path of stamping).
void appendCloserToSegment(const Lattice& lattice, Point a, Point b, std::int64_t need, std::vector<Run>& runs);
// Appends the cells whose centre is inside the polygon (even-odd).
void appendInside(const Lattice& lattice, const PolygonWithHoles& polygon, std::vector<Run>& runs);

} // namespace viaduct
