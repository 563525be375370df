// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/geometry/shape.h"

namespace viaduct {

// A set of points of the plane bounded by rings: outer rings run one way, holes the other (a point is inside when its winding number is
// positive). The working form of the operations below; cheap to make from and to turn into polygons with holes.
struct Region final {
    std::vector<Ring> rings;
    [[nodiscard]] bool isEmpty() const noexcept { return rings.empty(); }
    void append(const Region& other) { rings.insert(rings.end(), other.rings.begin(), other.rings.end()); } // a union still to be resolved
};

using PolygonList = std::vector<PolygonWithHoles>;

[[nodiscard]] Region regionOf(const PolygonList& polygons); // any ring orientation, even-odd within each polygon
[[nodiscard]] Region regionOf(const PolygonWithHoles& polygon);
[[nodiscard]] Region regionOfRing(const Ring& ring);                // one ring that does not cross itself
[[nodiscard]] Region evenOddRegion(const std::vector<Ring>& rings); // even-odd over all rings together
// Outer rings with their holes, ordered by the outer ring's leftmost lowest point; every ring starts at its own such point.
[[nodiscard]] PolygonList polygonsOf(const Region& region);

// The same without clipping, for regions whose rings neither cross nor touch (what operations give, apart from shared corners).
[[nodiscard]] PolygonList polygonsOfSimple(const Region& region);

// Overlaps within one operand are allowed. Results have integer corners (rounded to the nearest nanometre) and no overlaps.
[[nodiscard]] Region united(const Region& a);
[[nodiscard]] Region united(const Region& a, const Region& b);
[[nodiscard]] Region unitedKeepingCorners(const Region& a); // corners on a straight line stay corners
[[nodiscard]] Region subtracted(const Region& from, const Region& taken);
[[nodiscard]] Region intersected(const Region& a, const Region& b);

enum class Joins : std::uint8_t { Round, Chamfer, Miter };
// Grown (by > 0) or shrunk (by < 0). `error`: how far chords of round joins may lie inside the true curve.
[[nodiscard]] Region offset(const Region& region, Nanometres by, Nanometres error, Joins joins = Joins::Round);
// A line of points swept by a disc of this radius.
[[nodiscard]] Region thickenedLine(const std::vector<Point>& line, Nanometres radius, Nanometres error);

// One ring per polygon: holes joined to the outer ring by slits of no width, as KiCad stores fills.
[[nodiscard]] Ring slitted(const PolygonWithHoles& polygon);
// The way back: the ends of slits stay corners. Holes run against the outer ring.
[[nodiscard]] PolygonWithHoles unslitted(const Ring& ring);

// The slits of such a ring: edges that it passes in both directions. Corners are numbered as in the ring.
class Slits final {
public:
    explicit Slits(const Ring& ring);
    [[nodiscard]] std::int32_t size() const noexcept { return m_size; }
    [[nodiscard]] std::int32_t after(std::int32_t i) const noexcept { return i + 1 == m_size ? 0 : i + 1; }
    [[nodiscard]] std::int32_t before(std::int32_t i) const noexcept { return i == 0 ? m_size - 1 : i - 1; }
    [[nodiscard]] bool isSlit(std::int32_t edge) const noexcept { return m_twin[static_cast<std::size_t>(edge)] >= 0; } // the edge from that corner on
    // The neighbours along the true border, past slits.
    [[nodiscard]] std::int32_t next(std::int32_t i) const;
    [[nodiscard]] std::int32_t previous(std::int32_t i) const;

private:
    std::int32_t m_size;
    std::vector<std::int32_t> m_twin; // by edge: the same edge on the way back; -1 for a border
};

[[nodiscard]] SquareNanometres doubledArea(const Ring& ring) noexcept; // signed: positive when counter-clockwise with y up
[[nodiscard]] SquareNanometres areaOf(const PolygonWithHoles& polygon) noexcept;
[[nodiscard]] Box boxOf(const Region& region) noexcept;

} // namespace viaduct
