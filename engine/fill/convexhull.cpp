// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/convexhull.h"

#include <algorithm>

namespace viaduct {

Ring convexHullOf(const ShapeList& shapes) {
    std::vector<Point> points;
    for (const Shape& shape : shapes) {
        const PolygonWithHoles polygon = toPolygon(shape, Nanometres(5000), true);
        points.insert(points.end(), polygon.outer.begin(), polygon.outer.end());
    }
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    // The lower chain from left to right, then the upper one back.
    Ring hull;
    const auto addChain = [&](auto begin, auto end) {
        const std::size_t first = hull.size();
        for (auto p = begin; p != end; ++p) {
            while (hull.size() >= first + 2) {
                const Point a = hull[hull.size() - 2], b = hull.back();
                if ((b.x - a.x) * (p->y - a.y) - (b.y - a.y) * (p->x - a.x) > 0) break;
                hull.pop_back();
            }
            hull.push_back(*p);
        }
        hull.pop_back(); // starts the other chain
    };
    addChain(points.begin(), points.end());
    addChain(points.rbegin(), points.rend());
    return hull;
}

} // namespace viaduct
