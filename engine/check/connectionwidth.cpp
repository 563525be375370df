// SPDX-License-Identifier: GPL-3.0-or-later
// connection_width: a neck in the copper of one net on one layer that is narrower than the board's minimum or a rule's. A neck is a pair of
// corners of the united copper's outline that lie nearer than the limit, see each other across copper, the first of them hollow, and part the
// outline into two ways that both spread by more than the limit along both axes (KiCad 9.0.8's definition).
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "engine/check/copperrings.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"

namespace viaduct {

namespace {

constexpr Nanometres kChordError(5000);
// Knock-outs in a fill are approximated and keep a little extra; a neck lies between two of them.
constexpr Nanometres kForgiven((500 + 5000 + 500) * 2);

struct Neck final {
    Point a, b;
    [[nodiscard]] Point centre() const noexcept { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }
};

// The corners of one polygon as one ring with slits, as KiCad looks at it: a slit's end on a straight border is a corner too.
class Necks final {
public:
    Necks(const PolygonWithHoles& polygon, Nanometres limit)
        : m_limit(limit), m_squaredLimit(limit * limit), m_ring(ringOf(polygon)), m_slits(m_ring), m_near(limit * 2) {
        for (std::int32_t i = 0; i < m_slits.size(); ++i) m_near.insert(i, Box{at(i), at(i)});
    }

    std::vector<Neck> find() {
        std::vector<Neck> necks;
        std::vector<bool> isTaken(m_ring.size(), false);
        for (std::int32_t i = 0; i < m_slits.size(); ++i) {
            if (isTaken[static_cast<std::size_t>(i)]) continue;
            const std::int32_t match = acrossFrom(i);
            if (match < 0 || isTaken[static_cast<std::size_t>(match)]) continue;
            necks.push_back({at(i), at(match)});
            for (const std::int32_t end : {i, match})
                for (const std::int32_t taken : {end, m_slits.after(end), m_slits.before(end)}) isTaken[static_cast<std::size_t>(taken)] = true;
        }
        return necks;
    }

private:
    static Ring ringOf(PolygonWithHoles polygon) {
        turnCopperLeft(polygon);
        Ring ring = slitted(polygon);
        ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
        while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
        return ring;
    }

    [[nodiscard]] Point at(std::int32_t i) const { return m_ring[static_cast<std::size_t>(i)]; }
    [[nodiscard]] bool seesAcross(std::int32_t from, std::int32_t to) const {
        return startsInCopper(at(m_slits.previous(from)), at(from), at(m_slits.next(from)), at(to));
    }

    // The nearest corner that makes a neck with this hollow one; -1 without one.
    [[nodiscard]] std::int32_t acrossFrom(std::int32_t number) {
        if (seesAcross(m_slits.before(number), m_slits.after(number))) return -1;
        m_found.clear();
        m_near.query(Box{at(number), at(number)}.inflated(m_limit), m_found);
        SquareNanometres least = m_squaredLimit;
        std::int32_t nearest = -1;
        for (const std::int32_t other : m_found) {
            const SquareNanometres distance = squaredDistance(at(number), at(other));
            if (std::abs(other - number) <= 1 || distance >= least || distance == 0) continue;
            if (!seesAcross(other, number) || !isSubstantial(other, number) || !isSubstantial(number, other)) continue;
            least = distance, nearest = other;
        }
        return nearest;
    }

    // Both ways along the border from one corner to the other spread, or come back to where they began (the other lies on another ring).
    [[nodiscard]] bool isSubstantial(std::int32_t from, std::int32_t to) const { return spreads(from, to, true) && spreads(from, to, false); }
    [[nodiscard]] bool spreads(std::int32_t from, std::int32_t to, bool isForward) const {
        const Point start = at(from), goal = at(to);
        bool isWide = false, isHigh = false;
        std::int32_t i = from;
        for (std::int32_t steps = 0; steps < m_slits.size(); ++steps) {
            i = isForward ? m_slits.next(i) : m_slits.previous(i);
            if (at(i) == start) return true;
            if (at(i) == goal) return false;
            const Nanometres dx = at(i).x - start.x, dy = at(i).y - start.y;
            isWide = isWide || dx > m_limit || -dx > m_limit;
            isHigh = isHigh || dy > m_limit || -dy > m_limit;
            if (isWide && isHigh) return true;
        }
        return false;
    }

    Nanometres m_limit;
    SquareNanometres m_squaredLimit;
    Ring m_ring;
    Slits m_slits;
    SpatialIndex m_near;
    std::vector<std::int32_t> m_found;
};

class ConnectionWidth final {
public:
    explicit ConnectionWidth(CheckRun& run) : m_run(run) {
        for (const Nanometres width : run.rules.connectionWidths())
            if (width > kForgiven) m_widths.push_back(width);
    }

    void run() {
        if (m_widths.empty()) return;
        for (LayerSet left = m_run.judgedLayers; !left.isEmpty(); left.remove(left.first())) testLayer(left.first());
    }

private:
    struct NetCopper {
        std::vector<std::int32_t> items;
        std::vector<std::size_t> fills;
    };

    void testLayer(LayerId layer) {
        std::map<NetId, NetCopper> nets;
        const auto isJudged = [&](NetId net) { return m_run.isWhole || std::binary_search(m_run.judgedNets.begin(), m_run.judgedNets.end(), net.value()); };
        for (std::int32_t item = 0; item < m_run.items.count(); ++item) {
            const CheckItem& self = m_run.items[item];
            if (self.isGone || self.kind == ItemKind::Graphic || self.kind == ItemKind::Text || !self.layers.contains(layer) || !isJudged(self.net)) continue;
            if (m_run.items.isFlashed(item, layer)) nets[self.net].items.push_back(item);
        }
        for (std::size_t fill = 0; fill < m_run.fills.size(); ++fill)
            if (const NetId net = m_run.fills[fill].zone().net; m_run.fills[fill].fill().layer == layer && !m_run.fills[fill].isEmpty() && isJudged(net))
                nets[net].fills.push_back(fill);
        for (const auto& [net, copper] : nets) {
            if (m_run.isStopped()) return;
            if (copper.items.size() > 1 || !copper.fills.empty()) testNet(net, copper, layer);
        }
    }

    void testNet(NetId net, const NetCopper& copper, LayerId layer) {
        PolygonList polygons;
        for (const std::size_t fill : copper.fills)
            for (const PolygonWithHoles& island : m_run.fills[fill].fill().islands) polygons.push_back(withoutSlits(island));
        Region region;
        for (const std::int32_t item : copper.items)
            if (!isCovered(item, copper, layer)) region.append(copperRegion(m_run.items, item, layer, kChordError, true));
        // Islands of one zone never touch; anything else is to be united first.
        if (!region.isEmpty() || copper.fills.size() > 1) {
            for (const PolygonWithHoles& polygon : polygons) {
                region.rings.push_back(polygon.outer);
                region.rings.insert(region.rings.end(), polygon.holes.begin(), polygon.holes.end());
            }
            polygons = polygonsOfSimple(unitedKeepingCorners(region));
        }
        for (const PolygonWithHoles& polygon : polygons)
            for (const Nanometres width : m_widths)
                for (const Neck& neck : Necks(polygon, width - kForgiven).find()) judge(net, neck, width, layer);
    }

    static PolygonWithHoles withoutSlits(const PolygonWithHoles& island) {
        PolygonWithHoles polygon = unslitted(island.outer);
        polygon.holes.insert(polygon.holes.end(), island.holes.begin(), island.holes.end());
        turnCopperLeft(polygon);
        return polygon;
    }

    // Wholly inside a fill of its net: it adds nothing to the outline.
    [[nodiscard]] bool isCovered(std::int32_t item, const NetCopper& copper, LayerId layer) const {
        const Box reach = m_run.items[item].box.inflated(kChordError);
        return std::any_of(copper.fills.begin(), copper.fills.end(), [&](std::size_t number) {
            const FillIndex& fill = m_run.fills[number];
            if (!fill.box().intersects(reach) || !fill.contains(m_run.items.positionOf(item))) return false;
            const Shapes shapes = m_run.items.shapesOn(item, layer);
            return !fill.hasBorderWithin(shapes, kChordError);
        });
    }

    // Whether what makes the copper there has to keep this width.
    void judge(NetId net, const Neck& neck, Nanometres width, LayerId layer) {
        const Point place = neck.centre();
        const Shape spot = Shape::disc(place, Nanometres());
        std::vector<ViolationItem> involved;
        std::vector<RuleItem> asked;
        m_near.clear();
        m_run.items.near(Box{place, place}, layer, width, m_near);
        for (const std::int32_t item : m_near) {
            const Shapes shapes = m_run.items.shapesOn(item, layer);
            if (!areTouching(shapes, {&spot, 1}) && !areCloserThan(shapes, {&spot, 1}, width + Nanometres(1))) continue;
            involved.push_back(m_run.items.asViolationItem(item));
            asked.push_back(m_run.items[item].rule);
        }
        std::set<ZoneId> zones;
        for (const FillIndex& fill : m_run.fills)
            if (fill.fill().layer == layer && fill.box().inflated(width).contains(place) && fill.isCloserThan({&spot, 1}, width + Nanometres(1)) &&
                zones.insert(fill.zone().id).second) {
                involved.push_back(m_run.asViolationItem(fill.zone()));
                asked.push_back(RuleItem::of(fill.zone()));
            }
        if (asked.empty()) return;
        const RuleLimits limits = m_run.rules.connectionWidth(asked[0], asked.size() > 1 ? &asked[1] : nullptr, layer);
        if (!limits.min || *limits.min != width || limits.origin == nullptr) return;
        const Nanometres actual = gapBetween(Shape::disc(neck.a, Nanometres()), Shape::disc(neck.b, Nanometres())).distance;
        m_run.report("connection_width", std::move(involved),
                     {layer, place, limits.origin, width, actual,
                      "(" + limits.origin->name + " minimum connection width " + lengthText(width) + "; actual " + lengthText(actual) + ") (" +
                          layerText(m_run.board, layer) + ")",
                      net.value()});
    }

    CheckRun& m_run;
    std::vector<Nanometres> m_widths;
    std::vector<std::int32_t> m_near;
};

} // namespace

void checkConnectionWidth(CheckRun& run) {
    if (!run.isIgnored("connection_width")) ConnectionWidth(run).run();
}

} // namespace viaduct
