// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/geometry/point.h"

namespace viaduct {

using Ring = std::vector<Point>; // closed implicitly; any orientation; at least three points when it is filled

// A filled region: outer ring and holes. Ring orientation does not matter (even-odd).
struct PolygonWithHoles final {
    Ring outer;
    std::vector<Ring> holes;
    bool operator==(const PolygonWithHoles&) const = default;
};

// A filled region prepared for distance questions: its edges in runs with a box each, so that most of a large polygon is never looked at.
struct IndexedPolygon final {
    struct Run {
        Box box;
        std::uint32_t begin{0}, end{0}; // edges points[i] - points[i + 1] for i in [begin, end)
    };
    PolygonWithHoles polygon;
    std::vector<Point> points; // every ring, closed by its first point
    std::vector<Run> runs;
    Box box;
    explicit IndexedPolygon(PolygonWithHoles filled);
};

// One exact shape: a core (point, segment, circular arc, filled polygon) grown by `radius`. The value is immutable and cheap to copy:
// only polygons have shared storage. KiCad builds rounded pads the same way (shrunk corners plus radius).
class Shape final {
public:
    enum class Kind : std::uint8_t { Disc, Capsule, Arc, Polygon };

    [[nodiscard]] static Shape disc(Point centre, Nanometres radius);
    [[nodiscard]] static Shape capsule(Point a, Point b, Nanometres radius); // a == b gives a disc
    // Through three points. Collinear points give the capsule start-end. A full circle is two arcs.
    [[nodiscard]] static Shape arc(Point start, Point mid, Point end, Nanometres radius);
    [[nodiscard]] static Shape polygon(Ring outline, Nanometres radius = Nanometres());
    [[nodiscard]] static Shape polygon(PolygonWithHoles polygon, Nanometres radius = Nanometres());

    [[nodiscard]] Kind kind() const noexcept { return m_kind; }
    [[nodiscard]] Nanometres radius() const noexcept { return m_radius; }
    [[nodiscard]] Point start() const noexcept { return m_a; } // disc: centre
    [[nodiscard]] Point end() const noexcept { return m_b; }
    [[nodiscard]] Point mid() const noexcept { return m_mid; }                                    // arc only
    [[nodiscard]] const PolygonWithHoles& polygon() const noexcept { return m_polygon->polygon; } // Polygon only
    [[nodiscard]] const IndexedPolygon& indexedPolygon() const noexcept { return *m_polygon; }    // Polygon only
    [[nodiscard]] const Box& box() const noexcept { return m_box; }                               // of the whole shape, radius included

    [[nodiscard]] Shape grown(Nanometres by) const; // radius + by, not below 0
    [[nodiscard]] Shape moved(Point by) const;

private:
    Shape() = default;
    void updateBox();
    Kind m_kind{Kind::Disc};
    Nanometres m_radius;
    Point m_a, m_b, m_mid;
    std::shared_ptr<const IndexedPolygon> m_polygon;
    Box m_box;
};

// The union of shapes (custom pads, text).
using ShapeList = std::vector<Shape>;
[[nodiscard]] Box boxOf(const ShapeList& shapes);

// Polyline through an arc whose every point is within `error` of the true arc; first and last are start and end exactly.
[[nodiscard]] std::vector<Point> arcToPolyline(Point start, Point mid, Point end, Nanometres error);
// The grown shape as a filled polygon. Curves: chords outside the true curve by at most `error` when `outside`, else inside by at most it.
[[nodiscard]] PolygonWithHoles toPolygon(const Shape& shape, Nanometres error, bool outside);

} // namespace viaduct
