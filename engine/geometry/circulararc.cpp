// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/geometry/circulararc.h"

#include <cmath>

namespace viaduct {
namespace {

constexpr long double kPi = 3.14159265358979323846264338327950288L;

SquareNanometres cross(Point o, Point a, Point b) noexcept { return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x); }
long double crossOf(const RealPoint& a, const RealPoint& b) noexcept { return a.x * b.y - a.y * b.x; }
long double distance(const RealPoint& a, const RealPoint& b) noexcept { return std::hypot(a.x - b.x, a.y - b.y); }

} // namespace

Point roundedPoint(const RealPoint& p) noexcept { return pointAt(std::llround(p.x), std::llround(p.y)); }

bool CircularArc::isStraight(Point start, Point mid, Point end) noexcept { return cross(start, mid, end) == 0; }

CircularArc::CircularArc(Point start, Point mid, Point end) noexcept : m_start(start), m_end(end) {
    const SquareNanometres turn = cross(start, mid, end);
    const Point toMid = mid - start, toEnd = end - start;
    const SquareNanometres midSquared = squaredDistance(mid, start), endSquared = squaredDistance(end, start);
    // The squares times a length may pass 128 bits on absurd boards, so the last product is made in long double.
    const auto real = [](auto value) { return static_cast<long double>(value); };
    const long double scale = 1.0L / (2.0L * real(turn));
    const long double cx = (real(midSquared) * real(toEnd.y.value()) - real(endSquared) * real(toMid.y.value())) * scale;
    const long double cy = (real(endSquared) * real(toMid.x.value()) - real(midSquared) * real(toEnd.x.value())) * scale;
    m_centre = {real(start.x.value()) + cx, real(start.y.value()) + cy};
    m_radius = std::hypot(cx, cy);
    m_fromCentreToStart = {-cx, -cy};
    m_fromCentreToEnd = {real(toEnd.x.value()) - cx, real(toEnd.y.value()) - cy};
    m_startAngle = std::atan2(-cy, -cx);
    m_isClockwise = turn < 0;
    // The sweep from the half chord: exact near 0 and near a full circle.
    const long double halfChord = std::sqrt(real(endSquared)) / 2;
    const long double half = std::asin(std::min(1.0L, halfChord / m_radius));
    // mid and centre on the same side of the chord: more than half the circle.
    const long double centreSide = real(toEnd.x.value()) * cy - real(toEnd.y.value()) * cx;
    const SquareNanometres midSide = cross(start, end, mid);
    m_isMajor = (centreSide > 0 && midSide > 0) || (centreSide < 0 && midSide < 0);
    m_sweep = m_isMajor ? 2 * kPi - 2 * half : 2 * half;
    if (m_isClockwise) m_sweep = -m_sweep;
}

RealPoint CircularArc::pointAt(long double share) const noexcept {
    const long double angle = m_startAngle + m_sweep * share;
    return {m_centre.x + m_radius * std::cos(angle), m_centre.y + m_radius * std::sin(angle)};
}

bool CircularArc::facesArc(const RealPoint& p) const noexcept {
    const RealPoint v{p.x - m_centre.x, p.y - m_centre.y};
    long double fromStart = crossOf(m_fromCentreToStart, v), toEnd = crossOf(v, m_fromCentreToEnd);
    if (m_isClockwise) fromStart = -fromStart, toEnd = -toEnd;
    return m_isMajor ? fromStart >= 0 || toEnd >= 0 : fromStart >= 0 && toEnd >= 0;
}

long double CircularArc::distanceTo(const RealPoint& p) const noexcept {
    if (facesArc(p)) {
        // (|p - c|^2 - r^2) / (|p - c| + r), the difference of squares taken about the start: no cancellation on flat arcs.
        const RealPoint v{p.x - static_cast<long double>(m_start.x.value()), p.y - static_cast<long double>(m_start.y.value())};
        const long double power = v.x * v.x + v.y * v.y + 2 * (v.x * m_fromCentreToStart.x + v.y * m_fromCentreToStart.y);
        return std::abs(power) / (distance(p, m_centre) + m_radius);
    }
    return std::min(distance(p, realOf(m_start)), distance(p, realOf(m_end)));
}

RealPoint CircularArc::nearestTo(const RealPoint& p) const noexcept {
    if (facesArc(p)) {
        const long double length = distance(p, m_centre);
        if (length == 0) return realOf(m_start);
        return {m_centre.x + (p.x - m_centre.x) * m_radius / length, m_centre.y + (p.y - m_centre.y) * m_radius / length};
    }
    return distance(p, realOf(m_start)) <= distance(p, realOf(m_end)) ? realOf(m_start) : realOf(m_end);
}

Box CircularArc::box() const noexcept {
    Box box;
    box.include(m_start);
    box.include(m_end);
    constexpr long double noise = 1e-6L; // an extreme at a whole nanometre stays there
    const RealPoint extremes[] = {
        {m_centre.x + m_radius, m_centre.y}, {m_centre.x - m_radius, m_centre.y}, {m_centre.x, m_centre.y + m_radius}, {m_centre.x, m_centre.y - m_radius}};
    for (const RealPoint& extreme : extremes) {
        if (!facesArc(extreme)) continue;
        box.include(viaduct::pointAt(static_cast<std::int64_t>(std::floor(extreme.x + noise)), static_cast<std::int64_t>(std::floor(extreme.y + noise))));
        box.include(viaduct::pointAt(static_cast<std::int64_t>(std::ceil(extreme.x - noise)), static_cast<std::int64_t>(std::ceil(extreme.y - noise))));
    }
    return box;
}

} // namespace viaduct
