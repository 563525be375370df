// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/geometry/shape.h"

namespace viaduct {

// The exact kernel. Discs, capsules and polygons are decided in integers (__int128), without rounding; arcs in long double with the
// result decided to within 1 nm on the side of "closer". Overlapping shapes have distance 0.

// dist(a, b) < distance, strictly. With distance 0 nothing is closer; use `touches` for contact.
[[nodiscard]] bool isCloserThan(const Shape& a, const Shape& b, Nanometres distance);
[[nodiscard]] bool isCloserThan(const ShapeList& a, const ShapeList& b, Nanometres distance);
[[nodiscard]] bool touches(const Shape& a, const Shape& b); // dist == 0, tangent included
[[nodiscard]] bool touches(const ShapeList& a, const ShapeList& b);
// What KiCad calls a collision: as `touches`, but a round side that only grazes the other shape does not count.
[[nodiscard]] bool overlaps(const Shape& a, const Shape& b);
[[nodiscard]] bool overlaps(const ShapeList& a, const ShapeList& b);
[[nodiscard]] bool contains(const Shape& shape, Point point); // border included
[[nodiscard]] bool contains(const PolygonWithHoles& polygon, Point point);

struct Gap final {
    Nanometres distance; // rounded down to the nanometre
    Point onA, onB;      // nearest points, rounded
};
[[nodiscard]] Gap gapBetween(const Shape& a, const Shape& b);
[[nodiscard]] Gap gapBetween(const ShapeList& a, const ShapeList& b);

// Segment primitives for hot loops (router planes, tracks).
[[nodiscard]] bool segmentsCloserThan(Point a, Point b, Point c, Point d, Nanometres distance) noexcept;
[[nodiscard]] bool segmentsIntersect(Point a, Point b, Point c, Point d) noexcept; // touching included
[[nodiscard]] bool pointCloserThan(Point p, Point a, Point b, Nanometres distance) noexcept;

} // namespace viaduct
