// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "engine/geometry/polygonops.h"

namespace viaduct {
namespace {

std::size_t leftmostOf(const Ring& ring) { return static_cast<std::size_t>(std::min_element(ring.begin(), ring.end()) - ring.begin()); }

// A hole joined to the edge that lies to the left of its leftmost corner.
struct Joint final {
    std::size_t edge; // of the ring it hangs on
    Point place;
    std::size_t hole; // a ring's number
};

// Rings of one polygon, outer first, then holes from the left: whatever a hole's ray to the left meets comes before it.
class Slitter final {
public:
    explicit Slitter(std::vector<Ring> rings) : m_rings(std::move(rings)), m_joints(m_rings.size()) {
        fillRows();
        for (std::size_t hole = 1; hole < m_rings.size(); ++hole) join(hole);
        for (std::vector<Joint>& joints : m_joints)
            std::sort(joints.begin(), joints.end(), [&](const Joint& a, const Joint& b) {
                if (a.edge != b.edge) return a.edge < b.edge;
                const Point start = m_rings[static_cast<std::size_t>(&joints - m_joints.data())][a.edge];
                const SquareNanometres first = squaredDistance(start, a.place), second = squaredDistance(start, b.place);
                return first != second ? first < second : a.hole < b.hole;
            });
    }

    // Goes round the outer ring, and at each joint round the hole that hangs there.
    [[nodiscard]] Ring run() const {
        struct Walk {
            std::size_t ring, start, done{0}, joint{0};
        };
        Ring result;
        std::vector<Walk> walks{{0, 0}};
        while (!walks.empty()) {
            Walk& walk = walks.back();
            const Ring& ring = m_rings[walk.ring];
            const std::vector<Joint>& joints = m_joints[walk.ring];
            const std::size_t corner = (walk.start + walk.done) % ring.size();
            if (walk.joint == 0) {
                if (walk.done == ring.size()) { // back at a hole's tip, and back over the slit
                    if (walk.ring != 0) result.push_back(ring[walk.start]), result.push_back(m_places[walk.ring]);
                    walks.pop_back();
                    continue;
                }
                result.push_back(ring[corner]);
            }
            const auto first = std::lower_bound(joints.begin(), joints.end(), corner, [](const Joint& joint, std::size_t edge) { return joint.edge < edge; });
            const auto next = first + static_cast<std::ptrdiff_t>(walk.joint);
            if (next == joints.end() || next->edge != corner) {
                walk.joint = 0;
                ++walk.done;
                continue;
            }
            ++walk.joint;
            result.push_back(next->place);
            walks.push_back({next->hole, leftmostOf(m_rings[next->hole])});
        }
        return result;
    }

private:
    struct Edge {
        std::size_t ring, index;
    };

    void fillRows() {
        Box box;
        std::size_t edges = 0;
        for (const Ring& ring : m_rings) {
            edges += ring.size();
            for (const Point point : ring) box.include(point);
        }
        m_top = box.min.y.value();
        m_rowHeight = std::max<std::int64_t>(1, box.height().value() / static_cast<std::int64_t>(std::clamp<std::size_t>(edges / 4, 1, 4096)));
        m_rows.resize(static_cast<std::size_t>(box.height().value() / m_rowHeight) + 1);
        for (std::size_t ring = 0; ring < m_rings.size(); ++ring)
            for (std::size_t i = 0; i < m_rings[ring].size(); ++i) {
                const auto [a, b] = endsOf({ring, i});
                for (std::size_t row = rowOf(std::min(a.y, b.y)); row <= rowOf(std::max(a.y, b.y)); ++row) m_rows[row].push_back({ring, i});
            }
        m_places.resize(m_rings.size());
    }
    [[nodiscard]] std::size_t rowOf(Nanometres y) const { return static_cast<std::size_t>((y.value() - m_top) / m_rowHeight); }
    [[nodiscard]] std::pair<Point, Point> endsOf(const Edge& edge) const {
        const Ring& ring = m_rings[edge.ring];
        return {ring[edge.index], ring[edge.index + 1 == ring.size() ? 0 : edge.index + 1]};
    }

    void join(std::size_t hole) {
        const Point tip = m_rings[hole][leftmostOf(m_rings[hole])];
        bool isFound = false;
        Edge nearest{};
        Point place;
        for (const Edge& edge : m_rows[rowOf(tip.y)]) {
            if (edge.ring >= hole) continue;
            const auto [a, b] = endsOf(edge);
            if (std::min(a.y, b.y) > tip.y || std::max(a.y, b.y) < tip.y) continue;
            Nanometres x;
            if (a.y == b.y) {
                if (std::min(a.x, b.x) > tip.x) continue;
                x = std::min(std::max(a.x, b.x), tip.x);
            } else {
                x = a.x + Nanometres(static_cast<std::int64_t>((b.x - a.x) * (tip.y - a.y) / (b.y - a.y).value()));
            }
            if (x > tip.x || (isFound && x <= place.x)) continue;
            isFound = true, nearest = edge, place = {x, tip.y};
        }
        if (!isFound) return;
        m_joints[nearest.ring].push_back({nearest.index, place, hole});
        m_places[hole] = place;
    }

    std::vector<Ring> m_rings;
    std::vector<std::vector<Joint>> m_joints; // by ring
    std::vector<Point> m_places;              // by ring: where its slit begins
    std::vector<std::vector<Edge>> m_rows;    // edges by stripes of y
    std::int64_t m_top{0}, m_rowHeight{1};
};

} // namespace

Ring slitted(const PolygonWithHoles& polygon) {
    if (polygon.holes.empty()) return polygon.outer;
    // Holes run against the outer ring, so that winding numbers and areas come out right.
    const bool isPositive = doubledArea(polygon.outer) > 0;
    std::vector<Ring> rings;
    rings.reserve(polygon.holes.size() + 1);
    rings.push_back(polygon.outer);
    for (const Ring& hole : polygon.holes) {
        if (hole.size() < 3) continue;
        rings.push_back(hole);
        if ((doubledArea(hole) > 0) == isPositive) std::reverse(rings.back().begin(), rings.back().end());
    }
    std::sort(rings.begin() + 1, rings.end(), [](const Ring& a, const Ring& b) { return a[leftmostOf(a)] < b[leftmostOf(b)]; });
    return Slitter(std::move(rings)).run();
}

PolygonWithHoles unslitted(const Ring& ring) {
    const Slits slits(ring);
    PolygonWithHoles polygon;
    const bool isPositive = doubledArea(ring) > 0;
    std::vector<bool> isDone(ring.size(), false);
    for (std::int32_t start = 0; start < slits.size(); ++start) {
        // The corner behind a slit is passed on the way round the other side.
        if (isDone[static_cast<std::size_t>(start)] || slits.isSlit(slits.before(start))) continue;
        Ring loop;
        for (std::int32_t i = start; !isDone[static_cast<std::size_t>(i)]; i = slits.next(i)) {
            isDone[static_cast<std::size_t>(i)] = true;
            loop.push_back(ring[static_cast<std::size_t>(i)]);
        }
        if (loop.size() < 3) continue;
        if ((doubledArea(loop) > 0) == isPositive && polygon.outer.empty())
            polygon.outer = std::move(loop);
        else
            polygon.holes.push_back(std::move(loop));
    }
    return polygon;
}

Slits::Slits(const Ring& ring) : m_size(static_cast<std::int32_t>(ring.size())), m_twin(ring.size(), -1) {
    const auto at = [&](std::int32_t i) { return ring[static_cast<std::size_t>(i)]; };
    std::vector<std::int32_t> order(ring.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](std::int32_t i) { return std::pair(std::min(at(i), at(after(i))), std::max(at(i), at(after(i)))); };
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) { return key(a) != key(b) ? key(a) < key(b) : a < b; });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const std::int32_t a = order[i - 1], b = order[i];
        if (at(a) != at(after(b)) || at(b) != at(after(a)) || at(a) == at(b)) continue;
        m_twin[static_cast<std::size_t>(a)] = b;
        m_twin[static_cast<std::size_t>(b)] = a;
        ++i;
    }
}

std::int32_t Slits::next(std::int32_t i) const {
    for (std::int32_t passed = 0; passed < m_size && isSlit(i); ++passed) i = after(m_twin[static_cast<std::size_t>(i)]);
    return after(i);
}

std::int32_t Slits::previous(std::int32_t i) const {
    for (std::int32_t passed = 0; passed < m_size && isSlit(before(i)); ++passed) i = m_twin[static_cast<std::size_t>(before(i))];
    return before(i);
}

} // namespace viaduct
