// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/commands/command.h"
#include "engine/router/request.h"

namespace viaduct {

enum class VerifyMode : std::uint8_t { Refuse, Report, Off };

// The arguments of `route` understood: names looked up, hints converted, caps kept.
struct RouteArguments final {
    RouteRequest request;
    VerifyMode verify{VerifyMode::Refuse};
    bool commits{true};
    bool ignoresRulesFile{false};
    std::vector<NetId> named; // the nets the call is about, ascending; all nets when none was named
    bool isSelective{false};  // something was named
};

[[nodiscard]] nlohmann::json routeArgsSchema();
[[nodiscard]] nlohmann::json hintsSchema();
// Errors: not-found, limit, invalid-args (each names the key), service-unavailable for what this router lacks.
[[nodiscard]] Result<RouteArguments> readRouteArguments(const CallContext& context, const State& state, const nlohmann::json& args);
[[nodiscard]] Result<RouteHints> readHints(const Board& board, const nlohmann::json& hints);

} // namespace viaduct
