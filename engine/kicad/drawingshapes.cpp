// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/drawingshapes.h"

#include <algorithm>
#include <cmath>

#include "engine/kicad/filenumber.h"

namespace viaduct {

namespace {

constexpr Nanometres kFlattening{1000};     // largest distance of a flattened curve from the true one
constexpr Nanometres kDefaultWidth{200000}; // KiCad gives it to strokes that state no width

// The clauses a drawing may have, in the order they may come: all optional here, because formats differ.
struct Clauses final {
    SNode start, mid, end, center, angle, pts, radius;
    std::optional<Nanometres> width;
    std::optional<bool> isFilled;
};

Clauses clausesOf(BoardReading& reading, const SNode& list) {
    Clauses clauses;
    for (const SNode part : list.arguments()) {
        if (!part.isList()) continue;
        const std::string_view head = part.head();
        if (head == "start")
            clauses.start = part;
        else if (head == "end")
            clauses.end = part;
        else if (head == "mid")
            clauses.mid = part;
        else if (head == "center")
            clauses.center = part;
        else if (head == "angle")
            clauses.angle = part;
        else if (head == "pts")
            clauses.pts = part;
        else if (head == "radius")
            clauses.radius = part;
        else if (head == "width")
            clauses.width = reading.lengthIn(part);
        else if (head == "stroke") {
            if (const SNode width = part.find("width")) clauses.width = reading.lengthIn(width);
        } else if (head == "fill") {
            const std::string_view word = part.at(1).isList() ? part.at(1).at(1).word() : part.at(1).word(); // (fill yes), (fill (type solid))
            clauses.isFilled = !(word == "none" || word == "no" || word == "false");
        }
    }
    return clauses;
}

double distance(Point a, Point b) { return std::hypot(static_cast<double>((a.x - b.x).value()), static_cast<double>((a.y - b.y).value())); }

void strokePolyline(const std::vector<Point>& points, bool isClosed, Nanometres half, ShapeList& shapes) {
    if (points.size() == 1) shapes.push_back(Shape::disc(points[0], half));
    for (std::size_t i = 0; i + 1 < points.size(); ++i) shapes.push_back(Shape::capsule(points[i], points[i + 1], half));
    if (isClosed && points.size() > 2) shapes.push_back(Shape::capsule(points.back(), points.front(), half));
}

void strokeCircle(Point centre, Nanometres radius, Nanometres half, ShapeList& shapes) {
    if (radius.value() == 0) {
        shapes.push_back(Shape::disc(centre, half));
        return;
    }
    const Point right{centre.x + radius, centre.y}, left{centre.x - radius, centre.y}, top{centre.x, centre.y - radius}, bottom{centre.x, centre.y + radius};
    shapes.push_back(Shape::arc(right, top, left, half));
    shapes.push_back(Shape::arc(left, bottom, right, half));
}

void drawArc(BoardReading& reading, const SNode& list, const Clauses& clauses, const Frame& frame, Nanometres half, ShapeList& shapes) {
    if (!clauses.start || !clauses.end) return reading.refuse(list, "an arc needs (start ...) and (end ...)");
    const Point start = reading.pointIn(clauses.start), end = reading.pointIn(clauses.end);
    if (clauses.mid) {
        const Point from = frame.toBoard(start), to = frame.toBoard(end), mid = frame.toBoard(reading.pointIn(clauses.mid));
        if (from != to) return shapes.push_back(Shape::arc(from, mid, to, half));
        const Point centre{(from.x + mid.x) / 2, (from.y + mid.y) / 2}; // start and end in one: a full circle through mid
        return strokeCircle(centre, Nanometres(std::llround(distance(from, centre))), half, shapes);
    }
    // Until KiCad 6: `start` is the centre, `end` the first point, the angle runs clockwise on screen.
    const double degrees = clauses.angle ? reading.numberIn(clauses.angle) : 360.0;
    const Point centre = frame.toBoard(start);
    const double turn = std::fmod(degrees, 360.0);
    if (turn == 0) return strokeCircle(centre, Nanometres(std::llround(distance(start, end))), half, shapes);
    const auto pointAfter = [&](double part) { return frame.toBoard(start + rotatedDegrees(end - start, -turn * part)); };
    shapes.push_back(Shape::arc(frame.toBoard(end), pointAfter(0.5), pointAfter(1.0), half));
}

// Corners of a rectangle that may be turned by the frame; rounded corners (KiCad 10) as arcs between them.
void drawRect(BoardReading& reading, const Clauses& clauses, const Frame& frame, Nanometres half, bool isFilled, ShapeList& shapes) {
    const Point a = reading.pointIn(clauses.start), b = reading.pointIn(clauses.end);
    const Point low{std::min(a.x, b.x), std::min(a.y, b.y)}, high{std::max(a.x, b.x), std::max(a.y, b.y)};
    Nanometres radius = clauses.radius ? reading.lengthIn(clauses.radius) : Nanometres();
    radius = std::max(Nanometres(), std::min({radius, (high.x - low.x) / 2, (high.y - low.y) / 2}));
    const Point inLow{low.x + radius, low.y + radius}, inHigh{high.x - radius, high.y - radius};
    if (isFilled)
        return shapes.push_back(Shape::polygon(
            Ring{frame.toBoard(inLow), frame.toBoard({inHigh.x, inLow.y}), frame.toBoard(inHigh), frame.toBoard({inLow.x, inHigh.y})}, radius + half));
    const auto side = [&](Point from, Point to) { shapes.push_back(Shape::capsule(frame.toBoard(from), frame.toBoard(to), half)); };
    side({inLow.x, low.y}, {inHigh.x, low.y});
    side({high.x, inLow.y}, {high.x, inHigh.y});
    side({inHigh.x, high.y}, {inLow.x, high.y});
    side({low.x, inHigh.y}, {low.x, inLow.y});
    if (radius.value() == 0) return;
    const Nanometres diagonal(std::llround(static_cast<double>(radius.value()) * 0.70710678118654752));
    const auto corner = [&](Point centre, int sx, int sy) {
        const auto at = [&](Nanometres dx, Nanometres dy) { return frame.toBoard({centre.x + dx * sx, centre.y + dy * sy}); };
        shapes.push_back(Shape::arc(at(radius, {}), at(diagonal, diagonal), at({}, radius), half));
    };
    corner(inLow, -1, -1);
    corner({inHigh.x, inLow.y}, 1, -1);
    corner(inHigh, 1, 1);
    corner({inLow.x, inHigh.y}, -1, 1);
}

// Cubic curve through halving until the control points lie within the flattening error of the chord.
void flattenCurve(Point a, Point b, Point c, Point d, int depth, std::vector<Point>& points) {
    const auto middle = [](Point p, Point q) { return Point{Nanometres((p.x.value() + q.x.value()) / 2), Nanometres((p.y.value() + q.y.value()) / 2)}; };
    const auto bulge = [](Point p, Point q, Point r) {
        return distance(q, Point{Nanometres((p.x.value() + r.x.value()) / 2), Nanometres((p.y.value() + r.y.value()) / 2)});
    };
    const double chord = distance(a, d);
    const double polygon = distance(a, b) + distance(b, c) + distance(c, d);
    (void)bulge;
    // The curve's length lies between chord and control polygon; its distance from the chord is below sqrt(length difference * length).
    if (depth == 0 || std::sqrt(std::max(0.0, (polygon - chord) * polygon)) < static_cast<double>(kFlattening.value())) return points.push_back(d);
    const Point ab = middle(a, b), bc = middle(b, c), cd = middle(c, d), abc = middle(ab, bc), bcd = middle(bc, cd), centre = middle(abc, bcd);
    flattenCurve(a, ab, abc, centre, depth - 1, points);
    flattenCurve(centre, bcd, cd, d, depth - 1, points);
}

} // namespace

Ring readRing(BoardReading& reading, const SNode& pts, const Frame& frame) {
    Ring ring;
    for (const SNode part : pts.arguments()) {
        const std::string_view head = part.head();
        if (head == "xy")
            ring.push_back(frame.toBoard(reading.pointIn(part)));
        else if (head == "arc") {
            const SNode start = part.find("start"), mid = part.find("mid"), end = part.find("end");
            if (!start || !mid || !end) {
                reading.refuse(part, "an arc of a polygon needs (start ...), (mid ...) and (end ...)");
                return {};
            }
            for (const Point point :
                 arcToPolyline(frame.toBoard(reading.pointIn(start)), frame.toBoard(reading.pointIn(mid)), frame.toBoard(reading.pointIn(end)), kFlattening))
                if (ring.empty() || ring.back() != point) ring.push_back(point);
        }
    }
    return ring;
}

bool readDrawn(BoardReading& reading, const SNode& list, std::string_view kind, const Frame& frame, bool isOutline, Drawn& drawn) {
    if (kind != "line" && kind != "arc" && kind != "circle" && kind != "rect" && kind != "poly" && kind != "curve") return false;
    const Clauses clauses = clausesOf(reading, list);
    const Nanometres stated = clauses.width.value_or(Nanometres());
    // Before (fill ...) existed a stroke of width 0 meant filled, and polygons were always filled.
    drawn.isFilled = clauses.isFilled.value_or((stated.value() == 0 && (kind == "rect" || kind == "circle")) || (kind == "poly" && !isOutline));
    if (kind == "line" || kind == "arc" || kind == "curve") drawn.isFilled = false;
    drawn.strokeWidth = stated.value() > 0 || drawn.isFilled ? std::max(stated, Nanometres()) : kDefaultWidth;
    const Nanometres half = drawn.strokeWidth / 2;
    if (kind == "line" || kind == "rect") {
        if (!clauses.start || !clauses.end)
            reading.refuse(list, "expected (start ...) and (end ...) in (" + std::string(list.head()) + " ...)");
        else if (kind == "rect")
            drawRect(reading, clauses, frame, half, drawn.isFilled, drawn.shapes);
        else
            drawn.shapes.push_back(Shape::capsule(frame.toBoard(reading.pointIn(clauses.start)), frame.toBoard(reading.pointIn(clauses.end)), half));
    } else if (kind == "arc") {
        drawArc(reading, list, clauses, frame, half, drawn.shapes);
    } else if (kind == "circle") {
        if (!clauses.center || !clauses.end) {
            reading.refuse(list, "a circle needs (center ...) and (end ...)");
            return true;
        }
        const Point centre = reading.pointIn(clauses.center);
        const Nanometres radius(std::llround(distance(centre, reading.pointIn(clauses.end))));
        if (drawn.isFilled)
            drawn.shapes.push_back(Shape::disc(frame.toBoard(centre), radius + half));
        else
            strokeCircle(frame.toBoard(centre), radius, half, drawn.shapes);
    } else if (kind == "poly") {
        Ring ring = readRing(reading, clauses.pts, frame);
        if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
        if (drawn.isFilled && ring.size() >= 3)
            drawn.shapes.push_back(Shape::polygon(std::move(ring), half));
        else
            strokePolyline(ring, true, half, drawn.shapes);
    } else {
        const Ring control = readRing(reading, clauses.pts, frame);
        if (control.size() < 4) return true;
        std::vector<Point> points{control[0]};
        flattenCurve(control[0], control[1], control[2], control[3], 8, points);
        strokePolyline(points, false, half, drawn.shapes);
    }
    return true;
}

} // namespace viaduct
