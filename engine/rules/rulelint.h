// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/rules/ruleresolver.h"

namespace viaduct {

// One thing that is wrong or doubtful in the rules of a board.
struct RuleFinding final {
    enum class Severity : std::uint8_t { Error, Warning, Note };
    Severity severity{Severity::Warning};
    std::string code;       // "unknown_net_class", "unreachable", ...: one word for programs
    std::string file;       // path as the rules name it
    int line{0}, column{0}; // from 1; 0: not known
    std::string rule{};     // name of the custom rule; empty: not of one
    std::string text;       // a sentence for people
};
[[nodiscard]] const char* toText(RuleFinding::Severity severity) noexcept;

// Everything found in the .kicad_dru and in what .kicad_pro states about nets (`project` null: there is none), in file order. A rule is called
// unreachable only when a later one surely takes every test from it, and never_applies only when no two items of the board could meet it.
[[nodiscard]] std::vector<RuleFinding> lintRules(const RuleResolver& rules, const StatedRules* project, const std::string& projectFile);

} // namespace viaduct
