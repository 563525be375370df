// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include "engine/geometry/distance.h"
#include "engine/geometry/polygonops.h"
#include "engine/rules/rulevalue.h"

namespace viaduct {

namespace {

// KiCad shrinks areas by this before it asks whether an item lies in them: touching is not inside.
constexpr Nanometres kAreaTolerance(500);

// The item's copper on a layer; false when its place is not known.
bool shapesOf(const RuleItem& item, LayerId layer, ShapeList& shapes) {
    if (item.track != nullptr)
        shapes.push_back(item.track->shape());
    else if (item.arc != nullptr)
        shapes.push_back(item.arc->shape());
    else if (item.via != nullptr && item.kind == ItemKind::Hole)
        shapes.push_back(item.via->hole());
    else if (item.via != nullptr)
        shapes.push_back(item.via->shapeOn(layer.isNone() ? item.via->from : layer));
    else if (item.pad != nullptr && item.kind == ItemKind::Hole && item.pad->hole)
        shapes.push_back(*item.pad->hole);
    else if (item.pad != nullptr) {
        shapes = item.pad->shapesOn(layer.isNone() ? item.pad->layers.first() : layer);
        if (item.pad->hole) shapes.push_back(*item.pad->hole);
    } else if (item.graphic != nullptr)
        shapes = item.graphic->shapes;
    else if (item.zone != nullptr)
        for (const PolygonWithHoles& area : item.zone->outline) shapes.push_back(Shape::polygon(area));
    else
        return false;
    return true;
}

ShapeList toShape(const Region& region) {
    ShapeList shapes;
    for (PolygonWithHoles& polygon : polygonsOf(region)) shapes.push_back(Shape::polygon(std::move(polygon)));
    return shapes;
}

bool reachesInto(const ShapeList& shapes, const Shape& area) {
    return std::any_of(shapes.begin(), shapes.end(), [&](const Shape& shape) {
        if (!touches(shape, area)) return false;
        if (shape.radius() > kAreaTolerance) return touches(shape.grown(-kAreaTolerance), area);
        return touches(ShapeList{shape}, toShape(offset(regionOf(area.polygon()), -kAreaTolerance, Nanometres(1000), Joins::Miter)));
    });
}

bool isEnclosed(const ShapeList& shapes, const PolygonWithHoles& outline) {
    const Region area = regionOf(outline);
    return std::all_of(shapes.begin(), shapes.end(),
                       [&](const Shape& shape) { return subtracted(regionOf(toPolygon(shape, Nanometres(5000), true)), area).isEmpty(); });
}

} // namespace

Truth inAnyArea(const RuleItem& item, const BoundExpression::Binding& binding, const EvaluationContext& context, bool isWhole) {
    if ((context.known == Known::NetAndKind)) return Truth::Unknown;
    bool isUnknown = false;
    for (const ZoneId id : binding.zones) {
        const Zone& area = context.board.zone(id);
        if (item.zone == &area) continue;
        LayerSet layers = area.layers & item.layers;
        if (layers.isEmpty()) continue;
        if (!isWhole && !context.layer.isNone()) layers = layers & LayerSet::of(context.layer);
        if (layers.isEmpty()) continue;
        if (item.box.isEmpty()) {
            isUnknown = true;
            continue;
        }
        for (const PolygonWithHoles& outline : area.outline) {
            const Shape shape = Shape::polygon(outline);
            if (!shape.box().intersects(item.box)) continue;
            ShapeList shapes;
            if (!shapesOf(item, layers.first(), shapes)) {
                isUnknown = true;
            } else if (isWhole ? isEnclosed(shapes, outline) : reachesInto(shapes, shape)) {
                return Truth::Yes;
            }
        }
    }
    return isUnknown ? Truth::Unknown : Truth::No;
}

Truth inCourtyard(const RuleItem& item, const BoundExpression::Binding& binding, const EvaluationContext& context, bool front, bool back) {
    if (binding.footprints.empty()) return Truth::No;
    if ((context.known == Known::NetAndKind) || item.box.isEmpty()) return Truth::Unknown;
    ShapeList shapes;
    for (const FootprintId id : binding.footprints) {
        const Footprint& footprint = context.board.footprint(id);
        for (const auto* courtyard : {front ? &footprint.frontCourtyard : nullptr, back ? &footprint.backCourtyard : nullptr}) {
            if (courtyard == nullptr) continue;
            for (const PolygonWithHoles& outline : *courtyard) {
                const Shape shape = Shape::polygon(outline);
                if (!shape.box().intersects(item.box)) continue;
                if (shapes.empty() && !shapesOf(item, context.layer, shapes)) return Truth::Unknown;
                if (viaduct::touches(shapes, ShapeList{shape})) return Truth::Yes;
            }
        }
    }
    return Truth::No;
}

} // namespace viaduct
