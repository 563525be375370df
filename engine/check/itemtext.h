// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/board/board.h"
#include "engine/board/connectivity.h"
#include "engine/check/violation.h"

namespace viaduct {

// Items in words, close to how kicad-cli's reports name them: "Track [GND] on F.Cu, length 1.2000 mm".
[[nodiscard]] std::string textOf(const Board& board, const Track& track);
[[nodiscard]] std::string textOf(const Board& board, const TrackArc& arc);
[[nodiscard]] std::string textOf(const Board& board, const Via& via);
[[nodiscard]] std::string textOf(const Board& board, const Pad& pad);
[[nodiscard]] std::string textOf(const Board& board, const Zone& zone);
[[nodiscard]] std::string textOf(const Board& board, const Graphic& graphic);
[[nodiscard]] Point anchorOf(const Graphic& graphic);
[[nodiscard]] Point anchorOf(const Zone& zone);

// What an open connection ends on: a pad, a zone, or loose copper of the net at that place.
[[nodiscard]] ViolationItem itemAt(const Board& board, const Copper& copper, const ConnectionEnd& end, NetId net);

[[nodiscard]] std::string netText(const Board& board, NetId net);       // "[GND]", "[<no net>]"
[[nodiscard]] std::string layerText(const Board& board, LayerId layer); // the name people see
[[nodiscard]] std::string lengthText(Nanometres length);                // "0.2000 mm"

} // namespace viaduct
