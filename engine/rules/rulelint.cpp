// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/rulelint.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "engine/kicad/customrules.h"
#include "engine/rules/conditionlint.h"
#include "engine/rules/namepattern.h"
#include "engine/rules/rulesfile.h"
#include "engine/rules/ruleusage.h"

namespace viaduct {

namespace {

using Severity = RuleFinding::Severity;

constexpr std::size_t kMostShadowTests = 4'000'000; // pairs of constraints of one kind

bool isLength(const std::string& kind) { return kind != "disallow" && kind != "zone_connection" && kind != "assertion"; }

// What lint knows of a rule besides its text.
struct LintedRule final {
    const CustomRule* stated{nullptr};
    std::optional<RuleExpression> condition; // none: it does not parse
    std::vector<std::string> parts, swapped; // conjuncts, and with A and B exchanged
};

class FileLint final {
public:
    FileLint(const RuleResolver& rules, const CustomRulesFile& file) : m_rules(rules), m_file(file) {}

    [[nodiscard]] std::vector<RuleFinding> run() {
        std::map<std::string, int> lineOfName;
        for (const CustomRule& rule : m_file.rules) {
            const auto [known, isNew] = lineOfName.emplace(rule.name, rule.line);
            if (!isNew) add(Severity::Note, "duplicate_name", rule, rule.line, 0, "the rule at line " + std::to_string(known->second) + " has the same name");
            lint(rule);
        }
        findShadows();
        std::stable_sort(m_findings.begin(), m_findings.end(),
                         [](const RuleFinding& a, const RuleFinding& b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); });
        return std::move(m_findings);
    }

private:
    void add(Severity severity, const char* code, const CustomRule& rule, int line, int column, const std::string& text) {
        m_findings.push_back({severity, code, m_file.path, line, column, rule.name, text});
    }

    void lint(const CustomRule& rule) {
        if (rule.constraints.empty()) add(Severity::Warning, "no_constraint", rule, rule.line, 0, "the rule has no constraint and does nothing");
        for (const CustomConstraint& constraint : rule.constraints) lintValues(rule, constraint);
        if (!hasLayer(rule.layer))
            add(Severity::Warning, "no_such_layer", rule, rule.layerLine, rule.layerColumn, "the board has no copper layer '" + rule.layer + "'");
        LintedRule linted{&rule, {}, {}, {}};
        int column = 0;
        auto parsed = RuleExpression::parse(rule.condition, &column);
        if (!parsed) {
            add(Severity::Error, "condition_syntax", rule, rule.conditionLine, rule.conditionColumn + column,
                "the rule is never applied: " + parsed.error().text + " of the condition");
        } else {
            for (RuleFinding& finding : lintCondition(m_rules, rule, *parsed, m_file.path)) m_findings.push_back(std::move(finding));
            for (const std::string& name : parsed->unmodelled())
                add(Severity::Note, "not_decided_here", rule, rule.conditionLine, rule.conditionColumn,
                    "the condition asks for " + name + ", which is not known here: the router obeys the rule wherever it could apply, the checker does not");
            linted.parts = conjunctsOf(*parsed, false);
            linted.swapped = conjunctsOf(*parsed, true);
            linted.condition = std::move(*parsed);
            if (isAboutCopper(rule) && !canApply(m_rules, *linted.condition))
                add(Severity::Warning, "never_applies", rule, rule.conditionLine, rule.conditionColumn, "no items of this board can meet the condition");
        }
        m_linted.push_back(std::move(linted));
    }

    // A layer that KiCad does not know either has broken the file, which is told already.
    [[nodiscard]] bool hasLayer(const std::string& name) const {
        const Board& board = m_rules.board();
        if (name.empty() || name == "outer") return true;
        return name == "inner" ? board.layers.count() > 2 : !layersNamed(board, name).isEmpty() || !isLayerName(board, name);
    }

    // Footprints and texts are among the items of the other constraints.
    [[nodiscard]] static bool isAboutCopper(const CustomRule& rule) {
        return !rule.constraints.empty() && std::all_of(rule.constraints.begin(), rule.constraints.end(), [](const CustomConstraint& constraint) {
            return constraintKindNamed(constraint.kind) && std::find(constraint.items.begin(), constraint.items.end(), "footprint") == constraint.items.end();
        });
    }

    void lintValues(const CustomRule& rule, const CustomConstraint& constraint) {
        const auto complain = [&](Severity severity, const char* code, const std::string& text) {
            add(severity, code, rule, constraint.line, constraint.column, "constraint " + constraint.kind + " " + text);
        };
        if (constraint.kind == "disallow" && constraint.items.empty()) return complain(Severity::Warning, "no_value", "names nothing to disallow");
        if (!isLength(constraint.kind)) return;
        if (!constraint.min && !constraint.opt && !constraint.max) return complain(Severity::Warning, "no_value", "states no value and limits nothing");
        const auto kind = constraintKindNamed(constraint.kind);
        std::optional<double> values[3];
        const std::optional<std::string>* stated[3] = {&constraint.min, &constraint.opt, &constraint.max};
        for (int i = 0; i < 3; ++i) {
            if (!*stated[i]) continue;
            const auto value = RuleExpression::parseValue(**stated[i], kind && isUnitless(*kind));
            if (!value) return complain(Severity::Error, "value", "is not applied: " + value.error().text + " in \"" + **stated[i] + "\"");
            values[i] = *value;
        }
        for (const auto& [low, high] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 2)})
            if (values[low] && values[high] && *values[low] > *values[high])
                return complain(Severity::Warning, "contradiction", "has limits that no value meets: they do not rise from min over opt to max");
        if (constraint.kind == "clearance" && values[0] && *values[0] <= 0)
            complain(Severity::Warning, "zero_clearance", "of 0 keeps KiCad from seeing shorts between these items");
    }

    // The later rule applies to whatever the earlier one applies to.
    [[nodiscard]] static bool covers(const LintedRule& later, const LintedRule& earlier, bool isOfPairs) {
        if (!later.condition || !earlier.condition) return false;
        if (!later.stated->layer.empty() && later.stated->layer != earlier.stated->layer) return false;
        const auto includes = [](const std::vector<std::string>& all, const std::vector<std::string>& some) {
            return std::includes(all.begin(), all.end(), some.begin(), some.end());
        };
        return includes(earlier.parts, later.parts) || (isOfPairs && includes(earlier.swapped, later.parts));
    }
    [[nodiscard]] static bool states(const CustomConstraint& later, const CustomConstraint& earlier) {
        if ((earlier.min && !later.min) || (earlier.opt && !later.opt) || (earlier.max && !later.max)) return false;
        if (earlier.kind != "disallow") return true;
        return std::all_of(earlier.items.begin(), earlier.items.end(),
                           [&](const std::string& item) { return std::find(later.items.begin(), later.items.end(), item) != later.items.end(); });
    }
    [[nodiscard]] static bool isOfPairs(const std::string& kind) {
        return kind.find("clearance") != std::string::npos || kind == "hole_to_hole" || kind == "creepage";
    }

    void findShadows() {
        std::map<std::string, std::vector<std::pair<const LintedRule*, const CustomConstraint*>>> byKind;
        for (const LintedRule& rule : m_linted)
            for (const CustomConstraint& constraint : rule.stated->constraints)
                if (constraint.kind != "assertion") byKind[constraint.kind].emplace_back(&rule, &constraint);
        std::size_t tests = 0;
        for (const auto& [kind, list] : byKind)
            for (std::size_t i = 0; i < list.size(); ++i)
                for (std::size_t j = i + 1; j < list.size() && ++tests < kMostShadowTests; ++j) {
                    const auto& [earlier, weak] = list[i];
                    const auto& [later, strong] = list[j];
                    if (!covers(*later, *earlier, isOfPairs(kind)) || !states(*strong, *weak)) continue;
                    add(Severity::Warning, "unreachable", *earlier->stated, weak->line, weak->column,
                        "constraint " + kind + " is never used: rule '" + later->stated->name + "' at line " + std::to_string(later->stated->line) +
                            " holds wherever it holds, and comes later");
                    break;
                }
    }

    const RuleResolver& m_rules;
    const CustomRulesFile& m_file;
    std::vector<LintedRule> m_linted;
    std::vector<RuleFinding> m_findings;
};

// "path:line:column: why", as the readers write it.
RuleFinding brokenFile(const std::string& text) {
    RuleFinding finding{RuleFinding::Severity::Error, "syntax", "", 0, 0, "", "KiCad would ignore the whole file without a word: " + text};
    for (std::size_t colon = text.find(':'); colon != std::string::npos; colon = text.find(':', colon + 1)) {
        char* end = nullptr;
        const long line = std::strtol(text.c_str() + colon + 1, &end, 10);
        if (line <= 0 || *end != ':') continue;
        char* behind = nullptr;
        const long column = std::strtol(end + 1, &behind, 10);
        if (column <= 0 || *behind != ':') continue;
        finding.file = text.substr(0, colon);
        finding.line = static_cast<int>(line);
        finding.column = static_cast<int>(column);
        const std::string why = behind + 1;
        finding.text = "KiCad would ignore the whole file without a word:" + why;
        return finding;
    }
    return finding;
}

// What .kicad_pro says about nets and classes.
void lintProject(const RuleSet& rules, const Board& board, const StatedRules& project, const std::string& file, std::vector<RuleFinding>& findings) {
    const auto add = [&](Severity severity, const char* code, const std::string& text) { findings.push_back({severity, code, file, 0, 0, "", text}); };
    std::set<std::string> configured{"Default"}, used, told;
    for (const StatedNetClass& stated : project.classes) configured.insert(stated.name);
    const auto ensure = [&](const std::string& name) {
        if (configured.count(name) == 0 && told.insert(name).second)
            add(Severity::Warning, "unknown_net_class", "nets are assigned to a net class '" + name + "', which is not configured");
    };
    for (const auto& [net, names] : project.assignments) {
        for (const std::string& name : names) ensure(name);
        if (board.findNet(net).isNone()) add(Severity::Note, "unknown_net", "a net class is assigned to the net '" + net + "', which the board does not have");
    }
    for (const auto& [text, name] : project.patterns) {
        ensure(name);
        const NamePattern pattern(text);
        const bool fits = std::any_of(board.nets.begin(), board.nets.end(), [&](const Net& net) { return !net.name.empty() && pattern.matches(net.name); });
        if (!fits) add(Severity::Note, "unknown_net", "the pattern '" + text + "' of net class '" + name + "' matches no net");
    }
    for (const Net& net : board.nets)
        for (const std::string& member : rules.classFor(net.id).members) used.insert(member);
    for (const StatedNetClass& stated : project.classes)
        if (stated.name != "Default" && used.count(stated.name) == 0)
            add(Severity::Note, "unused_net_class", "no net of the board is of the net class '" + stated.name + "'");
    const std::string own = board.name + ".kicad_pro: ";
    for (const std::string& unread : rules.unread)
        if (unread.rfind(own, 0) == 0) add(Severity::Warning, "not_applied", unread.substr(own.size()));
}

} // namespace

const char* toText(RuleFinding::Severity severity) noexcept {
    return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
}

std::vector<RuleFinding> lintRules(const RuleResolver& rules, const StatedRules* project, const std::string& projectFile) {
    std::vector<RuleFinding> findings;
    const RuleSet& set = rules.rules();
    if (set.brokenCustomRules) findings.push_back(brokenFile(set.brokenCustomRules->text));
    if (set.custom)
        for (RuleFinding& finding : FileLint(rules, *set.custom).run()) findings.push_back(std::move(finding));
    if (project != nullptr) lintProject(set, rules.board(), *project, projectFile, findings);
    return findings;
}

} // namespace viaduct
