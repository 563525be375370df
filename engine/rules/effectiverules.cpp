// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/effectiverules.h"

#include <algorithm>

#include "engine/rules/resolvertables.h"

namespace viaduct {

namespace {

const char* wordOf(const CompiledRules::Considered& rule) {
    if (rule.disallowed != 0) return "disallowed";
    if (!rule.connection) return "";
    return *rule.connection == ZoneConnection::Full ? "solid" : *rule.connection == ZoneConnection::Thermal ? "thermal_reliefs" : "none";
}

// Collects what is stated for one kind and settles it with the resolver's answer.
class KindEffect final {
public:
    KindEffect(const RuleResolver& rules, ConstraintKind kind, const RuleItem& a, const RuleItem* b, LayerId layer) : m_tables(rules.tables()) {
        m_effect.kind = kind;
        if (m_tables.hasCustom(kind)) m_considered = m_tables.custom->consider(kind, a, b, layer);
        for (const CompiledRules::Considered& rule : m_considered)
            if (rule.applies()) m_custom = &rule;
    }
    // A statement besides the custom rules.
    KindEffect& states(const RuleOrigin& origin, std::optional<Nanometres> min, std::optional<Nanometres> opt = {}, std::optional<Nanometres> max = {}) {
        for (const RuleStatement& known : m_stated)
            if (known.origin.name == origin.name && known.min == min) return *this;
        m_stated.push_back({origin, min, opt, max});
        return *this;
    }
    [[nodiscard]] EffectiveRule settled(const RuleValue& value) {
        RuleLimits limits;
        if (value.isTested) limits = {value.sure, {}, {}, value.origin};
        // The greatest that could hold names its own rule; the sure value is another's.
        if (value.isTested && value.sure != value.value) limits.origin = nullptr;
        return settled(limits, value.isTested, "");
    }
    [[nodiscard]] EffectiveRule settled(const RuleLimits& limits, bool isTested, const std::string& whyNot) {
        m_effect.isTested = isTested;
        m_effect.whyNot = whyNot;
        m_effect.winner = {originOf(limits), limits.min, limits.opt, limits.max};
        if (m_custom != nullptr && m_custom->isIgnored) {
            m_effect.isTested = false;
            m_effect.whyNot = "the rule that applies says (severity ignore)";
            m_effect.winner.origin = *m_custom->origin;
        } else if (m_custom != nullptr && m_effect.winner.origin.name == m_custom->origin->name)
            m_effect.winner.word = wordOf(*m_custom);
        collectLost();
        return std::move(m_effect);
    }
    [[nodiscard]] const CompiledRules::Considered* custom() const noexcept { return m_custom; }
    [[nodiscard]] bool isSilent() const noexcept { return m_considered.empty() && m_stated.empty(); }

private:
    [[nodiscard]] RuleOrigin originOf(const RuleLimits& limits) const {
        if (limits.origin != nullptr) return *limits.origin;
        if (m_custom != nullptr) return *m_custom->origin;
        for (const RuleStatement& stated : m_stated)
            if (stated.min == limits.min) return stated.origin;
        return {};
    }
    void collectLost() {
        const RuleOrigin& winner = m_effect.winner.origin;
        for (const RuleStatement& stated : m_stated)
            if (stated.origin.name != winner.name) m_effect.lost.push_back({stated, reasonOf(stated)});
        for (const CompiledRules::Considered& rule : m_considered) {
            if (rule.origin->name == winner.name && rule.origin->line == winner.line) continue;
            m_effect.lost.push_back({{*rule.origin, rule.min, rule.opt, rule.max, wordOf(rule)}, reasonOf(rule)});
        }
    }
    [[nodiscard]] std::string reasonOf(const RuleStatement& stated) const {
        if (!m_effect.isTested) return "not tested";
        if (m_custom != nullptr && m_effect.winner.origin.name == m_custom->origin->name) return "a custom rule applies";
        return stated.min && m_effect.winner.min && *stated.min < *m_effect.winner.min ? "a greater value applies" : "another value goes first";
    }
    [[nodiscard]] std::string reasonOf(const CompiledRules::Considered& rule) const {
        if (rule.isOtherKind) return "it is about other kinds of items";
        if (rule.isOtherLayer) return "its layers do not include this one";
        if (rule.condition == Truth::No) return "its condition does not hold";
        if (rule.condition == Truth::Unknown) return "its condition cannot be decided; the router obeys it where it asks for more";
        if (!m_effect.isTested && m_custom != &rule) return "not tested";
        return m_custom != &rule ? "a later rule applies" : "a value of an item itself goes first";
    }

    const RuleResolver::Tables& m_tables;
    EffectiveRule m_effect;
    std::vector<CompiledRules::Considered> m_considered;
    const CompiledRules::Considered* m_custom{nullptr}; // the last that applies
    std::vector<RuleStatement> m_stated;
};

class Effects final {
public:
    Effects(const RuleResolver& rules, const RuleItem& a, const RuleItem* b, LayerId layer)
        : m_rules(rules), m_tables(rules.tables()), m_minimums(rules.rules().minimums), m_a(a), m_b(b), m_layer(layer) {}

    [[nodiscard]] std::vector<EffectiveRule> ofPair() {
        clearances();
        for (const ConstraintKind kind : {ConstraintKind::Creepage, ConstraintKind::DiffPairGap}) customOnly(kind);
        if (m_a.pad != nullptr && m_b->zone != nullptr)
            for (const ConstraintKind kind : {ConstraintKind::ZoneConnection, ConstraintKind::ThermalGap, ConstraintKind::ThermalSpokeWidth}) customOnly(kind);
        return std::move(m_effects);
    }
    [[nodiscard]] std::vector<EffectiveRule> ofOne() {
        netClearance();
        edge();
        sizes();
        if (m_a.kind == ItemKind::Zone) spokes();
        for (const ConstraintKind kind : {ConstraintKind::Disallow, ConstraintKind::ConnectionWidth, ConstraintKind::DiffPairUncoupled, ConstraintKind::Length,
                                          ConstraintKind::Skew, ConstraintKind::ViaCount, ConstraintKind::TrackAngle, ConstraintKind::TrackSegmentLength})
            customOnly(kind);
        return std::move(m_effects);
    }

private:
    [[nodiscard]] KindEffect effect(ConstraintKind kind, const RuleItem& a, const RuleItem* b, LayerId layer) const { return {m_rules, kind, a, b, layer}; }
    [[nodiscard]] const NetClass& classOf(const RuleItem& item) const { return m_rules.rules().classFor(item.net); }
    void keep(EffectiveRule made) { m_effects.push_back(std::move(made)); }

    void clearances() {
        KindEffect clearance = effect(ConstraintKind::Clearance, m_a, m_b, m_layer);
        for (const RuleItem* item : {&m_a, m_b}) {
            if (const auto own = m_tables.overrideOf(*item); own.value > Nanometres()) clearance.states(*own.origin, own.value);
            if (item->zone != nullptr) clearance.states(m_tables.zoneOrigin, item->zone->clearance);
            clearance.states(classOf(*item).origin, classOf(*item).clearance);
        }
        if (const auto* gap = m_tables.pairGap(m_a.net, m_b->net))
            clearance.states({gap->origin->name + " (differential pair)", gap->origin->file}, gap->clearance);
        clearance.states(m_tables.minimumOrigin, m_minimums.clearance);
        if (m_a.net == m_b->net && m_a.net != kNoNet)
            keep(clearance.settled(RuleLimits(), false, "both are of one net"));
        else
            keep(clearance.settled(m_rules.clearance(m_a, *m_b, m_layer)));

        if (m_a.net != m_b->net || m_a.net == kNoNet) {
            KindEffect hole = effect(ConstraintKind::HoleClearance, m_a, m_b, m_layer);
            for (const RuleItem* item : {&m_a, m_b})
                if (const auto own = m_tables.overrideOf(*item); own.value > Nanometres()) hole.states(*own.origin, own.value);
            keep(hole.states(m_tables.holeOrigin, m_minimums.holeClearance).settled(m_rules.holeClearance(m_a, *m_b, m_layer)));
        }
        KindEffect holes = effect(ConstraintKind::HoleToHole, m_a, m_b, LayerId::none());
        keep(holes.states(m_tables.setupOrigin, m_minimums.holeToHole).settled(m_rules.holeToHole(m_a, *m_b)));
        physical(ConstraintKind::PhysicalClearance, m_rules.physicalClearance(m_a, *m_b, m_layer));
        physical(ConstraintKind::PhysicalHoleClearance, m_rules.physicalHoleClearance(m_a, *m_b, m_layer));
    }
    void physical(ConstraintKind kind, const RuleValue& value) {
        KindEffect made = effect(kind, m_a, m_b, m_layer);
        if (made.isSilent()) return;
        // With nothing but undecided rules the checker tests nothing.
        if (made.custom() == nullptr)
            keep(made.settled(RuleLimits(), false, "no rule applies for certain"));
        else
            keep(made.settled(value));
    }

    // Towards a net of its own class: what a person expects of a class.
    void netClearance() {
        KindEffect clearance = effect(ConstraintKind::Clearance, m_a, nullptr, m_layer);
        if (const auto own = m_tables.overrideOf(m_a); own.value > Nanometres()) clearance.states(*own.origin, own.value);
        if (m_a.zone != nullptr) clearance.states(m_tables.zoneOrigin, m_a.zone->clearance);
        clearance.states(classOf(m_a).origin, classOf(m_a).clearance).states(m_tables.minimumOrigin, m_minimums.clearance);
        if (clearance.custom() != nullptr && clearance.custom()->min)
            keep(clearance.settled(RuleLimits{clearance.custom()->min, {}, {}, clearance.custom()->origin}, true, ""));
        else
            keep(clearance.settled(ownClearance()));
    }
    [[nodiscard]] RuleValue ownClearance() const {
        const auto own = m_tables.overrideOf(m_a);
        const Nanometres minimum = m_minimums.clearance;
        if (own.value > Nanometres()) return own.value < minimum ? valueOf(minimum, m_tables.minimumOrigin) : valueOf(own.value, *own.origin);
        RuleValue value = valueOf(classOf(m_a).clearance, classOf(m_a).origin);
        if (m_a.zone != nullptr && m_a.zone->clearance > value.value) value = valueOf(m_a.zone->clearance, m_tables.zoneOrigin);
        return value.value < minimum ? valueOf(minimum, m_tables.minimumOrigin) : value;
    }
    static RuleValue valueOf(Nanometres value, const RuleOrigin& origin) { return {true, value, &origin}; }

    void edge() {
        KindEffect made = effect(ConstraintKind::EdgeClearance, m_a, nullptr, LayerId::none());
        keep(made.states(m_tables.edgeOrigin, m_minimums.edgeClearance).settled(m_rules.edgeClearance(m_a)));
    }

    void sizes() {
        const NetClass& netClass = classOf(m_a);
        const bool isLine = m_a.kind == ItemKind::Track || m_a.kind == ItemKind::Arc, isVia = m_a.kind == ItemKind::Via;
        const bool isWholeNet = isLine && m_a.track == nullptr && m_a.arc == nullptr;
        if (isLine) {
            KindEffect width = effect(ConstraintKind::TrackWidth, m_a, nullptr, m_layer);
            keep(width.states(m_tables.setupOrigin, m_minimums.trackWidth)
                     .states(netClass.origin, {}, netClass.trackWidth)
                     .settled(m_rules.trackWidth(m_a, m_layer), true, ""));
        }
        if (!isVia && !isWholeNet && m_a.pad == nullptr) return;
        RuleItem holed = m_a;
        if (isWholeNet) holed = RuleItem::plannedVia(m_a.net, m_rules.board().layers.all(), netClass.viaDiameter);
        const bool isMicro = holed.via != nullptr && holed.via->kind == ViaKind::Micro;
        if (m_a.pad == nullptr) {
            KindEffect diameter = effect(ConstraintKind::ViaDiameter, holed, nullptr, LayerId::none());
            keep(diameter.states(m_tables.setupOrigin, m_minimums.viaDiameter)
                     .states(netClass.origin, {}, isMicro ? netClass.microviaDiameter : netClass.viaDiameter)
                     .settled(m_rules.viaDiameter(holed), true, ""));
        }
        KindEffect ring = effect(ConstraintKind::AnnularWidth, holed, nullptr, LayerId::none());
        keep(ring.states(m_tables.setupOrigin, m_minimums.annularWidth).settled(m_rules.annularWidth(holed), true, ""));
        KindEffect hole = effect(ConstraintKind::HoleSize, holed, nullptr, LayerId::none());
        hole.states(isMicro ? m_tables.microviaOrigin : m_tables.setupOrigin, isMicro ? m_minimums.microviaDrill : m_minimums.throughHole);
        if (m_a.pad == nullptr) hole.states(netClass.origin, {}, isMicro ? netClass.microviaDrill : netClass.viaDrill);
        keep(hole.settled(m_rules.holeSize(holed), true, ""));
    }

    void spokes() {
        KindEffect made = effect(ConstraintKind::MinResolvedSpokes, m_a, nullptr, LayerId::none());
        keep(made.states(m_tables.spokesOrigin, Nanometres(m_minimums.resolvedSpokes)).settled(m_rules.minResolvedSpokes(m_a), true, ""));
    }

    // Kinds that only custom rules state.
    void customOnly(ConstraintKind kind) {
        KindEffect made = effect(kind, m_a, m_b, m_layer);
        if (made.isSilent()) return;
        if (const auto* rule = made.custom())
            keep(made.settled(RuleLimits{rule->min, rule->opt, rule->max, rule->origin}, true, ""));
        else
            keep(made.settled(RuleLimits(), false, "no rule applies for certain"));
    }

    const RuleResolver& m_rules;
    const RuleResolver::Tables& m_tables;
    const DesignMinimums& m_minimums;
    const RuleItem& m_a;
    const RuleItem* m_b;
    LayerId m_layer;
    std::vector<EffectiveRule> m_effects;
};

} // namespace

std::vector<EffectiveRule> effectiveRules(const RuleResolver& rules, const RuleItem& a, const RuleItem* b, LayerId layer) {
    std::vector<EffectiveRule> effects = b != nullptr ? Effects(rules, a, b, layer).ofPair() : Effects(rules, a, nullptr, layer).ofOne();
    std::stable_sort(effects.begin(), effects.end(), [](const EffectiveRule& x, const EffectiveRule& y) { return x.kind < y.kind; });
    return effects;
}

} // namespace viaduct
