// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include "engine/geometry/exactsegment.h"
#include "engine/geometry/grow.h"

namespace viaduct {
namespace {

struct Edge final {
    Point a, b;
    Box box;
    std::int32_t ring;
    std::int32_t index, last; // within its ring; the ring's last index
    [[nodiscard]] bool isNextTo(const Edge& o) const noexcept {
        if (ring != o.ring) return false;
        const std::int32_t apart = index < o.index ? o.index - index : index - o.index;
        return apart <= 1 || apart == last;
    }
};

class RingGroups final {
public:
    explicit RingGroups(const std::vector<Ring>& rings) : m_parent(rings.size()), m_isCrossed(rings.size(), false) {
        std::iota(m_parent.begin(), m_parent.end(), 0);
        std::vector<Edge> edges;
        for (std::size_t r = 0; r < rings.size(); ++r)
            for (std::size_t i = 0; i < rings[r].size(); ++i) {
                const Point a = rings[r][i], b = rings[r][i + 1 == rings[r].size() ? 0 : i + 1];
                edges.push_back({a, b, exact::boxOfSegment(a, b), static_cast<std::int32_t>(r), static_cast<std::int32_t>(i),
                                 static_cast<std::int32_t>(rings[r].size()) - 1});
            }
        sweep(edges);
    }
    [[nodiscard]] std::size_t groupOf(std::size_t ring) {
        while (m_parent[ring] != ring) ring = m_parent[ring] = m_parent[m_parent[ring]];
        return ring;
    }
    [[nodiscard]] bool isCrossed(std::size_t ring) const { return m_isCrossed[ring]; }

private:
    void sweep(std::vector<Edge>& edges) {
        std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
            if (a.box.min.x != b.box.min.x) return a.box.min.x < b.box.min.x;
            return a.ring != b.ring ? a.ring < b.ring : a.index < b.index;
        });
        std::vector<const Edge*> active;
        for (const Edge& edge : edges) {
            std::size_t kept = 0;
            for (const Edge* other : active) {
                if (other->box.max.x < edge.box.min.x) continue;
                active[kept++] = other;
                if (other->box.min.y > edge.box.max.y || edge.box.min.y > other->box.max.y) continue;
                if (cross(edge, *other)) note(edge, *other);
            }
            active.resize(kept);
            active.push_back(&edge);
        }
    }
    static bool cross(const Edge& a, const Edge& b) noexcept {
        if (!a.isNextTo(b)) return exact::segmentsWithin(a.a, a.b, b.a, b.b, {0, true});
        // Neighbours meet at their corner; only folding back onto each other counts.
        const Point corner = a.b == b.a ? a.b : a.a, end = a.b == b.a ? b.b : b.a, start = a.b == b.a ? a.a : a.b;
        const SquareNanometres turn = (corner.x - start.x) * (end.y - corner.y) - (corner.y - start.y) * (end.x - corner.x);
        const SquareNanometres along = (corner.x - start.x) * (end.x - corner.x) + (corner.y - start.y) * (end.y - corner.y);
        return turn == 0 && along < 0;
    }
    void note(const Edge& a, const Edge& b) {
        m_isCrossed[static_cast<std::size_t>(a.ring)] = m_isCrossed[static_cast<std::size_t>(b.ring)] = true;
        const std::size_t one = groupOf(static_cast<std::size_t>(a.ring)), other = groupOf(static_cast<std::size_t>(b.ring));
        m_parent[std::max(one, other)] = std::min(one, other);
    }
    std::vector<std::size_t> m_parent;
    std::vector<bool> m_isCrossed;
};

Box boxOf(const Ring& ring) noexcept {
    Box box;
    for (const Point p : ring) box.include(p);
    return box;
}

// How often the ring runs around the point, positive way minus the other.
int windingAround(const Ring& ring, Point p) noexcept {
    int winding = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Point a = ring[i], b = ring[i + 1 == ring.size() ? 0 : i + 1];
        if ((a.y <= p.y) == (b.y <= p.y)) continue;
        const SquareNanometres side = (b.x - a.x) * (p.y - a.y) - (p.x - a.x) * (b.y - a.y);
        if (a.y <= p.y && side > 0) ++winding;
        if (b.y <= p.y && side < 0) --winding;
    }
    return winding;
}

} // namespace

bool areSimple(const std::vector<Ring>& rings) {
    const RingGroups groups(rings);
    for (std::size_t i = 0; i < rings.size(); ++i)
        if (groups.isCrossed(i)) return false;
    return true;
}

Region resolved(std::vector<Ring> rings, const std::vector<Ring>& taken) {
    const std::size_t firstTaken = rings.size();
    rings.insert(rings.end(), taken.begin(), taken.end());
    RingGroups groups(rings);
    Region result;
    std::vector<std::vector<std::size_t>> members(rings.size());
    std::vector<Box> boxes(rings.size());
    for (std::size_t i = 0; i < rings.size(); ++i) {
        boxes[i] = boxOf(rings[i]);
        members[groups.groupOf(i)].push_back(i);
    }
    // By the rings [begin, end) that are not of this group.
    const auto windingOutside = [&](std::size_t group, Point p, std::size_t begin, std::size_t end) {
        int winding = 0;
        for (std::size_t i = begin; i < end; ++i)
            if (boxes[i].contains(p) && groups.groupOf(i) != group) winding += windingAround(rings[i], p);
        return winding;
    };
    for (std::size_t group = 0; group < rings.size(); ++group) {
        if (members[group].empty()) continue;
        const Point leftmost = *std::min_element(rings[members[group].front()].begin(), rings[members[group].front()].end());
        if (windingOutside(group, leftmost, firstTaken, rings.size()) > 0) continue; // in the middle of what is taken
        const int around = windingOutside(group, leftmost, 0, firstTaken);
        if (members[group].size() == 1 && !groups.isCrossed(group)) {
            // Kept where it is a border: a positive ring in the open, a hole in what is solid once.
            const bool isTaken = group >= firstTaken, isSolid = !isTaken && doubledArea(rings[group]) > 0;
            if (around != (isSolid ? 0 : 1)) continue;
            result.rings.push_back(rings[group]);
            if (isTaken) std::reverse(result.rings.back().begin(), result.rings.back().end());
            continue;
        }
        Region crossed, out;
        Box box;
        for (const std::size_t member : members[group]) {
            (member < firstTaken ? crossed : out).rings.push_back(rings[member]);
            box.include(boxes[member]);
        }
        const Box frame = box.inflated(Nanometres(1000000));
        for (int i = 0; i < around; ++i) crossed.rings.push_back({frame.min, {frame.max.x, frame.min.y}, frame.max, {frame.min.x, frame.max.y}});
        // United before anything is taken out: grown rings can lie on each other several times.
        for (Ring& ring : subtracted(united(crossed), out).rings)
            if (around <= 0 || !(boxOf(ring) == frame)) result.rings.push_back(std::move(ring));
    }
    return result;
}

} // namespace viaduct
