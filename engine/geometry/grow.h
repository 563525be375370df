// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/geometry/polygonops.h"

namespace viaduct {

// Appends rings that hold the shape grown by `by` and nowhere reach more than `error` beyond it. Straight sides are exact to the nanometre.
// Outer rings run the positive way, holes the other. Convex shapes need no clipping and take microseconds.
void appendGrown(const Shape& shape, Nanometres by, Nanometres error, std::vector<Ring>& rings);

// A region of simple rings that do not cross each other (what a boolean operation gives), grown by `by` with round corners, then `added` put
// to it and `taken` out of it (simple positive rings anywhere). Chords of the round corners lie inside by at most `error`. Only rings that
// come to cross are clipped, so a pour with hundreds of holes costs little more than its corners.
[[nodiscard]] Region grownRound(const Region& region, Nanometres by, Nanometres error, const std::vector<Ring>& added = {},
                                const std::vector<Ring>& taken = {});

// No ring crosses or touches itself or another.
[[nodiscard]] bool areSimple(const std::vector<Ring>& rings);

// What the rings enclose by positive winding, less what the positive rings `taken` enclose; the result's rings neither cross nor touch, but
// along themselves. Rings that cross nothing are kept as they are.
[[nodiscard]] Region resolved(std::vector<Ring> rings, const std::vector<Ring>& taken = {});

} // namespace viaduct
