// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/session/state.h"

namespace viaduct {

// The item lines of SPEC 9: lengths in nanometres, the end with the smaller (x, y) first, text fields escaped as in JSON.
//   track|net|layer|x1|y1|x2|y2|width    arc|net|layer|x1|y1|xm|ym|x2|y2|width    via|net|x|y|diameter|drill|from|to    removed|uuid
[[nodiscard]] std::string itemLine(const Board& board, const Track& track);
[[nodiscard]] std::string itemLine(const Board& board, const TrackArc& arc);
[[nodiscard]] std::string itemLine(const Board& board, const Via& via);

// FNV-1a 64 over the sorted lines of a state's changes joined by '\n'; no change gives the digest of nothing.
[[nodiscard]] std::string stateDigest(const Board& board, const Copper& added, const std::vector<RemovedItem>& removed);
[[nodiscard]] std::vector<std::string> stateLines(const Board& board, const Copper& added, const std::vector<RemovedItem>& removed); // sorted

} // namespace viaduct
