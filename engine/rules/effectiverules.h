// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/rules/constraintkind.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

// One statement about a kind of constraint: of a net class, of the board, of an item itself, or a rule of the .kicad_dru.
struct RuleStatement final {
    RuleOrigin origin;
    std::optional<Nanometres> min{}, opt{}, max{};
    std::string word{}; // zone_connection: solid, thermal_reliefs, none; disallow: "disallowed"
};
struct LostRule final {
    RuleStatement statement;
    std::string why; // "its condition does not hold", ...
};

// What holds for a kind, where it comes from, and what else was looked at.
struct EffectiveRule final {
    ConstraintKind kind{};
    bool isTested{true};    // false: nothing limits the items in this way
    std::string whyNot{};   // when not tested
    RuleStatement winner{}; // values as they count in the end
    std::vector<LostRule> lost{};
};

// For every kind that concerns two items (`b` set) or one alone, in the order of the kinds. Values are what the checker judges by: rules whose
// condition cannot be decided are among the lost. Kinds that nothing limits are left out, unless a rule of theirs was looked at.
[[nodiscard]] std::vector<EffectiveRule> effectiveRules(const RuleResolver& rules, const RuleItem& a, const RuleItem* b, LayerId layer);

} // namespace viaduct
