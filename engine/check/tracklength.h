// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/board/board.h"

namespace viaduct {

// Lengths as KiCad measures them, in nanometres, not rounded.
[[nodiscard]] double exactLengthOf(const Track& track);
[[nodiscard]] double exactLengthOf(const TrackArc& arc); // along the arc
// Between the middles of two copper layers by the stackup, or by KiCad's default one where the file has none.
[[nodiscard]] Nanometres distanceBetween(const Board& board, LayerId a, LayerId b);

} // namespace viaduct
