// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/geometry/polygonops.h"

namespace viaduct {
namespace {

std::size_t leftmostOf(const Ring& ring) { return static_cast<std::size_t>(std::min_element(ring.begin(), ring.end()) - ring.begin()); }

// Where a ray from `from` towards -x first meets the ring: the edge's index and the meeting point.
struct Meeting final {
    std::size_t edge{0};
    Point place;
    bool isFound{false};
};

Meeting firstToTheLeft(const Ring& ring, Point from) {
    Meeting meeting;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Point a = ring[i], b = ring[i + 1 == ring.size() ? 0 : i + 1];
        if (std::min(a.y, b.y) > from.y || std::max(a.y, b.y) < from.y) continue;
        Nanometres x;
        if (a.y == b.y) {
            if (std::min(a.x, b.x) > from.x) continue;
            x = std::min(std::max(a.x, b.x), from.x);
        } else {
            x = a.x + Nanometres(static_cast<std::int64_t>((b.x - a.x) * (from.y - a.y) / (b.y - a.y).value()));
        }
        if (x > from.x || (meeting.isFound && x <= meeting.place.x)) continue;
        meeting = {i, {x, from.y}, true};
    }
    return meeting;
}

} // namespace

Ring slitted(const PolygonWithHoles& polygon) {
    Ring ring = polygon.outer;
    // Holes run against the outer ring, so that winding numbers and areas come out right.
    const bool isPositive = doubledArea(polygon.outer) > 0;
    std::vector<Ring> holes;
    for (const Ring& hole : polygon.holes) {
        if (hole.size() < 3) continue;
        holes.push_back(hole);
        if ((doubledArea(hole) > 0) == isPositive) std::reverse(holes.back().begin(), holes.back().end());
    }
    // From the left, so that whatever a hole's ray meets is already part of the ring.
    std::sort(holes.begin(), holes.end(), [](const Ring& a, const Ring& b) { return a[leftmostOf(a)] < b[leftmostOf(b)]; });
    for (const Ring& hole : holes) {
        const std::size_t start = leftmostOf(hole);
        const Point tip = hole[start];
        const Meeting meeting = firstToTheLeft(ring, tip);
        if (!meeting.isFound) continue;
        Ring detour{meeting.place};
        for (std::size_t i = 0; i <= hole.size(); ++i) detour.push_back(hole[(start + i) % hole.size()]);
        detour.push_back(meeting.place);
        ring.insert(ring.begin() + static_cast<std::ptrdiff_t>(meeting.edge) + 1, detour.begin(), detour.end());
    }
    return ring;
}

} // namespace viaduct
