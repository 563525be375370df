// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/ruleset.h"

#include <algorithm>
#include <climits>
#include <set>

#include "engine/rules/compiledrules.h"
#include "engine/rules/namepattern.h"
#include "engine/rules/rulesfile.h"

namespace viaduct {

namespace {

const char* const kDefaultName = "Default";

// A class while it is being put together: what is stated, before defaults fill the gaps.
struct Draft final {
    StatedNetClass stated;
    std::string file;
};

using Field = std::optional<Nanometres> StatedNetClass::*;
using Slot = Nanometres NetClass::*;
struct Parameter final {
    Field stated;
    Slot settled;
};
// The pair-via gap is not among those that pull Default into a composite class: it exists on Default only.
constexpr Parameter kParameters[] = {
    {&StatedNetClass::clearance, &NetClass::clearance},
    {&StatedNetClass::trackWidth, &NetClass::trackWidth},
    {&StatedNetClass::viaDiameter, &NetClass::viaDiameter},
    {&StatedNetClass::viaDrill, &NetClass::viaDrill},
    {&StatedNetClass::microviaDiameter, &NetClass::microviaDiameter},
    {&StatedNetClass::microviaDrill, &NetClass::microviaDrill},
    {&StatedNetClass::pairWidth, &NetClass::pairWidth},
    {&StatedNetClass::pairGap, &NetClass::pairGap},
    {&StatedNetClass::pairViaGap, &NetClass::pairViaGap},
};

bool statesAny(const StatedMinimums& minimums) {
    return minimums.clearance || minimums.trackWidth || minimums.connectionWidth || minimums.annularWidth || minimums.viaDiameter || minimums.throughHole ||
           minimums.microviaDiameter || minimums.microviaDrill || minimums.holeToHole || minimums.holeClearance || minimums.edgeClearance ||
           minimums.solderMaskToCopper || minimums.grooveWidth || minimums.resolvedSpokes;
}

// A value outside KiCad's range counts as not stated (its settings reader falls back to the default).
void apply(Nanometres& target, const std::optional<Nanometres>& stated, std::int64_t highest, std::int64_t lowest = 0) {
    if (stated && stated->value() >= lowest && stated->value() <= highest) target = *stated;
}

void apply(DesignMinimums& target, const StatedMinimums& stated) {
    constexpr std::int64_t k25mm = 25'000'000, k10mm = 10'000'000, k100mm = 100'000'000;
    apply(target.clearance, stated.clearance, k25mm);
    apply(target.trackWidth, stated.trackWidth, k25mm);
    apply(target.connectionWidth, stated.connectionWidth, k100mm);
    apply(target.annularWidth, stated.annularWidth, k25mm);
    apply(target.viaDiameter, stated.viaDiameter, k25mm);
    apply(target.throughHole, stated.throughHole, k25mm);
    apply(target.microviaDiameter, stated.microviaDiameter, k10mm);
    apply(target.microviaDrill, stated.microviaDrill, k10mm);
    apply(target.holeToHole, stated.holeToHole, k10mm);
    apply(target.holeClearance, stated.holeClearance, k100mm);
    apply(target.edgeClearance, stated.edgeClearance, k25mm, -10'000);
    apply(target.solderMaskToCopper, stated.solderMaskToCopper, k25mm);
    apply(target.grooveWidth, stated.grooveWidth, k25mm);
    if (stated.resolvedSpokes && *stated.resolvedSpokes >= 0 && *stated.resolvedSpokes <= 99) target.resolvedSpokes = *stated.resolvedSpokes;
}

// Classes of one board under construction: the named ones first (Default, then by name as KiCad orders them), composites behind.
class ClassTable final {
public:
    ClassTable(std::vector<Draft> drafts, RuleSet& rules) : m_drafts(std::move(drafts)), m_rules(rules) {
        std::stable_sort(m_drafts.begin(), m_drafts.end(), [](const Draft& a, const Draft& b) {
            const bool aIsDefault = a.stated.name == kDefaultName, bIsDefault = b.stated.name == kDefaultName;
            return aIsDefault != bIsDefault ? aIsDefault : a.stated.name < b.stated.name;
        });
        for (std::size_t i = 0; i < m_drafts.size(); ++i) m_indexOfName.emplace(m_drafts[i].stated.name, static_cast<int>(i));
        for (const Draft& draft : m_drafts) m_rules.classes.push_back(settled({&draft}));
    }
    // The index of the class of a net that belongs to the classes named (any order); unknown names count as classes without values.
    int indexFor(const std::set<std::string>& names) {
        if (names.empty()) return 0;
        std::vector<const Draft*> members;
        for (const std::string& name : names) members.push_back(&draftOf(name));
        std::sort(members.begin(), members.end(), [](const Draft* a, const Draft* b) {
            const int first = priorityOf(*a), second = priorityOf(*b);
            return first != second ? first < second : a->stated.name < b->stated.name;
        });
        if (members.size() == 1 && isComplete(*members.front())) return m_indexOfName.at(members.front()->stated.name);
        const auto known = m_composites.find(names);
        if (known != m_composites.end()) return known->second;
        NetClass composite = settled(members);
        composite.members.clear();
        for (const Draft* member : members) composite.members.push_back(member->stated.name);
        if (members.size() == 1 && members.front()->stated.name != kDefaultName) composite.members.emplace_back(kDefaultName);
        const auto index = static_cast<int>(m_rules.classes.size());
        m_rules.classes.push_back(std::move(composite));
        m_composites.emplace(names, index);
        return index;
    }

private:
    static int priorityOf(const Draft& draft) { return draft.stated.name == kDefaultName ? INT_MAX : draft.stated.priority.value_or(-1); }
    static bool isComplete(const Draft& draft) {
        return draft.stated.name == kDefaultName || std::all_of(std::begin(kParameters), std::end(kParameters) - 1,
                                                                [&](const Parameter& parameter) { return (draft.stated.*parameter.stated).has_value(); });
    }
    const Draft& draftOf(const std::string& name) {
        const auto found = m_indexOfName.find(name);
        if (found != m_indexOfName.end()) return m_drafts[static_cast<std::size_t>(found->second)];
        auto& made = m_implicit[name]; // assigned but not configured: exists for rule conditions only
        made.stated.name = name;
        made.stated.priority = INT_MAX - 1;
        return made;
    }
    [[nodiscard]] NetClass settled(const std::vector<const Draft*>& members) const {
        NetClass result;
        result.name = members.front()->stated.name;
        for (std::size_t i = 1; i < members.size(); ++i) result.name += "," + members[i]->stated.name;
        result.priority = priorityOf(*members.front());
        result.members = {members.front()->stated.name};
        const Draft* clearanceFrom = &m_drafts.front();
        for (const Parameter& parameter : kParameters) {
            const auto& standard = m_drafts.front().stated.*parameter.stated;
            if (standard) result.*parameter.settled = *standard;
            for (const Draft* member : members)
                if (const auto& stated = member->stated.*parameter.stated) {
                    result.*parameter.settled = *stated;
                    if (parameter.stated == &StatedNetClass::clearance) clearanceFrom = member;
                    break;
                }
        }
        result.origin = {"netclass '" + clearanceFrom->stated.name + "'", clearanceFrom->file, 0};
        return result;
    }

    std::vector<Draft> m_drafts;
    std::map<std::string, Draft> m_implicit;
    std::map<std::string, int> m_indexOfName;
    std::map<std::set<std::string>, int> m_composites;
    RuleSet& m_rules;
};

struct Pattern final {
    NamePattern matcher;
    std::string className;
};

// Legacy classes have KiCad's defaults where they state nothing; project classes fall to Default instead.
void fillWithDefaults(StatedNetClass& stated) {
    const NetClass defaults;
    for (const Parameter& parameter : kParameters)
        if (!(stated.*parameter.stated)) stated.*parameter.stated = defaults.*parameter.settled;
}

std::vector<Draft> draftsFrom(const std::vector<StatedNetClass>& classes, const std::string& file, bool isLegacy) {
    std::vector<Draft> drafts;
    for (const StatedNetClass& stated : classes) {
        Draft draft{stated, file};
        if (isLegacy) fillWithDefaults(draft.stated);
        const auto known = std::find_if(drafts.begin(), drafts.end(), [&](const Draft& other) { return other.stated.name == stated.name; });
        if (known == drafts.end())
            drafts.push_back(std::move(draft));
        else
            *known = std::move(draft);
    }
    if (std::none_of(drafts.begin(), drafts.end(), [](const Draft& draft) { return draft.stated.name == kDefaultName; }))
        drafts.push_back({StatedNetClass{kDefaultName, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}}, ""});
    return drafts;
}

void assignClasses(const Board& board, const StatedRules* project, RuleSet& rules) {
    const StatedRules& own = board.statedRules;
    const bool isLegacy = !own.classes.empty();
    const std::string file = board.name + (isLegacy ? ".kicad_pcb" : ".kicad_pro");
    ClassTable table(draftsFrom(isLegacy ? own.classes : project ? project->classes : std::vector<StatedNetClass>(), file, isLegacy), rules);

    std::map<std::string, std::vector<std::string>> literal; // name -> classes
    std::vector<Pattern> patterns;
    const auto addPattern = [&](const std::string& text, const std::string& className) {
        NamePattern matcher(text);
        if (matcher.isLiteral())
            literal[text].push_back(className);
        else
            patterns.push_back({std::move(matcher), className});
    };
    if (isLegacy) {
        for (const StatedNetClass& stated : own.classes)
            for (const std::string& net : stated.nets) addPattern(net, stated.name);
        if (project && !project->classes.empty())
            rules.unread.push_back(board.name +
                                   ".kicad_pro: net classes and patterns are not applied, because the board file has its own (KiCad 9 does the same)");
    }
    for (const StatedRules* from : {&own, isLegacy ? nullptr : project})
        if (from)
            for (const auto& [text, className] : from->patterns) addPattern(text, className);
    std::map<std::string, std::vector<std::string>> assigned;
    for (const StatedRules* from : {&own, project})
        if (from)
            for (const auto& [net, classNames] : from->assignments) assigned[net] = classNames;

    rules.classOfNet.assign(board.nets.size(), 0);
    for (const Net& net : board.nets) {
        if (net.name.empty()) continue; // "no net" is always Default
        std::set<std::string> names;
        if (const auto found = assigned.find(net.name); found != assigned.end()) names.insert(found->second.begin(), found->second.end());
        if (const auto found = literal.find(net.name); found != literal.end()) names.insert(found->second.begin(), found->second.end());
        for (const Pattern& pattern : patterns)
            if (names.count(pattern.className) == 0 && pattern.matcher.matches(net.name)) names.insert(pattern.className);
        rules.classOfNet[net.id.index()] = table.indexFor(names);
    }
}

} // namespace

std::shared_ptr<const RuleSet> makeRuleSet(const Board& board, const StatedRules* project, std::shared_ptr<const CustomRulesFile> customRules) {
    auto rules = std::make_shared<RuleSet>();
    // KiCad 9 leaves the project's whole design settings unread when the board file has settings of its own (every KiCad 4/5 file has).
    const bool hasOwnSettings = statesAny(board.statedRules.minimums) || (board.formatVersion > 0 && board.formatVersion <= 20171130);
    if (project && !hasOwnSettings) {
        apply(rules->minimums, project->minimums);
        rules->minimums.useHeightForLengths = project->useHeightForLengths.value_or(true);
        rules->severities = project->severities;
        rules->exclusions = project->exclusions;
        if (statesAny(project->minimums)) rules->minimumsFile = board.name + ".kicad_pro";
    } else if (project && (statesAny(project->minimums) || !project->severities.empty() || !project->exclusions.empty())) {
        rules->unread.push_back(
            board.name +
            ".kicad_pro: design settings (minimums, severities, exclusions) are not applied, because the board file has its own (KiCad 9 does the same)");
    }
    if (statesAny(board.statedRules.minimums)) {
        apply(rules->minimums, board.statedRules.minimums);
        rules->minimumsFile = board.name + ".kicad_pcb";
    }
    for (const auto& [type, severity] : board.statedRules.severities) rules->severities[type] = severity;
    assignClasses(board, project, *rules);
    if (customRules) rules->brokenCustomRules = refusalOf(board, *customRules);
    if (customRules && !rules->brokenCustomRules) rules->compiled = std::make_shared<const CompiledRules>(board, *customRules, rules->unread);
    rules->custom = std::move(customRules);
    return rules;
}

} // namespace viaduct
