// SPDX-License-Identifier: GPL-3.0-or-later
// creepage: how far a current has to creep along the board from the copper of one net to that of another on a layer, round cutouts,
// slots and holes without plating. Exists only as a custom rule (KiCad 9.0.8, measured); asked once for two nets and a layer, of tracks
// that stand for their nets; items without a net count as one net. One report for two nets and a layer, none when the same two items
// were told on an earlier layer. No tolerance. KiCad itself finds straight ways only (drc_test_provider_creepage.cpp); which of two ways of
// one length it tells differs from run to run, here it is the first in the order of Conductors. A hole without plating whose pad is no
// larger than itself has no copper here; KiCad sometimes measures from its edge.
#include <algorithm>
#include <optional>
#include <set>

#include "engine/check/itemtext.h"
#include "engine/check/surfacewalk.h"

namespace viaduct {

namespace {

double real(Nanometres length) noexcept { return static_cast<double>(length.value()); }

// The limits between nets on one layer, asked once for any two profiles of nets.
class CreepageLimits final {
public:
    CreepageLimits(const RuleResolver& rules, LayerId layer) : m_rules(rules), m_layer(layer), m_profiles(static_cast<std::size_t>(rules.profileCount())) {
        m_known.resize(m_profiles * m_profiles);
        std::vector<NetId> example(m_profiles, NetId::none());
        for (const Net& net : rules.board().nets) example[static_cast<std::size_t>(rules.profileOf(net.id))] = net.id;
        for (const NetId a : example) {
            Nanometres greatest;
            for (const NetId b : example)
                if (!a.isNone() && !b.isNone()) greatest = std::max(greatest, least(a, b));
            m_greatest.push_back(greatest);
        }
    }
    // No limit between this net and another is greater; zero where no rule speaks of it.
    [[nodiscard]] Nanometres greatest(NetId net) const { return m_greatest[static_cast<std::size_t>(m_rules.profileOf(net))]; }
    [[nodiscard]] bool hasAny() const {
        return std::any_of(m_greatest.begin(), m_greatest.end(), [](Nanometres limit) { return limit > Nanometres(); });
    }
    [[nodiscard]] const RuleLimits& between(NetId a, NetId b) {
        const auto profile = [&](NetId net) { return static_cast<std::size_t>(m_rules.profileOf(net)); };
        std::optional<RuleLimits>& known = m_known[profile(a) * m_profiles + profile(b)];
        if (!known) known = m_rules.customLimits(ConstraintKind::Creepage, standIn(a), &(m_other = standIn(b)), m_layer);
        return *known;
    }
    // Zero without a limit.
    [[nodiscard]] Nanometres least(NetId a, NetId b) { return between(a, b).min.value_or(Nanometres()); }

private:
    [[nodiscard]] RuleItem standIn(NetId net) const { return RuleItem::plannedTrack(net, m_layer, Nanometres(200000)); }
    const RuleResolver& m_rules;
    LayerId m_layer;
    std::size_t m_profiles;
    RuleItem m_other;
    std::vector<std::optional<RuleLimits>> m_known; // by profiles
    std::vector<Nanometres> m_greatest;             // by profile
};

// The shortest way found so far from the source net to another, and the shortest straight one that something bars (-1: none).
struct Way final {
    SurfaceWay shortest;
    double barred{-1};
};

// All ways on one layer, net by net. Of two nets the one of fewer conductors is the source, so that no pour ever is one for a pad.
class CreepageLayer final {
public:
    using Told = std::set<std::pair<std::int32_t, std::int32_t>>; // owners

    CreepageLayer(CheckRun& run, const BoardSurface& surface, LayerId layer, CreepageLimits& limits, Told& told)
        : m_run(run), m_surface(surface), m_layer(layer), m_limits(limits), m_told(told) {}

    void run() {
        // Only nets that some rule speaks of here.
        std::vector<bool> isWanted;
        for (const Net& net : m_run.board.nets) isWanted.push_back(m_limits.greatest(net.id) > Nanometres());
        const Conductors conductors(m_run, m_surface, m_layer, isWanted);
        m_conductors = &conductors;
        SurfaceWalk walk(m_surface, conductors);
        std::vector<NetId> nets;
        for (const Net& net : m_run.board.nets)
            if (!conductors.of(net.id).empty()) nets.push_back(net.id);
        std::sort(nets.begin(), nets.end(), [&](NetId a, NetId b) {
            const std::size_t countA = conductors.of(a).size(), countB = conductors.of(b).size();
            return countA != countB ? countA < countB : a < b;
        });
        m_ways.assign(m_run.board.nets.size(), {});
        for (std::size_t i = 0; i < nets.size() && !m_run.isStopped(); ++i)
            judge(nets[i], {nets.begin() + static_cast<std::ptrdiff_t>(i) + 1, nets.end()}, walk);
    }

private:
    void judge(NetId source, const std::vector<NetId>& others, SurfaceWalk& walk) {
        Nanometres reach;
        for (Way& way : m_ways) way = {};
        for (const NetId other : others) {
            const Nanometres limit = m_limits.least(source, other);
            m_ways[other.index()].shortest.length = real(limit);
            reach = std::max(reach, limit);
        }
        if (reach <= Nanometres()) return;
        for (const std::int32_t conductor : m_conductors->of(source)) {
            if (m_run.isStopped()) return;
            goStraight(conductor, reach);
        }
        for (const NetId other : others) {
            Way& way = m_ways[other.index()];
            // Were the shortest straight way not barred, none round corners could be shorter.
            if (way.barred >= 0 && way.barred < way.shortest.length) walk.shorten(way.shortest, source, other, m_run.options.stop);
            if (m_run.isStopped()) return;
            if (way.shortest.isFound()) tell(source, other, way.shortest);
        }
    }

    void goStraight(std::int32_t from, Nanometres reach) {
        const Shape& shape = (*m_conductors)[from].shape;
        m_near.clear();
        m_conductors->near(shape.box().inflated(reach), m_near);
        for (const std::int32_t to : m_near) {
            const Conductor& target = (*m_conductors)[to];
            auto& [way, barred] = m_ways[target.net.index()];
            if (way.length <= 0 || areApart(shape.box(), target.shape.box(), way.length)) continue;
            const Gap gap = gapBetween(shape, target.shape);
            const double length = real(gap.distance);
            if (length >= way.length) continue;
            if (length == 0 || m_conductors->isLegFree(gap.onA, gap.onB))
                way = {length, from, to, gap.onA, gap.onB};
            else if (barred < 0 || length < barred)
                barred = length;
        }
    }

    void tell(NetId source, NetId other, const SurfaceWay& way) {
        const std::int32_t from = (*m_conductors)[way.from].owner, to = (*m_conductors)[way.to].owner;
        if (!m_told.insert(std::minmax(from, to)).second) return;
        const RuleLimits& limits = m_limits.between(source, other);
        const Nanometres limit = *limits.min, actual(static_cast<std::int64_t>(way.length));
        m_run.report("creepage", {itemOf(from), itemOf(to)},
                     {m_layer, source < other ? way.end : way.start, limits.origin, limit, actual,
                      "(" + limits.origin->name + " creepage " + lengthText(limit) + "; actual " + lengthText(actual) + ")"});
    }

    [[nodiscard]] ViolationItem itemOf(std::int32_t owner) const {
        const CheckItems& items = m_run.items;
        return owner < items.count() ? items.asViolationItem(owner)
                                     : m_run.asViolationItem(m_run.fills[static_cast<std::size_t>(owner - items.count())].zone());
    }

    CheckRun& m_run;
    const BoardSurface& m_surface;
    LayerId m_layer;
    CreepageLimits& m_limits;
    Told& m_told;
    const Conductors* m_conductors{nullptr};
    std::vector<Way> m_ways; // by net
    std::vector<std::int32_t> m_near;
};

} // namespace

void checkCreepage(CheckRun& run) {
    if (!run.rules.hasCustom(ConstraintKind::Creepage)) return;
    const BoardSurface surface(run.board, run.rules.rules().minimums.grooveWidth);
    if (surface.isEmpty()) return; // as KiCad: without a closed outline there is nothing to creep along
    CreepageLayer::Told told;
    for (std::size_t i = 0; i < run.board.layers.count() && !run.isStopped(); ++i) {
        const LayerId layer(static_cast<std::int32_t>(i));
        CreepageLimits limits(run.rules, layer);
        if (limits.hasAny()) CreepageLayer(run, surface, layer, limits, told).run();
    }
}

} // namespace viaduct
