// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/geometry/point.h"

#include <cmath>

namespace viaduct {
namespace {

constexpr std::int64_t kFullTurn = 360000; // millidegrees

} // namespace

Point rotated(Point point, std::int64_t millidegrees, Point centre) {
    const Point offset = point - centre;
    const std::int64_t angle = ((millidegrees % kFullTurn) + kFullTurn) % kFullTurn;
    switch (angle) { // y points down, so counter-clockwise on screen takes +x to -y
    case 0: return point;
    case 90000: return centre + Point{offset.y, -offset.x};
    case 180000: return centre - offset;
    case 270000: return centre + Point{-offset.y, offset.x};
    default: break;
    }
    const long double radians = static_cast<long double>(angle) * (3.14159265358979323846264338327950288L / 180000.0L);
    const long double sine = std::sin(radians), cosine = std::cos(radians);
    const auto x = static_cast<long double>(offset.x.value()), y = static_cast<long double>(offset.y.value());
    return centre + pointAt(std::llround(y * sine + x * cosine), std::llround(y * cosine - x * sine));
}

} // namespace viaduct
