// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/zonefill.h"

#include <algorithm>

#include "engine/fill/fillcontext.h"
#include "engine/fill/islands.h"
#include "engine/fill/minimumwidth.h"
#include "engine/fill/thermals.h"
#include "engine/fill/zoneextents.h"
#include "engine/fill/zoneorder.h"
#include "engine/geometry/grow.h"

namespace viaduct {
namespace {

constexpr Nanometres kWidthTolerance(1000); // copper exactly as wide as the minimum survives

// Zones of the same net that were given an explicitly higher priority rule within their own outlines.
Region outlinesThatRule(const Board& board, const Zone& zone, LayerId layer) {
    Region region;
    for (const Zone& other : board.zones)
        if (isPoured(other) && !other.isTeardrop && other.layers.contains(layer) && other.net == zone.net && other.priority > zone.priority)
            region.append(regionOf(other.outline));
    return region;
}

// The bars of a thermal pad run through its middle: its hole is taken out at last, whatever thin pieces that leaves.
std::vector<Ring> holesOf(const std::vector<ThermalPad>& thermals, Nanometres maxError) {
    std::vector<Ring> rings;
    for (const ThermalPad& thermal : thermals)
        if (thermal.pad->hole) appendGrown(*thermal.pad->hole, Nanometres(), maxError, rings);
    return rings;
}

// The caution that leaves every spoke of these pads standing.
Nanometres cautionBeside(const std::vector<ThermalPad>& thermals, const Zone& zone, Nanometres caution) {
    for (const ThermalPad& thermal : thermals) caution = std::min(caution, (std::min(thermal.spokeWidth, thermal.pad->smallerSide) - zone.minThickness) / 2);
    return std::max(caution, Nanometres());
}

std::vector<PolygonWithHoles> fillLayer(const FillContext& context, const Zone& zone, LayerId layer, const std::vector<ZoneFill>& filled) {
    const ZoneExtents extents = extentsOf(context.board(), context.boardArea(), zone, layer, context.maxError());
    if (extents.working.isEmpty()) return {};
    WidthLimits limits{zone.minThickness / 2 - kWidthTolerance, zone.minThickness, context.maxError()};
    if (limits.margin <= kWidthTolerance) limits.margin = Nanometres();
    Obstacles obstacles;
    const std::vector<ThermalPad> thermals = sortPads(context, zone, layer, extents.working, obstacles);
    addCopperObstacles(context, zone, layer, filled, obstacles);
    if (limits.margin > Nanometres()) limits.margin += cautionBeside(thermals, zone, context.caution());
    addThermalReliefs(thermals, context, zone, layer, extents.working, limits.margin, obstacles);
    Region shrunk = shrunkCopper(extents.working, obstacles, limits);
    removeSpecks(shrunk, zone.minThickness);
    const std::vector<Ring> bars = barsOverNecks(shrunk, extents.working, obstacles, limits);
    Region copper = grownRound(shrunk, limits.margin, context.maxError(), bars, holesOf(thermals, context.maxError()));
    bool isSimple = true;
    if (extents.isLarger) {
        copper = intersected(copper, extents.maximum);
        isSimple = false;
    }
    if (const Region ruled = outlinesThatRule(context.board(), zone, layer); !ruled.isEmpty()) {
        copper = subtracted(copper, ruled);
        isSimple = false;
    }
    return isSimple ? polygonsOfSimple(copper) : polygonsOf(copper);
}

} // namespace

bool hasPours(const Board& board) noexcept {
    return std::any_of(board.zones.begin(), board.zones.end(), [](const Zone& zone) { return isPoured(zone) && !zone.isTeardrop; });
}

std::vector<ZoneFill> fillZones(const RuleResolver& rules, const Copper& copper, const FillOptions& options) {
    const FillContext context(rules, copper, options);
    std::vector<const Zone*> order;
    for (const Zone& zone : rules.board().zones)
        if (isPoured(zone)) order.push_back(&zone);
    std::sort(order.begin(), order.end(), [](const Zone* a, const Zone* b) { return hasHigherPriority(*a, *b); });
    std::vector<ZoneFill> fills;
    for (const Zone* zone : order) {
        for (LayerSet left = zone->layers; !left.isEmpty(); left.remove(left.first())) {
            if (context.isStopped()) break;
            fills.push_back({zone->id, left.first(), fillLayer(context, *zone, left.first(), fills)});
        }
    }
    std::sort(fills.begin(), fills.end(), [](const ZoneFill& a, const ZoneFill& b) { return a.zone != b.zone ? a.zone < b.zone : a.layer < b.layer; });
    removeIslands(rules.board(), copper, fills);
    if (!options.only.empty())
        std::erase_if(fills, [&](const ZoneFill& fill) { return std::find(options.only.begin(), options.only.end(), fill.zone) == options.only.end(); });
    return fills;
}

} // namespace viaduct
