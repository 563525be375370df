// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/raster.h"

#include <algorithm>
#include <cmath>

#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

constexpr std::int64_t kGapError = 1000; // nm: gaps are rounded, and found along chords of arcs

// Narrows a row's span [x0, x1] to the cells that pass, where passing cells are contiguous (a convex set cut by a line).
template <typename Closer> void appendConvexRow(std::int32_t y, std::int32_t x0, std::int32_t x1, const Closer& isCloser, std::vector<Run>& runs) {
    while (x0 <= x1 && !isCloser(x0)) ++x0;
    while (x1 > x0 && !isCloser(x1)) --x1;
    if (x0 <= x1) runs.push_back({y, x0, x1});
}

bool isConvex(const PolygonWithHoles& polygon) {
    if (!polygon.holes.empty()) return false;
    const Ring& ring = polygon.outer;
    int sign = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Point a = ring[i], b = ring[(i + 1) % ring.size()], c = ring[(i + 2) % ring.size()];
        const SquareNanometres cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        if (cross == 0) continue;
        const int turn = cross > 0 ? 1 : -1;
        if (sign == 0) sign = turn;
        if (turn != sign) return false;
    }
    return ring.size() <= 16; // a many-cornered spiral could turn one way only; small convex pads are what this is for
}

} // namespace

void appendCloserToSegment(const Lattice& lattice, Point a, Point b, std::int64_t need, std::vector<Run>& runs) {
    if (need <= 0) return;
    const std::int64_t ax = a.x.value(), ay = a.y.value(), bx = b.x.value(), by = b.y.value();
    const std::int32_t y0 = std::max(lattice.rowFrom(std::min(ay, by) - need), 0), y1 = std::min(lattice.rowBefore(std::max(ay, by) + need), lattice.ny - 1);
    const double dx = static_cast<double>(bx - ax), dy = static_cast<double>(by - ay), length = std::hypot(dx, dy), r = static_cast<double>(need);
    const auto half = [r](double h) { return r * r - h * h > 0 ? std::sqrt(r * r - h * h) : -1.0; };
    for (std::int32_t row = y0; row <= y1; ++row) {
        const std::int64_t y = lattice.origin.y.value() + row * lattice.pitch;
        double low = 1e18, high = -1e18;
        const auto include = [&](double from, double to) { low = std::min(low, from), high = std::max(high, to); };
        if (const double h = half(static_cast<double>(y - ay)); h >= 0) include(static_cast<double>(ax) - h, static_cast<double>(ax) + h);
        if (const double h = half(static_cast<double>(y - by)); h >= 0) include(static_cast<double>(bx) - h, static_cast<double>(bx) + h);
        if (length > 0) { // the parallelogram between the two discs
            const double nx = -dy / length * r, ny = dx / length * r;
            const double cornersX[4] = {static_cast<double>(ax) + nx, static_cast<double>(bx) + nx, static_cast<double>(bx) - nx, static_cast<double>(ax) - nx};
            const double cornersY[4] = {static_cast<double>(ay) + ny, static_cast<double>(by) + ny, static_cast<double>(by) - ny, static_cast<double>(ay) - ny};
            for (int i = 0; i < 4; ++i) {
                const double x1 = cornersX[i], z1 = cornersY[i], x2 = cornersX[(i + 1) % 4], z2 = cornersY[(i + 1) % 4];
                const double yy = static_cast<double>(y);
                if ((z1 <= yy) == (z2 <= yy)) continue;
                const double x = x1 + (x2 - x1) * (yy - z1) / (z2 - z1);
                include(x, x);
            }
        }
        if (low > high) continue;
        std::int32_t x0 = std::max(lattice.columnFrom(static_cast<std::int64_t>(std::floor(low)) - 2), 0);
        std::int32_t x1 = std::min(lattice.columnBefore(static_cast<std::int64_t>(std::ceil(high)) + 2), lattice.nx - 1);
        appendConvexRow(
            row, x0, x1, [&](std::int32_t x) { return pointCloserThan(lattice.pointAt(x, row), a, b, Nanometres(need)); }, runs);
    }
}

void appendCloser(const Lattice& lattice, const Shape& shape, std::int64_t need, std::vector<Run>& runs) {
    if (shape.kind() == Shape::Kind::Disc || shape.kind() == Shape::Kind::Capsule) {
        appendCloserToSegment(lattice, shape.start(), shape.end(), need + shape.radius().value(), runs);
        return;
    }
    const Box box = shape.box().inflated(Nanometres(need));
    const std::int32_t x0 = std::max(lattice.columnFrom(box.min.x.value()), 0), x1 = std::min(lattice.columnBefore(box.max.x.value()), lattice.nx - 1);
    const std::int32_t y0 = std::max(lattice.rowFrom(box.min.y.value()), 0), y1 = std::min(lattice.rowBefore(box.max.y.value()), lattice.ny - 1);
    const bool convex = shape.kind() == Shape::Kind::Polygon && isConvex(shape.polygon());
    for (std::int32_t y = y0; y <= y1; ++y) {
        const auto isCloser = [&](std::int32_t x) { return isCloserThan(Shape::disc(lattice.pointAt(x, y), Nanometres()), shape, Nanometres(need)); };
        if (convex) {
            appendConvexRow(y, x0, x1, isCloser, runs);
            continue;
        }
        for (std::int32_t x = x0; x <= x1; ++x) {
            if (!isCloser(x)) {
                // No cell within what the shape is too far away is closer either: large arcs and polygons are mostly empty.
                const std::int64_t gap = gapBetween(Shape::disc(lattice.pointAt(x, y), Nanometres()), shape).distance.value();
                x += static_cast<std::int32_t>(std::clamp<std::int64_t>((gap - need - kGapError) / lattice.pitch, 0, x1 - x));
                continue;
            }
            const std::int32_t from = x;
            while (x < x1 && isCloser(x + 1)) ++x;
            runs.push_back({y, from, x});
        }
    }
}

void appendInside(const Lattice& lattice, const PolygonWithHoles& polygon, std::vector<Run>& runs) {
    Box box;
    for (const Point p : polygon.outer) box.include(p);
    if (box.isEmpty()) return;
    const std::int32_t y0 = std::max(lattice.rowFrom(box.min.y.value()), 0), y1 = std::min(lattice.rowBefore(box.max.y.value()), lattice.ny - 1);
    if (y1 < y0) return;
    std::vector<std::vector<double>> crossings(static_cast<std::size_t>(y1 - y0 + 1));
    const auto addRing = [&](const Ring& ring) {
        for (std::size_t i = 0; i < ring.size(); ++i) {
            Point a = ring[i], b = ring[(i + 1) % ring.size()];
            if (a.y == b.y) continue;
            if (a.y > b.y) std::swap(a, b);
            // Half-open in y: a vertex on the row counts for the edge that goes down from it.
            const std::int32_t from = std::max(lattice.rowFrom(a.y.value()), y0), to = std::min(lattice.rowFrom(b.y.value()) - 1, y1);
            const double slope = static_cast<double>((b.x - a.x).value()) / static_cast<double>((b.y - a.y).value());
            for (std::int32_t row = from; row <= to; ++row) {
                const double y = static_cast<double>(lattice.origin.y.value() + row * lattice.pitch - a.y.value());
                crossings[static_cast<std::size_t>(row - y0)].push_back(static_cast<double>(a.x.value()) + slope * y);
            }
        }
    };
    addRing(polygon.outer);
    for (const Ring& hole : polygon.holes) addRing(hole);
    for (std::int32_t row = y0; row <= y1; ++row) {
        auto& list = crossings[static_cast<std::size_t>(row - y0)];
        std::sort(list.begin(), list.end());
        for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
            const std::int32_t x0 = std::max(lattice.columnFrom(static_cast<std::int64_t>(std::ceil(list[i]))), 0);
            const std::int32_t x1 = std::min(lattice.columnBefore(static_cast<std::int64_t>(std::floor(list[i + 1]))), lattice.nx - 1);
            if (x0 <= x1) runs.push_back({row, x0, x1});
        }
    }
}

} // namespace viaduct
