// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/stopflag.h"
#include "engine/check/violation.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

struct CheckOptions final {
    const StopFlag* stop{nullptr};
};

// Judges copper by every rule we know, with KiCad 9's semantics (500 nm tolerance, nets as labelled: our own shorts are found by label).
// `fills`: the zone copper to judge, stored or refilled. Knows no router.
[[nodiscard]] CheckReport check(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills, const CheckOptions& options = {});

} // namespace viaduct
