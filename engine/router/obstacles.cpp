// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/obstacles.h"

#include <algorithm>

#include "engine/board/outline.h"
#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

std::int64_t valueOf(const RuleValue& value) { return value.isTested ? std::max<std::int64_t>(value.value.value(), 0) : 0; }

bool hasOwnNet(Obstacle::Kind kind) { return kind == Obstacle::Kind::Copper || kind == Obstacle::Kind::Hole || kind == Obstacle::Kind::MaskOpening; }

Nanometres maskMarginOf(const Board& board, const Pad& pad) {
    if (pad.maskMargin) return *pad.maskMargin;
    const Footprint* footprint = pad.footprint.isNone() ? nullptr : &board.footprint(pad.footprint);
    return footprint != nullptr && footprint->maskMargin ? *footprint->maskMargin : board.padToMaskClearance;
}

} // namespace

Obstacles::Obstacles(const RuleResolver& rules, const Copper& fixed) : m_rules(rules) {
    addPads();
    addCopper(fixed);
    addGraphics();
    addEdges();
    addAreas();
    m_margin = rules.largestClearance();
    for (const Obstacle& obstacle : m_obstacles) {
        m_margin = std::max(m_margin, obstacle.margin);
        for (const LayerId outer : {rules.board().layers.front(), rules.board().layers.back()})
            m_margin = std::max(m_margin, Nanometres(openViaNeed(obstacle, outer)));
    }
    for (std::size_t i = 0; i < m_obstacles.size(); ++i) m_index.insert(static_cast<std::int32_t>(i), m_obstacles[i].shape.box());
}

void Obstacles::add(Obstacle obstacle) { m_obstacles.push_back(std::move(obstacle)); }

void Obstacles::addPads() {
    const Board& board = m_rules.board();
    const Nanometres toCopper = m_rules.rules().minimums.solderMaskToCopper;
    for (const Pad& pad : board.pads) {
        const RuleItem item = RuleItem::of(board, pad);
        const Nanometres mask = maskMarginOf(board, pad);
        LayerSet uniform = pad.layers;
        for (const auto& [layer, shapes] : pad.layerShapes) {
            uniform.remove(layer);
            if (!pad.layers.contains(layer)) continue;
            for (const Shape& shape : shapes) add({Obstacle::Kind::Copper, item, pad.net, LayerSet::of(layer), shape, {}, true});
        }
        if (!uniform.isEmpty())
            for (const Shape& shape : pad.shapes) add({Obstacle::Kind::Copper, item, pad.net, uniform, shape, {}, true});
        if (pad.hole) add({Obstacle::Kind::Hole, item, pad.net, board.layers.all(), *pad.hole, {}, pad.hole->kind() == Shape::Kind::Disc});
        if (!pad.hole && !pad.layers.isEmpty())
            for (const Shape& shape : pad.shapes) add({Obstacle::Kind::SmdPad, item, pad.net, pad.layers, shape, {}, true});
        // A mask opening larger than the copper clearance is the stricter rule on the outer layers (solder_mask_bridge).
        for (const bool back : {false, true}) {
            if (!(back ? pad.maskBack : pad.maskFront) || mask + toCopper <= Nanometres()) continue;
            const LayerId layer = back ? board.layers.back() : board.layers.front();
            const ShapeList& shapes = pad.shapesOn(layer);
            for (const Shape& shape : shapes) add({Obstacle::Kind::MaskOpening, item, pad.net, LayerSet::of(layer), shape, mask + toCopper, true});
            if (shapes.empty() && pad.hole) add({Obstacle::Kind::MaskOpening, item, pad.net, LayerSet::of(layer), *pad.hole, mask + toCopper, true});
        }
    }
}

void Obstacles::addCopper(const Copper& fixed) {
    for (const Track& track : fixed.tracks) add({Obstacle::Kind::Copper, RuleItem::of(track), track.net, LayerSet::of(track.layer), track.shape(), {}, true});
    for (const TrackArc& arc : fixed.arcs) add({Obstacle::Kind::Copper, RuleItem::of(arc), arc.net, LayerSet::of(arc.layer), arc.shape(), {}, true});
    for (const Via& via : fixed.vias) {
        LayerSet uniform = via.layers();
        for (const auto& [layer, diameter] : via.layerDiameters) {
            uniform.remove(layer);
            add({Obstacle::Kind::Copper, RuleItem::of(via), via.net, LayerSet::of(layer), via.shapeOn(layer), {}, true});
        }
        if (!uniform.isEmpty()) add({Obstacle::Kind::Copper, RuleItem::of(via), via.net, uniform, Shape::disc(via.position, via.diameter / 2), {}, true});
        add({Obstacle::Kind::Hole, RuleItem::of(via), via.net, via.layers(), via.hole(), {}, via.kind != ViaKind::Micro});
        for (const bool back : {false, true})
            if (!(back ? via.tentedBack : via.tentedFront)) {
                const LayerId layer = back ? m_rules.board().layers.back() : m_rules.board().layers.front();
                if (via.layers().contains(layer))
                    add({Obstacle::Kind::MaskOpening, RuleItem::of(via), via.net, LayerSet::of(layer), via.shapeOn(layer),
                         m_rules.board().padToMaskClearance + m_rules.rules().minimums.solderMaskToCopper, true});
            }
    }
}

void Obstacles::addGraphics() {
    const Board& board = m_rules.board();
    for (const Graphic& graphic : board.graphics) {
        const LayerId layer = graphic.copperLayer();
        if (!layer.isNone()) {
            for (const Shape& shape : graphic.shapes) add({Obstacle::Kind::Copper, RuleItem::of(graphic), graphic.net, LayerSet::of(layer), shape, {}, true});
        } else if (graphic.isOn(TechLayer::FrontMask) || graphic.isOn(TechLayer::BackMask)) {
            // An opening without a net: where it lies over pads of one net it is that net's; tracks of others would be bridged to it.
            const LayerId outer = graphic.isOn(TechLayer::BackMask) ? board.layers.back() : board.layers.front();
            NetId owner = kNoNet;
            bool isShared = false;
            for (const Pad& pad : board.pads) {
                if (pad.footprint != graphic.footprint || !pad.layers.contains(outer) || pad.net == kNoNet) continue;
                if (!touches(graphic.shapes, pad.shapesOn(outer))) continue;
                isShared = isShared || (owner != kNoNet && owner != pad.net);
                owner = pad.net;
            }
            for (const Shape& shape : graphic.shapes)
                add({Obstacle::Kind::MaskOpening, RuleItem::of(graphic), isShared ? kNoNet : owner, LayerSet::of(outer), shape,
                     std::max(board.padToMaskClearance + m_rules.rules().minimums.solderMaskToCopper, Nanometres(1)), true});
        }
    }
}

void Obstacles::addEdges() {
    const Outline outline = outlineOf(m_rules.board());
    const LayerSet all = m_rules.board().layers.all();
    RuleItem item;
    item.kind = ItemKind::Graphic;
    for (const ShapeList* list : {&outline.edges, &outline.margins})
        for (const Shape& shape : *list) add({Obstacle::Kind::Edge, item, kNoNet, all, shape, {}, true});
}

void Obstacles::addAreas() {
    const Board& board = m_rules.board();
    for (const Zone& zone : board.zones) {
        if (!zone.keepOut) continue;
        for (const PolygonWithHoles& polygon : zone.outline) {
            if (zone.keepOut->tracks) add({Obstacle::Kind::TrackArea, RuleItem::of(zone), kNoNet, zone.layers, Shape::polygon(polygon), {}, true});
            if (zone.keepOut->vias) add({Obstacle::Kind::ViaArea, RuleItem::of(zone), kNoNet, zone.layers, Shape::polygon(polygon), {}, true});
        }
    }
}

std::int64_t Obstacles::clearanceTo(const Obstacle& obstacle, const NetProfile& profile, LayerId layer) const {
    const RuleItem track = RuleItem::plannedTrack(profile.netBut(obstacle.net), layer, profile.width);
    return std::max(valueOf(m_rules.clearance(obstacle.item, track, layer)), valueOf(m_rules.physicalClearance(obstacle.item, track, layer)));
}

std::int64_t Obstacles::holeClearanceTo(const Obstacle& obstacle, const NetProfile& profile, LayerId layer) const {
    return valueOf(m_rules.holeClearance(RuleItem::plannedTrack(profile.netBut(obstacle.net), layer, profile.width), obstacle.item, layer));
}

std::int64_t Obstacles::trackNeed(const Obstacle& obstacle, const NetProfile& profile, LayerId layer) const {
    if (!obstacle.layers.contains(layer)) return 0;
    switch (obstacle.kind) {
    case Obstacle::Kind::Copper: return std::max<std::int64_t>(clearanceTo(obstacle, profile, layer), 1) + profile.halfWidth();
    case Obstacle::Kind::Hole: return holeClearanceTo(obstacle, profile, layer) + profile.halfWidth();
    case Obstacle::Kind::Edge: {
        const RuleValue edge = m_rules.edgeClearance(RuleItem::plannedTrack(profile.first, layer, profile.width));
        return std::max<std::int64_t>(valueOf(edge), 1) + profile.halfWidth();
    }
    case Obstacle::Kind::TrackArea: return profile.halfWidth();
    case Obstacle::Kind::MaskOpening: return obstacle.margin.value() + profile.halfWidth();
    case Obstacle::Kind::ViaArea:
    case Obstacle::Kind::SmdPad: return 0;
    }
    return 0;
}

std::int64_t Obstacles::viaNeed(const Obstacle& obstacle, const NetProfile& profile) const {
    const LayerSet all = m_rules.board().layers.all();
    switch (obstacle.kind) {
    case Obstacle::Kind::Copper: {
        std::int64_t need = 0;
        const RuleItem via = RuleItem::plannedVia(profile.netBut(obstacle.net), all, profile.viaDiameter);
        for (std::size_t l = 0; l < m_rules.board().layers.count(); ++l) {
            const LayerId layer(static_cast<std::int32_t>(l));
            if (!obstacle.layers.contains(layer)) continue;
            const std::int64_t clearance =
                std::max(valueOf(m_rules.clearance(obstacle.item, via, layer)), valueOf(m_rules.physicalClearance(obstacle.item, via, layer)));
            need = std::max({need, std::max({clearance, openViaNeed(obstacle, layer), std::int64_t{1}}) + profile.viaRadius(),
                             valueOf(m_rules.holeClearance(obstacle.item, via, layer)) + profile.drillRadius()});
            if (obstacle.layers == all) break; // the same answer on every layer, but for layer rules: the first and last decide
        }
        return need;
    }
    case Obstacle::Kind::Hole: {
        const RuleItem via = RuleItem::plannedVia(profile.netBut(obstacle.net), all, profile.viaDiameter);
        const std::int64_t copper = valueOf(m_rules.holeClearance(via, obstacle.item, obstacle.layers.first())) + profile.viaRadius();
        return std::max(copper, ownViaNeed(obstacle, profile));
    }
    case Obstacle::Kind::Edge: {
        const RuleValue edge = m_rules.edgeClearance(RuleItem::plannedVia(profile.first, all, profile.viaDiameter));
        return std::max<std::int64_t>(valueOf(edge), 1) + profile.viaRadius();
    }
    case Obstacle::Kind::TrackArea: return 0;
    case Obstacle::Kind::ViaArea: return profile.viaRadius();
    case Obstacle::Kind::MaskOpening: return obstacle.margin.value() + profile.viaRadius();
    case Obstacle::Kind::SmdPad: return profile.drillRadius();
    }
    return 0;
}

std::int64_t Obstacles::openViaNeed(const Obstacle& obstacle, LayerId layer) const {
    const Board& board = m_rules.board();
    const bool isOpen = (layer == board.layers.front() && !board.tentViasFront) || (layer == board.layers.back() && !board.tentViasBack);
    if (!isOpen || obstacle.kind != Obstacle::Kind::Copper) return 0;
    const Nanometres toCopper = m_rules.rules().minimums.solderMaskToCopper;
    // Over a pad two openings meet, and the mask between them may be too narrow to stand.
    if (obstacle.item.pad != nullptr)
        return (board.padToMaskClearance + maskMarginOf(board, *obstacle.item.pad) + std::max(toCopper, board.solderMaskMinWidth)).value();
    return (board.padToMaskClearance + toCopper).value();
}

std::int64_t Obstacles::ownViaNeed(const Obstacle& obstacle, const NetProfile& profile) const {
    if (obstacle.kind == Obstacle::Kind::SmdPad) return profile.viaRadius();
    if (obstacle.kind != Obstacle::Kind::Hole || !obstacle.isRound) return 0;
    const RuleItem via = RuleItem::plannedVia(profile.first, m_rules.board().layers.all(), profile.viaDiameter);
    return valueOf(m_rules.holeToHole(via, obstacle.item)) + profile.drillRadius();
}

const Obstacle* Obstacles::trackConflict(NetId net, const NetProfile& profile, LayerId layer, Point a, Point b) const {
    const Shape line = Shape::capsule(a, b, Nanometres());
    thread_local std::vector<std::int32_t> found;
    found.clear();
    m_index.query(line.box().inflated(m_margin + Nanometres(profile.halfWidth())), found);
    for (const std::int32_t i : found) {
        const Obstacle& obstacle = m_obstacles[static_cast<std::size_t>(i)];
        if (!obstacle.layers.contains(layer) || (hasOwnNet(obstacle.kind) && obstacle.net == net)) continue;
        if (obstacle.kind == Obstacle::Kind::ViaArea || obstacle.kind == Obstacle::Kind::SmdPad) continue;
        if (isCloserThan(line, obstacle.shape, Nanometres(trackNeed(obstacle, profile, layer)))) return &obstacle;
    }
    return nullptr;
}

const Obstacle* Obstacles::viaConflict(NetId net, const NetProfile& profile, Point at) const {
    const Shape centre = Shape::disc(at, Nanometres());
    thread_local std::vector<std::int32_t> found;
    found.clear();
    m_index.query(centre.box().inflated(m_margin + Nanometres(profile.viaRadius())), found);
    for (const std::int32_t i : found) {
        const Obstacle& obstacle = m_obstacles[static_cast<std::size_t>(i)];
        const bool own = obstacle.net == net && obstacle.net != kNoNet && (hasOwnNet(obstacle.kind) || obstacle.kind == Obstacle::Kind::SmdPad);
        if (isCloserThan(centre, obstacle.shape, Nanometres(own ? ownViaNeed(obstacle, profile) : viaNeed(obstacle, profile)))) return &obstacle;
    }
    return nullptr;
}

} // namespace viaduct
