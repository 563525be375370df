// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/router/outcome.h"

namespace viaduct {

// Puts a reason to every open connection: `reasons` are matched by net and ends (either way round), then by a shared end of the same net,
// since refilled zones may have moved the other end. What has none is "not tried".
[[nodiscard]] std::vector<OpenConnection> explained(const std::vector<RatsnestEdge>& open, const std::vector<OpenConnection>& reasons);

} // namespace viaduct
