// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/fill/clearances.h"
#include "engine/fill/zoneorder.h"
#include "engine/geometry/distance.h"

namespace viaduct {
namespace {

class CopperCollector final {
public:
    CopperCollector(const FillContext& context, const Zone& zone, LayerId layer, const std::vector<ZoneFill>& filled, Obstacles& obstacles)
        : m_context(context), m_board(context.board()), m_zone(zone), m_layer(layer), m_filled(filled), m_clearances(context, zone, layer),
          m_obstacles(obstacles) {
        for (const PolygonWithHoles& polygon : zone.outline)
            for (const Point p : polygon.outer) m_area.include(p);
        m_area = m_area.inflated(context.reach());
        m_isPlain = context.rules().rules().custom == nullptr;
        m_trackGaps.resize(m_isPlain ? static_cast<std::size_t>(context.rules().profileCount()) : 0);
    }

    void collect() {
        for (const Track& track : m_context.copper().tracks)
            if (track.layer == m_layer) addTrack(track);
        for (const TrackArc& arc : m_context.copper().arcs)
            if (arc.layer == m_layer) addTrack(arc);
        for (std::size_t i = 0; i < m_context.copper().vias.size(); ++i) addVia(i);
        for (const Graphic& graphic : m_board.graphics)
            if (graphic.copperLayer() == m_layer) addGraphic(graphic);
        addEdges();
        for (const Zone& other : m_board.zones) addZone(other);
    }

private:
    [[nodiscard]] bool isOwn(NetId net) const { return net == m_zone.net && (m_zone.isTeardrop || net != kNoNet); }

    // All tracks of one rule profile keep the same distance where no rule asks for more than nets and classes.
    template <typename Item> std::optional<Nanometres> trackGap(const Item& item) {
        const auto ask = [&] {
            const RuleItem rule = RuleItem::of(item);
            const std::optional<Nanometres> physical = m_clearances.physical(rule);
            return isOwn(item.net) ? physical : greater(physical, m_clearances.electrical(rule, item.net));
        };
        if (!m_isPlain || item.net == m_zone.net) return ask();
        auto& known = m_trackGaps[static_cast<std::size_t>(m_context.rules().profileOf(item.net))];
        if (!known) known = ask();
        return *known;
    }

    template <typename Item> void addTrack(const Item& item) {
        const Shape shape = item.shape();
        if (!shape.box().intersects(m_area)) return;
        if (const std::optional<Nanometres> gap = trackGap(item)) m_obstacles.add(shape.grown(*gap + kFillMargin));
    }

    void addVia(std::size_t index) {
        const Via& via = m_context.copper().vias[index];
        if (!via.layers().contains(m_layer)) return;
        const Shape shape = via.shapeOn(m_layer);
        if (!shape.box().intersects(m_area)) return;
        const bool isOwnNet = isOwn(via.net) && m_context.flashing().mayViaConnect(index, m_layer);
        const RuleItem item = RuleItem::of(via);
        std::optional<Nanometres> gap = m_clearances.physical(item);
        if (!isOwnNet) gap = greater(gap, m_clearances.electrical(item, via.net));
        if (m_context.flashing().isViaFlashed(index, m_layer) && gap && *gap > Nanometres()) m_obstacles.add(shape.grown(*gap + kFillMargin));
        gap = greater(gap, m_clearances.physicalHole(item));
        if (!isOwnNet) gap = greater(gap, m_clearances.hole(item));
        if (gap) m_obstacles.add(via.hole().grown(*gap + kFillMargin));
    }

    // A drawing that carries out a net tie to the zone's net.
    [[nodiscard]] bool isTied(const Graphic& graphic) const {
        if (graphic.footprint.isNone()) return false;
        const Footprint& footprint = m_board.footprint(graphic.footprint);
        if (footprint.netTieGroups.empty()) return false;
        const auto touchesGraphic = [&](const std::string& number) {
            return std::any_of(footprint.pads.begin(), footprint.pads.end(), [&](PadId id) {
                const Pad& pad = m_board.pad(id);
                return pad.number == number && pad.layers.contains(m_layer) && overlaps(pad.shapesOn(m_layer), graphic.shapes);
            });
        };
        for (const PadId id : footprint.pads) {
            const Pad& pad = m_board.pad(id);
            if (!isOwn(pad.net)) continue;
            if (touchesGraphic(pad.number)) return true;
            for (const std::vector<std::string>& group : footprint.netTieGroups)
                if (std::find(group.begin(), group.end(), pad.number) != group.end() && std::any_of(group.begin(), group.end(), touchesGraphic)) return true;
        }
        return false;
    }

    void addGraphic(const Graphic& graphic) {
        const Box box = boxOf(graphic.shapes);
        if (!box.intersects(m_area) || isTied(graphic)) return;
        const RuleItem item = RuleItem::of(graphic);
        std::optional<Nanometres> gap = m_clearances.physical(item);
        if (graphic.kind == Graphic::Kind::Text || !isOwn(graphic.net)) gap = greater(gap, m_clearances.electrical(item, graphic.net));
        if (!gap) return;
        if (graphic.kind == Graphic::Kind::Text) { // KiCad cuts out the text's box
            const Box hull = box.inflated(*gap + kFillMargin + m_context.maxError());
            m_obstacles.add(Shape::polygon({hull.min, {hull.max.x, hull.min.y}, hull.max, {hull.min.x, hull.max.y}}));
        } else {
            m_obstacles.add(graphic.shapes, *gap + kFillMargin);
        }
    }

    void addEdges() {
        const std::optional<Nanometres> gap = m_clearances.edge();
        if (!gap) return;
        for (const ShapeList* list : {&m_context.outline().edges, &m_context.outline().margins})
            for (const Shape& shape : *list)
                if (shape.box().intersects(m_area)) m_obstacles.add(shape.grown(*gap + kFillMargin));
    }

    void addZone(const Zone& other) {
        if (other.id == m_zone.id || !other.layers.contains(m_layer) || other.outline.empty()) return;
        if (other.isRuleArea()) {
            if (!other.keepOut->copperPour || m_zone.isTeardrop) return;
            for (const PolygonWithHoles& polygon : other.outline) m_obstacles.add(Shape::polygon(polygon));
            return;
        }
        if (other.net == m_zone.net || !hasHigherPriority(other, m_zone)) return;
        const RuleItem item = RuleItem::of(other);
        const std::optional<Nanometres> electrical = m_clearances.electrical(item, other.net);
        if (!electrical) return;
        const Nanometres gap = std::max(*electrical, m_clearances.physical(item).value_or(Nanometres()));
        for (const ZoneFill& fill : m_filled) {
            if (fill.zone != other.id || fill.layer != m_layer) continue;
            // KiCad adds its arc error here besides the margin.
            for (const PolygonWithHoles& island : fill.islands) m_obstacles.add(Shape::polygon(island, gap + kFillMargin + m_context.maxError()));
        }
    }

    const FillContext& m_context;
    const Board& m_board;
    const Zone& m_zone;
    LayerId m_layer;
    const std::vector<ZoneFill>& m_filled;
    Clearances m_clearances;
    Obstacles& m_obstacles;
    Box m_area;
    bool m_isPlain{true};
    std::vector<std::optional<std::optional<Nanometres>>> m_trackGaps; // by rule profile
};

} // namespace

void addCopperObstacles(const FillContext& context, const Zone& zone, LayerId layer, const std::vector<ZoneFill>& filled, Obstacles& obstacles) {
    CopperCollector(context, zone, layer, filled, obstacles).collect();
}

} // namespace viaduct
