// SPDX-License-Identifier: GPL-3.0-or-later
// track_width, via_diameter, annular_width, drill_out_of_range and microvia_drill_out_of_range. No tolerance on any of them.
#include <algorithm>
#include <cmath>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {

namespace {

// Which limit a value misses; null when none.
struct Missed final {
    const char* word{nullptr}; // "min" or "max"
    Nanometres limit;
};
Missed missed(const RuleLimits& limits, Nanometres least, Nanometres greatest) {
    if (limits.min && least < *limits.min) return {"min", *limits.min};
    if (limits.max && greatest > *limits.max) return {"max", *limits.max};
    return {};
}

std::string words(const RuleLimits& limits, const Missed& miss, const char* what, Nanometres actual) {
    return "(" + limits.origin->name + " " + miss.word + " " + what + " " + lengthText(miss.limit) + "; actual " + lengthText(actual) + ")";
}

Nanometres distanceTo(Point point, Point a, Point b) { return gapBetween(Shape::disc(point, Nanometres()), Shape::capsule(a, b, Nanometres())).distance; }

// From the hole's edge to the border of a filled region; 0 when the hole's centre is outside.
Nanometres ringWithin(const PolygonList& copper, const Shape& hole) {
    const Point centre = hole.box().centre();
    if (std::none_of(copper.begin(), copper.end(), [&](const PolygonWithHoles& polygon) { return contains(polygon, centre); })) return {};
    const Shape core = hole.grown(-hole.radius());
    std::optional<Nanometres> least;
    for (const PolygonWithHoles& polygon : copper) {
        const auto measure = [&](const Ring& ring) {
            for (std::size_t i = 0; i < ring.size(); ++i) {
                const Nanometres distance = gapBetween(core, Shape::capsule(ring[i], ring[(i + 1) % ring.size()], Nanometres())).distance;
                if (!least || distance < *least) least = distance;
            }
        };
        measure(polygon.outer);
        for (const Ring& ring : polygon.holes) measure(ring);
    }
    return std::max(Nanometres(), least.value_or(Nanometres()) - hole.radius());
}

Nanometres ringOf(const ShapeList& copper, const Shape& hole) {
    if (copper.size() == 1) {
        const Shape& shape = copper.front();
        if (shape.kind() == Shape::Kind::Disc || shape.kind() == Shape::Kind::Capsule) {
            const Nanometres farthest = std::max(distanceTo(hole.start(), shape.start(), shape.end()), distanceTo(hole.end(), shape.start(), shape.end()));
            return std::max(Nanometres(), shape.radius() - farthest - hole.radius());
        }
        if (shape.kind() == Shape::Kind::Polygon && shape.polygon().holes.empty() && contains(shape.polygon(), hole.start()) &&
            contains(shape.polygon(), hole.end())) {
            const Nanometres toCore = ringWithin({shape.polygon()}, hole.grown(-hole.radius()));
            return std::max(Nanometres(), toCore + shape.radius() - hole.radius());
        }
    }
    Region region;
    for (const Shape& shape : copper) region.append(regionOf(toPolygon(shape, Nanometres(5000), false)));
    return ringWithin(polygonsOf(united(region)), hole);
}

// Pads of one number share their copper: the ring may lie in a neighbour.
Nanometres sharedRing(const Board& board, const Pad& pad, LayerId layer) {
    Region copper, holes;
    const auto add = [&](const Pad& part) {
        for (const Shape& shape : part.shapesOn(layer)) copper.append(regionOf(toPolygon(shape, Nanometres(5000), true)));
        if (part.hole && part.id != pad.id) holes.append(regionOf(toPolygon(*part.hole, Nanometres(5000), false)));
    };
    for (const PadId id : board.footprint(pad.footprint).pads)
        if (board.pad(id).number == pad.number) add(board.pad(id));
    Region joined = united(copper);
    if (!holes.isEmpty()) joined = subtracted(joined, united(holes));
    return ringWithin(polygonsOf(joined), *pad.hole);
}

void checkRings(CheckRun& run) {
    for (const std::int32_t item : run.judged) {
        const CheckItem& self = run.items[item];
        if (self.kind != ItemKind::Via && self.kind != ItemKind::Pad) continue;
        const RuleLimits limits = run.rules.annularWidth(self.rule);
        if (limits.origin == nullptr || (!limits.min && !limits.max)) continue;
        Nanometres least(INT64_MAX / 4), greatest, slack;
        const auto include = [&](Nanometres ring) { least = std::min(least, ring), greatest = std::max(greatest, ring); };
        if (self.kind == ItemKind::Via) {
            const Via& via = *self.rule.via;
            include((via.diameter - via.drill) / 2);
            for (const auto& [layer, diameter] : via.layerDiameters) include((diameter - via.drill) / 2);
        } else {
            const Pad& pad = *self.rule.pad;
            if (pad.kind != PadKind::ThroughHole || !pad.hole || pad.layers.isEmpty()) continue;
            const bool isShared = !pad.footprint.isNone() && !pad.number.empty() &&
                                  std::count_if(run.board.footprint(pad.footprint).pads.begin(), run.board.footprint(pad.footprint).pads.end(),
                                                [&](PadId id) { return run.board.pad(id).number == pad.number; }) > 1;
            const auto measure = [&](LayerId layer) {
                Nanometres ring = ringOf(pad.shapesOn(layer), *pad.hole);
                if (isShared && limits.min && ring < *limits.min) ring = std::max(ring, sharedRing(run.board, pad, layer));
                include(ring);
            };
            measure(pad.layers.first());
            for (const auto& [layer, shapes] : pad.layerShapes) measure(layer);
            slack = Nanometres(2); // turned corners are rounded to the nanometre
        }
        RuleLimits eased = limits;
        if (eased.min) *eased.min -= slack;
        Missed miss = missed(eased, least, greatest);
        if (miss.word == nullptr) continue;
        const bool isLeast = eased.min && least < *eased.min;
        miss.limit = isLeast ? *limits.min : miss.limit;
        const Nanometres actual = isLeast ? least : greatest;
        run.report("annular_width", {run.items.asViolationItem(item)},
                   {self.layers.first(), run.items.positionOf(item), limits.origin, miss.limit, actual, words(limits, miss, "annular width", actual)});
    }
}

void checkHoleSizes(CheckRun& run) {
    for (const std::int32_t item : run.judged) {
        const CheckItem& self = run.items[item];
        if (self.kind != ItemKind::Via && self.kind != ItemKind::Pad) continue;
        const Shape* hole = run.items.holeOf(item);
        if (hole == nullptr || (self.kind == ItemKind::Via && hole->radius() == Nanometres())) continue;
        const RuleLimits limits = run.rules.holeSize(self.rule);
        if (limits.origin == nullptr) continue;
        // The length of a slot: its straight part and a radius at each end.
        const Nanometres minor = self.kind == ItemKind::Via ? self.rule.via->drill : 2 * hole->radius();
        const Nanometres major = minor + gapBetween(Shape::disc(hole->start(), Nanometres()), Shape::disc(hole->end(), Nanometres())).distance;
        const Missed miss = missed(limits, minor, major);
        if (miss.word == nullptr) continue;
        const bool isMicro = self.rule.via != nullptr && self.rule.via->kind == ViaKind::Micro;
        const Nanometres actual = limits.min && minor < *limits.min ? minor : major;
        run.report(isMicro ? "microvia_drill_out_of_range" : "drill_out_of_range", {run.items.asViolationItem(item)},
                   {LayerId::none(), run.items.positionOf(item), limits.origin, miss.limit, actual, words(limits, miss, "hole", actual)});
    }
}

} // namespace

void checkSizes(CheckRun& run) {
    for (const std::int32_t item : run.judged) {
        const CheckItem& self = run.items[item];
        if (!self.isTrack()) continue;
        const bool isVia = self.kind == ItemKind::Via;
        const LayerId layer = self.layers.first();
        const RuleLimits limits = isVia ? run.rules.viaDiameter(self.rule) : run.rules.trackWidth(self.rule, layer);
        const Missed miss = missed(limits, self.rule.width, self.rule.width);
        if (miss.word == nullptr || limits.origin == nullptr) continue;
        Point place = run.items.positionOf(item);
        if (self.rule.track != nullptr)
            place = {(self.rule.track->start.x + self.rule.track->end.x) / 2, (self.rule.track->start.y + self.rule.track->end.y) / 2};
        run.report(isVia ? "via_diameter" : "track_width", {run.items.asViolationItem(item)},
                   {layer, place, limits.origin, miss.limit, self.rule.width, words(limits, miss, isVia ? "diameter" : "width", self.rule.width)});
    }
    checkRings(run);
    checkHoleSizes(run);
}

} // namespace viaduct
