// SPDX-License-Identifier: GPL-3.0-or-later
// copper_edge_clearance against Edge.Cuts (line width taken as 0), Margin lines (with their width) and milled holes without plating; and
// our own viaduct_outside_outline: KiCad says nothing about copper beyond the board.
#include <algorithm>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"

namespace viaduct {

namespace {

struct Edge final {
    const Graphic* graphic{nullptr};
    std::int32_t pad{-1}; // a milled hole
    Shape shape;
};

std::vector<Edge> edgesOf(const CheckRun& run) {
    std::vector<Edge> edges;
    for (const Graphic& graphic : run.board.graphics) {
        const bool isEdge = graphic.isOn(TechLayer::EdgeCuts), isMargin = graphic.isOn(TechLayer::Margin);
        if ((!isEdge && !isMargin) || graphic.kind == Graphic::Kind::Text) continue;
        for (const Shape& shape : graphic.shapes) edges.push_back({&graphic, -1, isEdge ? shape.grown(-shape.radius()) : shape});
    }
    for (std::int32_t item = run.items.firstPad(); item < run.items.firstGraphic(); ++item) {
        const Pad& pad = *run.items[item].rule.pad;
        if (pad.kind == PadKind::NonPlatedHole && pad.hole && pad.hole->kind() != Shape::Kind::Disc) edges.push_back({nullptr, item, *pad.hole});
    }
    return edges;
}

} // namespace

struct EdgeTable final {
    explicit EdgeTable(const CheckRun& run) : edges(edgesOf(run)) {
        for (std::size_t i = 0; i < edges.size(); ++i) index.insert(static_cast<std::int32_t>(i), edges[i].shape.box());
        for (const Pad& pad : run.board.pads)
            if (pad.isCastellated && pad.hole) castellated.push_back(*pad.hole);
        if (run.outline.isClosed)
            for (const PolygonWithHoles& area : run.outline.areas) areas.push_back(Shape::polygon(area));
    }

    std::vector<Edge> edges;
    SpatialIndex index;
    std::vector<Shape> castellated;
    ShapeList areas; // of the board; empty when its outline is not closed
};

namespace {

class EdgeClearance final {
public:
    explicit EdgeClearance(CheckRun& run) : m_run(run), m_items(run.items), m_table(*run.edges) {}

    void run() {
        for (const std::int32_t item : m_run.judged) {
            if (m_run.isStopped()) return;
            const CheckItem& self = m_items[item];
            if (self.kind == ItemKind::Pad &&
                (self.rule.pad->kind == PadKind::EdgeConnector || self.rule.pad->isCastellated || self.rule.pad->layers.isEmpty()))
                continue;
            const RuleValue rule = m_run.rules.edgeClearance(self.rule);
            if (rule.isTested) testItem(item, rule);
        }
    }

private:
    void testItem(std::int32_t item, const RuleValue& rule) {
        const CheckItem& self = m_items[item];
        const Nanometres limit = std::max(Nanometres(), rule.sure - kClearanceTolerance);
        m_near.clear();
        m_table.index.query(self.box.inflated(limit), m_near);
        if (m_near.empty()) return;
        std::vector<LayerId> layers{self.layers.first()};
        if (!m_items.isUniform(item))
            for (std::size_t i = 1; i < m_run.board.layers.count(); ++i)
                if (const LayerId layer(static_cast<std::int32_t>(i)); self.layers.contains(layer) && layer != layers.front()) layers.push_back(layer);
        const bool isTrack = self.kind == ItemKind::Track || self.kind == ItemKind::Arc;
        std::optional<Hit> nearest; // one edge is enough for what is no track
        std::vector<const Graphic*> reported;
        for (const std::int32_t number : m_near) {
            const Edge& edge = m_table.edges[static_cast<std::size_t>(number)];
            if (edge.pad == item || (edge.graphic != nullptr && std::find(reported.begin(), reported.end(), edge.graphic) != reported.end())) continue;
            for (const LayerId layer : layers) {
                const Shapes shapes = m_items.shapesOn(item, layer), line(&edge.shape, 1);
                if (shapes.empty() || !(limit > Nanometres() ? areCloserThan(shapes, line, limit) : areTouching(shapes, line))) continue;
                const Gap gap = gapOf(shapes, line);
                if (isTrack && std::any_of(m_table.castellated.begin(), m_table.castellated.end(), [&](const Shape& hole) { return contains(hole, gap.onB); }))
                    break;
                if (!isTrack) {
                    if (!nearest || gap.distance < nearest->gap.distance) nearest = Hit{&edge, layer, gap};
                    continue;
                }
                report(item, {&edge, layer, gap}, rule);
                reported.push_back(edge.graphic);
                break;
            }
        }
        if (nearest) report(item, *nearest, rule);
    }

    struct Hit {
        const Edge* edge;
        LayerId layer;
        Gap gap;
    };
    void report(std::int32_t item, const Hit& hit, const RuleValue& rule) {
        std::string text; // of a mere touch at clearance 0 there is nothing to say
        if (rule.sure > Nanometres()) text = "(" + rule.origin->name + " clearance " + lengthText(rule.sure) + "; actual " + lengthText(hit.gap.distance) + ")";
        std::vector<ViolationItem> involved{m_items.asViolationItem(item)};
        const Graphic* graphic = hit.edge->graphic;
        involved.push_back(graphic != nullptr ? ViolationItem{graphic->uuid, textOf(m_run.board, *graphic), anchorOf(*graphic)}
                                              : m_items.asViolationItem(hit.edge->pad));
        m_run.report("copper_edge_clearance", std::move(involved), {hit.layer, hit.gap.onA, rule.origin, rule.sure, hit.gap.distance, text});
    }

    CheckRun& m_run;
    const CheckItems& m_items;
    const EdgeTable& m_table;
    std::vector<std::int32_t> m_near;
};

void checkOutside(CheckRun& run) {
    const ShapeList& areas = run.edges->areas;
    if (areas.empty()) return;
    for (const std::int32_t item : run.judged) {
        const CheckItem& self = run.items[item];
        if (!self.isTrack()) continue;
        std::vector<Point> points{run.items.positionOf(item)};
        if (self.rule.track != nullptr) points.push_back(self.rule.track->end);
        if (self.rule.arc != nullptr) points.push_back(self.rule.arc->end);
        const auto outside = std::find_if(points.begin(), points.end(), [&](Point point) {
            return std::none_of(areas.begin(), areas.end(), [&](const Shape& area) { return contains(area, point); });
        });
        if (outside != points.end())
            run.report("viaduct_outside_outline", {run.items.asViolationItem(item)}, {self.layers.first(), *outside, nullptr, {}, {}, ""});
    }
}

} // namespace

void checkEdgeClearance(CheckRun& run) {
    if (!run.edges) run.edges = std::make_shared<EdgeTable>(run);
    EdgeClearance(run).run();
    checkOutside(run);
}

} // namespace viaduct
