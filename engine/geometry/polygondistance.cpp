// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/geometry/core.h"
#include "engine/geometry/distance.h"

namespace viaduct {
namespace {

// How often a ray from `point` towards +x crosses the edge a - b; on the edge itself: `isOn`.
struct Crossing final {
    bool isOdd{false}, isOn{false};
    void add(Point a, Point b, Point point) noexcept {
        if ((a.y > point.y && b.y > point.y) || (a.y < point.y && b.y < point.y)) return;
        if (a.x < point.x && b.x < point.x) return;
        const SquareNanometres side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
        if (side == 0 && exact::boxOfSegment(a, b).contains(point)) {
            isOn = true;
            return;
        }
        if ((a.y > point.y) != (b.y > point.y) && (side < 0) == (b.y < a.y)) isOdd = !isOdd;
    }
};

void addRing(Crossing& crossing, const Ring& ring, Point point) noexcept {
    for (std::size_t i = 0; i < ring.size(); ++i) crossing.add(ring[i], ring[i + 1 == ring.size() ? 0 : i + 1], point);
}

bool edgesWithin(const IndexedPolygon& polygon, Point a, Point b, const Reach& reach) {
    const Box box = exact::boxOfSegment(a, b);
    for (const IndexedPolygon::Run& run : polygon.runs) {
        if (!exact::boxesWithin(run.box, box, reach.reach)) continue;
        for (std::uint32_t i = run.begin; i < run.end; ++i)
            if (exact::segmentsWithin(polygon.points[i], polygon.points[i + 1], a, b, reach)) return true;
    }
    return false;
}

bool polygonsWithin(const IndexedPolygon& a, const IndexedPolygon& b, const Reach& reach) {
    for (const IndexedPolygon::Run& run : a.runs) {
        if (!exact::boxesWithin(run.box, b.box, reach.reach)) continue;
        for (const IndexedPolygon::Run& other : b.runs) {
            if (!exact::boxesWithin(run.box, other.box, reach.reach)) continue;
            for (std::uint32_t i = run.begin; i < run.end; ++i) {
                if (!exact::boxesWithin(exact::boxOfSegment(a.points[i], a.points[i + 1]), other.box, reach.reach)) continue;
                for (std::uint32_t j = other.begin; j < other.end; ++j)
                    if (exact::segmentsWithin(a.points[i], a.points[i + 1], b.points[j], b.points[j + 1], reach)) return true;
            }
        }
    }
    // No edges within reach: one lies inside the other, or they are apart.
    return reach.holdsForZero() && (core::polygonContains(b, a.points.front()) || core::polygonContains(a, b.points.front()));
}

} // namespace

namespace core {

bool polygonContains(const IndexedPolygon& polygon, Point point) {
    if (!polygon.box.contains(point)) return false;
    Crossing crossing;
    for (const IndexedPolygon::Run& run : polygon.runs) {
        if (run.box.min.y > point.y || run.box.max.y < point.y || run.box.max.x < point.x) continue;
        for (std::uint32_t i = run.begin; i < run.end && !crossing.isOn; ++i) crossing.add(polygon.points[i], polygon.points[i + 1], point);
        if (crossing.isOn) return true;
    }
    return crossing.isOdd;
}

bool polygonWithin(const IndexedPolygon& polygon, const Shape& other, const Reach& reach) {
    if (other.kind() == Shape::Kind::Polygon) return polygonsWithin(polygon, other.indexedPolygon(), reach);
    return edgesWithin(polygon, other.start(), other.end(), reach) || (reach.holdsForZero() && polygonContains(polygon, other.start()));
}

} // namespace core

bool contains(const PolygonWithHoles& polygon, Point point) {
    Crossing crossing;
    addRing(crossing, polygon.outer, point);
    for (const Ring& hole : polygon.holes) addRing(crossing, hole, point);
    return crossing.isOn || crossing.isOdd;
}

} // namespace viaduct
