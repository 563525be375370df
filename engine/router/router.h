// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/stopflag.h"
#include "engine/router/eventsink.h"
#include "engine/router/outcome.h"
#include "engine/router/request.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

// Routes what the request names on top of `copper` (all of it fixed: what is not named stays). Deterministic in (board, rules, copper,
// request without threads); every item in the outcome passed the exact check against every rule. The stop flag ends it within a fraction
// of a second with the best result so far. Zones of other nets are refillable and no obstacle; own-net zones are targets (`fills`).
[[nodiscard]] RouteOutcome route(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills, const RouteRequest& request,
                                 EventSink* events = nullptr, const StopFlag* stop = nullptr);

} // namespace viaduct
