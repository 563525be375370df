// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/session/state.h"

namespace viaduct {

// The item lines of a state: those of engine/kicad/copperitemline.h for its copper, `removed|uuid` for what it took out.

// FNV-1a 64 over the sorted lines of a state's changes joined by '\n'; no change gives the digest of nothing.
[[nodiscard]] std::string stateDigest(const Board& board, const Copper& added, const std::vector<RemovedItem>& removed);
[[nodiscard]] std::vector<std::string> stateLines(const Board& board, const Copper& added, const std::vector<RemovedItem>& removed); // sorted

} // namespace viaduct
