// SPDX-License-Identifier: GPL-3.0-or-later
// What KiCad makes of whole boards is compared in tests/agreement; here are the rules one by one, by areas that can be reckoned.
#include <QtTest>

#include <cmath>
#include <numbers>

#include "engine/fill/zonefill.h"
#include "engine/geometry/distance.h"
#include "tests/support/boardbuilder.h"

using namespace viaduct;

namespace {

// Twice the signed area of a ring, in square nanometres, halved into square millimetres.
double areaOf(const Ring& ring) {
    double twice = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Point a = ring[i], b = ring[(i + 1) % ring.size()];
        twice += static_cast<double>(a.x.value()) * static_cast<double>(b.y.value()) - static_cast<double>(b.x.value()) * static_cast<double>(a.y.value());
    }
    return std::abs(twice) / 2e12;
}

double areaOf(const std::vector<ZoneFill>& fills) {
    double area = 0;
    for (const ZoneFill& fill : fills)
        for (const PolygonWithHoles& island : fill.islands) {
            area += areaOf(island.outer);
            for (const Ring& hole : island.holes) area -= areaOf(hole);
        }
    return area;
}

std::vector<ZoneFill> filled(const test::BoardBuilder& builder, const FillOptions& options = {}) {
    const auto file = builder.file();
    if (!file) qFatal("%s", file.error().text.c_str());
    return fillZones(RuleResolver(file->board, makeRuleSet(*file->board, nullptr, nullptr)), file->board->copper, options);
}

bool isCopper(const std::vector<ZoneFill>& fills, double x, double y) {
    const Point at = pointAt(std::llround(x * 1e6), std::llround(y * 1e6));
    return std::any_of(fills.begin(), fills.end(), [&](const ZoneFill& fill) {
        return std::any_of(fill.islands.begin(), fill.islands.end(), [&](const PolygonWithHoles& island) { return contains(island, at); });
    });
}

// A board of 20 x 20 mm; a pour of net GND on the front from 2 to 18 mm, with a pad of its own in the corner that keeps its island.
struct Pour final {
    test::BoardBuilder builder;
    int ground, other;
    Pour() {
        ground = builder.net("GND"), other = builder.net("A");
        builder.outline(0, 0, 20, 20)
            .zone(ground, 2, 2, 18, 18, "F.Cu")
            .track(ground, 3, 3, 4, 3)
            .pad("J1", ground, 0.8, 0.8, 0.2)
            .track(ground, 0.8, 0.8, 3, 3);
    }
};

} // namespace

class ZoneFillTest final : public QObject {
    Q_OBJECT
private slots:
    void nothingInTheWayFillsTheOutline() {
        const auto fills = filled(Pour().builder);
        QCOMPARE(fills.size(), std::size_t{1});
        QVERIFY(std::abs(areaOf(fills) - 256.0) < 0.1);
    }
    void foreignCopperIsKeptClear() {
        Pour pour;
        pour.builder.track(pour.other, 8, 10, 12, 10, "F.Cu", 0.4);
        // The zone's clearance of 0.2 round a track of 0.4: a capsule of radius 0.4 and length 4.
        QVERIFY(std::abs(areaOf(filled(pour.builder)) - (256.0 - 4 * 0.8 - std::numbers::pi * 0.16)) < 0.1);
    }
    void copperOnAnotherLayerIsNot() {
        Pour pour;
        pour.builder.track(pour.other, 8, 10, 12, 10, "B.Cu", 0.4);
        QVERIFY(std::abs(areaOf(filled(pour.builder)) - 256.0) < 0.1);
    }
    void ownTracksAreFlowedOver() {
        Pour pour;
        pour.builder.track(pour.ground, 8, 10, 12, 10, "F.Cu", 0.4);
        QVERIFY(isCopper(filled(pour.builder), 10, 10));
        QVERIFY(std::abs(areaOf(filled(pour.builder)) - 256.0) < 0.1);
    }
    void ownPadsGetFourSpokesAcrossTheirGap() {
        Pour pour;
        pour.builder.pad("J2", pour.ground, 10, 10, 1);
        const auto fills = filled(pour.builder);
        // The gap is 0.3 and a spoke 0.3 wide: copper in the middle of each side, none beside it.
        for (const auto& [x, y] : {std::pair{10.65, 10.0}, {9.35, 10.0}, {10.0, 10.65}, {10.0, 9.35}}) QVERIFY(isCopper(fills, x, y));
        for (const auto& [x, y] : {std::pair{10.65, 10.3}, {9.35, 9.7}, {10.3, 10.65}, {9.7, 9.35}}) QVERIFY(!isCopper(fills, x, y));
    }
    void tracksCutSpokesOff() {
        Pour pour;
        pour.builder.pad("J2", pour.ground, 10, 10, 1).track(pour.other, 11, 9, 11, 11);
        const auto fills = filled(pour.builder);
        QVERIFY(!isCopper(fills, 10.65, 10.0));
        QVERIFY(isCopper(fills, 9.35, 10.0));
    }
    void islandsThatTouchNothingAreTakenOut() {
        Pour pour; // a ring of foreign copper
        pour.builder.track(pour.other, 8, 8, 12, 8).track(pour.other, 12, 8, 12, 12).track(pour.other, 12, 12, 8, 12).track(pour.other, 8, 12, 8, 8);
        QVERIFY(!isCopper(filled(pour.builder), 10, 10));
        pour.builder.pad("J2", pour.ground, 10, 10, 1);
        QVERIFY(isCopper(filled(pour.builder), 11, 11)); // a pad keeps it
    }
    void copperNarrowerThanTheMinimumIsTakenOut() {
        Pour pour; // 0.15 mm is left between the clearances of two tracks; the minimum is 0.2
        pour.builder.track(pour.other, 6, 10, 14, 10).track(pour.other, 6, 10.8, 14, 10.8);
        QVERIFY(!isCopper(filled(pour.builder), 10, 10.4));
        Pour wide;
        wide.builder.track(wide.other, 6, 10, 14, 10).track(wide.other, 6, 11, 14, 11);
        QVERIFY(isCopper(filled(wide.builder), 10, 10.5));
    }
    void theBoardEdgeIsKeptClear() {
        test::BoardBuilder builder;
        const int ground = builder.net("GND");
        builder.outline(0, 0, 20, 20).zone(ground, -5, -5, 25, 25, "F.Cu").pad("J1", ground, 10, 10, 1);
        const auto fills = filled(builder);
        QVERIFY(isCopper(fills, 0.55, 10));
        QVERIFY(!isCopper(fills, 0.45, 10)); // KiCad's default of 0.5 mm
    }
    void onlyTheZonesAskedForAreFilled() {
        Pour pour;
        pour.builder.zone(pour.ground, 2, 2, 18, 18, "B.Cu");
        FillOptions options;
        options.only = {ZoneId(1)};
        const auto fills = filled(pour.builder, options);
        QVERIFY(std::all_of(fills.begin(), fills.end(), [](const ZoneFill& fill) { return fill.zone == ZoneId(1); }));
    }
    void theSameBoardFillsTheSameWay() {
        Pour pour;
        pour.builder.pad("J2", pour.ground, 10, 10, 1).track(pour.other, 11, 9, 11, 11);
        const auto first = filled(pour.builder), second = filled(pour.builder);
        QCOMPARE(first.size(), second.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
            QCOMPARE(first[i].islands.size(), second[i].islands.size());
            for (std::size_t k = 0; k < first[i].islands.size(); ++k) QVERIFY(first[i].islands[k].outer == second[i].islands[k].outer);
        }
    }
};

QTEST_GUILESS_MAIN(ZoneFillTest)
#include "zonefilltest.moc"
