// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/kicad/customrules.h"
#include "engine/rules/ruleexpression.h"
#include "engine/rules/rulelint.h"

namespace viaduct {

// What a parsed condition asks for that the board or KiCad does not have. Places are those of the file.
[[nodiscard]] std::vector<RuleFinding> lintCondition(const RuleResolver& rules, const CustomRule& rule, const RuleExpression& condition,
                                                     const std::string& file);

// The parts of a condition that must all hold, each as text of one form, so that equal parts are equal texts; `swapped` exchanges A and B.
[[nodiscard]] std::vector<std::string> conjunctsOf(const RuleExpression& condition, bool swapped);

} // namespace viaduct
