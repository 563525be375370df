// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "engine/base/result.h"
#include "engine/session/state.h"

namespace viaduct {

// Copper as the journal writes it, exact and in order: ["track", net, layer, x1, y1, x2, y2, width], ["arc", net, layer, x1, y1, xm, ym, x2, y2, width],
// ["via", net, x, y, diameter, drill, from, to, kind]. Nanometres; nets and layers by their ids in the same board (names may be no UTF-8).
[[nodiscard]] nlohmann::json copperJson(const Copper& copper);
// Refuses whatever does not fit the board: no such net or layer, width or drill that is no positive length, place beyond 2 m.
[[nodiscard]] Result<Copper> copperFrom(const Board& board, const nlohmann::json& items);

} // namespace viaduct
