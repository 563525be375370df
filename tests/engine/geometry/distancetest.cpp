// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "engine/base/deterministicrandom.h"
#include "engine/geometry/distance.h"
#include "engine/geometry/exactsegment.h"
#include "engine/geometry/polygonops.h"

using namespace viaduct;

namespace {

struct RealPair final {
    long double x{0}, y{0};
};

std::int64_t between(DeterministicRandom& random, std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
}
Point anyPoint(DeterministicRandom& random, std::int64_t size) { return pointAt(between(random, -size, size), between(random, -size, size)); }

// A ring without crossings: corners around a centre by rising angle.
Ring starRing(DeterministicRandom& random, std::int64_t size, int corners) {
    const Point centre = anyPoint(random, size);
    Ring ring;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2 * M_PI * (i + 0.1 + 0.8 * static_cast<double>(random.below(1000)) / 1000) / corners;
        const auto reach = static_cast<double>(between(random, size / 4, size));
        ring.push_back(pointAt(centre.x.value() + std::llround(reach * std::cos(angle)), centre.y.value() + std::llround(reach * std::sin(angle))));
    }
    return ring;
}

Shape anyShape(DeterministicRandom& random, std::int64_t size) {
    const Nanometres radius(between(random, 0, size / 3));
    switch (random.below(4)) {
    case 0: return Shape::disc(anyPoint(random, size), radius);
    case 1: return Shape::capsule(anyPoint(random, size), anyPoint(random, size), radius);
    case 2: return Shape::arc(anyPoint(random, size), anyPoint(random, size), anyPoint(random, size), radius);
    default: return Shape::polygon(starRing(random, size, static_cast<int>(between(random, 3, 40))), radius);
    }
}

long double pointToSegment(RealPair p, RealPair a, RealPair b) {
    const long double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    long double share = length == 0 ? 0 : ((p.x - a.x) * dx + (p.y - a.y) * dy) / length;
    share = std::min(1.0L, std::max(0.0L, share));
    return std::hypot(a.x + share * dx - p.x, a.y + share * dy - p.y);
}

RealPair real(Point p) { return {static_cast<long double>(p.x.value()), static_cast<long double>(p.y.value())}; }

// The core as a chain of line pieces, an independent and slow way to a distance. `error` grows by what arcs lose as chords.
std::vector<std::pair<RealPair, RealPair>> piecesOf(const Shape& shape, long double& error) {
    std::vector<std::pair<RealPair, RealPair>> pieces;
    switch (shape.kind()) {
    case Shape::Kind::Disc:
    case Shape::Kind::Capsule: pieces.emplace_back(real(shape.start()), real(shape.end())); break;
    case Shape::Kind::Arc: {
        // The circle's centre by the perpendicular bisectors, in long double.
        const RealPair a = real(shape.start()), b = real(shape.mid()), c = real(shape.end());
        const long double d = 2 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y));
        const long double a2 = a.x * a.x + a.y * a.y, b2 = b.x * b.x + b.y * b.y, c2 = c.x * c.x + c.y * c.y;
        const long double cx = (a2 * (b.y - c.y) + b2 * (c.y - a.y) + c2 * (a.y - b.y)) / d, cy = (a2 * (c.x - b.x) + b2 * (a.x - c.x) + c2 * (b.x - a.x)) / d;
        const long double radius = std::hypot(a.x - cx, a.y - cy);
        const long double from = std::atan2(a.y - cy, a.x - cx);
        auto turn = [&](RealPair p) {
            long double t = std::atan2(p.y - cy, p.x - cx) - from;
            while (t < 0) t += 2 * M_PIl;
            return t;
        };
        long double sweep = turn(c);
        if (turn(b) > sweep) sweep -= 2 * M_PIl;
        const int steps = 200;
        error += radius * (1 - std::cos(sweep / (2 * steps))) + radius * 1e-12L;
        RealPair last = a;
        for (int i = 1; i <= steps; ++i) {
            const long double angle = from + sweep * i / steps;
            const RealPair next = i == steps ? c : RealPair{cx + radius * std::cos(angle), cy + radius * std::sin(angle)};
            pieces.emplace_back(last, next);
            last = next;
        }
        break;
    }
    case Shape::Kind::Polygon: {
        const Ring& ring = shape.polygon().outer;
        for (std::size_t i = 0; i < ring.size(); ++i) pieces.emplace_back(real(ring[i]), real(ring[(i + 1) % ring.size()]));
        break;
    }
    }
    return pieces;
}

bool piecesCross(const std::pair<RealPair, RealPair>& s, const std::pair<RealPair, RealPair>& t) {
    const auto side = [](RealPair a, RealPair b, RealPair p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); };
    return side(s.first, s.second, t.first) * side(s.first, s.second, t.second) < 0 && side(t.first, t.second, s.first) * side(t.first, t.second, s.second) < 0;
}

bool windsAround(const Ring& ring, RealPair p) {
    long double sum = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const RealPair a = real(ring[i]), b = real(ring[(i + 1) % ring.size()]);
        sum += std::atan2((a.x - p.x) * (b.y - p.y) - (a.y - p.y) * (b.x - p.x), (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y));
    }
    return std::abs(sum) > 3;
}

long double slowDistance(const Shape& a, const Shape& b, long double& error) {
    const auto piecesA = piecesOf(a, error), piecesB = piecesOf(b, error);
    if (a.kind() == Shape::Kind::Polygon && windsAround(a.polygon().outer, piecesB.front().first)) return 0;
    if (b.kind() == Shape::Kind::Polygon && windsAround(b.polygon().outer, piecesA.front().first)) return 0;
    long double best = 1e30L;
    for (const auto& s : piecesA)
        for (const auto& t : piecesB) {
            if (piecesCross(s, t)) return 0;
            best = std::min({best, pointToSegment(s.first, t.first, t.second), pointToSegment(s.second, t.first, t.second),
                             pointToSegment(t.first, s.first, s.second), pointToSegment(t.second, s.first, s.second)});
        }
    return std::max(0.0L, best - static_cast<long double>((a.radius() + b.radius()).value()));
}

// Shapes of every kind whose right side is the line x = 0 at y = 0.
std::vector<Shape> shapesEndingAtZero() {
    return {Shape::disc(pointAt(-700, 0), Nanometres(700)),
            Shape::capsule(pointAt(-300, -5000), pointAt(-300, 5000), Nanometres(300)),
            Shape::capsule(pointAt(-9000, 0), pointAt(-250, 0), Nanometres(250)),
            Shape::arc(pointAt(-1100, -1000), pointAt(-100, 0), pointAt(-1100, 1000), Nanometres(100)),
            Shape::polygon({pointAt(0, -400), pointAt(0, 400), pointAt(-800, 400), pointAt(-800, -400)}),
            Shape::polygon({pointAt(-50, 0), pointAt(-800, 400), pointAt(-800, -400)}, Nanometres(50))};
}
std::vector<Shape> mirrored(const std::vector<Shape>& shapes) {
    std::vector<Shape> result;
    const auto flip = [](Point p) { return Point{-p.x, p.y}; };
    for (const Shape& s : shapes) {
        if (s.kind() == Shape::Kind::Arc)
            result.push_back(Shape::arc(flip(s.start()), flip(s.mid()), flip(s.end()), s.radius()));
        else if (s.kind() == Shape::Kind::Polygon) {
            Ring ring;
            for (const Point p : s.polygon().outer) ring.push_back(flip(p));
            result.push_back(Shape::polygon(ring, s.radius()));
        } else
            result.push_back(Shape::capsule(flip(s.start()), flip(s.end()), s.radius()));
    }
    return result;
}

} // namespace

class DistanceTest final : public QObject {
    Q_OBJECT
private slots:
    void everyPairOfKindsTurnsAtTheNanometre() {
        const std::vector<Shape> left = shapesEndingAtZero(), right = mirrored(left);
        for (const std::int64_t gap : {1, 2, 150000, 200000}) {
            for (const Shape& a : left)
                for (const Shape& unmoved : right) {
                    const Shape b = unmoved.moved(pointAt(gap, 0));
                    const bool hasArc = a.kind() == Shape::Kind::Arc || b.kind() == Shape::Kind::Arc;
                    QVERIFY(!isCloserThan(a, b, Nanometres(gap - 1)));
                    QVERIFY(isCloserThan(a, b, Nanometres(gap + 1)));
                    QVERIFY(isCloserThan(b, a, Nanometres(gap + 1)));
                    if (!hasArc) QVERIFY(!isCloserThan(a, b, Nanometres(gap)));
                    QVERIFY(!touches(a, b));
                    QVERIFY(touches(a, unmoved)); // tangent
                    QVERIFY(touches(unmoved, a));
                    QVERIFY(!isCloserThan(a, unmoved, Nanometres(0)));
                    QVERIFY(isCloserThan(a, unmoved, Nanometres(1)));
                }
        }
    }
    void agreesWithASlowMeasureForAnyPair() {
        DeterministicRandom random(20261130);
        int decided = 0;
        for (int i = 0; i < 3000; ++i) {
            const std::int64_t size = i % 3 == 0 ? 50 : i % 3 == 1 ? 5000 : 500000;
            const Shape a = anyShape(random, size), b = anyShape(random, size).moved(anyPoint(random, size));
            long double error = 0;
            const long double slow = slowDistance(a, b, error);
            const std::int64_t limit = between(random, 1, size);
            const bool hasArc = a.kind() == Shape::Kind::Arc || b.kind() == Shape::Kind::Arc;
            const long double doubt = hasArc ? error + 0.01L : 1e-6L;
            if (std::abs(slow - static_cast<long double>(limit)) > doubt) {
                QCOMPARE(isCloserThan(a, b, Nanometres(limit)), slow < static_cast<long double>(limit));
                QCOMPARE(isCloserThan(b, a, Nanometres(limit)), slow < static_cast<long double>(limit));
                ++decided;
            }
            if (slow > doubt) QVERIFY(!touches(a, b));
            if (slow == 0 && !hasArc) QVERIFY(touches(a, b));
        }
        QVERIFY(decided > 2500);
    }
    void segmentsAgreeWithWholeNumberFractions() {
        // On a small grid every squared distance is a fraction of small integers: compared without rounding.
        DeterministicRandom random(7);
        for (int i = 0; i < 200000; ++i) {
            const Point p = anyPoint(random, 12), a = anyPoint(random, 12), b = anyPoint(random, 12);
            const std::int64_t limit = between(random, 1, 12);
            const std::int64_t dx = (b.x - a.x).value(), dy = (b.y - a.y).value(), px = (p.x - a.x).value(), py = (p.y - a.y).value();
            const std::int64_t length = dx * dx + dy * dy, t = px * dx + py * dy;
            bool expected = false;
            if (t <= 0)
                expected = px * px + py * py < limit * limit;
            else if (t >= length)
                expected = (px - dx) * (px - dx) + (py - dy) * (py - dy) < limit * limit;
            else
                expected = (px * px + py * py) * length - t * t < limit * limit * length;
            QCOMPARE(pointCloserThan(p, a, b, Nanometres(limit)), expected);
        }
    }
    void distancesStayExactOnBoardsOfFourMetres() {
        // Differences near 2^32 need more than 128 bits for the squares.
        const std::int64_t far = 2147483637;
        const Point a = pointAt(-far, -far), b = pointAt(far, far - 1);
        // The line runs just below the diagonal; the point on it in the middle lies at half a nanometre.
        QVERIFY(pointCloserThan(pointAt(0, 0), a, b, Nanometres(1)));
        const Point offLine = pointAt(-1000, 1000); // 1414.2 nm from the diagonal
        QVERIFY(!pointCloserThan(offLine, a, b, Nanometres(1414)));
        QVERIFY(pointCloserThan(offLine, a, b, Nanometres(1415)));
        QVERIFY(segmentsIntersect(a, b, pointAt(-far, far), pointAt(far, -far)));
    }
    void wideAndNarrowArithmeticAgree() {
        DeterministicRandom random(99);
        for (int i = 0; i < 100000; ++i) {
            const std::int64_t size = i % 2 == 0 ? 20 : 400000000;
            const Point a = anyPoint(random, size), b = anyPoint(random, size), c = anyPoint(random, size), d = anyPoint(random, size);
            const Reach reach{between(random, 0, size), i % 3 == 0};
            QCOMPARE(exact::segmentsWithin<std::int64_t>(a, b, c, d, reach), exact::segmentsWithin<SquareNanometres>(a, b, c, d, reach));
        }
    }
    void aHoleIsNotInside() {
        const PolygonWithHoles frame{{pointAt(0, 0), pointAt(100, 0), pointAt(100, 100), pointAt(0, 100)},
                                     {{pointAt(30, 30), pointAt(70, 30), pointAt(70, 70), pointAt(30, 70)}}};
        const Shape shape = Shape::polygon(frame);
        QVERIFY(contains(frame, pointAt(10, 50)));
        QVERIFY(!contains(frame, pointAt(50, 50)));
        QVERIFY(contains(frame, pointAt(30, 50)));
        QVERIFY(contains(shape, pointAt(100, 100)));
        QVERIFY(!contains(shape, pointAt(101, 50)));
        QVERIFY(!touches(shape, Shape::disc(pointAt(50, 50), Nanometres(19))));
        QVERIFY(touches(shape, Shape::disc(pointAt(50, 50), Nanometres(20))));
        QVERIFY(!touches(shape, Shape::polygon({pointAt(40, 40), pointAt(60, 40), pointAt(60, 60)})));
        QVERIFY(touches(shape, Shape::polygon({pointAt(10, 10), pointAt(20, 10), pointAt(20, 20)})));
    }
    void insideAgreesWithTheWindingAngle() {
        DeterministicRandom random(5);
        for (int i = 0; i < 20000; ++i) {
            const Ring ring = starRing(random, 60, static_cast<int>(between(random, 3, 30)));
            const Point p = anyPoint(random, 120);
            bool isOnEdge = false;
            for (std::size_t k = 0; k < ring.size(); ++k)
                isOnEdge = isOnEdge || pointToSegment(real(p), real(ring[k]), real(ring[(k + 1) % ring.size()])) < 1e-9L;
            const bool expected = isOnEdge || windsAround(ring, real(p));
            QCOMPARE(contains(PolygonWithHoles{ring, {}}, p), expected);
            QCOMPARE(contains(Shape::polygon(ring), p), expected);
        }
    }
    void largePolygonsAnswerAsTheirEdgesDo() {
        DeterministicRandom random(11);
        const Ring ring = starRing(random, 1000000, 3000);
        const Shape polygon = Shape::polygon(ring);
        for (int i = 0; i < 300; ++i) {
            const Point a = anyPoint(random, 2000000), b = anyPoint(random, 2000000);
            bool isNear = contains(PolygonWithHoles{ring, {}}, a);
            for (std::size_t k = 0; k < ring.size() && !isNear; ++k) isNear = segmentsCloserThan(ring[k], ring[(k + 1) % ring.size()], a, b, Nanometres(30000));
            QCOMPARE(isCloserThan(polygon, Shape::capsule(a, b, Nanometres(10000)), Nanometres(20000)), isNear);
        }
    }
    void aGrazingRoundSideDoesNotOverlap() {
        const Shape square = Shape::polygon({pointAt(0, 0), pointAt(100, 0), pointAt(100, 100), pointAt(0, 100)});
        QVERIFY(touches(square, Shape::disc(pointAt(110, 50), Nanometres(10))));
        QVERIFY(!overlaps(square, Shape::disc(pointAt(110, 50), Nanometres(10))));
        QVERIFY(overlaps(square, Shape::disc(pointAt(109, 50), Nanometres(10))));
        QVERIFY(overlaps(square, square.moved(pointAt(100, 0))));
        QVERIFY(!overlaps(square, square.moved(pointAt(101, 0))));
    }
    void degenerateShapesHaveAPlace() {
        QVERIFY(Shape::capsule(pointAt(1, 1), pointAt(1, 1), Nanometres(3)).kind() == Shape::Kind::Disc);
        QVERIFY(Shape::arc(pointAt(0, 0), pointAt(5, 0), pointAt(10, 0), Nanometres(1)).kind() == Shape::Kind::Capsule);
        QVERIFY(touches(Shape::polygon(Ring{}), Shape::disc({}, Nanometres())));
        QVERIFY(touches(Shape::polygon({pointAt(3, 3)}, Nanometres(2)), Shape::disc(pointAt(5, 3), Nanometres())));
        QVERIFY(!isCloserThan(ShapeList{}, ShapeList{}, Nanometres(5)));
    }
};

QTEST_GUILESS_MAIN(DistanceTest)
#include "distancetest.moc"
