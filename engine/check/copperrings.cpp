// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/copperrings.h"

#include <algorithm>

namespace viaduct {

namespace {

SquareNanometres cross(Point origin, Point a, Point b) noexcept { return (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x); }

void turn(Ring& ring, bool isPositive) {
    if ((doubledArea(ring) > 0) != isPositive) std::reverse(ring.begin(), ring.end());
}

} // namespace

Region copperRegion(const CheckItems& items, std::int32_t item, LayerId layer, Nanometres error, bool outside) {
    Region region;
    if (!items.isFlashed(item, layer)) return region;
    for (const Shape& shape : items.shapesOn(item, layer)) {
        const PolygonWithHoles polygon = toPolygon(shape, error, outside);
        region.append(polygon.holes.empty() ? regionOfRing(polygon.outer) : regionOf(polygon));
    }
    return region;
}

void turnCopperLeft(PolygonWithHoles& polygon) {
    turn(polygon.outer, true);
    for (Ring& hole : polygon.holes) turn(hole, false);
}

bool startsInCopper(Point previous, Point at, Point next, Point to) noexcept {
    const bool isConvex = cross(previous, at, next) > 0;
    if (isConvex) return cross(at, to, next) <= 0 && cross(at, previous, to) <= 0;
    return cross(at, to, previous) > 0 || cross(at, next, to) > 0;
}

} // namespace viaduct
