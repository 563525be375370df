// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/checkitems.h"

#include <algorithm>
#include <utility>

#include "engine/check/fillindex.h"
#include "engine/check/itemtext.h"
#include "engine/geometry/distance.h"

namespace viaduct {

CheckItems::CheckItems(const RuleResolver& rules, const Copper& copper, const std::vector<FillIndex>& fills) : m_rules(rules) {
    const Board& board = rules.board();
    m_index.resize(board.layers.count());
    m_items.reserve(copper.size() + board.pads.size());
    for (const Track& track : copper.tracks) insertPiece(RuleItem::of(track), LayerSet::of(track.layer), {track.shape(), {}, {}});
    for (const TrackArc& arc : copper.arcs) insertPiece(RuleItem::of(arc), LayerSet::of(arc.layer), {arc.shape(), {}, {}});
    for (const Via& via : copper.vias) insertVia(via);
    m_firstPad = count();
    for (const Pad& pad : board.pads)
        insert({ItemKind::Pad, pad.id.value(), RuleItem::of(board, pad), pad.net, true, pad.hole ? board.layers.all() : pad.layers, pad.box()});
    m_firstGraphic = count();
    for (std::size_t i = 0; i < board.graphics.size(); ++i) {
        const Graphic& graphic = board.graphics[i];
        if (graphic.copperLayer().isNone() || graphic.shapes.empty()) continue;
        const ItemKind kind = graphic.kind == Graphic::Kind::Text ? ItemKind::Text : ItemKind::Graphic;
        insert({kind, static_cast<std::int32_t>(i), RuleItem::of(graphic), graphic.net, kind == ItemKind::Graphic, LayerSet::of(graphic.copperLayer()),
                boxOf(graphic.shapes)});
    }
    for (std::int32_t item = 0; item < m_firstGraphic; ++item)
        if (mayDropRings(item)) decideRings(item, fills);
}

std::int32_t CheckItems::insert(CheckItem item) {
    const std::int32_t number = count();
    for (std::size_t i = 0; i < m_index.size(); ++i)
        if (item.layers.contains(LayerId(static_cast<std::int32_t>(i)))) m_index[i].insert(number, item.box);
    m_items.push_back(std::move(item));
    m_unflashed.emplace_back();
    if (isDrilled(number)) m_drilled.insert(number, holeOf(number)->box());
    return number;
}

std::int32_t CheckItems::insertPiece(const RuleItem& rule, LayerSet layers, Piece piece) {
    Box box = piece.shape.box();
    for (const auto& [layer, shape] : piece.layerShapes) box.include(shape.box());
    m_pieces.push_back(std::move(piece));
    return insert({rule.kind, static_cast<std::int32_t>(m_pieces.size()) - 1, rule, rule.net, true, layers, box});
}

std::int32_t CheckItems::insertVia(const Via& via) {
    Piece piece{Shape::disc(via.position, via.diameter / 2), via.hole(), {}};
    for (const auto& [layer, diameter] : via.layerDiameters) piece.layerShapes.emplace_back(layer, Shape::disc(via.position, diameter / 2));
    return insertPiece(RuleItem::of(via), via.layers(), std::move(piece));
}

std::int32_t CheckItems::add(const Track& track) {
    const Track& kept = m_addedTracks.emplace_back(track);
    return insertPiece(RuleItem::of(kept), LayerSet::of(kept.layer), {kept.shape(), {}, {}});
}
std::int32_t CheckItems::add(const TrackArc& arc) {
    const TrackArc& kept = m_addedArcs.emplace_back(arc);
    return insertPiece(RuleItem::of(kept), LayerSet::of(kept.layer), {kept.shape(), {}, {}});
}
std::int32_t CheckItems::add(const Via& via) { return insertVia(m_addedVias.emplace_back(via)); }

void CheckItems::remove(std::int32_t number) {
    CheckItem& item = m_items[static_cast<std::size_t>(number)];
    for (std::size_t i = 0; i < m_index.size(); ++i)
        if (item.layers.contains(LayerId(static_cast<std::int32_t>(i)))) m_index[i].remove(number, item.box);
    if (isDrilled(number)) m_drilled.remove(number, holeOf(number)->box());
    item.isGone = true;
}

bool CheckItems::comesBefore(std::int32_t a, std::int32_t b) const {
    const auto rank = [](ItemKind kind) {
        return kind == ItemKind::Track ? 0 : kind == ItemKind::Arc ? 1 : kind == ItemKind::Via ? 2 : kind == ItemKind::Pad ? 3 : 4;
    };
    const int first = rank((*this)[a].kind), second = rank((*this)[b].kind);
    return first != second ? first < second : a < b;
}

bool CheckItems::isDrilled(std::int32_t number) const {
    const CheckItem& item = (*this)[number];
    if (item.kind == ItemKind::Via) return true;
    const Shape* hole = holeOf(number);
    return hole != nullptr && hole->kind() == Shape::Kind::Disc;
}

void CheckItems::near(const Box& area, LayerId layer, Nanometres margin, std::vector<std::int32_t>& found) const {
    if (!layer.isNone() && layer.index() < m_index.size()) m_index[layer.index()].query(area.inflated(margin), found);
}

const Shape* CheckItems::holeOf(std::int32_t number) const {
    const CheckItem& item = (*this)[number];
    if (item.kind == ItemKind::Via) return &*pieceOf(item).hole;
    if (item.kind != ItemKind::Pad) return nullptr;
    const auto& hole = item.rule.pad->hole;
    return hole ? &*hole : nullptr;
}

Shapes CheckItems::fullShapesOn(std::int32_t number, LayerId layer) const {
    const CheckItem& item = (*this)[number];
    switch (item.kind) {
    case ItemKind::Via:
        for (const auto& [on, shape] : pieceOf(item).layerShapes)
            if (on == layer) return {&shape, 1};
        [[fallthrough]];
    case ItemKind::Track:
    case ItemKind::Arc: return {&pieceOf(item).shape, 1};
    case ItemKind::Pad: return item.rule.pad->layers.contains(layer) ? Shapes(item.rule.pad->shapesOn(layer)) : Shapes();
    default: return item.rule.graphic->shapes;
    }
}

bool CheckItems::isFlashed(std::int32_t number, LayerId layer) const {
    const CheckItem& item = (*this)[number];
    if (item.kind == ItemKind::Pad && !item.rule.pad->layers.contains(layer)) return false;
    return !m_unflashed[static_cast<std::size_t>(number)].contains(layer);
}

Shapes CheckItems::shapesOn(std::int32_t number, LayerId layer) const {
    if (!(*this)[number].layers.contains(layer)) return {};
    if (isFlashed(number, layer)) return fullShapesOn(number, layer);
    const Shape* hole = holeOf(number);
    return hole != nullptr ? Shapes(hole, 1) : Shapes();
}

bool CheckItems::isUniform(std::int32_t number) const {
    const CheckItem& item = (*this)[number];
    if (!m_unflashed[static_cast<std::size_t>(number)].isEmpty()) return false;
    if (item.kind == ItemKind::Via) return pieceOf(item).layerShapes.empty();
    return item.kind != ItemKind::Pad || (item.rule.pad->layerShapes.empty() && item.rule.pad->layers == item.layers);
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

bool CheckItems::decideRings(std::int32_t number, const std::vector<FillIndex>& fills) {
    const CheckItem& item = (*this)[number];
    LayerSet droppable, used;
    for (std::size_t i = 0; i < m_index.size(); ++i)
        if (const LayerId layer(static_cast<std::int32_t>(i));
            item.layers.contains(layer) && !fullShapesOn(number, layer).empty() && mayDropRing(number, layer))
            droppable.insert(layer);
    if (droppable.isEmpty()) return false;
    // An item joined anywhere keeps the ring on every layer that it lies on.
    std::vector<std::int32_t> near;
    for (std::size_t i = 0; i < m_index.size() && item.net != kNoNet; ++i) this->near(item.box, LayerId(static_cast<std::int32_t>(i)), Nanometres(), near);
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (const std::int32_t other : near) {
        const CheckItem& against = (*this)[other];
        if (other != number && against.kind != ItemKind::Graphic && against.kind != ItemKind::Text && against.net == item.net &&
            !(against.layers & droppable & LayerSet(~used.bits())).isEmpty() && areJoined(number, other))
            used = used | against.layers;
    }
    for (const FillIndex& fill : fills)
        if (const LayerId layer = fill.fill().layer; droppable.contains(layer) && !used.contains(layer) && item.net != kNoNet && fill.zone().net == item.net &&
                                                     fill.touches(fullShapesOn(number, layer)))
            used.insert(layer);
    const LayerSet before = std::exchange(m_unflashed[static_cast<std::size_t>(number)], LayerSet(droppable.bits() & ~used.bits()));
    return !(before == m_unflashed[static_cast<std::size_t>(number)]);
}

const std::string& CheckItems::uuidOf(std::int32_t number) const {
    const RuleItem& item = (*this)[number].rule;
    switch (item.kind) {
    case ItemKind::Track: return item.track->uuid;
    case ItemKind::Arc: return item.arc->uuid;
    case ItemKind::Via: return item.via->uuid;
    case ItemKind::Pad: return item.pad->uuid;
    default: return item.graphic->uuid;
    }
}

Point CheckItems::positionOf(std::int32_t number) const {
    const RuleItem& item = (*this)[number].rule;
    switch (item.kind) {
    case ItemKind::Track: return item.track->start;
    case ItemKind::Arc: return item.arc->start;
    case ItemKind::Via: return item.via->position;
    case ItemKind::Pad: return item.pad->position;
    default: return anchorOf(*item.graphic);
    }
}

std::string CheckItems::describe(std::int32_t number) const {
    const RuleItem& item = (*this)[number].rule;
    switch (item.kind) {
    case ItemKind::Track: return textOf(board(), *item.track);
    case ItemKind::Arc: return textOf(board(), *item.arc);
    case ItemKind::Via: return textOf(board(), *item.via);
    case ItemKind::Pad: return textOf(board(), *item.pad);
    default: return textOf(board(), *item.graphic);
    }
}

FootprintId CheckItems::footprintOf(std::int32_t number) const {
    const RuleItem& item = (*this)[number].rule;
    if (item.kind == ItemKind::Pad) return item.pad->footprint;
    if (item.kind == ItemKind::Graphic || item.kind == ItemKind::Text) return item.graphic->footprint;
    return FootprintId::none();
}

} // namespace viaduct
