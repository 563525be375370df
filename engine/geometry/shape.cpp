// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/geometry/shape.h"

#include <algorithm>
#include <cmath>

#include "engine/geometry/circulararc.h"

namespace viaduct {
namespace {

constexpr std::size_t kEdgesPerRun = 16;

} // namespace

IndexedPolygon::IndexedPolygon(PolygonWithHoles filled) : polygon(std::move(filled)) {
    const auto addRing = [this](const Ring& ring) {
        if (ring.empty()) return;
        const std::size_t first = points.size();
        points.insert(points.end(), ring.begin(), ring.end());
        points.push_back(ring.front());
        for (std::size_t begin = first; begin + 1 < points.size(); begin += kEdgesPerRun) {
            const std::size_t end = std::min(begin + kEdgesPerRun, points.size() - 1);
            Run run{{}, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
            for (std::size_t i = begin; i <= end; ++i) run.box.include(points[i]);
            box.include(run.box);
            runs.push_back(run);
        }
    };
    addRing(polygon.outer);
    for (const Ring& hole : polygon.holes) addRing(hole);
}

Shape Shape::disc(Point centre, Nanometres radius) {
    Shape shape;
    shape.m_kind = Kind::Disc;
    shape.m_radius = std::max(radius, Nanometres());
    shape.m_a = shape.m_b = centre;
    shape.updateBox();
    return shape;
}

Shape Shape::capsule(Point a, Point b, Nanometres radius) {
    if (a == b) return disc(a, radius);
    Shape shape;
    shape.m_kind = Kind::Capsule;
    shape.m_radius = std::max(radius, Nanometres());
    shape.m_a = a;
    shape.m_b = b;
    shape.updateBox();
    return shape;
}

Shape Shape::arc(Point start, Point mid, Point end, Nanometres radius) {
    if (CircularArc::isStraight(start, mid, end)) return capsule(start, start == end ? mid : end, radius);
    Shape shape;
    shape.m_kind = Kind::Arc;
    shape.m_radius = std::max(radius, Nanometres());
    shape.m_a = start;
    shape.m_mid = mid;
    shape.m_b = end;
    shape.updateBox();
    return shape;
}

Shape Shape::polygon(Ring outline, Nanometres radius) { return polygon(PolygonWithHoles{std::move(outline), {}}, radius); }

Shape Shape::polygon(PolygonWithHoles polygon, Nanometres radius) {
    Shape shape;
    shape.m_kind = Kind::Polygon;
    shape.m_radius = std::max(radius, Nanometres());
    if (polygon.outer.empty()) polygon.outer.push_back({}); // never without a place
    shape.m_a = shape.m_b = polygon.outer.front();
    shape.m_polygon = std::make_shared<const IndexedPolygon>(std::move(polygon));
    shape.updateBox();
    return shape;
}

void Shape::updateBox() {
    switch (m_kind) {
    case Kind::Disc:
    case Kind::Capsule:
        m_box = Box();
        m_box.include(m_a);
        m_box.include(m_b);
        break;
    case Kind::Arc: m_box = CircularArc(m_a, m_mid, m_b).box(); break;
    case Kind::Polygon: m_box = m_polygon->box; break;
    }
    m_box = m_box.inflated(m_radius);
}

Shape Shape::grown(Nanometres by) const {
    Shape shape = *this;
    shape.m_radius = std::max(m_radius + by, Nanometres());
    shape.m_box = m_box.inflated(shape.m_radius - m_radius);
    return shape;
}

Shape Shape::moved(Point by) const {
    if (m_kind == Kind::Polygon) {
        PolygonWithHoles polygon = m_polygon->polygon;
        for (Point& p : polygon.outer) p = p + by;
        for (Ring& hole : polygon.holes)
            for (Point& p : hole) p = p + by;
        return Shape::polygon(std::move(polygon), m_radius);
    }
    Shape shape = *this;
    shape.m_a = m_a + by;
    shape.m_b = m_b + by;
    shape.m_mid = m_mid + by;
    shape.m_box = {m_box.min + by, m_box.max + by};
    return shape;
}

Box boxOf(const ShapeList& shapes) {
    Box box;
    for (const Shape& shape : shapes) box.include(shape.box());
    return box;
}

std::vector<Point> arcToPolyline(Point start, Point mid, Point end, Nanometres error) {
    if (CircularArc::isStraight(start, mid, end)) return start == end ? std::vector<Point>{start, mid, end} : std::vector<Point>{start, end};
    const CircularArc arc(start, mid, end);
    const long double allowed = std::max<long double>(1.0L, static_cast<long double>(error.value()));
    // The height of a chord over the angle s is r (1 - cos(s / 2)); never coarser than an eighth of the circle.
    const long double step = arc.radius() <= allowed ? 0.7853981633974483L : std::min(0.7853981633974483L, 2 * std::acos(1 - allowed / arc.radius()));
    const auto count = static_cast<std::int64_t>(std::clamp(std::ceil(std::abs(arc.sweep()) / step), 1.0L, 100000.0L));
    std::vector<Point> points{start};
    for (std::int64_t i = 1; i < count; ++i) points.push_back(roundedPoint(arc.pointAt(static_cast<long double>(i) / static_cast<long double>(count))));
    points.push_back(end);
    return points;
}

} // namespace viaduct
