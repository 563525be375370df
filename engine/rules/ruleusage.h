// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/rules/ruleexpression.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

// False when no two items that the board has, or could get by routing, meet the condition, whatever their place: decided by their kinds and
// nets. True also when there are too many kinds of nets to ask them all.
[[nodiscard]] bool canApply(const RuleResolver& rules, const RuleExpression& condition);

} // namespace viaduct
