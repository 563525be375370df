// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/base/deterministicrandom.h"
#include "engine/geometry/point.h"

using namespace viaduct;

class PointTest final : public QObject {
    Q_OBJECT
private slots:
    void aQuarterTurnIsExactAndCounterClockwiseOnScreen() {
        QVERIFY(rotated(pointAt(10, 0), 90000) == pointAt(0, -10));
        QVERIFY(rotated(pointAt(10, 0), 180000) == pointAt(-10, 0));
        QVERIFY(rotated(pointAt(10, 0), 270000) == pointAt(0, 10));
        QVERIFY(rotated(pointAt(10, 3), -90000) == rotated(pointAt(10, 3), 270000));
        QVERIFY(rotated(pointAt(10, 3), 720000) == pointAt(10, 3));
    }
    void aTurnKeepsTheCentre() {
        const Point centre = pointAt(123456789, -987654321);
        for (std::int64_t angle = 0; angle < 360000; angle += 1234) QVERIFY(rotated(centre, angle, centre) == centre);
    }
    void turningThereAndBackComesHomeToTheNanometre() {
        DeterministicRandom random(1);
        for (int i = 0; i < 20000; ++i) {
            const Point p =
                pointAt(static_cast<std::int64_t>(random.below(400000000)) - 200000000, static_cast<std::int64_t>(random.below(400000000)) - 200000000);
            const auto angle = static_cast<std::int64_t>(random.below(360000));
            const Point back = rotated(rotated(p, angle), -angle);
            QVERIFY(squaredDistance(p, back) <= 2);
        }
    }
    void fortyFiveDegreesRoundToTheNearestNanometre() { QVERIFY(rotated(pointAt(1000000, 0), 45000) == pointAt(707107, -707107)); }
    void anEmptyBoxTakesPart() {
        Box box;
        QVERIFY(box.isEmpty());
        QVERIFY(box.inflated(Nanometres(5)).isEmpty());
        box.include(pointAt(1, 2));
        QVERIFY(!box.isEmpty() && box.contains(pointAt(1, 2)));
    }
};

QTEST_GUILESS_MAIN(PointTest)
#include "pointtest.moc"
