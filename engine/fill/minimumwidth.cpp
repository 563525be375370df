// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/minimumwidth.h"

#include <algorithm>

#include "engine/board/disjointsets.h"
#include "engine/geometry/distance.h"
#include "engine/geometry/grow.h"

namespace viaduct {
namespace {

// Obstacles that overlap once they are grown by the margin.
std::vector<std::vector<std::size_t>> clustersOf(const std::vector<Shape>& shapes, Nanometres reach) {
    std::vector<std::size_t> order(shapes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return shapes[a].box().min.x != shapes[b].box().min.x ? shapes[a].box().min.x < shapes[b].box().min.x : a < b;
    });
    DisjointSets sets(shapes.size());
    std::vector<std::size_t> active;
    for (const std::size_t i : order) {
        const Box box = shapes[i].box().inflated(2 * reach);
        std::size_t kept = 0;
        for (const std::size_t other : active) {
            if (shapes[other].box().max.x < box.min.x) continue;
            active[kept++] = other;
            if (!shapes[other].box().intersects(box) || sets.find(static_cast<int>(i)) == sets.find(static_cast<int>(other))) continue;
            if (isCloserThan(shapes[i], shapes[other], 2 * reach)) sets.join(static_cast<int>(i), static_cast<int>(other));
        }
        active.resize(kept);
        active.push_back(i);
    }
    std::vector<std::vector<std::size_t>> clusters(shapes.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) clusters[static_cast<std::size_t>(sets.find(static_cast<int>(i)))].push_back(i);
    clusters.erase(std::remove_if(clusters.begin(), clusters.end(), [](const auto& cluster) { return cluster.empty(); }), clusters.end());
    return clusters;
}

// The rim of the extents, to ask who comes near it.
class Rim final {
public:
    explicit Rim(const Region& extents) {
        for (const Ring& ring : extents.rings)
            for (std::size_t i = 0; i < ring.size(); ++i) m_edges.add(Shape::capsule(ring[i], ring[i + 1 == ring.size() ? 0 : i + 1], Nanometres()));
        for (PolygonWithHoles& polygon : polygonsOfSimple(extents)) m_inside.push_back(Shape::polygon(std::move(polygon)));
    }
    [[nodiscard]] bool isNear(const Shape& shape, Nanometres reach) const {
        std::vector<std::int32_t> found;
        m_edges.query(shape.box().inflated(reach), found);
        return std::any_of(found.begin(), found.end(),
                           [&](std::int32_t edge) { return isCloserThan(m_edges.shapes()[static_cast<std::size_t>(edge)], shape, reach); });
    }
    [[nodiscard]] bool isInside(Point p) const {
        return std::any_of(m_inside.begin(), m_inside.end(), [&](const Shape& shape) { return contains(shape, p); });
    }

private:
    Obstacles m_edges;
    ShapeList m_inside;
};

} // namespace

Region shrunkCopper(const Region& extents, const Obstacles& obstacles, const WidthLimits& limits) {
    const Region within = limits.margin > Nanometres() ? offset(extents, -limits.margin, limits.maxError, Joins::Chamfer) : extents;
    if (within.isEmpty()) return {};
    const Rim rim(within);
    const Nanometres reach = limits.margin + limits.maxError + Nanometres(3);
    Region result, atRim;
    for (const std::vector<std::size_t>& cluster : clustersOf(obstacles.shapes(), reach)) {
        std::vector<Ring> rings;
        const bool isAtRim = std::any_of(cluster.begin(), cluster.end(), [&](std::size_t i) { return rim.isNear(obstacles.shapes()[i], reach); });
        if (!isAtRim && !rim.isInside(obstacles.shapes()[cluster.front()].start())) continue;
        for (const std::size_t i : cluster) appendGrown(obstacles.shapes()[i], limits.margin, limits.maxError, rings);
        if (isAtRim) {
            for (Ring& ring : rings) atRim.rings.push_back(std::move(ring));
            continue;
        }
        Region joined{std::move(rings)};
        if (joined.rings.size() > 1) joined = united(joined);
        for (Ring& ring : joined.rings) { // a hole in the copper, and copper within it
            std::reverse(ring.begin(), ring.end());
            result.rings.push_back(std::move(ring));
        }
    }
    result.append(subtracted(within, atRim));
    return result;
}

void removeSpecks(Region& shrunk, Nanometres minimum) {
    std::vector<Box> specks;
    for (const Ring& ring : shrunk.rings) {
        Box box;
        for (const Point p : ring) box.include(p);
        if (box.width() < minimum && box.height() < minimum && doubledArea(ring) > 0) specks.push_back(box);
    }
    if (specks.empty()) return;
    // What stands within a speck is its own hole.
    std::erase_if(shrunk.rings, [&](const Ring& ring) {
        return std::any_of(specks.begin(), specks.end(),
                           [&](const Box& box) { return std::all_of(ring.begin(), ring.end(), [&](Point p) { return box.contains(p); }); });
    });
}

} // namespace viaduct
