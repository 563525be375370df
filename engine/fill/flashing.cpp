// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/flashing.h"

#include <algorithm>

#include "engine/fill/zoneorder.h"
#include "engine/geometry/distance.h"

namespace viaduct {
namespace {

bool reaches(const std::vector<PolygonWithHoles>& outline, Point centre, Nanometres radius) {
    const Shape disc = Shape::disc(centre, radius);
    return std::any_of(outline.begin(), outline.end(), [&](const PolygonWithHoles& polygon) { return touches(Shape::polygon(polygon), disc); });
}

Box boxOfOutline(const Zone& zone) {
    Box box;
    for (const PolygonWithHoles& polygon : zone.outline)
        for (const Point p : polygon.outer) box.include(p);
    return box;
}

// Layers that a piece of copper of this net, other than the item itself, spans while it touches one of the shapes there or on any layer.
class Neighbours final {
public:
    Neighbours(const Board& board, const Copper& copper) : m_board(board), m_copper(copper) {}
    [[nodiscard]] LayerSet layersTouching(NetId net, const Shape& hole, LayerSet layers, const Pad* self, const Via* selfVia) const {
        LayerSet found;
        const auto note = [&](LayerSet on, const Shape& shape) {
            if (!(on & layers).isEmpty() && overlaps(shape, hole)) found = found | on;
        };
        for (const Track& track : m_copper.tracks)
            if (track.net == net && !track.layer.isNone()) note(LayerSet::of(track.layer), track.shape());
        for (const TrackArc& arc : m_copper.arcs)
            if (arc.net == net && !arc.layer.isNone()) note(LayerSet::of(arc.layer), arc.shape());
        for (const Via& via : m_copper.vias)
            if (via.net == net && &via != selfVia) note(via.layers(), via.shapeOn(via.from));
        for (const Pad& pad : m_board.pads)
            if (pad.net == net && &pad != self)
                for (const Shape& shape : pad.shapes) note(pad.layers, shape);
        return found;
    }

private:
    const Board& m_board;
    const Copper& m_copper;
};

} // namespace

Flashing::Flashing(const Board& board, const Copper& copper) : m_board(board), m_copper(copper), m_pads(board.pads.size()), m_vias(copper.vias.size()) {
    const Neighbours neighbours(board, copper);
    const std::size_t layers = board.layers.count();
    const auto fill = [&](std::vector<OnLayer>& entry, NetId net, Point centre, Nanometres radius, const Box& box, LayerSet on, LayerSet kept,
                          LayerSet connected) {
        entry.resize(layers);
        for (std::size_t i = 0; i < layers; ++i) {
            const LayerId layer(static_cast<std::int32_t>(i));
            if (on.contains(layer) && !kept.contains(layer)) entry[i] = decide(net, centre, radius, box, layer, connected.contains(layer));
        }
    };
    for (const Pad& pad : board.pads) {
        if (!pad.removeUnusedLayers || !pad.isPlated()) continue;
        const LayerSet kept = pad.keepEndLayers ? LayerSet::of(board.layers.front()) | LayerSet::of(board.layers.back()) : LayerSet();
        fill(m_pads[pad.id.index()], pad.net, pad.position, Nanometres(), pad.box(), pad.layers, kept,
             neighbours.layersTouching(pad.net, *pad.hole, pad.layers, &pad, nullptr));
    }
    for (std::size_t i = 0; i < copper.vias.size(); ++i) {
        const Via& via = copper.vias[i];
        if (!via.removeUnusedLayers) continue;
        const LayerSet kept = via.keepEndLayers ? LayerSet::of(via.from) | LayerSet::of(via.to) : LayerSet();
        fill(m_vias[i], via.net, via.position, via.drill / 2 + Nanometres(1), via.shapeOn(via.from).box(), via.layers(), kept,
             neighbours.layersTouching(via.net, via.hole(), via.layers(), nullptr, &via));
    }
}

Flashing::OnLayer Flashing::decide(NetId net, Point centre, Nanometres holeRadius, const Box& box, LayerId layer, bool isConnected) const {
    const Zone* best = nullptr;
    for (const Zone& zone : m_board.zones) {
        if (!zone.layers.contains(layer) || zone.outline.empty() || !boxOfOutline(zone).intersects(box)) continue;
        if (zone.isRuleArea()) {
            if (zone.footprint.isNone() && zone.keepOut->copperPour && reaches(zone.outline, centre, Nanometres())) return {isConnected, false};
            continue;
        }
        if (!isPoured(zone) || (best != nullptr && zone.priority < best->priority) || !reaches(zone.outline, centre, holeRadius)) continue;
        if (best == nullptr || zone.priority > best->priority || zone.net == net) best = &zone;
    }
    const bool isOwned = best != nullptr && best->net == net;
    return {isOwned || isConnected, isOwned};
}

} // namespace viaduct
