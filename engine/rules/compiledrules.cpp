// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/compiledrules.h"

#include <algorithm>
#include <cmath>

#include "engine/rules/rulesfile.h"

namespace viaduct {

namespace {

// Constraints about text, silkscreen and courtyards: nothing a router or our checker deals with.
constexpr std::string_view kBesidesCopper[] = {"silk_clearance", "text_height", "text_thickness", "courtyard_clearance", "assertion"};

struct NamedItem final {
    std::string_view name;
    std::uint32_t bits;
};
constexpr NamedItem kItems[] = {
    {"track", disallow::kTrack},         {"via", disallow::kVia | disallow::kMicroVia | disallow::kBuriedVia},
    {"micro_via", disallow::kMicroVia},  {"buried_via", disallow::kBuriedVia},
    {"blind_via", disallow::kBuriedVia}, {"pad", disallow::kPad},
    {"zone", disallow::kZone},           {"text", disallow::kText},
    {"graphic", disallow::kGraphic},     {"hole", disallow::kHole},
    {"footprint", disallow::kFootprint},
};

std::uint32_t bitsOf(const RuleItem& item) {
    switch (item.kind) {
    case ItemKind::Track:
    case ItemKind::Arc: return disallow::kTrack;
    case ItemKind::Via:
        if (item.via != nullptr && item.via->kind == ViaKind::Micro) return disallow::kVia | disallow::kMicroVia;
        return item.via != nullptr && item.via->kind != ViaKind::Through ? disallow::kVia | disallow::kBuriedVia : disallow::kVia;
    case ItemKind::Pad: return disallow::kPad;
    case ItemKind::Zone: return item.zone != nullptr && item.zone->isTeardrop ? disallow::kTrack : disallow::kZone;
    case ItemKind::Graphic: return disallow::kGraphic;
    case ItemKind::Text: return disallow::kText;
    case ItemKind::Hole: return disallow::kHole;
    }
    return 0;
}

} // namespace

CompiledRules::CompiledRules(const Board& board, const CustomRulesFile& file, std::vector<std::string>& notes) {
    for (const CustomRule& rule : file.rules) add(board, rule, file.path, notes);
}

void CompiledRules::add(const Board& board, const CustomRule& rule, const std::string& file, std::vector<std::string>& notes) {
    const auto note = [&](int line, const std::string& why) { notes.push_back(file + ":" + std::to_string(line) + ": rule '" + rule.name + "': " + why); };
    auto parsed = RuleExpression::parse(rule.condition);
    if (!parsed) {
        note(rule.conditionLine > 0 ? rule.conditionLine : rule.line, "never applied, as in KiCad: " + parsed.error().text + " of the condition");
        return;
    }
    for (const RuleExpression::Remark& remark : parsed->remarks()) note(rule.conditionLine, "its condition is doubtful: " + remark.text);
    for (const std::string& name : parsed->unmodelled())
        note(rule.conditionLine,
             "its condition asks for " + name + ", which is not known here: the router obeys the rule wherever it could apply, the checker does not apply it");
    Rule made{bind(std::move(*parsed), board), {}, false, {"rule '" + rule.name + "'", file, rule.line, rule.severity}};
    if (!rule.layer.empty()) {
        made.hasLayers = true;
        const LayerSet outer = LayerSet::of(board.layers.front()) | LayerSet::of(board.layers.back());
        for (std::size_t i = 0; i < board.layers.count(); ++i)
            if (const LayerId layer(static_cast<std::int32_t>(i));
                (rule.layer == "outer" && outer.contains(layer)) || (rule.layer == "inner" && !outer.contains(layer)))
                made.layers.insert(layer);
        if (rule.layer != "outer" && rule.layer != "inner") made.layers = layersNamed(board, rule.layer);
        if (made.layers.isEmpty() && rule.layer != "inner") note(rule.line, "never applied: the board has no copper layer '" + rule.layer + "'");
    }
    m_rules.push_back(std::move(made));
    bool isUsed = false;
    for (const CustomConstraint& stated : rule.constraints) {
        const auto kind = constraintKindNamed(stated.kind);
        if (!kind) {
            const bool isBeside = std::find(std::begin(kBesidesCopper), std::end(kBesidesCopper), stated.kind) != std::end(kBesidesCopper);
            note(stated.line, "constraint " + stated.kind + (isBeside ? " is not about copper and is not applied" : " is not applied"));
            continue;
        }
        const bool takesLimits = *kind != ConstraintKind::Disallow && *kind != ConstraintKind::ZoneConnection;
        if (takesLimits && !stated.min && !stated.opt && !stated.max) note(stated.line, "constraint " + stated.kind + " states no value and limits nothing");
        Constraint constraint;
        constraint.rule = m_rules.size() - 1;
        constraint.isWithinPairs = stated.withinDiffPairs;
        bool isBroken = false;
        for (const auto& [text, target] :
             {std::pair(&stated.min, &constraint.min), std::pair(&stated.opt, &constraint.opt), std::pair(&stated.max, &constraint.max)}) {
            if (!*text) continue;
            const auto value = RuleExpression::parseValue(**text, isUnitless(*kind));
            if (value) {
                *target = Nanometres(std::llround(*value));
            } else {
                note(stated.line, "constraint " + stated.kind + " is not applied: " + value.error().text + " in \"" + **text + "\"");
                isBroken = true;
            }
        }
        if (*kind == ConstraintKind::Disallow)
            for (const std::string& item : stated.items) {
                const auto known = std::find_if(std::begin(kItems), std::end(kItems), [&](const NamedItem& named) { return named.name == item; });
                if (known == std::end(kItems))
                    note(stated.line, "disallow " + item + " is not applied: unknown item type");
                else
                    constraint.disallowed |= known->bits;
            }
        if (*kind == ConstraintKind::ZoneConnection) {
            const std::string word = stated.items.empty() ? std::string() : stated.items.front();
            if (word == "solid")
                constraint.connection = viaduct::ZoneConnection::Full;
            else if (word == "thermal_reliefs")
                constraint.connection = viaduct::ZoneConnection::Thermal;
            else if (word == "none")
                constraint.connection = viaduct::ZoneConnection::None;
            else
                note(stated.line, "zone_connection \"" + word + "\" is not applied"), isBroken = true;
        }
        if (isBroken) continue;
        isUsed = true;
        m_constraints[static_cast<std::size_t>(*kind)].push_back(constraint);
    }
    if (isUsed) m_usesPlace = m_usesPlace || m_rules.back().condition.usesPlace;
}

Nanometres CompiledRules::largestClearance() const noexcept {
    Nanometres largest;
    for (const ConstraintKind kind : {ConstraintKind::Clearance, ConstraintKind::HoleClearance, ConstraintKind::HoleToHole, ConstraintKind::EdgeClearance,
                                      ConstraintKind::PhysicalClearance, ConstraintKind::PhysicalHoleClearance})
        for (const Constraint& constraint : m_constraints[static_cast<std::size_t>(kind)]) largest = std::max(largest, constraint.min.value_or(Nanometres()));
    return largest;
}

RuleLimits CompiledRules::limitsOf(const RuleOrigin& rule, ConstraintKind kind) const {
    for (const Constraint& constraint : m_constraints[static_cast<std::size_t>(kind)])
        if (&m_rules[constraint.rule].origin == &rule) return {constraint.min, constraint.opt, constraint.max, &rule, constraint.isWithinPairs};
    return {};
}

void CompiledRules::addMinimums(ConstraintKind kind, std::vector<Nanometres>& minimums) const {
    for (const Constraint& constraint : m_constraints[static_cast<std::size_t>(kind)])
        if (constraint.min) minimums.push_back(*constraint.min);
}

namespace {

constexpr std::size_t kItemKinds = static_cast<std::size_t>(ItemKind::Hole) + 2; // and "no item"
constexpr std::size_t kCellLimit = 4'000'000;

std::size_t kindIndex(const RuleItem* item) { return item == nullptr ? kItemKinds - 1 : static_cast<std::size_t>(item->kind); }

} // namespace

CompiledRules::Session::Session(const CompiledRules& rules, const Board& board, const RuleSet& ruleSet, const std::vector<std::int32_t>& partner)
    : m_rules(rules), m_board(board), m_ruleSet(ruleSet), m_partner(partner) {
    // Nets are of one profile when every question about one net alone has the same answer for them.
    std::map<std::pair<int, std::vector<bool>>, int> known;
    for (const Net& net : board.nets) {
        std::vector<bool> answers;
        RuleItem item = RuleItem::plannedTrack(net.id, LayerId::none(), Nanometres());
        for (const Rule& rule : rules.m_rules) {
            const auto& nodes = rule.condition.expression.nodes();
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                const auto& node = nodes[i];
                // A comparison of a net's name with a text, or a function about the net: asked by themselves.
                const bool isCompared = (node.kind == RuleExpression::Kind::Equal || node.kind == RuleExpression::Kind::NotEqual) && node.left >= 0 &&
                                        nodes[static_cast<std::size_t>(node.left)].kind == RuleExpression::Kind::Property;
                const bool isAsked = node.kind == RuleExpression::Kind::Function && node.function == RuleFunction::InDiffPair;
                if (!isCompared && !isAsked) continue;
                answers.push_back(holdsAt(rule.condition, static_cast<int>(i), {board, ruleSet, partner, {&item, &item}, LayerId::none(), Known::NetAndKind}) ==
                                  Truth::Yes);
            }
        }
        answers.push_back(partner[net.id.index()] >= 0);
        const auto [entry, isNew] = known.emplace(std::pair(ruleSet.classOfNet[net.id.index()], std::move(answers)), static_cast<int>(m_profiles));
        if (isNew) {
            ++m_profiles;
            m_standIns.push_back(net.id);
        }
        m_profile.push_back(entry->second);
    }
    const std::size_t side = m_profiles * kItemKinds;
    if (const std::size_t cells = kConstraintKinds * side * side; cells <= kCellLimit) m_cells = std::vector<std::atomic<const Candidates*>>(cells);
}

CompiledRules::Session::Candidates CompiledRules::Session::candidatesFor(ConstraintKind kind, const RuleItem& a, const RuleItem* b) const {
    // Stand-ins: only what all items of the kind on nets of the profile share may decide.
    RuleItem standA, standB;
    standA.kind = a.kind, standA.net = m_standIns[static_cast<std::size_t>(m_profile[a.net.index()])];
    if (b != nullptr) standB.kind = b->kind, standB.net = m_standIns[static_cast<std::size_t>(m_profile[b->net.index()])];
    Candidates found;
    const auto& constraints = m_rules.m_constraints[static_cast<std::size_t>(kind)];
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        const Truth truth = holds(m_rules.m_rules[constraints[i].rule].condition,
                                  {m_board, m_ruleSet, m_partner, {&standA, b != nullptr ? &standB : nullptr}, LayerId::none(), Known::NetAndKind});
        if (truth != Truth::No) found.push_back(static_cast<std::uint32_t>(i * 2 + (truth == Truth::Yes ? 1 : 0)));
    }
    return found;
}

const CompiledRules::Session::Candidates& CompiledRules::Session::candidates(ConstraintKind kind, const RuleItem& a, const RuleItem* b) const {
    const auto place = [&](const RuleItem* item) {
        return (item == nullptr ? 0 : static_cast<std::size_t>(m_profile[item->net.index()])) * kItemKinds + kindIndex(item);
    };
    const std::size_t side = m_profiles * kItemKinds;
    const std::size_t cell = (static_cast<std::size_t>(kind) * side + place(&a)) * side + place(b);
    if (!m_cells.empty())
        if (const Candidates* known = m_cells[cell].load(std::memory_order_acquire); known != nullptr) return *known;
    Candidates found = candidatesFor(kind, a, b);
    const std::scoped_lock lock(m_mutex);
    const Candidates& kept = *m_lists.insert(std::move(found)).first;
    if (!m_cells.empty()) m_cells[cell].store(&kept, std::memory_order_release);
    return kept;
}

CompiledRules::Finding CompiledRules::Session::find(ConstraintKind kind, const RuleItem& a, const RuleItem* b, LayerId layer) const {
    Finding finding;
    const auto& constraints = m_rules.m_constraints[static_cast<std::size_t>(kind)];
    if (constraints.empty()) return finding;
    for (const std::uint32_t candidate : candidates(kind, a, b)) {
        const Constraint& constraint = constraints[candidate / 2];
        const Rule& rule = m_rules.m_rules[constraint.rule];
        if (rule.hasLayers && (layer.isNone() ? rule.layers.isEmpty() : !rule.layers.contains(layer))) continue;
        const std::uint32_t bits = kind == ConstraintKind::Disallow ? bitsOf(a) & constraint.disallowed : 0;
        if (kind == ConstraintKind::Disallow && (bits == 0 || (rule.hasLayers && (rule.layers & a.layers).isEmpty()))) continue;
        const Truth truth = (candidate & 1U) != 0 ? Truth::Yes : holds(rule.condition, {m_board, m_ruleSet, m_partner, {&a, b}, layer, Known::Everything});
        if (truth == Truth::No) continue;
        const bool isIgnored = rule.origin.severity == "ignore";
        if (truth == Truth::Unknown) {
            if (constraint.min && !isIgnored && (!finding.greatestMin || *constraint.min > *finding.greatestMin))
                finding.greatestMin = constraint.min, finding.greatestOrigin = &rule.origin;
            if (bits != 0 && !isIgnored) finding.possiblyDisallowed = bits, finding.greatestOrigin = &rule.origin;
            continue;
        }
        if (constraint.min) finding.min = constraint.min;
        if (constraint.opt) finding.opt = constraint.opt;
        if (constraint.max) finding.max = constraint.max;
        finding.disallowed = bits;
        finding.connection = constraint.connection;
        finding.origin = &rule.origin;
        finding.isIgnored = isIgnored;
    }
    return finding;
}

std::vector<CompiledRules::Considered> CompiledRules::Session::consider(ConstraintKind kind, const RuleItem& a, const RuleItem* b, LayerId layer) const {
    std::vector<Considered> considered;
    for (const Constraint& constraint : m_rules.m_constraints[static_cast<std::size_t>(kind)]) {
        const Rule& rule = m_rules.m_rules[constraint.rule];
        Considered entry{&rule.origin, constraint.min, constraint.opt, constraint.max, constraint.disallowed, constraint.connection};
        entry.isOtherLayer = rule.hasLayers && (layer.isNone() ? rule.layers.isEmpty() : !rule.layers.contains(layer));
        const bool isDisallow = kind == ConstraintKind::Disallow;
        if (isDisallow && rule.hasLayers && (rule.layers & a.layers).isEmpty()) entry.isOtherLayer = true;
        entry.isOtherKind = isDisallow && (bitsOf(a) & constraint.disallowed) == 0;
        entry.condition = holds(rule.condition, {m_board, m_ruleSet, m_partner, {&a, b}, layer, Known::Everything});
        entry.isIgnored = rule.origin.severity == "ignore";
        considered.push_back(entry);
    }
    return considered;
}

} // namespace viaduct
