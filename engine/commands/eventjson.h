// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "engine/board/board.h"
#include "engine/router/routerevent.h"

namespace viaduct {

// A router event in the vocabulary of SPEC 9 (viewer, --events, recordings): integer nanometres, {"variant", "n", "work", "type", ...}; the
// carrier adds "seq" and "call".
[[nodiscard]] nlohmann::json eventJson(const Board& board, const RouterEvent& event);

} // namespace viaduct
