// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/fillindex.h"

#include <algorithm>

namespace viaduct {

namespace {

constexpr std::int64_t kMostRows = 4096;

Box boxOfEdge(const FillIndex::Edge& edge) {
    Box box;
    box.include(edge.a);
    box.include(edge.b);
    return box;
}

} // namespace

FillIndex::FillIndex(const Board& board, const ZoneFill& fill) : m_fill(&fill), m_zone(&board.zone(fill.zone)) {
    for (std::size_t island = 0; island < fill.islands.size(); ++island) {
        const auto addRing = [&](const Ring& ring) {
            for (std::size_t i = 0; i < ring.size(); ++i) {
                const Point& next = ring[(i + 1) % ring.size()];
                if (ring[i] != next) m_edges.push_back({ring[i], next, static_cast<std::int32_t>(island)});
            }
        };
        addRing(fill.islands[island].outer);
        for (const Ring& hole : fill.islands[island].holes) addRing(hole);
    }
    for (const Edge& edge : m_edges) m_box.include(boxOfEdge(edge));
    for (std::size_t i = 0; i < m_edges.size(); ++i) m_grid.insert(static_cast<std::int32_t>(i), boxOfEdge(m_edges[i]));
    if (m_edges.empty()) return;
    const auto rows = std::clamp<std::int64_t>(static_cast<std::int64_t>(m_edges.size()) / 4, 1, kMostRows);
    m_rowHeight = std::max<std::int64_t>(1, m_box.height().value() / rows + 1);
    m_rows.resize(static_cast<std::size_t>(m_box.height().value() / m_rowHeight + 1));
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        const auto row = [&](Point p) { return (p.y - m_box.min.y).value() / m_rowHeight; };
        const std::int64_t one = row(m_edges[i].a), two = row(m_edges[i].b), first = std::min(one, two), last = std::max(one, two);
        for (std::int64_t at = first; at <= last; ++at) m_rows[static_cast<std::size_t>(at)].push_back(static_cast<std::int32_t>(i));
    }
}

bool FillIndex::contains(Point point) const {
    if (!m_box.contains(point)) return false;
    bool isInside = false;
    for (const std::int32_t index : m_rows[static_cast<std::size_t>((point.y - m_box.min.y).value() / m_rowHeight)]) {
        const Edge& edge = m_edges[static_cast<std::size_t>(index)];
        const Point &a = edge.a, &b = edge.b;
        const SquareNanometres side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
        if (side == 0 && boxOfEdge(edge).contains(point)) return true;
        if ((a.y > point.y) == (b.y > point.y)) continue;
        if (b.y > a.y ? side > 0 : side < 0) isInside = !isInside;
    }
    return isInside;
}

Point FillIndex::somePointOf(const Shape& shape) { return shape.kind() == Shape::Kind::Polygon ? shape.polygon().outer.front() : shape.start(); }

bool FillIndex::hasBorderWithin(std::span<const Shape> shapes, Nanometres distance) const {
    std::vector<std::int32_t> near;
    for (const Shape& shape : shapes) {
        if (!m_box.inflated(distance).intersects(shape.box())) continue;
        near.clear();
        edgesNear(shape.box().inflated(distance), near);
        for (const std::int32_t index : near) {
            const Edge& edge = m_edges[static_cast<std::size_t>(index)];
            if (viaduct::isCloserThan(Shape::capsule(edge.a, edge.b, Nanometres()), shape, distance)) return true;
        }
    }
    return false;
}

bool FillIndex::isCloserThan(std::span<const Shape> shapes, Nanometres distance) const {
    if (hasBorderWithin(shapes, distance)) return true;
    // No edge comes near: each shape lies wholly inside or wholly outside.
    return distance > Nanometres() && std::any_of(shapes.begin(), shapes.end(), [&](const Shape& shape) { return contains(somePointOf(shape)); });
}

bool FillIndex::touches(std::span<const Shape> shapes) const {
    std::vector<std::int32_t> near;
    for (const Shape& shape : shapes) {
        if (!m_box.intersects(shape.box())) continue;
        if (contains(somePointOf(shape))) return true;
        near.clear();
        edgesNear(shape.box(), near);
        for (const std::int32_t index : near) {
            const Edge& edge = m_edges[static_cast<std::size_t>(index)];
            if (viaduct::touches(Shape::capsule(edge.a, edge.b, Nanometres()), shape)) return true;
        }
    }
    return false;
}

std::optional<Gap> FillIndex::gapWithin(std::span<const Shape> shapes, Nanometres limit) const {
    std::optional<Gap> least;
    std::vector<std::int32_t> near;
    for (const Shape& shape : shapes) {
        if (!m_box.inflated(limit).intersects(shape.box())) continue;
        const Point inside = somePointOf(shape);
        if (contains(inside)) return Gap{Nanometres(), inside, inside};
        near.clear();
        edgesNear(shape.box().inflated(limit), near);
        for (const std::int32_t index : near) {
            const Edge& edge = m_edges[static_cast<std::size_t>(index)];
            const Shape line = Shape::capsule(edge.a, edge.b, Nanometres());
            if (!viaduct::isCloserThan(line, shape, least ? least->distance : limit)) continue;
            const Gap gap = gapBetween(shape, line);
            if (!least || gap.distance < least->distance) least = gap;
            if (gap.distance == Nanometres()) return least;
        }
    }
    return least;
}

std::vector<FillIndex::Edge> FillIndex::edgesIn(const Box& area) const {
    std::vector<std::int32_t> near;
    edgesNear(area, near);
    std::vector<Edge> found;
    for (const std::int32_t index : near) found.push_back(m_edges[static_cast<std::size_t>(index)]);
    return found;
}

std::optional<Gap> FillIndex::edgeGapWithin(const FillIndex& other, Nanometres limit) const {
    const FillIndex& small = m_edges.size() <= other.m_edges.size() ? *this : other;
    const FillIndex& large = &small == this ? other : *this;
    std::vector<std::int32_t> near;
    const Box reach = large.m_box.inflated(limit);
    for (const Edge& edge : small.m_edges) {
        const Box box = boxOfEdge(edge);
        if (!reach.intersects(box)) continue;
        near.clear();
        large.edgesNear(box.inflated(limit), near);
        for (const std::int32_t index : near) {
            const Edge& facing = large.m_edges[static_cast<std::size_t>(index)];
            // KiCad's sweep leaves out edges of the first that end left of where the second's begin, near as they may be.
            const Edge &first = &small == this ? edge : facing, &second = &small == this ? facing : edge;
            if (std::max(first.a.x, first.b.x) < std::min(second.a.x, second.b.x)) continue;
            if (!segmentsCloserThan(edge.a, edge.b, facing.a, facing.b, limit + Nanometres(1))) continue;
            Gap gap = gapBetween(Shape::capsule(edge.a, edge.b, Nanometres()), Shape::capsule(facing.a, facing.b, Nanometres()));
            // KiCad measures between the rounded nearest points and rounds the result: less than limit - 0.5, asked at twice the size.
            const SquareNanometres bound = (2 * limit - Nanometres(1)) * (2 * limit - Nanometres(1));
            if (gap.distance > Nanometres() && 4 * squaredDistance(gap.onA, gap.onB) >= bound) continue;
            if (&small != this) std::swap(gap.onA, gap.onB);
            return gap;
        }
    }
    return std::nullopt;
}

} // namespace viaduct
