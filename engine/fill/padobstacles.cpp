// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/fill/clearances.h"
#include "engine/fill/convexhull.h"
#include "engine/fill/fillcontext.h"
#include "engine/geometry/distance.h"

namespace viaduct {
namespace {

ZoneConnection connectionOf(const FillContext& context, const Pad& pad, const Zone& zone, const RuleItem& padItem, const RuleItem& zoneItem) {
    if (zone.isTeardrop) return ZoneConnection::Full;
    ZoneConnection connection = pad.zoneConnection;
    if (connection == ZoneConnection::Inherited) connection = context.rules().zoneConnection(padItem, zoneItem).value_or(ZoneConnection::Inherited);
    if (connection == ZoneConnection::Inherited && !pad.footprint.isNone()) connection = context.board().footprint(pad.footprint).zoneConnection;
    if (connection == ZoneConnection::Inherited) connection = zone.padConnection;
    if (connection == ZoneConnection::ThermalThroughHoleOnly) connection = pad.kind == PadKind::ThroughHole ? ZoneConnection::Thermal : ZoneConnection::Full;
    return connection;
}

// Whether the pad may have copper on the layer, be it there or not for now.
bool mayHaveCopper(const Pad& pad, LayerId layer) { return pad.layers.contains(layer); }

void addPad(const Pad& pad, LayerId layer, Nanometres gap, Obstacles& obstacles) {
    if (pad.isHullInZones)
        obstacles.add(Shape::polygon(convexHullOf(pad.shapesOn(layer)), gap));
    else
        obstacles.add(pad.shapesOn(layer), gap);
}

class PadSorter final {
public:
    PadSorter(const FillContext& context, const Zone& zone, LayerId layer, const Region& working, Obstacles& obstacles)
        : m_context(context), m_zone(zone), m_layer(layer), m_zoneItem(RuleItem::of(zone)), m_clearances(context, zone, layer), m_obstacles(obstacles) {
        for (PolygonWithHoles& polygon : polygonsOf(working)) m_working.push_back(Shape::polygon(std::move(polygon)));
    }

    void sort(const Pad& pad, std::vector<ThermalPad>& thermals) {
        bool isForeign = pad.net != m_zone.net;
        if (!m_zone.isTeardrop && (m_zone.net == kNoNet || !m_context.flashing().mayPadConnect(pad, m_layer))) isForeign = true;
        if (isForeign) return addForeign(pad);
        const RuleItem padItem = RuleItem::of(m_context.board(), pad);
        ZoneConnection connection = connectionOf(m_context, pad, m_zone, padItem, m_zoneItem);
        if (connection == ZoneConnection::Thermal && !mayHaveCopper(pad, m_layer)) connection = ZoneConnection::None;
        if (connection == ZoneConnection::Thermal) {
            if (!overlaps(pad.shapesOn(m_layer), m_working)) return;
            const Nanometres gap = valueFor(pad.thermalGap, m_context.rules().thermalGap(padItem, m_zoneItem), m_zone.thermalGap);
            const Nanometres width = valueFor(pad.thermalSpokeWidth, m_context.rules().thermalSpokeWidth(padItem, m_zoneItem), m_zone.thermalSpokeWidth);
            const bool isLocalWidth = pad.thermalSpokeWidth.value_or(Nanometres()) > Nanometres();
            thermals.push_back({&pad, gap, isLocalWidth ? std::max(width, m_zone.minThickness) : width});
        } else if (connection == ZoneConnection::None) {
            const Nanometres gap = std::max(m_clearances.physical(padItem).value_or(Nanometres()), m_zone.clearance);
            if (m_context.flashing().isPadFlashed(pad, m_layer))
                addPad(pad, m_layer, gap, m_obstacles);
            else if (pad.hole)
                m_obstacles.add(pad.hole->grown(std::max(gap, m_clearances.physicalHole(padItem).value_or(gap))));
        }
    }

private:
    static Nanometres valueFor(const std::optional<Nanometres>& local, const std::optional<Nanometres>& rule, Nanometres zone) {
        if (local && *local > Nanometres()) return *local;
        return rule.value_or(zone);
    }

    void addForeign(const Pad& pad) {
        const RuleItem item = RuleItem::of(m_context.board(), pad);
        const std::optional<Nanometres> physical = m_clearances.physical(item);
        std::optional<Nanometres> gap = physical;
        const bool isFlashed = m_context.flashing().isPadFlashed(pad, m_layer);
        if (isFlashed || pad.isPlated()) gap = greater(gap, m_clearances.electrical(item, pad.net));
        if (isFlashed && gap) addPad(pad, m_layer, *gap + kFillMargin, m_obstacles);
        if (!pad.hole) return;
        if (pad.kind == PadKind::NonPlatedHole) gap = physical;
        gap = greater(greater(gap, m_clearances.physicalHole(item)), m_clearances.hole(item));
        if (gap) m_obstacles.add(pad.hole->grown(*gap + kFillMargin));
    }

    const FillContext& m_context;
    const Zone& m_zone;
    LayerId m_layer;
    RuleItem m_zoneItem;
    Clearances m_clearances;
    Obstacles& m_obstacles;
    ShapeList m_working;
};

} // namespace

std::vector<ThermalPad> sortPads(const FillContext& context, const Zone& zone, LayerId layer, const Region& working, Obstacles& obstacles) {
    PadSorter sorter(context, zone, layer, working, obstacles);
    const Box area = boxOf(working).inflated(context.reach());
    std::vector<ThermalPad> thermals;
    for (const Pad& pad : context.board().pads)
        if (area.intersects(pad.box())) sorter.sort(pad, thermals);
    return thermals;
}

} // namespace viaduct
