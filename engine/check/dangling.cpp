// SPDX-License-Identifier: GPL-3.0-or-later
// track_dangling, via_dangling and isolated_copper, by what touches what.
#include <algorithm>
#include <optional>
#include <set>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"

namespace viaduct {

namespace {

// Copper of any net counts as a connection: a track may yet take the net of what it touches, as KiCad sees it. (That it is a short is said
// elsewhere.)
class Dangling final {
public:
    explicit Dangling(CheckRun& run) : m_run(run), m_items(run.items) {}

    void testTrack(std::int32_t item) {
        const CheckItem& self = m_items[item];
        const LayerId layer = self.layers.first();
        const Point start = m_items.positionOf(item), end = self.rule.track != nullptr ? self.rule.track->end : self.rule.arc->end;
        const Nanometres accuracy = self.rule.width / 2;
        const Shape startPoint = Shape::disc(start, Nanometres()), endPoint = Shape::disc(end, Nanometres()); // nearer than half the width, as KiCad has it
        const Shape startDisc = Shape::disc(start, accuracy), endDisc = Shape::disc(end, accuracy);
        const Shapes own = m_items.shapesOn(item, layer);
        int starts = 0, ends = 0;
        const auto count = [&](bool hitStart, bool hitEnd, const CheckItem& other, std::int32_t number) {
            if (hitStart && hitEnd) {
                if (other.kind == ItemKind::Pad || other.kind == ItemKind::Via) return starts = ends = 1, true; // wholly under a pad
                ++(anchorDistance(number, start) < anchorDistance(number, end) ? starts : ends);
            } else if (hitStart) {
                ++starts;
            } else if (hitEnd) {
                ++ends;
            }
            return starts > 0 && ends > 0;
        };
        m_near.clear();
        m_items.near(self.box, layer, Nanometres(), m_near);
        for (const std::int32_t other : m_near) {
            const CheckItem& against = m_items[other];
            if (other == item || !against.hasNet) continue;
            const Shapes shapes = m_items.shapesOn(other, layer);
            if (!areTouching(own, shapes)) continue;
            if (count(areCloserThan({&startPoint, 1}, shapes, accuracy), areCloserThan({&endPoint, 1}, shapes, accuracy), against, other)) return;
        }
        for (const FillIndex& fill : m_run.fills) {
            if (fill.fill().layer != layer || !fill.box().intersects(self.box)) continue;
            const bool hitStart = fill.touches({&startDisc, 1}), hitEnd = fill.touches({&endDisc, 1});
            if (hitStart && hitEnd) return;
            starts += hitStart ? 1 : 0;
            ends += hitEnd ? 1 : 0;
            if (starts > 0 && ends > 0) return;
        }
        m_run.report("track_dangling", {m_items.asViolationItem(item)}, {layer, starts == 0 ? start : end, nullptr, {}, {}, ""});
    }

    // Connected on fewer than two layers. Through pads and vias count on their first layer, as KiCad files them.
    void testVia(std::int32_t item) {
        const CheckItem& self = m_items[item];
        std::set<std::int32_t> layers;
        for (std::size_t i = 0; i < m_run.board.layers.count(); ++i) {
            const LayerId layer(static_cast<std::int32_t>(i));
            if (!self.layers.contains(layer)) continue;
            const Shapes own = m_items.shapesOn(item, layer);
            m_near.clear();
            m_items.near(self.box, layer, Nanometres(), m_near);
            for (const std::int32_t other : m_near) {
                const CheckItem& against = m_items[other];
                if (other == item || !against.hasNet) continue;
                if (areTouching(own, m_items.shapesOn(other, layer))) layers.insert(against.layers.first().value());
            }
            for (const FillIndex& fill : m_run.fills)
                if (fill.fill().layer == layer && fill.box().intersects(self.box) && fill.touches(own)) layers.insert(layer.value());
            if (layers.size() > 1) return;
        }
        if (layers.empty() && self.net == kNoNet) return;
        m_run.report("via_dangling", {m_items.asViolationItem(item)}, {self.layers.first(), m_items.positionOf(item), nullptr, {}, {}, ""});
    }

private:
    [[nodiscard]] SquareNanometres anchorDistance(std::int32_t other, Point point) const {
        const CheckItem& item = m_items[other];
        SquareNanometres least = squaredDistance(m_items.positionOf(other), point);
        if (item.rule.track != nullptr) least = std::min(least, squaredDistance(item.rule.track->end, point));
        if (item.rule.arc != nullptr) least = std::min(least, squaredDistance(item.rule.arc->end, point));
        return least;
    }

    CheckRun& m_run;
    const CheckItems& m_items;
    std::vector<std::int32_t> m_near;
};

} // namespace

void checkDangling(CheckRun& run) {
    if (run.isIgnored("track_dangling") && run.isIgnored("via_dangling")) return;
    Dangling dangling(run);
    for (const std::int32_t item : run.judged) {
        if (run.isStopped()) return;
        if (run.items[item].kind == ItemKind::Via)
            dangling.testVia(item);
        else if (run.items[item].isTrack())
            dangling.testTrack(item);
    }
}

std::set<int> clustersWithPads(const CheckRun& run) {
    std::set<int> clusters;
    for (const Pad& pad : run.board.pads)
        if (const int cluster = run.connectivity->clusterOfPad(pad.id); cluster >= 0) clusters.insert(cluster);
    return clusters;
}

void checkIsolatedCopper(CheckRun& run) {
    if (run.isIgnored("isolated_copper")) return;
    std::optional<std::set<int>> withPads;
    for (std::size_t i = 0; i < run.fills.size(); ++i) {
        const ZoneFill& fill = run.fills[i].fill();
        const Zone& zone = run.fills[i].zone();
        if (zone.net == kNoNet || !std::binary_search(run.judgedNets.begin(), run.judgedNets.end(), zone.net.value())) continue;
        if (!withPads) withPads = clustersWithPads(run);
        for (std::size_t island = 0; island < fill.islands.size(); ++island) {
            if (fill.islands[island].outer.empty() || withPads->count(run.connectivity->clusterOfIsland(i, island)) != 0) continue;
            run.report("isolated_copper", {run.asViolationItem(zone)}, {fill.layer, fill.islands[island].outer.front(), nullptr, {}, {}, "", zone.net.value()});
        }
    }
}

} // namespace viaduct
