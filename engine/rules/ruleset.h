// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/board/board.h"

namespace viaduct {

struct CustomRulesFile; // engine/kicad/customrules.h: the parsed .kicad_dru
class CompiledRules;    // engine/rules/compiledrules.h: the same, made ready to ask

// Where a rule comes from, for people: "netclass 'Power'", "board minimum", "rule 'HV'", with file and line (0: no line).
struct RuleOrigin final {
    std::string name, file;
    int line{0};
    std::string severity{}; // a custom rule's own; empty: the DRC type's
};

// A net class with every value settled (stated value, else Default's, else KiCad's).
struct NetClass final {
    std::string name;
    int priority{0};
    Nanometres clearance{200000}, trackWidth{200000}, viaDiameter{600000}, viaDrill{300000}, microviaDiameter{300000}, microviaDrill{100000}, pairWidth{200000},
        pairGap{250000}, pairViaGap{250000};
    RuleOrigin origin;                // "netclass 'NAME'": whose clearance it is
    std::vector<std::string> members; // the classes a composite is made of, by priority; else only its own name
};

// Board minimums with KiCad 9's defaults where nothing is stated.
struct DesignMinimums final {
    Nanometres clearance{0}, trackWidth{0}, connectionWidth{0}, annularWidth{100000}, viaDiameter{500000}, throughHole{300000}, microviaDiameter{200000},
        microviaDrill{100000}, holeToHole{250000}, holeClearance{250000}, edgeClearance{500000}, solderMaskToCopper{0}, grooveWidth{0};
    int resolvedSpokes{2};
    bool useHeightForLengths{true};
};

// All rules of a board as stated: .kicad_pro, rules in the board file itself (which win over the project in KiCad 9), .kicad_dru.
struct RuleSet final {
    DesignMinimums minimums;
    std::vector<NetClass> classes; // classes[0] is Default
    std::vector<int> classOfNet;   // index by NetId into classes; composite classes of several assignments are appended to `classes`
    std::map<std::string, std::string> severities;
    std::vector<std::string> exclusions;
    std::string minimumsFile;                      // where the minimums are stated; empty when nowhere
    std::shared_ptr<const CustomRulesFile> custom; // null without a .kicad_dru
    std::shared_ptr<const CompiledRules> compiled; // null without a .kicad_dru
    std::vector<std::string> unread;               // rules that are not applied, each with file:line and why
    std::optional<Error> brokenCustomRules;        // a .kicad_dru that does not parse: KiCad silently ignores it, we say so
    [[nodiscard]] const NetClass& classFor(NetId net) const { return classes.at(static_cast<std::size_t>(classOfNet.at(net.index()))); }
    [[nodiscard]] std::string severityOf(const std::string& drcType) const; // KiCad's default where the project does not say
};

// `project`: what .kicad_pro states, null without one. `customRules`: parsed .kicad_dru, null without one.
[[nodiscard]] std::shared_ptr<const RuleSet> makeRuleSet(const Board& board, const StatedRules* project, std::shared_ptr<const CustomRulesFile> customRules);

} // namespace viaduct
