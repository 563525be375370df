// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "engine/session/session.h"

namespace viaduct {

// The result of board_info and session.open.
[[nodiscard]] nlohmann::json boardInfoJson(const Session& session, const State& state, std::uint64_t work);

} // namespace viaduct
