// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "engine/base/deterministicrandom.h"
#include "engine/geometry/distance.h"
#include "engine/geometry/polygonops.h"

using namespace viaduct;

namespace {

Point anyPoint(DeterministicRandom& random, std::int64_t size) {
    const auto coordinate = [&] { return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(2 * size + 1))) - size; };
    const std::int64_t x = coordinate();
    return pointAt(x, coordinate());
}

} // namespace

class ShapeTest final : public QObject {
    Q_OBJECT
private slots:
    void theBoxHoldsTheShapeAndNoMoreThanANanometre() {
        const Shape half = Shape::arc(pointAt(0, -1000), pointAt(1000, 0), pointAt(0, 1000), Nanometres(50));
        QVERIFY(half.box() == (Box{pointAt(-50, -1050), pointAt(1050, 1050)}));
        QVERIFY(half.grown(Nanometres(10)).box() == (Box{pointAt(-60, -1060), pointAt(1060, 1060)}));
        QVERIFY(half.moved(pointAt(5, 6)).box() == (Box{pointAt(-45, -1044), pointAt(1055, 1056)}));
        const Shape major = Shape::arc(pointAt(1000, 1), pointAt(-1000, 0), pointAt(1000, -1), Nanometres());
        QVERIFY(major.box().min.x <= Nanometres(-1000) && major.box().max.y >= Nanometres(999));
    }
    void polylinesOfArcsStayWithinTheError() {
        DeterministicRandom random(4);
        for (int i = 0; i < 2000; ++i) {
            const Point a = anyPoint(random, 1000000), b = anyPoint(random, 1000000), c = anyPoint(random, 1000000);
            const Shape arc = Shape::arc(a, b, c, Nanometres());
            const std::vector<Point> line = arcToPolyline(a, b, c, Nanometres(5000));
            QVERIFY(line.front() == a && line.back() == c);
            for (std::size_t k = 0; k + 1 < line.size(); ++k) {
                const Point middle = pointAt((line[k].x + line[k + 1].x).value() / 2, (line[k].y + line[k + 1].y).value() / 2);
                QVERIFY(isCloserThan(arc, Shape::disc(middle, Nanometres()), Nanometres(5004)));
            }
        }
    }
    void aFullTurnOfTwoArcsComesClosed() {
        const std::vector<Point> upper = arcToPolyline(pointAt(-1000, 0), pointAt(0, -1000), pointAt(1000, 0), Nanometres(5));
        const std::vector<Point> lower = arcToPolyline(pointAt(1000, 0), pointAt(0, 1000), pointAt(-1000, 0), Nanometres(5));
        QVERIFY(upper.front() == lower.back() && upper.back() == lower.front());
    }
    void outsidePolygonsHoldTheShapeAndInsideOnesAreHeld() {
        DeterministicRandom random(6);
        const Nanometres error(5000);
        for (int i = 0; i < 400; ++i) {
            const Point a = anyPoint(random, 1000000), b = anyPoint(random, 1000000), c = anyPoint(random, 1000000);
            const Nanometres radius(static_cast<std::int64_t>(random.below(500000)) + 20000);
            const Shape shapes[] = {Shape::disc(a, radius), Shape::capsule(a, b, radius)};
            for (const Shape& shape : shapes) {
                const PolygonWithHoles outside = toPolygon(shape, error, true), inside = toPolygon(shape, error, false);
                for (const Point p : outside.outer) QVERIFY(isCloserThan(shape, Shape::disc(p, Nanometres()), error + Nanometres(1)));
                for (const Point p : inside.outer) QVERIFY(isCloserThan(shape, Shape::disc(p, Nanometres()), Nanometres(2)));
                // No edge of the outside polygon enters the shape; none of the inside polygon leaves its rim by more than the error.
                for (std::size_t k = 0; k < outside.outer.size(); ++k) {
                    const Point p = outside.outer[k], q = outside.outer[(k + 1) % outside.outer.size()];
                    QVERIFY(!segmentsCloserThan(p, q, shape.start(), shape.end(), radius));
                }
                for (std::size_t k = 0; k < inside.outer.size(); ++k) {
                    const Point p = inside.outer[k], q = inside.outer[(k + 1) % inside.outer.size()];
                    QVERIFY(!segmentsCloserThan(p, q, shape.start(), shape.end(), radius - error - Nanometres(1)));
                }
            }
            const Shape arc = Shape::arc(a, b, c, radius);
            for (const Point p : toPolygon(arc, error, true).outer) QVERIFY(isCloserThan(arc, Shape::disc(p, Nanometres()), error + Nanometres(2)));
        }
    }
};

QTEST_GUILESS_MAIN(ShapeTest)
#include "shapetest.moc"
