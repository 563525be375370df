// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <set>

#include "engine/fill/minimumwidth.h"
#include "engine/geometry/distance.h"
#include "engine/geometry/exactsegment.h"
#include "engine/geometry/grow.h"

namespace viaduct {
namespace {

SquareNanometres turnAt(Point a, Point b, Point c) noexcept { return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x); }

bool isInTriangle(Point p, Point a, Point b, Point c) noexcept { return turnAt(a, b, p) >= 0 && turnAt(b, c, p) >= 0 && turnAt(c, a, p) >= 0; }

struct Corner final {
    std::int32_t ring, index, count; // where it stands; corners of its ring
    Point before, place, after;
    bool isConvex;
    [[nodiscard]] bool isBeside(const Corner& o) const noexcept {
        if (ring != o.ring) return false;
        const std::int32_t apart = index < o.index ? o.index - index : index - o.index;
        return apart <= 2 || count - apart <= 2;
    }
};

class NeckFinder final {
public:
    NeckFinder(const Region& shrunk, Nanometres minimum) : m_minimum(minimum), m_index(std::max(minimum, Nanometres(200000))) {
        for (std::size_t r = 0; r < shrunk.rings.size(); ++r) {
            const Ring& ring = shrunk.rings[r];
            const std::size_t n = ring.size();
            for (std::size_t i = 0; i < n; ++i) {
                Corner corner{static_cast<std::int32_t>(r),
                              static_cast<std::int32_t>(i),
                              static_cast<std::int32_t>(n),
                              ring[(i + n - 1) % n],
                              ring[i],
                              ring[(i + 1) % n],
                              false};
                corner.isConvex = turnAt(corner.before, corner.place, corner.after) > 0;
                m_index.insert(static_cast<std::int32_t>(m_corners.size()), Box{corner.place, corner.place});
                m_corners.push_back(corner);
            }
        }
        m_isEar.resize(m_corners.size());
    }

    [[nodiscard]] std::vector<std::pair<Point, Point>> find() {
        std::vector<std::pair<Point, Point>> necks;
        std::set<std::pair<Point, Point>> known;
        for (std::size_t i = 0; i < m_corners.size(); ++i) {
            if (!isEar(i)) continue;
            const std::optional<std::size_t> other = nearestEar(i);
            if (!other || m_corners[i].isBeside(m_corners[*other])) continue;
            const auto pair = std::minmax(m_corners[i].place, m_corners[*other].place);
            if (known.insert(pair).second) necks.emplace_back(pair);
        }
        return necks;
    }

private:
    // A corner that sticks out, with nothing of the border inside the triangle of its neighbours.
    [[nodiscard]] bool isEar(std::size_t i) {
        if (m_isEar[i]) return *m_isEar[i];
        const Corner& corner = m_corners[i];
        bool isOne = corner.isConvex;
        if (isOne) {
            Box box;
            for (const Point p : {corner.before, corner.place, corner.after}) box.include(p);
            m_found.clear();
            m_index.query(box, m_found);
            for (const std::int32_t k : m_found) {
                const Corner& other = m_corners[static_cast<std::size_t>(k)];
                if (other.isConvex || other.place == corner.before || other.place == corner.after || other.place == corner.place) continue;
                if (isInTriangle(other.place, corner.before, corner.place, corner.after)) isOne = false;
            }
        }
        m_isEar[i] = isOne;
        return isOne;
    }

    [[nodiscard]] std::optional<std::size_t> nearestEar(std::size_t i) {
        std::vector<std::int32_t> found;
        m_index.query(Box{m_corners[i].place, m_corners[i].place}.inflated(m_minimum), found);
        std::optional<std::size_t> best;
        SquareNanometres least = m_minimum * m_minimum;
        for (const std::int32_t k : found) {
            const auto other = static_cast<std::size_t>(k);
            const SquareNanometres squared = squaredDistance(m_corners[i].place, m_corners[other].place);
            if (squared == 0 || squared >= least || !isEar(other)) continue;
            least = squared;
            best = other;
        }
        return best;
    }

    Nanometres m_minimum;
    SpatialIndex m_index;
    std::vector<Corner> m_corners;
    std::vector<std::optional<bool>> m_isEar;
    std::vector<std::int32_t> m_found;
};

} // namespace

std::vector<Ring> barsOverNecks(const Region& shrunk, const Region& extents, const Obstacles& obstacles, const WidthLimits& limits) {
    std::vector<Ring> bars;
    if (limits.margin <= Nanometres()) return bars;
    for (const auto& [a, b] : NeckFinder(shrunk, limits.minimum).find()) {
        const Shape bar = Shape::capsule(a, b, limits.margin);
        Region copper{{toPolygon(bar, limits.maxError, false).outer}}, taken;
        std::vector<std::int32_t> found;
        obstacles.query(bar.box(), found);
        for (const std::int32_t i : found) {
            const Shape& shape = obstacles.shapes()[static_cast<std::size_t>(i)];
            if (overlaps(shape, bar)) appendGrown(shape, Nanometres(), limits.maxError, taken.rings);
        }
        copper = intersected(subtracted(copper, taken), extents);
        for (Ring& ring : copper.rings) bars.push_back(std::move(ring));
    }
    return bars;
}

} // namespace viaduct
