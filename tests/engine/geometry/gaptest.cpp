// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/base/deterministicrandom.h"
#include "engine/geometry/distance.h"

using namespace viaduct;

namespace {

Point anyPoint(DeterministicRandom& random, std::int64_t size) {
    const auto coordinate = [&] { return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(2 * size + 1))) - size; };
    const std::int64_t x = coordinate();
    return pointAt(x, coordinate());
}

Shape anyShape(DeterministicRandom& random, std::int64_t size) {
    const Nanometres radius(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(size / 4))));
    const Point a = anyPoint(random, size), b = anyPoint(random, size), c = anyPoint(random, size);
    switch (random.below(4)) {
    case 0: return Shape::disc(a, radius);
    case 1: return Shape::capsule(a, b, radius);
    case 2: return Shape::arc(a, b, c, radius);
    default: return Shape::polygon({a, b, c}, radius);
    }
}

} // namespace

class GapTest final : public QObject {
    Q_OBJECT
private slots:
    void theGapIsWhereTheExactTestTurns() {
        DeterministicRandom random(3);
        for (int i = 0; i < 20000; ++i) {
            const std::int64_t size = i % 2 == 0 ? 100 : 1000000;
            const Shape a = anyShape(random, size), b = anyShape(random, size).moved(anyPoint(random, 2 * size));
            const Gap gap = gapBetween(a, b);
            if (touches(a, b)) {
                QVERIFY(gap.distance == Nanometres());
                QVERIFY(gap.onA == gap.onB);
                continue;
            }
            QVERIFY(!isCloserThan(a, b, gap.distance));
            QVERIFY(isCloserThan(a, b, gap.distance + Nanometres(1)));
            QVERIFY(isCloserThan(a, Shape::disc(gap.onA, Nanometres(2)), Nanometres(1)));
            QVERIFY(isCloserThan(b, Shape::disc(gap.onB, Nanometres(2)), Nanometres(1)));
            // The two places are as far apart as the gap says, give or take their rounding.
            const Nanometres apart = gapBetween(Shape::disc(gap.onA, Nanometres()), Shape::disc(gap.onB, Nanometres())).distance;
            QVERIFY(apart >= gap.distance - Nanometres(2) && apart <= gap.distance + Nanometres(3));
        }
    }
    void theGapOfListsIsTheLeast() {
        const ShapeList a{Shape::disc(pointAt(0, 0), Nanometres(10)), Shape::disc(pointAt(100, 0), Nanometres(10))};
        const ShapeList b{Shape::disc(pointAt(0, 500), Nanometres(10)), Shape::disc(pointAt(150, 0), Nanometres(10))};
        const Gap gap = gapBetween(a, b);
        QVERIFY(gap.distance == Nanometres(30));
        QVERIFY(gap.onA == pointAt(110, 0) && gap.onB == pointAt(140, 0));
    }
};

QTEST_GUILESS_MAIN(GapTest)
#include "gaptest.moc"
