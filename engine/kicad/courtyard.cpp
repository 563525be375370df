// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/courtyard.h"

namespace viaduct {

namespace {

constexpr Nanometres kChaining{20000};
constexpr Nanometres kFlattening{2000};

bool meet(Point a, Point b) { return squaredDistance(a, b) <= kChaining * kChaining; }

// The points of a stroke along its middle.
std::vector<Point> pathOf(const Shape& shape) {
    switch (shape.kind()) {
    case Shape::Kind::Capsule: return {shape.start(), shape.end()};
    case Shape::Kind::Arc: return arcToPolyline(shape.start(), shape.mid(), shape.end(), kFlattening);
    default: return {};
    }
}

} // namespace

std::vector<PolygonWithHoles> courtyardOf(const std::vector<Graphic>& graphics, std::size_t first, TechLayer layer) {
    std::vector<PolygonWithHoles> closed;
    std::vector<std::vector<Point>> paths;
    for (std::size_t i = first; i < graphics.size(); ++i) {
        if (!graphics[i].isOn(layer) || graphics[i].kind != Graphic::Kind::Line) continue;
        for (const Shape& shape : graphics[i].shapes) {
            if (shape.kind() == Shape::Kind::Polygon)
                closed.push_back(shape.polygon());
            else if (shape.kind() == Shape::Kind::Disc && shape.radius().value() > 0 && graphics[i].isFilled)
                closed.push_back(toPolygon(shape, kFlattening, false));
            else if (auto path = pathOf(shape); path.size() > 1)
                paths.push_back(std::move(path));
        }
    }
    while (!paths.empty()) {
        Ring ring = std::move(paths.front());
        paths.erase(paths.begin());
        bool isClosed = false;
        for (bool hasGrown = true; hasGrown && !isClosed;) {
            isClosed = ring.size() > 2 && meet(ring.front(), ring.back());
            hasGrown = false;
            for (std::size_t i = 0; i < paths.size() && !isClosed && !hasGrown; ++i) {
                const std::vector<Point>& path = paths[i];
                if (meet(ring.back(), path.front()))
                    ring.insert(ring.end(), path.begin() + 1, path.end());
                else if (meet(ring.back(), path.back()))
                    ring.insert(ring.end(), path.rbegin() + 1, path.rend());
                else
                    continue;
                paths.erase(paths.begin() + static_cast<std::ptrdiff_t>(i));
                hasGrown = true;
            }
        }
        if (!isClosed) continue;
        ring.pop_back();
        if (ring.size() >= 3) closed.push_back({std::move(ring), {}});
    }
    return closed;
}

} // namespace viaduct
