// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/geometry/circulararc.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {
namespace {

constexpr long double kPi = 3.14159265358979323846264338327950288L;

// Steps of half a turn about `centre`, from the direction `first` (radians) on. Outside: corners between the steps on the tangents, so that
// the chain holds the true curve; inside: corners on the curve.
void addHalfTurn(Ring& ring, Point centre, long double radius, long double first, int steps, bool outside) {
    const long double step = kPi / steps;
    const long double reach = outside ? radius / std::cos(step / 2) : radius;
    const int count = outside ? steps : steps + 1;
    for (int i = 0; i < count; ++i) {
        const long double angle = first + step * (outside ? i + 0.5L : static_cast<long double>(i));
        const RealPoint corner{static_cast<long double>(centre.x.value()) + reach * std::cos(angle),
                               static_cast<long double>(centre.y.value()) + reach * std::sin(angle)};
        ring.push_back(roundedPoint(corner));
    }
}

int halfTurnSteps(long double radius, long double error, bool outside) {
    if (radius <= error) return 4;
    // Inside: the chord's height r (1 - cos(s/2)); outside: the corner's excess r (1 / cos(s/2) - 1).
    const long double half = outside ? std::acos(radius / (radius + error)) : std::acos(1 - error / radius);
    return static_cast<int>(std::clamp(std::ceil(kPi / (2 * half)), 4.0L, 10000.0L));
}

Ring capsuleRing(Point a, Point b, Nanometres grownBy, Nanometres error, bool outside) {
    // Corners are rounded to the nanometre: outside, one more keeps the promise.
    const long double radius = static_cast<long double>(grownBy.value()) + (outside ? 1 : 0);
    const int steps = halfTurnSteps(radius, static_cast<long double>(std::max<std::int64_t>(2, error.value()) - (outside ? 2 : 1)), outside);
    const Point along = b - a;
    const long double direction = a == b ? 0 : std::atan2(static_cast<long double>(along.y.value()), static_cast<long double>(along.x.value()));
    Ring ring;
    addHalfTurn(ring, b, radius, direction - kPi / 2, steps, outside);
    addHalfTurn(ring, a, radius, direction + kPi / 2, steps, outside);
    ring.erase(std::unique(ring.begin(), ring.end()), ring.end());
    if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
    return ring;
}

PolygonWithHoles largestOf(const Region& region) {
    PolygonList polygons = polygonsOf(region);
    if (polygons.empty()) return {};
    return *std::max_element(polygons.begin(), polygons.end(), [](const PolygonWithHoles& a, const PolygonWithHoles& b) { return areaOf(a) < areaOf(b); });
}

} // namespace

PolygonWithHoles toPolygon(const Shape& shape, Nanometres error, bool outside) {
    switch (shape.kind()) {
    case Shape::Kind::Disc:
    case Shape::Kind::Capsule: return {capsuleRing(shape.start(), shape.end(), shape.radius(), error, outside), {}};
    case Shape::Kind::Arc: {
        // A third each: the centre line's chords, those of the round ends, and on the hollow side the former again.
        const Nanometres third(std::max<std::int64_t>(1, error.value() / 3));
        const Nanometres more = outside ? 2 * third : Nanometres();
        return largestOf(thickenedLine(arcToPolyline(shape.start(), shape.mid(), shape.end(), third), std::max(Nanometres(1), shape.radius() + more), third));
    }
    case Shape::Kind::Polygon: break;
    }
    if (shape.radius() == Nanometres()) return shape.polygon();
    const Nanometres more = outside ? error : Nanometres();
    return largestOf(offset(regionOf(shape.polygon()), shape.radius() + more, error));
}

} // namespace viaduct
