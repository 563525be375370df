// SPDX-License-Identifier: GPL-3.0-or-later
// copper_sliver: a spike in the outline of a layer's united copper, sharper than 20 degrees and wider than 80 um at its root (KiCad 9.0.8's
// limits). Where the borders of two pieces cross, the union is hollow, so a spike can only stand at a corner of a fill, a pad or a drawing:
// those corners are looked at, and only the pieces of the sharp ones are united with what lies near.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/check/checkfamilies.h"
#include "engine/check/copperrings.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"

namespace viaduct {

namespace {

constexpr Nanometres kChordError(20000);
constexpr double kLeastStep = 800.0, kLeastRoot = 80000.0;

double dot(Point origin, Point a, Point b) {
    return static_cast<double>((a.x - origin.x).value()) * static_cast<double>((b.x - origin.x).value()) +
           static_cast<double>((a.y - origin.y).value()) * static_cast<double>((b.y - origin.y).value());
}

bool isStep(Point from, Point to) {
    return std::abs(static_cast<double>((to.x - from.x).value())) >= kLeastStep || std::abs(static_cast<double>((to.y - from.y).value())) >= kLeastStep;
}

struct Spike final {
    Point root, tip, end; // along the outline
    [[nodiscard]] bool isWide() const { return static_cast<double>(squaredDistance(root, end)) > kLeastRoot * kLeastRoot; }
};

// Visits the spikes of a ring with the copper to its left. Points nearer than 800 nm to each other say nothing of a direction and are passed over.
template <typename Visit> void forEachSpike(const Ring& ring, Visit visit) {
    const std::size_t size = ring.size();
    const double sharp = 2.0 * std::cos(20.0 * 3.14159265358979323846 / 180.0);
    const auto at = [&](std::size_t i) { return ring[i % size]; };
    for (std::size_t i = 0, passed = 1; i < size; i += passed) {
        const std::size_t before = i + size - 1;
        Spike spike{at(before), at(i), {}};
        for (passed = 1; passed < size && !isStep(spike.root, spike.tip); ++passed) spike.tip = at(i + passed);
        if (passed >= size) return;
        std::size_t after = i + 1;
        for (std::size_t step = 1; step < size && !isStep(spike.tip, at(after)); ++step) after = i + step;
        spike.end = at(after);
        if (dot(spike.tip, spike.root, spike.end) <= 0 || !startsInCopper(at(before + size - 1), at(before), at(before + 1), spike.end)) continue;
        const auto first = static_cast<double>(squaredDistance(spike.root, spike.tip)), second = static_cast<double>(squaredDistance(spike.end, spike.tip)),
                   across = static_cast<double>(squaredDistance(spike.root, spike.end));
        const double cosine = std::abs((across - first - second) / (std::sqrt(first) * std::sqrt(second))); // doubled
        if (cosine > sharp && 2.0 - cosine > static_cast<double>(std::numeric_limits<float>::epsilon())) visit(spike);
    }
}

// Where a spike may stand: no track or via has one, so that no change adds to these.
struct Corner final {
    LayerId layer;
    Spike spike;
    Box reach;
    std::int32_t item{-1}; // a pad's or drawing's; -1: an island's
    std::size_t fill{0}, island{0};
};

} // namespace

struct SpikeTable final {
    explicit SpikeTable(const CheckRun& run) {
        for (std::size_t fill = 0; fill < run.fills.size(); ++fill)
            for (std::size_t island = 0; island < run.fills[fill].fill().islands.size(); ++island)
                add(borderOf(run.fills[fill].fill().islands[island].outer).outer, {run.fills[fill].fill().layer, {}, {}, -1, fill, island});
        for (std::int32_t item = run.items.firstPad(); item < run.items.count(); ++item) {
            if (run.items[item].isTrack()) continue;
            const Pad* pad = run.items[item].rule.pad;
            for (LayerSet left = pad != nullptr ? pad->layers : run.items[item].layers; !left.isEmpty(); left.remove(left.first()))
                for (const Shape& shape : shapesOf(run.items[item].rule, left.first()))
                    if (shape.kind() == Shape::Kind::Polygon && shape.radius() == Nanometres())
                        add(borderOf(shape.polygon().outer).outer, {left.first(), {}, {}, item, 0, 0});
        }
        // A slit that its own other side misses by a nanometre has copper on both sides: no spike, and cheaply told.
        corners.erase(std::remove_if(corners.begin(), corners.end(),
                                     [&](const Corner& corner) {
                                         if (corner.item >= 0) return false;
                                         const FillIndex& fill = run.fills[corner.fill];
                                         return fill.contains(besideArm(corner.spike.root, corner.spike.tip, true)) ||
                                                fill.contains(besideArm(corner.spike.tip, corner.spike.end, false));
                                     }),
                      corners.end());
        for (std::size_t i = 0; i < corners.size(); ++i) index.insert(static_cast<std::int32_t>(i), corners[i].reach);
    }

    // A slit, by which a fill's hole is joined to its outline, is no border of copper.
    static PolygonWithHoles borderOf(const Ring& outline) {
        PolygonWithHoles border = unslitted(outline);
        turnCopperLeft(border);
        return border;
    }

    std::vector<Corner> corners;
    SpatialIndex index;

private:
    // 50 nm to the right of an arm, where there should be no copper, at most 10 um from its tip.
    static Point besideArm(Point from, Point to, bool tipIsLast) {
        const double dx = static_cast<double>((to.x - from.x).value()), dy = static_cast<double>((to.y - from.y).value()), length = std::hypot(dx, dy);
        const double along = std::min(length / 2, 10000.0) * (tipIsLast ? -1.0 : 1.0), aside = 50.0;
        const Point tip = tipIsLast ? to : from;
        return {tip.x + Nanometres(std::llround((dx * along + dy * aside) / length)), tip.y + Nanometres(std::llround((dy * along - dx * aside) / length))};
    }

    // Whether or not a pad keeps its ring there.
    static const ShapeList& shapesOf(const RuleItem& item, LayerId layer) { return item.pad != nullptr ? item.pad->shapesOn(layer) : item.graphic->shapes; }

    void add(const Ring& border, Corner corner) {
        if (border.size() < 3) return;
        forEachSpike(border, [&](const Spike& spike) {
            corner.spike = spike;
            corner.reach = Box{};
            for (const Point point : {spike.root, spike.tip, spike.end}) corner.reach.include(point);
            if (m_known.emplace(corner.layer, spike.tip).second) corners.push_back(corner);
        });
    }

    std::set<std::pair<LayerId, Point>> m_known; // of two pieces with one corner either will do
};

namespace {

class CopperSlivers final {
public:
    explicit CopperSlivers(CheckRun& run) : m_run(run) {}

    void test(std::int32_t number) {
        const Corner& corner = m_run.spikes->corners[static_cast<std::size_t>(number)];
        if (corner.item >= 0 && !m_run.items.isFlashed(corner.item, corner.layer)) return;
        const Shape triangle = Shape::polygon(Ring{corner.spike.root, corner.spike.tip, corner.spike.end});
        Region copper = othersAt(corner, triangle);
        if (corner.item >= 0) {
            copper.append(copperRegion(m_run.items, corner.item, corner.layer, kChordError, false));
        } else {
            const PolygonWithHoles border = SpikeTable::borderOf(m_run.fills[corner.fill].fill().islands[corner.island].outer);
            copper.rings.push_back(border.outer);
            copper.rings.insert(copper.rings.end(), border.holes.begin(), border.holes.end());
        }
        for (PolygonWithHoles& polygon : polygonsOfSimple(united(copper))) {
            turnCopperLeft(polygon);
            if (polygon.outer.size() <= 5) continue;
            bool isFound = false;
            forEachSpike(polygon.outer, [&](const Spike& found) {
                isFound = isFound || (found.isWide() && squaredDistance(found.tip, corner.spike.tip) <= Nanometres(1000) * Nanometres(1000));
            });
            if (!isFound) continue;
            m_run.report("copper_sliver", {}, {corner.layer, corner.spike.tip, nullptr, {}, {}, "(" + layerText(m_run.board, corner.layer) + ")", number});
            return;
        }
    }

private:
    // Copper of other pieces that reaches into the spike.
    Region othersAt(const Corner& corner, const Shape& triangle) {
        Region others;
        m_near.clear();
        m_run.items.near(corner.reach, corner.layer, Nanometres(), m_near);
        for (const std::int32_t other : m_near)
            if (other != corner.item && areTouching(m_run.items.shapesOn(other, corner.layer), {&triangle, 1}))
                others.append(copperRegion(m_run.items, other, corner.layer, kChordError, false));
        for (std::size_t fill = 0; fill < m_run.fills.size(); ++fill) {
            const FillIndex& copper = m_run.fills[fill];
            if (copper.fill().layer != corner.layer || !copper.box().intersects(corner.reach) || (corner.item < 0 && corner.fill == fill)) continue;
            if (!copper.touches({&triangle, 1})) continue;
            for (const PolygonWithHoles& island : copper.fill().islands) others.append(regionOf(island));
        }
        return others;
    }

    CheckRun& m_run;
    std::vector<std::int32_t> m_near;
};

} // namespace

std::vector<std::int32_t> judgedSpikes(const CheckRun& run) {
    std::vector<std::int32_t> found;
    if (!run.spikes) return found;
    for (const Box& box : run.judgedBoxes) run.spikes->index.query(box, found);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

void checkCopperSlivers(CheckRun& run) {
    if (run.isIgnored("copper_sliver")) return;
    if (!run.spikes) run.spikes = std::make_shared<SpikeTable>(run);
    CopperSlivers slivers(run);
    if (run.isWhole)
        for (std::int32_t number = 0; number < static_cast<std::int32_t>(run.spikes->corners.size()) && !run.isStopped(); ++number) slivers.test(number);
    else
        for (const std::int32_t number : judgedSpikes(run)) slivers.test(number);
}

} // namespace viaduct
