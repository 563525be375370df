// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <compare>

#include "engine/geometry/nanometres.h"

namespace viaduct {

// KiCad's axes: x to the right, y down.
struct Point final {
    Nanometres x, y;
    constexpr auto operator<=>(const Point&) const noexcept = default;
    friend constexpr Point operator+(Point a, Point b) noexcept { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Point operator-(Point a, Point b) noexcept { return {a.x - b.x, a.y - b.y}; }
};

[[nodiscard]] constexpr Point pointAt(std::int64_t x, std::int64_t y) noexcept { return {Nanometres(x), Nanometres(y)}; }
[[nodiscard]] constexpr SquareNanometres squaredDistance(Point a, Point b) noexcept { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }

// Turned by `millidegrees`, counter-clockwise as seen on screen (KiCad's sense: y down), about `centre`. Exact for multiples of 90 degrees,
// else rounded to the nearest nanometre.
[[nodiscard]] Point rotated(Point point, std::int64_t millidegrees, Point centre = {});

// Closed box; empty when min > max on an axis (the default).
struct Box final {
    Point min{Nanometres(INT64_MAX / 4), Nanometres(INT64_MAX / 4)};
    Point max{Nanometres(-INT64_MAX / 4), Nanometres(-INT64_MAX / 4)};
    [[nodiscard]] constexpr bool isEmpty() const noexcept { return min.x > max.x || min.y > max.y; }
    [[nodiscard]] constexpr Nanometres width() const noexcept { return isEmpty() ? Nanometres() : max.x - min.x; }
    [[nodiscard]] constexpr Nanometres height() const noexcept { return isEmpty() ? Nanometres() : max.y - min.y; }
    [[nodiscard]] constexpr Point centre() const noexcept { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    constexpr void include(Point p) noexcept {
        min = {std::min(min.x, p.x), std::min(min.y, p.y)};
        max = {std::max(max.x, p.x), std::max(max.y, p.y)};
    }
    constexpr void include(const Box& other) noexcept {
        if (!other.isEmpty()) include(other.min), include(other.max);
    }
    [[nodiscard]] constexpr Box inflated(Nanometres by) const noexcept { return isEmpty() ? *this : Box{{min.x - by, min.y - by}, {max.x + by, max.y + by}}; }
    [[nodiscard]] constexpr bool contains(Point p) const noexcept { return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y; }
    [[nodiscard]] constexpr bool intersects(const Box& o) const noexcept {
        return min.x <= o.max.x && o.min.x <= max.x && min.y <= o.max.y && o.min.y <= max.y;
    }
    constexpr bool operator==(const Box&) const noexcept = default;
};

} // namespace viaduct
