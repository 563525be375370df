// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/board/board.h"

namespace viaduct {

// The closed courtyard outlines among graphics[first...] on `layer`, chained as KiCad does (ends up to 20 um apart meet). Outlines that do
// not close are left out. Curves are flattened; stroke widths do not count.
[[nodiscard]] std::vector<PolygonWithHoles> courtyardOf(const std::vector<Graphic>& graphics, std::size_t first, TechLayer layer);

} // namespace viaduct
