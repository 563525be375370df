// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/board/board.h"

namespace viaduct {

// The zone copper that the file holds, by zone, then layer: what kicad-cli judges.
[[nodiscard]] std::vector<ZoneFill> storedFills(const Board& board);

} // namespace viaduct
