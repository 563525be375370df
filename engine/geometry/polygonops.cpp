// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/geometry/polygonops.h"

#include <algorithm>
#include <cmath>

#include <clipper.hpp>

namespace viaduct {
namespace {

using ClipperLib::Path;
using ClipperLib::Paths;

Path pathOf(const Ring& ring) {
    Path path;
    path.reserve(ring.size());
    for (const Point p : ring) path.emplace_back(p.x.value(), p.y.value());
    return path;
}

Paths pathsOf(const Region& region) {
    Paths paths;
    paths.reserve(region.rings.size());
    for (const Ring& ring : region.rings) paths.push_back(pathOf(ring));
    return paths;
}

Region regionOfPaths(const Paths& paths) {
    Region region;
    region.rings.reserve(paths.size());
    for (const Path& path : paths) {
        if (path.size() < 3) continue;
        Ring ring;
        ring.reserve(path.size());
        for (const ClipperLib::IntPoint& p : path) ring.push_back(pointAt(p.X, p.Y));
        region.rings.push_back(std::move(ring));
    }
    return region;
}

// Clipper throws on coordinates beyond 2^62, which no board that was read can have; an empty region then stands for "nothing sensible".
Region clipped(ClipperLib::ClipType type, const Region& subject, const Region& clip, ClipperLib::PolyFillType fill = ClipperLib::pftPositive,
               bool keepsCorners = false) {
    try {
        ClipperLib::Clipper clipper;
        clipper.PreserveCollinear(keepsCorners);
        clipper.AddPaths(pathsOf(subject), ClipperLib::ptSubject, true);
        if (!clip.isEmpty()) clipper.AddPaths(pathsOf(clip), ClipperLib::ptClip, true);
        Paths solution;
        clipper.Execute(type, solution, fill, fill);
        return regionOfPaths(solution);
    } catch (const ClipperLib::clipperException&) { return {}; }
}

ClipperLib::JoinType joinTypeOf(Joins joins) noexcept {
    switch (joins) {
    case Joins::Chamfer: return ClipperLib::jtSquare;
    case Joins::Miter: return ClipperLib::jtMiter;
    case Joins::Round: break;
    }
    return ClipperLib::jtRound;
}

void startAtLowest(Ring& ring) { std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end()), ring.end()); }

void appendPolygons(const ClipperLib::PolyNode& parent, PolygonList& polygons) {
    for (const ClipperLib::PolyNode* outer : parent.Childs) {
        if (outer->Contour.size() < 3) continue;
        PolygonWithHoles polygon;
        for (const ClipperLib::IntPoint& p : outer->Contour) polygon.outer.push_back(pointAt(p.X, p.Y));
        startAtLowest(polygon.outer);
        for (const ClipperLib::PolyNode* hole : outer->Childs) {
            if (hole->Contour.size() >= 3) {
                Ring ring;
                for (const ClipperLib::IntPoint& p : hole->Contour) ring.push_back(pointAt(p.X, p.Y));
                startAtLowest(ring);
                polygon.holes.push_back(std::move(ring));
            }
            appendPolygons(*hole, polygons);
        }
        std::sort(polygon.holes.begin(), polygon.holes.end());
        polygons.push_back(std::move(polygon));
    }
}

} // namespace

SquareNanometres doubledArea(const Ring& ring) noexcept {
    SquareNanometres sum = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Point a = ring[i], b = ring[i + 1 == ring.size() ? 0 : i + 1];
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

SquareNanometres areaOf(const PolygonWithHoles& polygon) noexcept {
    const auto magnitude = [](SquareNanometres value) { return value < 0 ? -value : value; };
    SquareNanometres sum = magnitude(doubledArea(polygon.outer));
    for (const Ring& hole : polygon.holes) sum -= magnitude(doubledArea(hole));
    return sum / 2;
}

Box boxOf(const Region& region) noexcept {
    Box box;
    for (const Ring& ring : region.rings)
        for (const Point p : ring) box.include(p);
    return box;
}

Region regionOfRing(const Ring& ring) {
    Region region;
    if (ring.size() < 3) return region;
    region.rings.push_back(ring);
    if (doubledArea(ring) < 0) std::reverse(region.rings.front().begin(), region.rings.front().end());
    return region;
}

Region evenOddRegion(const std::vector<Ring>& rings) { return clipped(ClipperLib::ctUnion, Region{rings}, {}, ClipperLib::pftEvenOdd); }

Region regionOf(const PolygonWithHoles& polygon) {
    std::vector<Ring> rings{polygon.outer};
    rings.insert(rings.end(), polygon.holes.begin(), polygon.holes.end());
    return evenOddRegion(rings);
}

Region regionOf(const PolygonList& polygons) {
    Region region;
    for (const PolygonWithHoles& polygon : polygons) region.append(regionOf(polygon));
    return polygons.size() > 1 ? united(region) : region;
}

PolygonList polygonsOf(const Region& region) {
    PolygonList polygons;
    if (region.isEmpty()) return polygons;
    try {
        ClipperLib::Clipper clipper;
        clipper.AddPaths(pathsOf(region), ClipperLib::ptSubject, true);
        ClipperLib::PolyTree tree;
        clipper.Execute(ClipperLib::ctUnion, tree, ClipperLib::pftPositive, ClipperLib::pftPositive);
        appendPolygons(tree, polygons);
    } catch (const ClipperLib::clipperException&) { return {}; }
    std::sort(polygons.begin(), polygons.end(), [](const PolygonWithHoles& a, const PolygonWithHoles& b) { return a.outer < b.outer; });
    return polygons;
}

Region united(const Region& a) { return a.isEmpty() ? a : clipped(ClipperLib::ctUnion, a, {}); }

Region unitedKeepingCorners(const Region& a) { return a.isEmpty() ? a : clipped(ClipperLib::ctUnion, a, {}, ClipperLib::pftPositive, true); }

Region united(const Region& a, const Region& b) {
    Region both = a;
    both.append(b);
    return united(both);
}

Region subtracted(const Region& from, const Region& taken) {
    if (from.isEmpty() || taken.isEmpty()) return from;
    return clipped(ClipperLib::ctDifference, from, taken);
}

Region intersected(const Region& a, const Region& b) {
    if (a.isEmpty() || b.isEmpty()) return {};
    return clipped(ClipperLib::ctIntersection, a, b);
}

Region offset(const Region& region, Nanometres by, Nanometres error, Joins joins) {
    if (region.isEmpty()) return {};
    try {
        ClipperLib::ClipperOffset offsetter(2.0, std::max<double>(1.0, static_cast<double>(error.value())));
        offsetter.AddPaths(pathsOf(region), joinTypeOf(joins), ClipperLib::etClosedPolygon);
        Paths solution;
        offsetter.Execute(solution, static_cast<double>(by.value()));
        return regionOfPaths(solution);
    } catch (const ClipperLib::clipperException&) { return {}; }
}

Region thickenedLine(const std::vector<Point>& line, Nanometres radius, Nanometres error) {
    if (line.empty() || radius <= Nanometres()) return {};
    try {
        ClipperLib::ClipperOffset offsetter(2.0, std::max<double>(1.0, static_cast<double>(error.value())));
        offsetter.AddPath(pathOf(line), ClipperLib::jtRound, ClipperLib::etOpenRound);
        Paths solution;
        offsetter.Execute(solution, static_cast<double>(radius.value()));
        return regionOfPaths(solution);
    } catch (const ClipperLib::clipperException&) { return {}; }
}

} // namespace viaduct
