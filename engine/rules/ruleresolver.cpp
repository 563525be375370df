// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/ruleresolver.h"

#include <algorithm>

#include "engine/rules/resolvertables.h"

namespace viaduct {

namespace {

const RuleValue kUntested{false, Nanometres(), nullptr, Nanometres()};

// Rules that may or may not apply raise the value for the router and leave the checker's alone.
RuleValue raised(RuleValue value, const CompiledRules::Finding& custom) {
    value.sure = value.value;
    if (custom.greatestMin && (!value.isTested || *custom.greatestMin > value.value))
        value.value = *custom.greatestMin, value.origin = custom.greatestOrigin, value.isTested = true;
    return value;
}

RuleValue withCustom(const RuleResolver::Tables& tables, ConstraintKind kind, const RuleItem& a, const RuleItem* b, LayerId layer, RuleValue stated) {
    if (!tables.hasCustom(kind)) return stated;
    const CompiledRules::Finding custom = tables.custom->find(kind, a, b, layer);
    if (custom.isIgnored) return kUntested;
    if (custom.origin != nullptr) stated = {true, custom.min.value_or(stated.value), custom.origin};
    return raised(stated, custom);
}

RuleLimits limitsWithCustom(const RuleResolver::Tables& tables, ConstraintKind kind, const RuleItem& item, LayerId layer, RuleLimits stated) {
    if (!tables.hasCustom(kind)) return stated;
    const CompiledRules::Finding custom = tables.custom->find(kind, item, nullptr, layer);
    if (custom.isIgnored) return {};
    if (custom.min) stated.min = custom.min;
    if (custom.opt) stated.opt = custom.opt;
    if (custom.max) stated.max = custom.max;
    if (custom.origin != nullptr) stated.origin = custom.origin;
    return stated;
}

} // namespace

RuleResolver::RuleResolver(std::shared_ptr<const Board> board, std::shared_ptr<const RuleSet> rules)
    : m_board(std::move(board)), m_rules(std::move(rules)), m_tables(std::make_unique<const Tables>(*m_board, *m_rules)) {}

RuleResolver::~RuleResolver() = default;

RuleValue RuleResolver::clearance(const RuleItem& a, const RuleItem& b, LayerId layer) const {
    if (a.net == b.net && a.net != kNoNet) return kUntested;
    const Tables& tables = *m_tables;
    if (tables.hasNetTies && isNetTie(a, b)) return {true, Nanometres(), &tables.netTieOrigin};
    const auto overrideA = tables.overrideOf(a), overrideB = tables.overrideOf(b);
    const auto& stated = overrideB.value > overrideA.value ? overrideB : overrideA;
    const Nanometres minimum = m_rules->minimums.clearance;
    if (stated.value > Nanometres())
        return stated.value < minimum ? RuleValue{true, minimum, &tables.minimumOrigin} : RuleValue{true, stated.value, stated.origin};
    CompiledRules::Finding custom;
    if (tables.hasCustom(ConstraintKind::Clearance)) {
        custom = tables.custom->find(ConstraintKind::Clearance, a, &b, layer);
        if (custom.isIgnored) return kUntested;
        if (custom.origin != nullptr && custom.min) return raised({true, *custom.min, custom.origin}, custom);
    }
    const Tables::ClassPair* found = &tables.classPair(a.net, b.net);
    if (const auto* gap = tables.pairGap(a.net, b.net)) found = gap;
    RuleValue result{true, found->clearance, found->origin};
    // An explicit rule without a minimum still ends the search, as KiCad has it.
    if (custom.origin == nullptr) {
        for (const RuleItem* item : {&a, &b})
            if (item->zone != nullptr && item->zone->clearance > result.value) result = {true, item->zone->clearance, &tables.zoneOrigin};
        if (result.value < minimum) result = {true, minimum, &tables.minimumOrigin};
    }
    return raised({true, result.value, result.origin}, custom);
}

RuleValue RuleResolver::holeClearance(const RuleItem& copper, const RuleItem& holeOwner, LayerId layer) const {
    const Tables& tables = *m_tables;
    const auto first = tables.overrideOf(copper), second = tables.overrideOf(holeOwner);
    const auto& stated = second.value > first.value ? second : first;
    const Nanometres minimum = m_rules->minimums.holeClearance;
    if (stated.value > Nanometres())
        return stated.value > minimum ? RuleValue{true, stated.value, stated.origin} : RuleValue{true, minimum, &tables.holeOrigin};
    return withCustom(tables, ConstraintKind::HoleClearance, copper, &holeOwner, layer, {true, minimum, &tables.holeOrigin});
}

RuleValue RuleResolver::holeToHole(const RuleItem& a, const RuleItem& b) const {
    return withCustom(*m_tables, ConstraintKind::HoleToHole, a, &b, LayerId::none(), {true, m_rules->minimums.holeToHole, &m_tables->setupOrigin});
}

RuleValue RuleResolver::edgeClearance(const RuleItem& copper) const {
    const RuleValue value =
        withCustom(*m_tables, ConstraintKind::EdgeClearance, copper, nullptr, LayerId::none(), {true, m_rules->minimums.edgeClearance, &m_tables->edgeOrigin});
    return value.isTested && value.value < Nanometres() ? kUntested : value;
}

RuleValue RuleResolver::physicalClearance(const RuleItem& a, const RuleItem& b, LayerId layer) const {
    return withCustom(*m_tables, ConstraintKind::PhysicalClearance, a, &b, layer, kUntested);
}
RuleValue RuleResolver::physicalHoleClearance(const RuleItem& copper, const RuleItem& holeOwner, LayerId layer) const {
    return withCustom(*m_tables, ConstraintKind::PhysicalHoleClearance, copper, &holeOwner, layer, kUntested);
}

RuleLimits RuleResolver::trackWidth(const RuleItem& track, LayerId layer) const {
    return limitsWithCustom(*m_tables, ConstraintKind::TrackWidth, track, layer,
                            {m_rules->minimums.trackWidth, m_rules->classFor(track.net).trackWidth, {}, &m_tables->setupOrigin});
}

RuleLimits RuleResolver::viaDiameter(const RuleItem& via) const {
    const NetClass& netClass = m_rules->classFor(via.net);
    // A micro via is held to its class's size, not to the board's minimum alone: KiCad states the class value as the minimum.
    const bool isMicro = via.via != nullptr && via.via->kind == ViaKind::Micro;
    const RuleLimits stated = isMicro ? RuleLimits{netClass.microviaDiameter, {}, {}, &netClass.origin}
                                      : RuleLimits{m_rules->minimums.viaDiameter, netClass.viaDiameter, {}, &m_tables->setupOrigin};
    return limitsWithCustom(*m_tables, ConstraintKind::ViaDiameter, via, LayerId::none(), stated);
}

RuleLimits RuleResolver::annularWidth(const RuleItem& viaOrPad) const {
    return limitsWithCustom(*m_tables, ConstraintKind::AnnularWidth, viaOrPad, LayerId::none(),
                            {m_rules->minimums.annularWidth, {}, {}, &m_tables->setupOrigin});
}

RuleLimits RuleResolver::holeSize(const RuleItem& item) const {
    const bool isMicro = item.via != nullptr && item.via->kind == ViaKind::Micro;
    RuleLimits stated = isMicro ? RuleLimits{m_rules->minimums.microviaDrill, m_rules->classFor(item.net).microviaDrill, {}, &m_tables->microviaOrigin}
                                : RuleLimits{m_rules->minimums.throughHole, {}, {}, &m_tables->setupOrigin};
    if (!isMicro && item.kind == ItemKind::Via) stated.opt = m_rules->classFor(item.net).viaDrill;
    return limitsWithCustom(*m_tables, ConstraintKind::HoleSize, item, LayerId::none(), stated);
}

RuleLimits RuleResolver::minResolvedSpokes(const RuleItem& zone) const {
    return limitsWithCustom(*m_tables, ConstraintKind::MinResolvedSpokes, zone, LayerId::none(),
                            {Nanometres(m_rules->minimums.resolvedSpokes), {}, {}, &m_tables->spokesOrigin});
}

const RuleOrigin* RuleResolver::disallowRule(const RuleItem& item) const {
    if (!m_tables->hasCustom(ConstraintKind::Disallow)) return nullptr;
    const CompiledRules::Finding found = m_tables->custom->find(ConstraintKind::Disallow, item, nullptr, LayerId::none());
    if (found.disallowed != 0 && !found.isIgnored) return found.origin;
    return found.possiblyDisallowed != 0 && item.box.isEmpty() ? found.greatestOrigin : nullptr;
}

std::vector<ZoneId> RuleResolver::forbiddingAreas(ItemKind kind, LayerId layer) const {
    const auto& byLayer = m_tables->areas[static_cast<std::size_t>(kind)];
    return !layer.isNone() && layer.index() < byLayer.size() ? byLayer[layer.index()] : std::vector<ZoneId>();
}

RuleLimits RuleResolver::connectionWidth(const RuleItem& a, const RuleItem* b, LayerId layer) const {
    RuleLimits limits{m_rules->minimums.connectionWidth, {}, {}, &m_tables->setupOrigin};
    if (!hasCustom(ConstraintKind::ConnectionWidth)) return limits;
    const CompiledRules::Finding found = m_tables->custom->find(ConstraintKind::ConnectionWidth, a, b, layer);
    if (found.isIgnored) return {};
    if (found.origin != nullptr) limits = {found.min.value_or(*limits.min), {}, {}, found.origin};
    return limits;
}

std::vector<Nanometres> RuleResolver::connectionWidths() const {
    std::vector<Nanometres> widths{m_rules->minimums.connectionWidth};
    if (hasCustom(ConstraintKind::ConnectionWidth)) m_rules->compiled->addMinimums(ConstraintKind::ConnectionWidth, widths);
    std::sort(widths.begin(), widths.end());
    widths.erase(std::unique(widths.begin(), widths.end()), widths.end());
    return widths;
}

RuleLimits RuleResolver::customLimits(ConstraintKind kind, const RuleItem& a, const RuleItem* b, LayerId layer) const {
    if (!hasCustom(kind)) return {};
    const CompiledRules::Finding found = m_tables->custom->find(kind, a, b, layer);
    return found.isIgnored || found.origin == nullptr ? RuleLimits{} : RuleLimits{found.min, found.opt, found.max, found.origin};
}

RuleLimits RuleResolver::customLimitsOf(const RuleOrigin& rule, ConstraintKind kind) const {
    return m_rules->compiled ? m_rules->compiled->limitsOf(rule, kind) : RuleLimits{};
}

RuleLimits RuleResolver::pairGap(const RuleItem& a, const RuleItem* b, LayerId layer) const {
    const auto index = static_cast<std::size_t>(m_rules->classOfNet[a.net.index()]);
    RuleLimits limits{m_rules->minimums.clearance, m_rules->classes[index].pairGap, {}, &m_tables->pairOrigins[index]};
    if (!hasCustom(ConstraintKind::DiffPairGap)) return limits;
    const CompiledRules::Finding found = m_tables->custom->find(ConstraintKind::DiffPairGap, a, b, layer);
    if (found.isIgnored) return {};
    if (found.min) limits.min = found.min;
    if (found.opt) limits.opt = found.opt;
    if (found.max) limits.max = found.max;
    if (found.origin != nullptr) limits.origin = found.origin;
    return limits;
}

NetId RuleResolver::pairPartnerOf(NetId net) const { return NetId(m_tables->partner.at(net.index())); }

bool RuleResolver::hasCustom(ConstraintKind kind) const noexcept { return m_tables->hasCustom(kind); }

std::optional<ZoneConnection> RuleResolver::zoneConnection(const RuleItem& pad, const RuleItem& zone) const {
    if (!m_tables->hasCustom(ConstraintKind::ZoneConnection)) return std::nullopt;
    return m_tables->custom->find(ConstraintKind::ZoneConnection, pad, &zone, LayerId::none()).connection;
}

std::optional<Nanometres> RuleResolver::thermalGap(const RuleItem& pad, const RuleItem& zone) const {
    if (!m_tables->hasCustom(ConstraintKind::ThermalGap)) return std::nullopt;
    return m_tables->custom->find(ConstraintKind::ThermalGap, pad, &zone, LayerId::none()).min;
}

std::optional<Nanometres> RuleResolver::thermalSpokeWidth(const RuleItem& pad, const RuleItem& zone) const {
    if (!m_tables->hasCustom(ConstraintKind::ThermalSpokeWidth)) return std::nullopt;
    return m_tables->custom->find(ConstraintKind::ThermalSpokeWidth, pad, &zone, LayerId::none()).opt;
}

RoutingSizes RuleResolver::routingSizes(NetId net) const {
    const NetClass& netClass = m_rules->classFor(net);
    const DesignMinimums& minimums = m_rules->minimums;
    RoutingSizes sizes;
    sizes.clearance = std::max(netClass.clearance, minimums.clearance);
    const RuleLimits width = trackWidth(RuleItem::plannedTrack(net, LayerId::none(), netClass.trackWidth), LayerId::none());
    const auto within = [](Nanometres value, const RuleLimits& limits) {
        if (limits.max) value = std::min(value, *limits.max);
        if (limits.min) value = std::max(value, *limits.min);
        return value;
    };
    // Without a stated minimum a boxed pin still gets no less than what any fab makes.
    const Nanometres leastWidth(150'000), leastDiameter(400'000), leastDrill(200'000);
    sizes.trackWidth = within(width.opt.value_or(netClass.trackWidth), width);
    sizes.minTrackWidth =
        std::min(sizes.trackWidth, std::max(width.min.value_or(Nanometres()), width.min.value_or(Nanometres()) > Nanometres() ? Nanometres() : leastWidth));
    const RuleItem via = RuleItem::plannedVia(net, m_board->layers.all(), netClass.viaDiameter);
    const RuleLimits diameter = viaDiameter(via), drill = holeSize(via), annulus = annularWidth(via);
    const Nanometres ring = annulus.min.value_or(Nanometres());
    const auto evened = [](Nanometres value) { return Nanometres(value.value() + (value.value() & 1)); }; // half of it is a whole nanometre
    const auto fitted = [&](Nanometres wanted, Nanometres hole) { return evened(std::max(within(wanted, diameter), hole + 2 * ring)); };
    sizes.viaDrill = within(drill.opt.value_or(netClass.viaDrill), drill);
    sizes.viaDiameter = fitted(diameter.opt.value_or(netClass.viaDiameter), sizes.viaDrill);
    const Nanometres smallDrill = drill.min.value_or(Nanometres()) > Nanometres() ? *drill.min : leastDrill;
    const Nanometres smallDiameter = diameter.min.value_or(Nanometres()) > Nanometres() ? *diameter.min : leastDiameter;
    sizes.minViaDrill = std::min(sizes.viaDrill, smallDrill);
    sizes.minViaDiameter = std::min(sizes.viaDiameter, fitted(smallDiameter, sizes.minViaDrill));
    return sizes;
}

int RuleResolver::profileOf(NetId net) const { return m_tables->profile.at(net.index()); }
int RuleResolver::profileCount() const noexcept { return m_tables->profileCount; }
bool RuleResolver::hasPlaceDependentRules() const noexcept { return m_rules->compiled && m_rules->compiled->usesPlace(); }
Nanometres RuleResolver::largestClearance() const noexcept { return m_tables->largest; }

bool RuleResolver::isNetTie(const RuleItem& a, const RuleItem& b) const {
    const Tables& tables = *m_tables;
    if (!tables.hasNetTies) return false;
    const auto footprintOf = [](const RuleItem& item) {
        return item.pad != nullptr ? item.pad->footprint : item.graphic != nullptr ? item.graphic->footprint : FootprintId::none();
    };
    const FootprintId footprint = footprintOf(a);
    if (footprint.isNone() || footprint != footprintOf(b) || tables.tieGroups[footprint.index()].empty()) return false;
    const auto& groups = tables.tieGroups[footprint.index()];
    if (a.pad != nullptr && b.pad != nullptr) {
        const auto first = groups.find(a.pad->number), second = groups.find(b.pad->number);
        return first != groups.end() && second != groups.end() && first->second == second->second;
    }
    for (const auto& [graphic, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
        const auto nets = tables.tieGraphics.find(graphic->graphic);
        if (nets != tables.tieGraphics.end() && std::find(nets->second.begin(), nets->second.end(), other->net) != nets->second.end()) return true;
    }
    return false;
}

} // namespace viaduct
