// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "engine/geometry/core.h"

namespace viaduct::core {
namespace {

// Long double carries whole nanometres exactly; what arcs add of rounding stays far below this. Doubt counts as closer.
constexpr long double kDoubt = 1e-3L;

RealPoint between(const RealPoint& a, const RealPoint& b, long double share) noexcept { return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share}; }
long double distance(const RealPoint& a, const RealPoint& b) noexcept { return std::hypot(a.x - b.x, a.y - b.y); }

RealPoint nearestOnSegment(const RealPoint& p, const RealPoint& a, const RealPoint& b) noexcept {
    const long double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    if (length == 0) return a;
    const long double share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / length;
    return share <= 0 ? a : share >= 1 ? b : between(a, b, share);
}

CircularArc arcOf(const Shape& shape) noexcept { return CircularArc(shape.start(), shape.mid(), shape.end()); }

} // namespace

void RealGap::offer(const RealPoint& a, const RealPoint& b) noexcept {
    const long double offered = viaduct::core::distance(a, b);
    if (distance < 0 || offered < distance) distance = offered, onA = a, onB = b;
}

RealGap segmentToSegment(Point a, Point b, Point c, Point d) {
    RealGap gap;
    const RealPoint ra = realOf(a), rb = realOf(b), rc = realOf(c), rd = realOf(d);
    gap.offer(ra, nearestOnSegment(ra, rc, rd));
    gap.offer(rb, nearestOnSegment(rb, rc, rd));
    gap.offer(nearestOnSegment(rc, ra, rb), rc);
    gap.offer(nearestOnSegment(rd, ra, rb), rd);
    if (gap.distance > 0 && exact::segmentsWithin(a, b, c, d, {0, true})) {
        const long double turn = (rb.x - ra.x) * (rd.y - rc.y) - (rb.y - ra.y) * (rd.x - rc.x);
        const long double share = turn == 0 ? 0 : ((rc.x - ra.x) * (rd.y - rc.y) - (rc.y - ra.y) * (rd.x - rc.x)) / turn;
        gap = {0, between(ra, rb, share), between(ra, rb, share)};
    }
    return gap;
}

RealGap arcToSegment(const CircularArc& arc, Point a, Point b) {
    RealGap gap;
    const RealPoint ra = realOf(a), rb = realOf(b), start = realOf(arc.start()), end = realOf(arc.end());
    gap.offer(arc.nearestTo(ra), ra);
    gap.offer(arc.nearestTo(rb), rb);
    gap.offer(start, nearestOnSegment(start, ra, rb));
    gap.offer(end, nearestOnSegment(end, ra, rb));
    if (a == b) return gap;
    const RealPoint foot = nearestOnSegment(arc.centre(), ra, rb);
    gap.offer(arc.nearestTo(foot), foot);
    // Where the whole line meets the circle.
    const long double dx = rb.x - ra.x, dy = rb.y - ra.y, length = std::hypot(dx, dy);
    const long double along = ((arc.centre().x - ra.x) * dx + (arc.centre().y - ra.y) * dy) / length;
    const long double off = ((arc.centre().x - ra.x) * dy - (arc.centre().y - ra.y) * dx) / length;
    if (std::abs(off) <= arc.radius()) {
        const long double half = std::sqrt((arc.radius() - off) * (arc.radius() + off));
        for (const long double place : {along - half, along + half}) {
            if (place < 0 || place > length) continue;
            const RealPoint meeting = between(ra, rb, place / length);
            if (arc.facesArc(meeting)) gap.offer(meeting, meeting);
        }
    }
    return gap;
}

RealGap arcToArc(const CircularArc& a, const CircularArc& b) {
    RealGap gap;
    for (const Point end : {a.start(), a.end()}) gap.offer(realOf(end), b.nearestTo(realOf(end)));
    for (const Point end : {b.start(), b.end()}) gap.offer(a.nearestTo(realOf(end)), realOf(end));
    const long double dx = b.centre().x - a.centre().x, dy = b.centre().y - a.centre().y, apart = std::hypot(dx, dy);
    if (apart == 0) return gap;
    // On the line of centres, both ways.
    for (const long double sign : {1.0L, -1.0L}) {
        const RealPoint onA{a.centre().x + sign * a.radius() * dx / apart, a.centre().y + sign * a.radius() * dy / apart};
        if (a.facesArc(onA)) gap.offer(onA, b.nearestTo(onA));
        const RealPoint onB{b.centre().x + sign * b.radius() * dx / apart, b.centre().y + sign * b.radius() * dy / apart};
        if (b.facesArc(onB)) gap.offer(a.nearestTo(onB), onB);
    }
    // Where the circles meet.
    const long double along = (apart * apart + (a.radius() - b.radius()) * (a.radius() + b.radius())) / (2 * apart);
    if (std::abs(along) <= a.radius()) {
        const long double off = std::sqrt((a.radius() - along) * (a.radius() + along));
        for (const long double sign : {1.0L, -1.0L}) {
            const RealPoint meeting{a.centre().x + (along * dx - sign * off * dy) / apart, a.centre().y + (along * dy + sign * off * dx) / apart};
            if (a.facesArc(meeting) && b.facesArc(meeting)) gap.offer(meeting, meeting);
        }
    }
    return gap;
}

bool arcWithin(const Shape& shape, const Shape& other, const Reach& reach) {
    const CircularArc arc = arcOf(shape);
    const auto limit = static_cast<long double>(reach.reach) + kDoubt;
    switch (other.kind()) {
    case Shape::Kind::Disc:
    case Shape::Kind::Capsule: return arcToSegment(arc, other.start(), other.end()).distance < limit;
    case Shape::Kind::Arc: return arcToArc(arc, arcOf(other)).distance < limit;
    case Shape::Kind::Polygon: break;
    }
    const IndexedPolygon& polygon = other.indexedPolygon();
    const Box box = arc.box();
    for (const IndexedPolygon::Run& run : polygon.runs) {
        if (!exact::boxesWithin(run.box, box, reach.reach)) continue;
        for (std::uint32_t i = run.begin; i < run.end; ++i)
            if (exact::boxesWithin(exact::boxOfSegment(polygon.points[i], polygon.points[i + 1]), box, reach.reach) &&
                arcToSegment(arc, polygon.points[i], polygon.points[i + 1]).distance < limit)
                return true;
    }
    return reach.holdsForZero() && polygonContains(polygon, arc.start());
}

} // namespace viaduct::core
