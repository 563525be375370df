// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/geometry/grow.h"

#include <algorithm>
#include <cmath>

#include "engine/geometry/circulararc.h"

namespace viaduct {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kLargestStep = kPi / 4;

struct Vector final {
    double x, y;
};

Vector unitAlong(Point a, Point b) noexcept {
    const auto x = static_cast<double>((b.x - a.x).value()), y = static_cast<double>((b.y - a.y).value());
    const double length = std::hypot(x, y);
    return length == 0 ? Vector{1, 0} : Vector{x / length, y / length};
}

// The way out of a solid that lies to the left of its edges.
Vector outward(Vector along) noexcept { return {along.y, -along.x}; }

Point offsetPoint(Point from, Vector direction, double reach) noexcept {
    return from + pointAt(std::llround(direction.x * reach), std::llround(direction.y * reach));
}

double angleFromTo(Vector a, Vector b) noexcept { return std::atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y); }

Vector turned(Vector v, double angle) noexcept {
    const double c = std::cos(angle), s = std::sin(angle);
    return {v.x * c - v.y * s, v.x * s + v.y * c};
}

// The largest turn between corners that lie outside the circle, on its tangents, by no more than `error`.
double stepOutside(double radius, double error) noexcept {
    return radius <= error ? kLargestStep : std::min(kLargestStep, 2 * std::acos(radius / (radius + error)));
}

// Corners on the tangents of the circle about `centre`, from the direction `first` through `sweep` radians.
void addArcOutside(Ring& ring, Point centre, double radius, Vector first, double sweep, double largestStep) {
    const int steps = std::max(1, static_cast<int>(std::ceil(sweep / largestStep - 1e-9)));
    const double step = sweep / steps, reach = radius / std::cos(step / 2);
    for (int i = 0; i < steps; ++i) ring.push_back(offsetPoint(centre, turned(first, step * (i + 0.5)), reach));
}

Ring grownSegment(Point a, Point b, double radius, double error) {
    const Vector side = outward(unitAlong(a, b));
    const double step = stepOutside(radius, error);
    Ring ring;
    addArcOutside(ring, b, radius, side, kPi, step);
    addArcOutside(ring, a, radius, {-side.x, -side.y}, kPi, step);
    return ring;
}

bool isConvex(const Ring& ring) noexcept { // positive, and turning once around
    double turn = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Point a = ring[i], b = ring[(i + 1) % ring.size()], c = ring[(i + 2) % ring.size()];
        if ((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) < 0) return false;
        turn += angleFromTo(unitAlong(a, b), unitAlong(b, c));
    }
    return turn < 3 * kPi;
}

Ring withoutRepeats(const Ring& ring) {
    Ring result;
    for (const Point p : ring)
        if (result.empty() || result.back() != p) result.push_back(p);
    while (result.size() > 1 && result.front() == result.back()) result.pop_back();
    return result;
}

Ring grownConvex(const Ring& ring, double radius, double error) {
    const double step = stepOutside(radius, error);
    Ring result;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Point before = ring[(i + ring.size() - 1) % ring.size()], corner = ring[i], after = ring[(i + 1) % ring.size()];
        const Vector in = outward(unitAlong(before, corner)), out = outward(unitAlong(corner, after));
        addArcOutside(result, corner, radius, in, std::max(0.0, angleFromTo(in, out)), step);
    }
    return result;
}

// The rounded corner of a solid that turns left at `corner`, chords inside the curve.
void addRoundCorner(Ring& ring, Point corner, double radius, Vector in, Vector out, double turn, double error) {
    const double excess = radius * (1 / std::cos(std::min(turn, 1.5) / 2) - 1);
    if (excess < 50) { // nanometres: one corner instead of two
        const double scale = radius / (1 + in.x * out.x + in.y * out.y);
        ring.push_back(offsetPoint(corner, {in.x + out.x, in.y + out.y}, scale));
        return;
    }
    const double largest = radius <= error ? kLargestStep : std::min(kLargestStep, 2 * std::acos(1 - error / radius));
    const int steps = std::max(1, static_cast<int>(std::ceil(turn / largest)));
    for (int i = 0; i <= steps; ++i) ring.push_back(offsetPoint(corner, turned(in, turn * i / steps), radius));
}

enum class Chords { Inside, Outside }; // of the curves at corners

// One ring moved outward by `radius`. May cross itself; `resolved` settles that.
Ring movedOutward(const Ring& given, double radius, double error, Chords chords) {
    const Ring ring = withoutRepeats(given);
    const std::size_t n = ring.size();
    Ring result;
    if (n < 3) return result;
    result.reserve(n * 2);
    std::vector<Vector> normals(n);
    std::vector<double> lengths(n), cut(n); // cut: how much of both edges a corner that turns right takes away
    for (std::size_t i = 0; i < n; ++i) {
        const Point a = ring[i], b = ring[(i + 1) % n];
        normals[i] = outward(unitAlong(a, b));
        lengths[i] = std::hypot(static_cast<double>((b.x - a.x).value()), static_cast<double>((b.y - a.y).value()));
    }
    std::vector<double> turns(n);
    for (std::size_t i = 0; i < n; ++i) {
        turns[i] = angleFromTo(normals[(i + n - 1) % n], normals[i]);
        cut[i] = turns[i] < 0 && turns[i] > -kPi * 0.9 ? radius * std::tan(-turns[i] / 2) : 0;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t before = (i + n - 1) % n, after = (i + 1) % n;
        const Vector in = normals[before], out = normals[i];
        if (turns[i] >= 0) {
            if (chords == Chords::Outside)
                addArcOutside(result, ring[i], radius, in, turns[i], stepOutside(radius, error));
            else
                addRoundCorner(result, ring[i], radius, in, out, turns[i], error);
        } else if (turns[i] > -kPi * 0.9 && cut[i] + cut[before] <= lengths[before] && cut[i] + cut[after] <= lengths[i]) {
            const double scale = radius / (1 + in.x * out.x + in.y * out.y);
            result.push_back(offsetPoint(ring[i], {in.x + out.x, in.y + out.y}, scale));
        } else { // through the corner itself: the loops that this makes have no positive winding of their own
            result.push_back(offsetPoint(ring[i], in, radius));
            result.push_back(ring[i]);
            result.push_back(offsetPoint(ring[i], out, radius));
        }
    }
    return result;
}

// Outer ring positive, holes the other way; clipped only where rings cross.
Region orientedRegion(const PolygonWithHoles& polygon) {
    std::vector<Ring> rings{withoutRepeats(polygon.outer)};
    for (const Ring& hole : polygon.holes) rings.push_back(withoutRepeats(hole));
    std::erase_if(rings, [](const Ring& ring) { return ring.size() < 3; });
    if (!areSimple(rings)) return regionOf(polygon);
    for (std::size_t i = 0; i < rings.size(); ++i)
        if ((doubledArea(rings[i]) > 0) != (i == 0)) std::reverse(rings[i].begin(), rings[i].end());
    return {std::move(rings)};
}

} // namespace

void appendGrown(const Shape& shape, Nanometres by, Nanometres error, std::vector<Ring>& rings) {
    const Nanometres total = shape.radius() + by;
    const auto radius = static_cast<double>(total.value()), allowed = static_cast<double>(std::max<std::int64_t>(1, error.value() - 1));
    if (shape.kind() == Shape::Kind::Disc || shape.kind() == Shape::Kind::Capsule) {
        if (total > Nanometres()) rings.push_back(grownSegment(shape.start(), shape.end(), radius, allowed));
        return;
    }
    if (shape.kind() == Shape::Kind::Polygon && shape.polygon().holes.empty()) {
        Ring ring = withoutRepeats(shape.polygon().outer);
        if (ring.size() >= 3 && doubledArea(ring) < 0) std::reverse(ring.begin(), ring.end());
        if (ring.size() >= 3 && isConvex(ring)) {
            rings.push_back(total > Nanometres() ? grownConvex(ring, radius, allowed) : std::move(ring));
            return;
        }
    }
    Region region;
    if (shape.kind() == Shape::Kind::Arc) {
        const Nanometres third(std::max<std::int64_t>(1, error.value() / 3));
        region = thickenedLine(arcToPolyline(shape.start(), shape.mid(), shape.end(), third), total + 2 * third, third);
    } else {
        region = orientedRegion(shape.polygon());
        if (total > Nanometres()) {
            for (Ring& ring : region.rings) ring = movedOutward(ring, radius, allowed, Chords::Outside);
            region = resolved(std::move(region.rings));
        }
    }
    for (Ring& ring : region.rings) rings.push_back(std::move(ring));
}

Region grownRound(const Region& region, Nanometres by, Nanometres error, const std::vector<Ring>& added, const std::vector<Ring>& taken) {
    std::vector<Ring> rings = added;
    for (const Ring& ring : region.rings) {
        Ring moved = by > Nanometres()
                         ? movedOutward(ring, static_cast<double>(by.value()), static_cast<double>(std::max<std::int64_t>(1, error.value())), Chords::Inside)
                         : ring;
        if (moved.size() >= 3) rings.push_back(std::move(moved));
    }
    return resolved(std::move(rings), taken);
}

} // namespace viaduct
