// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/boardsurface.h"

#include <algorithm>
#include <cmath>

#include "engine/board/outline.h"
#include "engine/geometry/distance.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {

namespace {

constexpr Nanometres kChordError(500), kForgiven(100);
constexpr std::int64_t kMostRows = 4096;
constexpr std::int32_t kLongestRun = 32;
constexpr double kLongestLook = 2e6; // a long leg is looked at in parts, so that a slanting one does not ask for its whole box

double real(Nanometres length) noexcept { return static_cast<double>(length.value()); }
SquareNanometres cross(Point from, Point a, Point b) noexcept { return (a.x - from.x) * (b.y - from.y) - (a.y - from.y) * (b.x - from.x); }

Box boxOf(Point a, Point b) noexcept {
    Box box;
    box.include(a);
    box.include(b);
    return box;
}

Point along(Point a, Point b, double share) noexcept {
    return pointAt(a.x.value() + std::llround(real(b.x - a.x) * share), a.y.value() + std::llround(real(b.y - a.y) * share));
}

PolygonList surfaceOf(const Board& board, Nanometres grooveWidth) {
    const Outline outline = outlineOf(board, kChordError);
    if (!outline.isClosed) return {};
    Region holes;
    for (const Pad& pad : board.pads)
        if (pad.kind == PadKind::NonPlatedHole && pad.hole) holes.append(regionOf(toPolygon(*pad.hole, kChordError, false)));
    if (holes.isEmpty() && grooveWidth <= Nanometres()) return outline.areas; // nothing to clip: corners stay as they are drawn
    Region surface = subtracted(regionOf(outline.areas), united(holes));
    if (grooveWidth > Nanometres()) {
        // Grown and shrunk by half the width: what is narrower closes for good.
        const Nanometres half = (grooveWidth + Nanometres(1)) / 2;
        surface = offset(offset(surface, half, kChordError), -half, kChordError);
    }
    return polygonsOf(surface);
}

} // namespace

BoardSurface::BoardSurface(const Board& board, Nanometres grooveWidth) {
    for (const PolygonWithHoles& area : surfaceOf(board, grooveWidth)) {
        // Every ring runs with the surface on its left (in the plane of the numbers).
        const auto turned = [](Ring ring, bool isOuter) {
            if ((doubledArea(ring) > 0) != isOuter) std::reverse(ring.begin(), ring.end());
            return ring;
        };
        addRing(turned(area.outer, true));
        for (const Ring& hole : area.holes) addRing(turned(hole, false));
    }
    for (std::size_t i = 0; i < m_edges.size(); ++i) m_edgeIndex.insert(static_cast<std::int32_t>(i), boxOf(m_edges[i].a, m_edges[i].b));
    indexRows();
}

void BoardSurface::addRing(std::vector<Point> ring) {
    // Points on a straight line are no corners.
    std::vector<Point> points;
    for (const Point& point : ring) {
        while (points.size() >= 2 && cross(points[points.size() - 2], points.back(), point) == 0) points.pop_back();
        if (points.empty() || points.back() != point) points.push_back(point);
    }
    while (points.size() >= 3 && (points.back() == points.front() || cross(points[points.size() - 2], points.back(), points.front()) == 0)) points.pop_back();
    if (points.size() < 3) return;
    bool startsRun = true;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Point &before = points[i == 0 ? points.size() - 1 : i - 1], &at = points[i], &after = points[i + 1 == points.size() ? 0 : i + 1];
        m_edges.push_back({at, after});
        m_box.include(at);
        if (cross(before, at, after) >= 0) continue;
        addCorner({at, before, after}, startsRun);
        startsRun = false;
    }
}

void BoardSurface::addCorner(const Corner& corner, bool startsRun) {
    const auto number = static_cast<std::int32_t>(m_corners.size());
    m_corners.push_back(corner);
    if (startsRun || number - m_runs.back().begin >= kLongestRun) m_runs.push_back({Box{corner.at, corner.at}, number, number});
    m_runs.back().box.include(corner.at);
    m_runs.back().end = number + 1;
}

void BoardSurface::indexRows() {
    if (m_edges.empty()) return;
    const auto rows = std::clamp<std::int64_t>(static_cast<std::int64_t>(m_edges.size()) / 4, 1, kMostRows);
    m_rowHeight = m_box.height().value() / rows + 1;
    m_rows.resize(static_cast<std::size_t>(m_box.height().value() / m_rowHeight + 1));
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
        const auto row = [&](Point p) { return (p.y - m_box.min.y).value() / m_rowHeight; };
        const std::int64_t one = row(m_edges[i].a), two = row(m_edges[i].b), first = std::min(one, two), last = std::max(one, two);
        for (std::int64_t at = first; at <= last; ++at) m_rows[static_cast<std::size_t>(at)].push_back(static_cast<std::int32_t>(i));
    }
}

bool BoardSurface::isWithin(Point point) const {
    if (!m_box.contains(point)) return false;
    bool isInside = false;
    for (const std::int32_t number : m_rows[static_cast<std::size_t>((point.y - m_box.min.y).value() / m_rowHeight)]) {
        const Edge& edge = m_edges[static_cast<std::size_t>(number)];
        if ((edge.a.y > point.y) == (edge.b.y > point.y)) continue;
        const SquareNanometres side = cross(edge.a, edge.b, point);
        if (edge.b.y > edge.a.y ? side > 0 : side < 0) isInside = !isInside;
    }
    return isInside;
}

bool BoardSurface::isAtRim(Point point) const {
    std::vector<std::int32_t> near;
    m_edgeIndex.query(boxOf(point, point).inflated(kForgiven), near);
    return std::any_of(near.begin(), near.end(), [&](std::int32_t number) {
        const Edge& edge = m_edges[static_cast<std::size_t>(number)];
        return pointCloserThan(point, edge.a, edge.b, kForgiven);
    });
}

bool BoardSurface::contains(Point point) const { return isWithin(point) || isAtRim(point); }

bool BoardSurface::meetings(Point a, Point b, bool stopsEarly, std::vector<double>& found) const {
    const double dx = real(b.x - a.x), dy = real(b.y - a.y), length = std::hypot(dx, dy);
    if (length == 0) return true;
    const auto parts = static_cast<std::int64_t>(length / kLongestLook) + 1;
    std::vector<std::int32_t> near;
    for (std::int64_t part = 0; part < parts; ++part) {
        near.clear();
        const Point from = along(a, b, static_cast<double>(part) / static_cast<double>(parts)),
                    to = along(a, b, static_cast<double>(part + 1) / static_cast<double>(parts));
        m_edgeIndex.query(boxOf(from, to).inflated(Nanometres(1)), near);
        for (const std::int32_t number : near) {
            const Edge& edge = m_edges[static_cast<std::size_t>(number)];
            const SquareNanometres c = cross(a, b, edge.a), d = cross(a, b, edge.b), e = cross(edge.a, edge.b, a), f = cross(edge.a, edge.b, b);
            if ((c > 0 && d > 0) || (c < 0 && d < 0) || (e > 0 && f > 0) || (e < 0 && f < 0)) continue;
            if (e == f) { // on one line
                for (const Point& end : {edge.a, edge.b}) found.push_back((real(end.x - a.x) * dx + real(end.y - a.y) * dy) / (length * length));
                continue;
            }
            const double share = static_cast<double>(e) / static_cast<double>(e - f);
            found.push_back(share);
            if (!stopsEarly) continue;
            // Far from both ends of both: nothing that rounding could have made.
            const double edgeLength = std::hypot(real(edge.b.x - edge.a.x), real(edge.b.y - edge.a.y)), away = 2 * real(kForgiven);
            const double place = static_cast<double>(c) / static_cast<double>(c - d) * edgeLength;
            if (std::min(share, 1 - share) * length > away && std::min(place, edgeLength - place) > away &&
                std::min(std::abs(static_cast<double>(e)), std::abs(static_cast<double>(f))) > away * edgeLength)
                return false;
        }
    }
    std::sort(found.begin(), found.end());
    return true;
}

bool BoardSurface::isOpen(Point a, Point b) const {
    std::vector<double> shares{0.0, 1.0};
    if (!meetings(a, b, true, shares)) return false;
    const double length = std::hypot(real(b.x - a.x), real(b.y - a.y));
    double from = 0;
    for (const double meeting : shares) {
        const double to = std::clamp(meeting, 0.0, 1.0);
        if ((to - from) * length > 2 * real(kForgiven) && !contains(along(a, b, (from + to) / 2))) return false;
        from = std::max(from, to);
    }
    return length > 2 * real(kForgiven) || contains(along(a, b, 0.5));
}

bool BoardSurface::grazes(const Corner& corner, Point from) noexcept {
    // Ends of legs are rounded to the nanometre: two of them to the wrong side are none.
    const double x = real(corner.at.x - from.x), y = real(corner.at.y - from.y), slack = 2 * std::sqrt(x * x + y * y);
    const double before = x * real(corner.before.y - corner.at.y) - y * real(corner.before.x - corner.at.x);
    const double after = x * real(corner.after.y - corner.at.y) - y * real(corner.after.x - corner.at.x);
    return (before >= -slack && after >= -slack) || (before <= slack && after <= slack);
}

std::vector<std::pair<Point, Point>> BoardSurface::divided(Point a, Point b) const {
    std::vector<double> shares;
    (void)meetings(a, b, false, shares);
    std::vector<std::pair<Point, Point>> pieces;
    Point from = a;
    for (const double share : shares) {
        if (share <= 0 || share >= 1) continue;
        const Point to = along(a, b, share);
        if (to == from) continue;
        pieces.emplace_back(from, to);
        from = to;
    }
    if (from != b || pieces.empty()) pieces.emplace_back(from, b);
    return pieces;
}

} // namespace viaduct
