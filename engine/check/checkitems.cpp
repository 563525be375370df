// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/checkitems.h"

#include <algorithm>

#include "engine/check/fillindex.h"
#include "engine/check/itemtext.h"
#include "engine/geometry/distance.h"

namespace viaduct {

CheckItems::CheckItems(const RuleResolver& rules, const Copper& copper, const std::vector<FillIndex>& fills) : m_rules(rules), m_copper(copper) {
    const Board& board = rules.board();
    m_index.resize(board.layers.count());
    const auto count = [](std::size_t size) { return static_cast<std::int32_t>(size); };
    m_items.reserve(copper.size() + board.pads.size());
    m_shapes.reserve(copper.size());
    for (const Track& track : copper.tracks) {
        m_shapes.push_back(track.shape());
        add({ItemKind::Track, count(m_items.size()), RuleItem::of(track), track.net, true, LayerSet::of(track.layer), m_shapes.back().box()});
    }
    m_firstArc = this->count();
    for (const TrackArc& arc : copper.arcs) {
        m_shapes.push_back(arc.shape());
        add({ItemKind::Arc, this->count() - m_firstArc, RuleItem::of(arc), arc.net, true, LayerSet::of(arc.layer), m_shapes.back().box()});
    }
    m_firstVia = this->count();
    m_viaLayerShapes.resize(copper.vias.size());
    for (std::size_t i = 0; i < copper.vias.size(); ++i) {
        const Via& via = copper.vias[i];
        m_shapes.push_back(Shape::disc(via.position, via.diameter / 2));
        m_holes.push_back(via.hole());
        Box box = m_shapes.back().box();
        for (const auto& [layer, diameter] : via.layerDiameters) {
            m_viaLayerShapes[i].emplace_back(layer, Shape::disc(via.position, diameter / 2));
            box.include(m_viaLayerShapes[i].back().second.box());
        }
        add({ItemKind::Via, count(i), RuleItem::of(via), via.net, true, via.layers(), box});
    }
    m_firstPad = this->count();
    for (const Pad& pad : board.pads)
        add({ItemKind::Pad, pad.id.value(), RuleItem::of(board, pad), pad.net, true, pad.hole ? board.layers.all() : pad.layers, pad.box()});
    m_firstGraphic = this->count();
    for (std::size_t i = 0; i < board.graphics.size(); ++i) {
        const Graphic& graphic = board.graphics[i];
        if (graphic.copperLayer().isNone() || graphic.shapes.empty()) continue;
        const ItemKind kind = graphic.kind == Graphic::Kind::Text ? ItemKind::Text : ItemKind::Graphic;
        add({kind, count(i), RuleItem::of(graphic), graphic.net, kind == ItemKind::Graphic, LayerSet::of(graphic.copperLayer()), boxOf(graphic.shapes)});
    }
    findFlashed(fills);
}

void CheckItems::add(CheckItem item) {
    const std::int32_t number = count();
    for (std::size_t i = 0; i < m_index.size(); ++i)
        if (item.layers.contains(LayerId(static_cast<std::int32_t>(i)))) m_index[i].insert(number, item.box);
    m_items.push_back(std::move(item));
}

void CheckItems::near(const Box& area, LayerId layer, Nanometres margin, std::vector<std::int32_t>& found) const {
    if (!layer.isNone() && layer.index() < m_index.size()) m_index[layer.index()].query(area.inflated(margin), found);
}

const Shape* CheckItems::holeOf(std::int32_t number) const {
    const CheckItem& item = (*this)[number];
    if (item.kind == ItemKind::Via) return &m_holes[static_cast<std::size_t>(item.index)];
    if (item.kind != ItemKind::Pad) return nullptr;
    const auto& hole = board().pads[static_cast<std::size_t>(item.index)].hole;
    return hole ? &*hole : nullptr;
}

Shapes CheckItems::fullShapesOn(std::int32_t number, LayerId layer) const {
    const CheckItem& item = (*this)[number];
    switch (item.kind) {
    case ItemKind::Via:
        for (const auto& [on, shape] : m_viaLayerShapes[static_cast<std::size_t>(item.index)])
            if (on == layer) return {&shape, 1};
        [[fallthrough]];
    case ItemKind::Track:
    case ItemKind::Arc: return {&m_shapes[static_cast<std::size_t>(number)], 1};
    case ItemKind::Pad: {
        const Pad& pad = board().pads[static_cast<std::size_t>(item.index)];
        return pad.layers.contains(layer) ? Shapes(pad.shapesOn(layer)) : Shapes();
    }
    default: return board().graphics[static_cast<std::size_t>(item.index)].shapes;
    }
}

bool CheckItems::isFlashed(std::int32_t number, LayerId layer) const {
    const CheckItem& item = (*this)[number];
    if (item.kind == ItemKind::Pad && !board().pads[static_cast<std::size_t>(item.index)].layers.contains(layer)) return false;
    return number < m_firstVia || number >= m_firstGraphic || !m_unflashed[static_cast<std::size_t>(number - m_firstVia)].contains(layer);
}

Shapes CheckItems::shapesOn(std::int32_t number, LayerId layer) const {
    if (!(*this)[number].layers.contains(layer)) return {};
    if (isFlashed(number, layer)) return fullShapesOn(number, layer);
    const Shape* hole = holeOf(number);
    return hole != nullptr ? Shapes(hole, 1) : Shapes();
}

bool CheckItems::isUniform(std::int32_t number) const {
    const CheckItem& item = (*this)[number];
    if (item.kind == ItemKind::Via)
        return m_viaLayerShapes[static_cast<std::size_t>(item.index)].empty() && m_unflashed[static_cast<std::size_t>(number - m_firstVia)].isEmpty();
    if (item.kind != ItemKind::Pad) return true;
    const Pad& pad = board().pads[static_cast<std::size_t>(item.index)];
    return pad.layerShapes.empty() && pad.layers == item.layers && m_unflashed[static_cast<std::size_t>(number - m_firstVia)].isEmpty();
}

namespace {

// As KiCad's connectivity has it: round things must overlap, a mere touch from outside joins nothing.
bool overlap(const Shape& a, const Shape& b) {
    const auto isRound = [](const Shape& shape) { return shape.kind() != Shape::Kind::Polygon && shape.radius() > Nanometres(); };
    if (!isRound(a) || !isRound(b)) return touches(a, b);
    return isCloserThan(a.grown(-a.radius()), b.grown(-b.radius()), a.radius() + b.radius());
}

} // namespace

bool CheckItems::mayDropRing(std::int32_t number, LayerId layer) const {
    const CheckItem& item = (*this)[number];
    const auto drops = [&](const auto& holder, LayerId top, LayerId bottom) {
        return holder.removeUnusedLayers && !(holder.keepEndLayers && (layer == top || layer == bottom));
    };
    if (item.kind == ItemKind::Via) return drops(*item.rule.via, item.rule.via->from, item.rule.via->to);
    return item.kind == ItemKind::Pad && item.rule.pad->isPlated() && drops(*item.rule.pad, board().layers.front(), board().layers.back());
}

// Copper that joins two items on some layer; where a ring may be left out only the hole counts.
bool CheckItems::areJoined(std::int32_t a, std::int32_t b) const {
    const LayerSet common = (*this)[a].layers & (*this)[b].layers;
    for (std::size_t i = 0; i < m_index.size(); ++i) {
        const LayerId layer(static_cast<std::int32_t>(i));
        if (!common.contains(layer)) continue;
        const auto copperOf = [&](std::int32_t number) { return mayDropRing(number, layer) ? Shapes(holeOf(number), 1) : fullShapesOn(number, layer); };
        for (const Shape& first : copperOf(a))
            for (const Shape& second : copperOf(b))
                if (overlap(first, second)) return true;
    }
    return false;
}

void CheckItems::findFlashed(const std::vector<FillIndex>& fills) {
    m_unflashed.assign(static_cast<std::size_t>(m_firstGraphic - m_firstVia), LayerSet());
    std::vector<std::int32_t> near;
    for (std::int32_t number = m_firstVia; number < m_firstGraphic; ++number) {
        const CheckItem& item = (*this)[number];
        LayerSet droppable;
        for (std::size_t i = 0; i < m_index.size(); ++i)
            if (const LayerId layer(static_cast<std::int32_t>(i));
                item.layers.contains(layer) && !fullShapesOn(number, layer).empty() && mayDropRing(number, layer))
                droppable.insert(layer);
        if (droppable.isEmpty()) continue;
        // An item joined anywhere keeps the ring on every layer that it lies on.
        LayerSet used;
        near.clear();
        for (std::size_t i = 0; i < m_index.size() && item.net != kNoNet; ++i) this->near(item.box, LayerId(static_cast<std::int32_t>(i)), Nanometres(), near);
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());
        for (const std::int32_t other : near)
            if (other != number && other < m_firstGraphic && (*this)[other].net == item.net &&
                !((*this)[other].layers & droppable & LayerSet(~used.bits())).isEmpty() && areJoined(number, other))
                used = used | (*this)[other].layers;
        for (const FillIndex& fill : fills)
            if (const LayerId layer = fill.fill().layer; droppable.contains(layer) && !used.contains(layer) && item.net != kNoNet &&
                                                         fill.zone().net == item.net && fill.touches(fullShapesOn(number, layer)))
                used.insert(layer);
        m_unflashed[static_cast<std::size_t>(number - m_firstVia)] = LayerSet(droppable.bits() & ~used.bits());
    }
}

const std::string& CheckItems::uuidOf(std::int32_t number) const {
    const CheckItem& item = (*this)[number];
    const auto index = static_cast<std::size_t>(item.index);
    switch (item.kind) {
    case ItemKind::Track: return m_copper.tracks[index].uuid;
    case ItemKind::Arc: return m_copper.arcs[index].uuid;
    case ItemKind::Via: return m_copper.vias[index].uuid;
    case ItemKind::Pad: return board().pads[index].uuid;
    default: return board().graphics[index].uuid;
    }
}

Point CheckItems::positionOf(std::int32_t number) const {
    const CheckItem& item = (*this)[number];
    const auto index = static_cast<std::size_t>(item.index);
    switch (item.kind) {
    case ItemKind::Track: return m_copper.tracks[index].start;
    case ItemKind::Arc: return m_copper.arcs[index].start;
    case ItemKind::Via: return m_copper.vias[index].position;
    case ItemKind::Pad: return board().pads[index].position;
    default: return anchorOf(board().graphics[index]);
    }
}

std::string CheckItems::describe(std::int32_t number) const {
    const CheckItem& item = (*this)[number];
    const auto index = static_cast<std::size_t>(item.index);
    switch (item.kind) {
    case ItemKind::Track: return textOf(board(), m_copper.tracks[index]);
    case ItemKind::Arc: return textOf(board(), m_copper.arcs[index]);
    case ItemKind::Via: return textOf(board(), m_copper.vias[index]);
    case ItemKind::Pad: return textOf(board(), board().pads[index]);
    default: return textOf(board(), board().graphics[index]);
    }
}

FootprintId CheckItems::footprintOf(std::int32_t number) const {
    const CheckItem& item = (*this)[number];
    if (item.kind == ItemKind::Pad) return board().pads[static_cast<std::size_t>(item.index)].footprint;
    if (item.kind == ItemKind::Graphic || item.kind == ItemKind::Text) return board().graphics[static_cast<std::size_t>(item.index)].footprint;
    return FootprintId::none();
}

} // namespace viaduct
