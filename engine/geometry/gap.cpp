// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "engine/geometry/core.h"
#include "engine/geometry/distance.h"

namespace viaduct {
namespace {

using core::RealGap;

// The nearest edges of two cores; a polygon's are looked at in runs, farthest away by box left out.
template <typename Visit> void forEachEdge(const Shape& shape, const Box& near, long double within, Visit visit) {
    if (shape.kind() != Shape::Kind::Polygon) {
        visit(shape.start(), shape.end());
        return;
    }
    const IndexedPolygon& polygon = shape.indexedPolygon();
    for (const IndexedPolygon::Run& run : polygon.runs) {
        if (within >= 0 && !exact::boxesWithin(run.box, near, static_cast<std::int64_t>(within) + 1)) continue;
        for (std::uint32_t i = run.begin; i < run.end; ++i) visit(polygon.points[i], polygon.points[i + 1]);
    }
}

void improve(RealGap& best, const RealGap& offered) noexcept {
    if (best.distance < 0 || offered.distance < best.distance) best = offered;
}

RealGap coreGap(const Shape& a, const Shape& b) {
    RealGap best;
    if (a.kind() == Shape::Kind::Arc && b.kind() == Shape::Kind::Arc)
        return core::arcToArc(CircularArc(a.start(), a.mid(), a.end()), CircularArc(b.start(), b.mid(), b.end()));
    if (a.kind() == Shape::Kind::Arc) {
        const CircularArc arc(a.start(), a.mid(), a.end());
        forEachEdge(b, arc.box(), -1, [&](Point c, Point d) { improve(best, core::arcToSegment(arc, c, d)); });
        return best;
    }
    if (b.kind() == Shape::Kind::Arc) return coreGap(b, a).swapped();
    forEachEdge(a, b.box(), -1, [&](Point p, Point q) {
        const Box box = exact::boxOfSegment(p, q);
        if (best.distance >= 0 && !exact::boxesWithin(box, b.box(), static_cast<std::int64_t>(best.distance) + 1)) return;
        forEachEdge(b, box, best.distance, [&](Point c, Point d) { improve(best, core::segmentToSegment(p, q, c, d)); });
    });
    return best;
}

// From a core point towards the other core's by the shape's own radius.
RealPoint surfacePoint(const RealPoint& from, const RealPoint& to, long double radius) noexcept {
    const long double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length <= radius || length == 0) return to;
    return {from.x + (to.x - from.x) * radius / length, from.y + (to.y - from.y) * radius / length};
}

// A point both have: where one polygon swallows the other there is no nearest edge that says so.
Point sharedPoint(const Shape& a, const Shape& b, const RealGap& gap) {
    if (contains(b, a.start())) return a.start();
    if (contains(a, b.start())) return b.start();
    return roundedPoint(surfacePoint(gap.onA, gap.onB, static_cast<long double>(a.radius().value())));
}

} // namespace

Gap gapBetween(const Shape& a, const Shape& b) {
    const RealGap gap = coreGap(a, b);
    if (touches(a, b)) {
        const Point shared = sharedPoint(a, b, gap);
        return {Nanometres(), shared, shared};
    }
    const auto radiusA = static_cast<long double>(a.radius().value()), radiusB = static_cast<long double>(b.radius().value());
    // Rounded down; the exact test settles what long double leaves open.
    Nanometres distance(static_cast<std::int64_t>(std::floor(std::max(0.0L, gap.distance - radiusA - radiusB))));
    if (isCloserThan(a, b, distance))
        distance -= Nanometres(1);
    else if (!isCloserThan(a, b, distance + Nanometres(1)))
        distance += Nanometres(1);
    return {distance, roundedPoint(surfacePoint(gap.onA, gap.onB, radiusA)), roundedPoint(surfacePoint(gap.onB, gap.onA, radiusB))};
}

Gap gapBetween(const ShapeList& a, const ShapeList& b) {
    Gap best{Nanometres(INT64_MAX / 4), {}, {}};
    for (const Shape& one : a)
        for (const Shape& other : b) {
            if (best.distance < Nanometres(INT64_MAX / 4) && !exact::boxesWithin(one.box(), other.box(), best.distance.value())) continue;
            const Gap gap = gapBetween(one, other);
            if (gap.distance < best.distance) best = gap;
        }
    return best;
}

} // namespace viaduct
