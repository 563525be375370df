// SPDX-License-Identifier: GPL-3.0-or-later
// starved_thermal: a pad with thermal relief that fewer spokes reach than asked for. Counted as KiCad counts them: where the zone's copper
// crosses a line half-way through the relief gap.
#include <algorithm>
#include <map>
#include <set>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {

namespace {

class StarvedThermals final {
public:
    explicit StarvedThermals(CheckRun& run) : m_run(run), m_withPads(clustersWithPads(run)) {
        for (const std::int32_t item : run.judged)
            if (run.items[item].kind == ItemKind::Pad && run.items[item].net != kNoNet) m_pads[run.items[item].net].push_back(item);
    }

    void run() {
        for (std::size_t fill = 0; fill < m_run.fills.size() && !m_run.isStopped(); ++fill) {
            const Zone& zone = m_run.fills[fill].zone();
            const auto pads = m_pads.find(zone.net);
            if (zone.isTeardrop || pads == m_pads.end()) continue;
            const RuleLimits spokes = m_run.rules.minResolvedSpokes(RuleItem::of(zone));
            if (!spokes.min || spokes.min->value() <= 0 || spokes.origin == nullptr) continue;
            for (const std::int32_t item : pads->second) testPad(item, fill, spokes);
        }
    }

private:
    // An island that one item alone is joined to connects that item to nothing. (Islands without any pad are isolated_copper's matter.)
    bool hasSingleConnection(std::size_t number, std::int32_t island) {
        const auto known = m_isSingle.find({number, island});
        if (known != m_isSingle.end()) return known->second;
        const ZoneFill& fill = m_run.fills[number].fill();
        bool isSingle = false;
        if (m_withPads.count(m_run.connectivity->clusterOfIsland(number, static_cast<std::size_t>(island))) != 0) {
            const Shape copper = Shape::polygon(fill.islands[static_cast<std::size_t>(island)]);
            std::vector<std::int32_t> near;
            m_run.items.near(copper.box(), fill.layer, Nanometres(), near);
            int joined = 0;
            for (const std::int32_t other : near) {
                const CheckItem& item = m_run.items[other];
                if (item.hasNet && item.net == m_run.fills[number].zone().net && item.kind != ItemKind::Graphic &&
                    areTouching(m_run.items.shapesOn(other, fill.layer), Shapes(&copper, 1)) && ++joined > 1)
                    break;
            }
            isSingle = joined == 1;
        }
        m_isSingle.emplace(std::pair(number, island), isSingle);
        return isSingle;
    }

    [[nodiscard]] ZoneConnection connectionOf(const Pad& pad, const Zone& zone) const {
        ZoneConnection connection = pad.zoneConnection;
        if (connection == ZoneConnection::Inherited)
            if (const auto custom = m_run.rules.zoneConnection(RuleItem::of(m_run.board, pad), RuleItem::of(zone))) connection = *custom;
        if (connection == ZoneConnection::Inherited && !pad.footprint.isNone()) connection = m_run.board.footprint(pad.footprint).zoneConnection;
        if (connection == ZoneConnection::Inherited) connection = zone.padConnection;
        if (connection == ZoneConnection::ThermalThroughHoleOnly)
            connection = pad.kind == PadKind::ThroughHole ? ZoneConnection::Thermal : ZoneConnection::Full;
        return connection;
    }

    void testPad(std::int32_t item, std::size_t number, const RuleLimits& wanted) {
        const FillIndex& fill = m_run.fills[number];
        const Zone& zone = fill.zone();
        const Pad& pad = *m_run.items[item].rule.pad;
        const LayerId layer = fill.fill().layer;
        if (pad.net != zone.net || fill.isEmpty() || !RuleItem::of(zone).box.intersects(m_run.items[item].box)) return;
        if (!pad.layers.contains(layer) || !m_run.items.isFlashed(item, layer) || connectionOf(pad, zone) != ZoneConnection::Thermal) return;
        Nanometres gap = pad.thermalGap.value_or(Nanometres());
        if (gap <= Nanometres()) gap = m_run.rules.thermalGap(RuleItem::of(m_run.board, pad), RuleItem::of(zone)).value_or(zone.thermalGap);
        Region region;
        for (const Shape& shape : pad.shapesOn(layer)) region.append(regionOf(toPolygon(shape.grown(gap / 2), Nanometres(20000), true)));
        const PolygonList outline = polygonsOf(united(region));
        if (outline.empty()) return;
        const Ring& line = outline.front().outer;
        std::map<std::int32_t, int> crossings = crossingsOf(fill, line);
        int spokes = 0, ignored = 0;
        for (const auto& [island, count] : crossings) {
            if (count >= 2) (hasSingleConnection(number, island) ? ignored : spokes) += count / 2;
        }
        const int least = static_cast<int>(wanted.min->value());
        if ((spokes == 0 && ignored == 0) || spokes >= least) return;
        spokes += tracksAsSpokes(item, fill, line);
        if (spokes == 0) std::swap(spokes, ignored);
        if (spokes >= least) return;
        const std::string where = "(layer " + layerText(m_run.board, layer) + "; ";
        m_run.report("starved_thermal", {m_run.asViolationItem(zone), m_run.items.asViolationItem(item)},
                     {layer,
                      pad.position,
                      wanted.origin,
                      {},
                      {},
                      where + (ignored != 0 ? std::to_string(ignored) + " spokes connected to isolated island)"
                                            : wanted.origin->name + " min spoke count " + std::to_string(least) + "; actual " + std::to_string(spokes) + ")")});
    }

    // How often the border of each island crosses the line: two crossings make a spoke.
    static std::map<std::int32_t, int> crossingsOf(const FillIndex& fill, const Ring& line) {
        std::map<std::int32_t, int> crossings;
        Box reach;
        for (const Point& point : line) reach.include(point);
        for (const FillIndex::Edge& edge : fill.edgesIn(reach))
            for (std::size_t i = 0; i < line.size(); ++i)
                if (properlyCross(edge.a, edge.b, line[i], line[(i + 1) % line.size()])) ++crossings[edge.island];
        return crossings;
    }
    // Half-open at the first end of either, so that a crossing at a corner counts once.
    static bool properlyCross(Point a, Point b, Point c, Point d) {
        const auto side = [](Point from, Point to, Point p) { return (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x); };
        return (side(c, d, a) >= 0) != (side(c, d, b) >= 0) && (side(a, b, c) >= 0) != (side(a, b, d) >= 0);
    }

    // A track that touches the pad itself and leads into the zone does a spoke's work; KiCad does not ask on which layer its other end lies.
    [[nodiscard]] int tracksAsSpokes(std::int32_t item, const FillIndex& fill, const Ring& line) const {
        const PolygonWithHoles area{line, {}};
        std::vector<std::int32_t> near;
        for (std::size_t i = 0; i < m_run.board.layers.count(); ++i)
            if (m_run.items[item].layers.contains(LayerId(static_cast<std::int32_t>(i))))
                m_run.items.near(m_run.items[item].box, LayerId(static_cast<std::int32_t>(i)), Nanometres(), near);
        int count = 0;
        for (const std::int32_t other : near) {
            const CheckItem& track = m_run.items[other];
            if ((track.kind != ItemKind::Track && track.kind != ItemKind::Arc) || track.net != m_run.items[item].net) continue;
            const Point start = m_run.items.positionOf(other), end = track.rule.track != nullptr ? track.rule.track->end : track.rule.arc->end;
            const LayerId layer = track.layers.first();
            if (!areTouching(m_run.items.shapesOn(other, layer), m_run.items.shapesOn(item, layer))) continue;
            if (contains(area, start))
                count += fill.contains(end) ? 1 : 0;
            else if (contains(area, end))
                count += fill.contains(start) ? 1 : 0;
        }
        return count;
    }

    CheckRun& m_run;
    std::set<int> m_withPads; // clusters
    std::map<NetId, std::vector<std::int32_t>> m_pads;
    std::map<std::pair<std::size_t, std::int32_t>, bool> m_isSingle;
};

} // namespace

void checkStarvedThermals(CheckRun& run) {
    if (!run.isIgnored("starved_thermal") && !run.judged.empty()) StarvedThermals(run).run();
}

} // namespace viaduct
