// SPDX-License-Identifier: GPL-3.0-or-later
// copper_sliver: a spike in the outline of a layer's united copper, sharper than 20 degrees and wider than 80 um at its root (KiCad 9.0.8's
// limits). Where the borders of two pieces cross, the union is hollow, so a spike can only stand at a corner of a fill, a pad or a drawing:
// those corners are looked at, and only the pieces of the sharp ones are united with what lies near.
#include <cmath>
#include <limits>
#include <set>

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

class CopperSlivers final {
public:
    CopperSlivers(CheckRun& run, LayerId layer) : m_run(run), m_layer(layer) {}

    void run() {
        for (std::size_t fill = 0; fill < m_run.fills.size(); ++fill) {
            const ZoneFill& copper = m_run.fills[fill].fill();
            if (copper.layer != m_layer) continue;
            for (std::size_t island = 0; island < copper.islands.size() && !m_run.isStopped(); ++island)
                testRing(copper.islands[island].outer, {-1, fill, island});
        }
        for (std::int32_t item = m_run.items.firstPad(); item < m_run.items.count() && !m_run.isStopped(); ++item) {
            if (!m_run.items[item].layers.contains(m_layer) || !m_run.items.isFlashed(item, m_layer)) continue;
            for (const Shape& shape : m_run.items.shapesOn(item, m_layer))
                if (shape.kind() == Shape::Kind::Polygon && shape.radius() == Nanometres()) testRing(shape.polygon().outer, {item, 0, 0});
        }
    }

private:
    struct Owner {
        std::int32_t item; // -1: an island
        std::size_t fill, island;
    };

    void testRing(const Ring& outline, const Owner& owner) {
        if (outline.size() < 3) return;
        // A slit, by which a fill's hole is joined to its outline, is no border of copper.
        PolygonWithHoles border = unslitted(outline);
        turnCopperLeft(border);
        forEachSpike(border.outer, [&](const Spike& spike) { testSpike(spike, border, owner); });
    }

    void testSpike(const Spike& spike, const PolygonWithHoles& border, const Owner& owner) {
        Box reach;
        for (const Point point : {spike.root, spike.tip, spike.end}) reach.include(point);
        const Shape triangle = Shape::polygon(Ring{spike.root, spike.tip, spike.end});
        Region others;
        m_near.clear();
        m_run.items.near(reach, m_layer, Nanometres(), m_near);
        for (const std::int32_t other : m_near)
            if (other != owner.item && areTouching(m_run.items.shapesOn(other, m_layer), {&triangle, 1}))
                others.append(copperRegion(m_run.items, other, m_layer, kChordError, false));
        for (std::size_t fill = 0; fill < m_run.fills.size(); ++fill) {
            const FillIndex& copper = m_run.fills[fill];
            if (copper.fill().layer != m_layer || !copper.box().intersects(reach) || (owner.item < 0 && owner.fill == fill)) continue;
            if (!copper.touches({&triangle, 1})) continue;
            for (const PolygonWithHoles& island : copper.fill().islands) others.append(regionOf(island));
        }
        Region own{{border.outer}};
        own.rings.insert(own.rings.end(), border.holes.begin(), border.holes.end());
        if (owner.item >= 0) own = copperRegion(m_run.items, owner.item, m_layer, kChordError, false);
        for (PolygonWithHoles& polygon : polygonsOf(united(own, others))) {
            turnCopperLeft(polygon);
            if (polygon.outer.size() <= 5) continue;
            forEachSpike(polygon.outer, [&](const Spike& found) {
                if (found.isWide() && squaredDistance(found.tip, spike.tip) <= Nanometres(1000) * Nanometres(1000)) report(found);
            });
        }
    }

    void report(const Spike& spike) {
        if (!m_reported.insert(spike.tip).second) return;
        m_run.report("copper_sliver", {}, {m_layer, spike.tip, nullptr, {}, {}, "(" + layerText(m_run.board, m_layer) + ")"});
    }

    CheckRun& m_run;
    LayerId m_layer;
    std::vector<std::int32_t> m_near;
    std::set<Point> m_reported;
};

} // namespace

void checkCopperSlivers(CheckRun& run) {
    if (run.isIgnored("copper_sliver")) return;
    for (std::size_t i = 0; i < run.board.layers.count(); ++i) CopperSlivers(run, LayerId(static_cast<std::int32_t>(i))).run();
}

} // namespace viaduct
