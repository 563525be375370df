// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/geometry/distance.h"

#include "engine/geometry/core.h"

namespace viaduct {
namespace {

bool areCoresWithin(const Shape& a, const Shape& b, const Reach& reach) {
    using Kind = Shape::Kind;
    if (a.kind() == Kind::Arc) return core::arcWithin(a, b, reach);
    if (b.kind() == Kind::Arc) return core::arcWithin(b, a, reach);
    if (a.kind() == Kind::Polygon) return core::polygonWithin(a.indexedPolygon(), b, reach);
    if (b.kind() == Kind::Polygon) return core::polygonWithin(b.indexedPolygon(), a, reach);
    return exact::segmentsWithin(a.start(), a.end(), b.start(), b.end(), reach);
}

bool areWithin(const Shape& a, const Shape& b, std::int64_t distance, bool isInclusive) {
    if (!exact::boxesWithin(a.box(), b.box(), distance)) return false;
    return areCoresWithin(a, b, {a.radius().value() + b.radius().value() + distance, isInclusive});
}

template <typename Test> bool anyPair(const ShapeList& a, const ShapeList& b, Test test) {
    for (const Shape& one : a)
        for (const Shape& other : b)
            if (test(one, other)) return true;
    return false;
}

} // namespace

bool isCloserThan(const Shape& a, const Shape& b, Nanometres distance) { return distance > Nanometres() && areWithin(a, b, distance.value(), false); }
bool isCloserThan(const ShapeList& a, const ShapeList& b, Nanometres distance) {
    return anyPair(a, b, [&](const Shape& one, const Shape& other) { return isCloserThan(one, other, distance); });
}

bool touches(const Shape& a, const Shape& b) { return areWithin(a, b, 0, true); }
bool touches(const ShapeList& a, const ShapeList& b) {
    return anyPair(a, b, [](const Shape& one, const Shape& other) { return touches(one, other); });
}

bool overlaps(const Shape& a, const Shape& b) {
    const bool isRound = a.radius() > Nanometres() || b.radius() > Nanometres();
    return areWithin(a, b, 0, !isRound);
}
bool overlaps(const ShapeList& a, const ShapeList& b) {
    return anyPair(a, b, [](const Shape& one, const Shape& other) { return overlaps(one, other); });
}

bool contains(const Shape& shape, Point point) { return shape.box().contains(point) && touches(shape, Shape::disc(point, Nanometres())); }

bool segmentsCloserThan(Point a, Point b, Point c, Point d, Nanometres distance) noexcept {
    return distance > Nanometres() && exact::segmentsWithin(a, b, c, d, {distance.value(), false});
}
bool segmentsIntersect(Point a, Point b, Point c, Point d) noexcept { return exact::segmentsWithin(a, b, c, d, {0, true}); }
bool pointCloserThan(Point p, Point a, Point b, Nanometres distance) noexcept {
    return distance > Nanometres() && exact::segmentsWithin(p, p, a, b, {distance.value(), false});
}

} // namespace viaduct
