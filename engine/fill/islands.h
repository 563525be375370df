// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/board/board.h"

namespace viaduct {

// Takes out the islands that join no pad, as each zone's setting says; a zone whose every island is alone keeps them all.
void removeIslands(const Board& board, const Copper& copper, std::vector<ZoneFill>& fills);

} // namespace viaduct
