// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/kicad/projectreader.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

// The rules of a board as its project files state them, and what a person should know about them.
struct RulesInUse final {
    std::shared_ptr<const RuleResolver> resolver;
    std::vector<std::string> warnings; // a .kicad_dru that does not parse, rules not applied, oddities of the board file
};

// Fails on a .kicad_pro that cannot be read; a .kicad_dru that does not parse is a warning here and RuleSet::brokenCustomRules.
[[nodiscard]] Result<RulesInUse> rulesFor(std::shared_ptr<const Board> board, const ProjectFiles& project);

} // namespace viaduct
