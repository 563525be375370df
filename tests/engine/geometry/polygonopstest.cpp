// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "engine/geometry/polygonops.h"

using namespace viaduct;

namespace {

Ring rectangle(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
    return {pointAt(x0, y0), pointAt(x1, y0), pointAt(x1, y1), pointAt(x0, y1)};
}
std::int64_t totalArea(const Region& region) {
    SquareNanometres sum = 0;
    for (const PolygonWithHoles& polygon : polygonsOf(region)) sum += areaOf(polygon);
    return static_cast<std::int64_t>(sum);
}

} // namespace

class PolygonOpsTest final : public QObject {
    Q_OBJECT
private slots:
    void setsCombineAsTheirAreasSay() {
        const Region a = regionOfRing(rectangle(0, 0, 1000, 1000)), b = regionOfRing(rectangle(500, 500, 1500, 1500));
        QCOMPARE(totalArea(united(a, b)), 1750000);
        QCOMPARE(totalArea(intersected(a, b)), 250000);
        QCOMPARE(totalArea(subtracted(a, b)), 750000);
        QVERIFY(subtracted(a, a).isEmpty());
        QCOMPARE(totalArea(subtracted(a, Region())), 1000000);
        QVERIFY(intersected(a, Region()).isEmpty());
    }
    void aRingsDirectionDoesNotMatter() {
        Ring turned = rectangle(0, 0, 1000, 1000);
        std::reverse(turned.begin(), turned.end());
        QVERIFY(polygonsOf(regionOfRing(turned)) == polygonsOf(regionOfRing(rectangle(0, 0, 1000, 1000))));
        const PolygonWithHoles frame{rectangle(0, 0, 1000, 1000), {rectangle(200, 200, 800, 800)}};
        QCOMPARE(totalArea(regionOf(frame)), 640000);
    }
    void islandsInHolesAreTheirOwnPolygons() {
        Region region = regionOf(PolygonWithHoles{rectangle(0, 0, 1000, 1000), {rectangle(200, 200, 800, 800)}});
        region.append(regionOfRing(rectangle(400, 400, 600, 600)));
        const PolygonList polygons = polygonsOf(region);
        QCOMPARE(polygons.size(), std::size_t(2));
        QCOMPARE(polygons[0].holes.size(), std::size_t(1));
        QVERIFY(polygons[1].holes.empty());
    }
    void growingIsRoundAndShrinkingComesBack() {
        const Region square = regionOfRing(rectangle(0, 0, 1000000, 1000000));
        const double expected = 1e12 + 4 * 1e6 * 1e5 + M_PI * 1e10;
        QVERIFY(std::abs(static_cast<double>(totalArea(offset(square, Nanometres(100000), Nanometres(500)))) - expected) < 1e-3 * expected);
        QCOMPARE(totalArea(offset(square, Nanometres(-100000), Nanometres(500))), 640000000000);
        QVERIFY(offset(square, Nanometres(-500000), Nanometres(500)).isEmpty());
    }
    void slitsKeepTheAreaAndTheInside() {
        const PolygonWithHoles polygon{rectangle(0, 0, 1000, 1000),
                                       {rectangle(100, 100, 300, 300), rectangle(500, 100, 700, 300), rectangle(100, 500, 300, 700)}};
        const Ring ring = slitted(polygon);
        SquareNanometres doubled = doubledArea(ring);
        QCOMPARE(static_cast<std::int64_t>(doubled < 0 ? -doubled : doubled), std::int64_t(2 * (1000000 - 3 * 40000)));
    }
    void resultsDoNotDependOnTheOrderOfRings() {
        const Region a = regionOfRing(rectangle(0, 0, 100, 100)), b = regionOfRing(rectangle(200, 0, 300, 100));
        QVERIFY(polygonsOf(united(a, b)) == polygonsOf(united(b, a)));
    }
};

QTEST_GUILESS_MAIN(PolygonOpsTest)
#include "polygonopstest.moc"
