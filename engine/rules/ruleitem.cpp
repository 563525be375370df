// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/ruleresolver.h"

namespace viaduct {

RuleItem RuleItem::of(const Board& board, const Pad& pad) {
    RuleItem item;
    item.kind = ItemKind::Pad;
    item.net = pad.net;
    // A plated barrel counts as copper on every layer, also where the ring is left out.
    item.layers = pad.isPlated() ? board.layers.all() : pad.layers;
    item.box = pad.box();
    item.pad = &pad;
    return item;
}

RuleItem RuleItem::of(const Track& track) {
    RuleItem item = plannedTrack(track.net, track.layer, track.width);
    item.box = track.shape().box();
    item.track = &track;
    return item;
}

RuleItem RuleItem::of(const TrackArc& arc) {
    RuleItem item = plannedTrack(arc.net, arc.layer, arc.width);
    item.kind = ItemKind::Arc;
    item.arc = &arc;
    item.box = arc.shape().box();
    return item;
}

RuleItem RuleItem::of(const Via& via) {
    RuleItem item = plannedVia(via.net, via.layers(), via.diameter);
    item.box = via.shapeOn(via.from).box();
    item.via = &via;
    return item;
}

RuleItem RuleItem::of(const Zone& zone) {
    RuleItem item;
    item.kind = ItemKind::Zone;
    item.net = zone.net;
    item.layers = zone.layers;
    for (const PolygonWithHoles& area : zone.outline)
        for (const Point& corner : area.outer) item.box.include(corner);
    item.zone = &zone;
    return item;
}

RuleItem RuleItem::of(const Graphic& graphic) {
    RuleItem item;
    item.kind = graphic.kind == Graphic::Kind::Text ? ItemKind::Text : ItemKind::Graphic;
    item.net = graphic.net;
    if (const LayerId layer = graphic.copperLayer(); !layer.isNone()) item.layers = LayerSet::of(layer);
    item.box = boxOf(graphic.shapes);
    item.graphic = &graphic;
    return item;
}

RuleItem RuleItem::plannedTrack(NetId net, LayerId layer, Nanometres width) {
    RuleItem item;
    item.kind = ItemKind::Track;
    item.net = net;
    if (!layer.isNone()) item.layers = LayerSet::of(layer);
    item.width = width;
    return item;
}

RuleItem RuleItem::plannedVia(NetId net, LayerSet layers, Nanometres diameter) {
    RuleItem item;
    item.kind = ItemKind::Via;
    item.net = net;
    item.layers = layers;
    item.width = diameter;
    return item;
}

} // namespace viaduct
