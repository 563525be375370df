// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/geometry/point.h"

namespace viaduct {

// How near two cores must be: less than `reach`, or at most `reach` when inclusive. The reach is what remains of a question about grown
// shapes: both radii plus the clearance.
struct Reach final {
    std::int64_t reach{0};
    bool isInclusive{false};
    [[nodiscard]] constexpr bool holdsForZero() const noexcept { return reach > 0 || (isInclusive && reach == 0); }
};

using Unsigned128 = unsigned __int128;

namespace exact {

struct Unsigned256 final {
    Unsigned128 high, low;
};

constexpr Unsigned256 multiply(Unsigned128 a, Unsigned128 b) noexcept {
    const Unsigned128 mask = ~std::uint64_t{0};
    const Unsigned128 a0 = a & mask, a1 = a >> 64U, b0 = b & mask, b1 = b >> 64U;
    const Unsigned128 low = a0 * b0, mid1 = a1 * b0, mid2 = a0 * b1;
    const Unsigned128 carry = (low >> 64U) + (mid1 & mask) + (mid2 & mask);
    return {a1 * b1 + (mid1 >> 64U) + (mid2 >> 64U) + (carry >> 64U), (carry << 64U) | (low & mask)};
}

constexpr bool isWithin(SquareNanometres squared, const Reach& reach) noexcept {
    const SquareNanometres limit = static_cast<SquareNanometres>(reach.reach) * reach.reach;
    return squared < limit || (reach.isInclusive && squared == limit);
}

// |cross| / sqrt(squaredLength) within reach, i.e. cross^2 against reach^2 * squaredLength, in up to 256 bits.
constexpr bool isLineWithin(SquareNanometres cross, SquareNanometres squaredLength, const Reach& reach) noexcept {
    const Unsigned128 magnitude = cross < 0 ? -static_cast<Unsigned128>(cross) : static_cast<Unsigned128>(cross);
    const Unsigned128 limit = static_cast<Unsigned128>(static_cast<SquareNanometres>(reach.reach) * reach.reach);
    const auto length = static_cast<Unsigned128>(squaredLength);
    const Unsigned128 small = Unsigned128{1} << 63U;
    if (magnitude < small && limit < small && length < small) {
        const Unsigned128 left = magnitude * magnitude, right = limit * length;
        return left < right || (reach.isInclusive && left == right);
    }
    const Unsigned256 left = multiply(magnitude, magnitude), right = multiply(limit, length);
    if (left.high != right.high) return left.high < right.high;
    return left.low < right.low || (reach.isInclusive && left.low == right.low);
}

// Products of differences: in 64 bits where they fit (boards below half a metre), else in 128.
template <typename Wide> struct Difference final {
    std::int64_t x, y;
    constexpr Difference(Point from, Point to) noexcept : x(to.x.value() - from.x.value()), y(to.y.value() - from.y.value()) {}
    constexpr Wide dot(const Difference& o) const noexcept { return static_cast<Wide>(x) * o.x + static_cast<Wide>(y) * o.y; }
    constexpr Wide cross(const Difference& o) const noexcept { return static_cast<Wide>(x) * o.y - static_cast<Wide>(y) * o.x; }
};

template <typename Wide> constexpr bool pointWithin(Point p, Point a, Point b, const Reach& reach) noexcept {
    const Difference<Wide> along(a, b), toPoint(a, p);
    const Wide t = along.dot(toPoint), length = along.dot(along);
    if (t <= 0) return isWithin(toPoint.dot(toPoint), reach);
    if (t >= length) {
        const Difference<Wide> fromEnd(b, p);
        return isWithin(fromEnd.dot(fromEnd), reach);
    }
    return isLineWithin(along.cross(toPoint), length, reach);
}

template <typename Wide> constexpr bool properlyCross(Point a, Point b, Point c, Point d) noexcept {
    const Difference<Wide> ab(a, b), cd(c, d), ac(a, c), ca(c, a);
    const Wide turn = ab.cross(cd), atC = ab.cross(ac), atA = cd.cross(ca);
    const Wide atD = atC + turn, atB = atA - turn;
    return ((atC < 0 && atD > 0) || (atC > 0 && atD < 0)) && ((atA < 0 && atB > 0) || (atA > 0 && atB < 0));
}

template <typename Wide> constexpr bool segmentsWithin(Point a, Point b, Point c, Point d, const Reach& reach) noexcept {
    // Segments that touch without crossing properly have an end of one on the other: the point tests see that.
    return pointWithin<Wide>(a, c, d, reach) || pointWithin<Wide>(b, c, d, reach) || pointWithin<Wide>(c, a, b, reach) || pointWithin<Wide>(d, a, b, reach) ||
           (reach.holdsForZero() && properlyCross<Wide>(a, b, c, d));
}

constexpr Box boxOfSegment(Point a, Point b) noexcept { return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}}; }

// False when boxes alone show that nothing in them is within reach. `isInclusive` reach 0 keeps touching boxes.
constexpr bool boxesWithin(const Box& a, const Box& b, std::int64_t reach) noexcept {
    return a.min.x.value() - b.max.x.value() <= reach && b.min.x.value() - a.max.x.value() <= reach && a.min.y.value() - b.max.y.value() <= reach &&
           b.min.y.value() - a.max.y.value() <= reach;
}

constexpr bool isNarrow(const Box& box) noexcept {
    constexpr std::int64_t limit = std::int64_t{1} << 30U;
    return box.max.x.value() - box.min.x.value() < limit && box.max.y.value() - box.min.y.value() < limit;
}

// The general entry: box test, then the width that fits.
constexpr bool segmentsWithin(Point a, Point b, Point c, Point d, const Reach& reach) noexcept {
    Box box = boxOfSegment(a, b);
    const Box other = boxOfSegment(c, d);
    if (!boxesWithin(box, other, reach.reach)) return false;
    box.include(other);
    return isNarrow(box) ? segmentsWithin<std::int64_t>(a, b, c, d, reach) : segmentsWithin<SquareNanometres>(a, b, c, d, reach);
}

} // namespace exact
} // namespace viaduct
