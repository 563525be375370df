// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/zoneextents.h"

#include <algorithm>
#include <cmath>

#include "engine/fill/zoneorder.h"
#include "engine/geometry/distance.h"

namespace viaduct {
namespace {

struct Vector final {
    double x{0}, y{0};
    [[nodiscard]] double length() const noexcept { return std::hypot(x, y); }
};

Vector vectorTo(Point from, Point to) noexcept { return {static_cast<double>((to.x - from.x).value()), static_cast<double>((to.y - from.y).value())}; }
Point moved(Point from, double x, double y) noexcept { return from + pointAt(std::llround(x), std::llround(y)); }

void addChamfer(Ring& ring, Point corner, Vector a, Vector b, double distance) {
    const double cut = std::min({distance, a.length() / 2, b.length() / 2});
    ring.push_back(moved(corner, a.x * cut / a.length(), a.y * cut / a.length()));
    ring.push_back(moved(corner, b.x * cut / b.length(), b.y * cut / b.length()));
}

void addFillet(Ring& ring, Point corner, Vector a, Vector b, double radius, double maxError) {
    const double la = a.length(), lb = b.length();
    const double between = std::acos(std::clamp((a.x * b.x + a.y * b.y) / (la * lb), -1.0, 1.0)); // the corner's inner angle
    const double tangent = std::tan(between / 2);
    if (!(tangent > 1e-9) || !std::isfinite(tangent) || between > M_PI - 1e-9) {
        ring.push_back(corner);
        return;
    }
    const double limited = std::min({radius, la / 2 * tangent, lb / 2 * tangent}), reach = limited / tangent, toCentre = limited / std::sin(between / 2);
    const Vector middle{a.x / la + b.x / lb, a.y / la + b.y / lb};
    const double cx = middle.x / middle.length() * toCentre, cy = middle.y / middle.length() * toCentre;
    const Vector first{a.x / la * reach - cx, a.y / la * reach - cy};
    const double sweep = M_PI - between, step = limited <= maxError ? M_PI / 4 : std::min(M_PI / 4, 2 * std::acos(1 - maxError / limited));
    const int steps = std::max(2, static_cast<int>(std::lround(sweep / step)));
    const double sign = a.x * b.y - a.y * b.x > 0 ? -1 : 1;
    for (int i = 0; i <= steps; ++i) {
        const double angle = sign * sweep * i / steps, c = std::cos(angle), s = std::sin(angle);
        const Point next = moved(corner, cx + first.x * c - first.y * s, cy + first.x * s + first.y * c);
        if (ring.empty() || ring.back() != next) ring.push_back(next);
    }
}

bool collide(const Zone& a, const Zone& b) {
    for (const PolygonWithHoles& one : a.outline)
        for (const PolygonWithHoles& other : b.outline)
            if (touches(Shape::polygon(one), Shape::polygon(other))) return true;
    return false;
}

// Whether zones of other nets that come before `neighbour` cover this zone so fully that the two never meet.
bool isCutOff(const Board& board, const Zone& zone, const Zone& neighbour, LayerId layer) {
    Region between;
    for (const Zone& other : board.zones)
        if (isPoured(other) && !other.isTeardrop && other.layers.contains(layer) && other.net != zone.net && hasHigherPriority(other, neighbour))
            between.append(regionOf(other.outline));
    return !between.isEmpty() && subtracted(regionOf(zone.outline), between).isEmpty();
}

} // namespace

Region smoothed(const Region& region, int cornerSmoothing, Nanometres radius, Nanometres maxError) {
    if (cornerSmoothing == 0 || radius <= Nanometres()) return region;
    Region result;
    for (const Ring& given : region.rings) {
        Ring ring;
        for (std::size_t i = 0; i < given.size(); ++i) {
            const Point corner = given[i];
            const Vector a = vectorTo(corner, given[(i + given.size() - 1) % given.size()]), b = vectorTo(corner, given[(i + 1) % given.size()]);
            if (a.length() == 0 || b.length() == 0 || (a.x + b.x == 0 && a.y + b.y == 0)) continue;
            if (cornerSmoothing == 1)
                addChamfer(ring, corner, a, b, static_cast<double>(radius.value()));
            else
                addFillet(ring, corner, a, b, static_cast<double>(radius.value()), static_cast<double>(maxError.value()));
        }
        if (ring.size() >= 3) result.rings.push_back(std::move(ring));
    }
    return result;
}

ZoneExtents extentsOf(const Board& board, const Region* boardArea, const Zone& zone, LayerId layer, Nanometres maxError) {
    const Region drawn = regionOf(zone.outline);
    ZoneExtents extents;
    Region together = drawn;
    for (const Zone& other : board.zones) {
        if (other.id == zone.id || !isPoured(other) || other.isTeardrop || !other.layers.contains(layer) || other.net != zone.net) continue;
        if (!collide(zone, other) || isCutOff(board, zone, other, layer)) continue;
        together = united(together, regionOf(other.outline));
        extents.isLarger = true;
    }
    if (boardArea != nullptr) together = intersected(together, *boardArea);
    extents.maximum = zone.isTeardrop ? together : smoothed(together, zone.cornerSmoothing, zone.cornerRadius, maxError);
    if (!extents.isLarger) {
        extents.working = extents.maximum;
        return extents;
    }
    const Region apron = intersected(offset(drawn, zone.minThickness, maxError), together);
    extents.working = intersected(extents.maximum, apron);
    extents.maximum = intersected(extents.maximum, drawn);
    return extents;
}

} // namespace viaduct
