// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/geometry/point.h"

namespace viaduct {

// A point between the nanometres, relative to nothing: board coordinates in long double (64-bit mantissa, so whole nanometres are exact).
struct RealPoint final {
    long double x{0}, y{0};
};
[[nodiscard]] inline RealPoint realOf(Point p) noexcept { return {static_cast<long double>(p.x.value()), static_cast<long double>(p.y.value())}; }
[[nodiscard]] Point roundedPoint(const RealPoint& p) noexcept;

// The circle through three points that are not on one line, and the part of it from start through mid to end. The centre comes from exact
// integers and is rounded once.
class CircularArc final {
public:
    CircularArc(Point start, Point mid, Point end) noexcept;
    [[nodiscard]] static bool isStraight(Point start, Point mid, Point end) noexcept;

    [[nodiscard]] const RealPoint& centre() const noexcept { return m_centre; }
    [[nodiscard]] long double radius() const noexcept { return m_radius; }
    [[nodiscard]] long double sweep() const noexcept { return m_sweep; } // radians, with its sign (positive: from +x towards +y)
    [[nodiscard]] Point start() const noexcept { return m_start; }
    [[nodiscard]] Point end() const noexcept { return m_end; }
    [[nodiscard]] RealPoint pointAt(long double share) const noexcept; // 0 start ... 1 end
    // Whether the ray from the centre through p meets the arc, ends included.
    [[nodiscard]] bool facesArc(const RealPoint& p) const noexcept;
    [[nodiscard]] long double distanceTo(const RealPoint& p) const noexcept;
    [[nodiscard]] RealPoint nearestTo(const RealPoint& p) const noexcept;
    [[nodiscard]] Box box() const noexcept; // of the arc alone, rounded outward

private:
    Point m_start, m_end;
    RealPoint m_centre;
    long double m_radius{0}, m_startAngle{0}, m_sweep{0};
    RealPoint m_fromCentreToStart, m_fromCentreToEnd;
    bool m_isClockwise{false}, m_isMajor{false};
};

} // namespace viaduct
