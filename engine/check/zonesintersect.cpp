// SPDX-License-Identifier: GPL-3.0-or-later
// zones_intersect: outlines of two copper zones of one net and one priority that overlap or touch. KiCad cannot say which of them fills the
// common part. Once a layer, as KiCad 9.0.8 reports it.
#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

struct Outlined final {
    const Zone* zone{nullptr};
    Box box;
    ShapeList shapes;
};

std::vector<Outlined> outlinedZones(const Board& board) {
    std::vector<Outlined> zones;
    for (const Zone& zone : board.zones) {
        if (zone.isRuleArea()) continue;
        Outlined made{&zone, {}, {}};
        for (const PolygonWithHoles& polygon : zone.outline) made.shapes.push_back(Shape::polygon(polygon));
        for (const Shape& shape : made.shapes) made.box.include(shape.box());
        zones.push_back(std::move(made));
    }
    return zones;
}

} // namespace

void checkZonesIntersect(CheckRun& run) {
    if (run.isIgnored("zones_intersect")) return;
    const std::vector<Outlined> zones = outlinedZones(run.board);
    SpatialIndex index;
    for (std::size_t i = 0; i < zones.size(); ++i) index.insert(static_cast<std::int32_t>(i), zones[i].box);
    std::vector<std::int32_t> near;
    for (std::size_t i = 0; i < zones.size() && !run.isStopped(); ++i) {
        const Outlined& first = zones[i];
        near.clear();
        index.query(first.box, near);
        for (const std::int32_t number : near) {
            const Outlined& second = zones[static_cast<std::size_t>(number)];
            if (static_cast<std::size_t>(number) <= i || first.zone->net != second.zone->net || first.zone->priority != second.zone->priority) continue;
            const LayerSet common = first.zone->layers & second.zone->layers;
            if (common.isEmpty() || !touches(first.shapes, second.shapes)) continue;
            const Point place = gapBetween(first.shapes, second.shapes).onA;
            for (LayerSet left = common; !left.isEmpty(); left.remove(left.first()))
                run.report("zones_intersect", {run.asViolationItem(*first.zone), run.asViolationItem(*second.zone)},
                           {left.first(), place, nullptr, {}, {}, "(intersecting zones must have distinct priorities)"});
        }
    }
}

} // namespace viaduct
