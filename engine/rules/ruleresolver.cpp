// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/ruleresolver.h"

#include <algorithm>

#include "engine/rules/resolvertables.h"

namespace viaduct {

namespace {

const RuleValue kUntested{false, Nanometres(), nullptr};

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
    (void)layer;
    const Tables::ClassPair* found = &tables.classPair(a.net, b.net);
    if (const auto* gap = tables.pairGap(a.net, b.net)) found = gap;
    RuleValue result{true, found->clearance, found->origin};
    for (const RuleItem* item : {&a, &b})
        if (item->zone != nullptr && item->zone->clearance > result.value) result = {true, item->zone->clearance, &tables.zoneOrigin};
    if (result.value < minimum) result = {true, minimum, &tables.minimumOrigin};
    return result;
}

RuleValue RuleResolver::holeClearance(const RuleItem& copper, const RuleItem& holeOwner, LayerId layer) const {
    const Tables& tables = *m_tables;
    const auto first = tables.overrideOf(copper), second = tables.overrideOf(holeOwner);
    const auto& stated = second.value > first.value ? second : first;
    const Nanometres minimum = m_rules->minimums.holeClearance;
    (void)layer;
    if (stated.value > minimum) return {true, stated.value, stated.origin};
    return {true, minimum, &tables.holeOrigin};
}

RuleValue RuleResolver::holeToHole(const RuleItem&, const RuleItem&) const { return {true, m_rules->minimums.holeToHole, &m_tables->setupOrigin}; }

RuleValue RuleResolver::edgeClearance(const RuleItem&) const {
    const Nanometres minimum = m_rules->minimums.edgeClearance;
    return minimum < Nanometres() ? kUntested : RuleValue{true, minimum, &m_tables->edgeOrigin};
}

RuleValue RuleResolver::physicalClearance(const RuleItem&, const RuleItem&, LayerId) const { return kUntested; }

RuleLimits RuleResolver::trackWidth(const RuleItem& track, LayerId) const {
    return {m_rules->minimums.trackWidth, m_rules->classFor(track.net).trackWidth, {}, &m_tables->setupOrigin};
}

RuleLimits RuleResolver::viaDiameter(const RuleItem& via) const {
    const NetClass& netClass = m_rules->classFor(via.net);
    // A micro via is held to its class's size, not to the board's minimum alone: KiCad states the class value as the minimum.
    if (via.via != nullptr && via.via->kind == ViaKind::Micro) return {netClass.microviaDiameter, {}, {}, &netClass.origin};
    return {m_rules->minimums.viaDiameter, netClass.viaDiameter, {}, &m_tables->setupOrigin};
}

RuleLimits RuleResolver::annularWidth(const RuleItem&) const { return {m_rules->minimums.annularWidth, {}, {}, &m_tables->setupOrigin}; }

RuleLimits RuleResolver::holeSize(const RuleItem& item) const {
    if (item.via != nullptr && item.via->kind == ViaKind::Micro)
        return {m_rules->minimums.microviaDrill, m_rules->classFor(item.net).microviaDrill, {}, &m_tables->microviaOrigin};
    return {m_rules->minimums.throughHole, {}, {}, &m_tables->setupOrigin};
}

RuleLimits RuleResolver::minResolvedSpokes(const RuleItem&) const { return {Nanometres(m_rules->minimums.resolvedSpokes), {}, {}, &m_tables->spokesOrigin}; }

const RuleOrigin* RuleResolver::disallowRule(const RuleItem&) const { return nullptr; }

std::vector<ZoneId> RuleResolver::forbiddingAreas(ItemKind kind, LayerId layer) const {
    const auto& byLayer = m_tables->areas[static_cast<std::size_t>(kind)];
    return !layer.isNone() && layer.index() < byLayer.size() ? byLayer[layer.index()] : std::vector<ZoneId>();
}

std::optional<ZoneConnection> RuleResolver::zoneConnection(const RuleItem&, const RuleItem&) const { return std::nullopt; }
std::optional<Nanometres> RuleResolver::thermalGap(const RuleItem&, const RuleItem&) const { return std::nullopt; }
std::optional<Nanometres> RuleResolver::thermalSpokeWidth(const RuleItem&, const RuleItem&) const { return std::nullopt; }

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
bool RuleResolver::hasPlaceDependentRules() const noexcept { return false; }
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
