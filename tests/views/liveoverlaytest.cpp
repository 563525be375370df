// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/views/smallboard.h"
#include "views/liveoverlay.h"

using namespace viaduct;

namespace {

RouterEvent laid(int variant, int connection, int net, double y) {
    return {variant, 0, 10, RouterEvent::Laid{connection, NetId(net), {small::track(net, 0, 4, y, 16, y)}, {}}};
}
RouterEvent ripped(int variant, int connection) { return {variant, 0, 20, RouterEvent::Ripped{connection, NetId(1)}}; }
EventBatch batchOf(std::vector<RouterEvent> events) { return {1, std::move(events), 0, false}; }

} // namespace

class LiveOverlayTest : public QObject {
    Q_OBJECT

private slots:
    void laidCopperLiesUntilItIsRippedAndThenFades() {
        LiveOverlay live;
        live.start(0);
        live.apply(batchOf({laid(0, 1, 1, 3), laid(0, 2, 2, 7)}), 0, nullptr);
        QCOMPARE(live.copper().tracks.size(), std::size_t(2));
        QVERIFY(!live.takeDirty().isNull());
        QVERIFY(live.takeDirty().isNull());
        live.apply(batchOf({ripped(0, 1)}), 100, nullptr);
        QCOMPARE(live.copper().tracks.size(), std::size_t(1));
        QCOMPARE(live.ripped().size(), std::size_t(1));
        live.age(100 + LiveOverlay::kFade + 1);
        QVERIFY(live.ripped().empty());
    }
    void layingAConnectionAgainReplacesIt() {
        LiveOverlay live;
        live.start(0);
        live.apply(batchOf({laid(0, 1, 1, 3), laid(0, 1, 1, 4)}), 0, nullptr);
        QCOMPARE(live.copper().tracks.size(), std::size_t(1));
        QCOMPARE(live.copper().tracks.front().start.y, Nanometres(4'000'000));
    }
    void oneVariantIsShownUntilItIsOver() {
        LiveOverlay live;
        live.start(0);
        live.apply(batchOf({laid(0, 1, 1, 3), laid(1, 1, 1, 5), laid(1, 2, 2, 6)}), 0, nullptr);
        QCOMPARE(live.copper().tracks.size(), std::size_t(1));
        live.apply(batchOf({RouterEvent{0, 1, 30, RouterEvent::Phase{RouterPhase::Finished}}, RouterEvent{1, 5, 40, RouterEvent::Progress{2, 2, 0}}}), 0,
                   nullptr);
        QCOMPARE(live.copper().tracks.size(), std::size_t(2));
        QCOMPARE(live.status().routed, 2);
    }
    void freshPiecesGlowAndAreBounded() {
        LiveOverlay live;
        live.start(0);
        std::vector<RouterEvent> many;
        for (int i = 0; i < 1000; ++i) many.push_back(laid(0, i, 1, i));
        live.apply(batchOf(std::move(many)), 0, nullptr);
        QCOMPARE(live.freshPieces(0, 0).size(), std::size_t(400));
        QVERIFY(live.freshPieces(live.sequence(), LiveOverlay::kGlow + 1).empty());
    }
    void heatCoolsDownAndGoes() {
        LiveOverlay live;
        live.start(0);
        live.apply(batchOf({RouterEvent{0, 0, 1, RouterEvent::Frontier{{pointAt(0, 0), pointAt(5'000'000, 0)}, LayerId(0), NetId(1)}}}), 0, nullptr);
        QCOMPARE(live.heat().size(), std::size_t(2));
        QVERIFY(LiveOverlay::heatAt(live.heat().begin()->second, LiveOverlay::kHeatHalfLife) < 0.2);
        live.age(10 * LiveOverlay::kHeatHalfLife);
        QVERIFY(live.heat().empty());
    }
    void aRefusalSaysWhichRuleItWas() {
        LiveOverlay live;
        live.start(0);
        const std::vector<QString> names{QString(), QStringLiteral("A")};
        live.apply(batchOf({RouterEvent{0, 0, 1, RouterEvent::Refused{NetId(1), pointAt(1, 2), "clearance"}}}), 0, &names);
        QCOMPARE(live.refusals().front().rule, QStringLiteral("clearance"));
        QCOMPARE(live.refusals().front().net, QStringLiteral("A"));
        live.age(LiveOverlay::kRefusalShown + 1);
        QVERIFY(live.refusals().empty());
    }
    void joinedLinesLeaveTheRatsnest() {
        LiveOverlay live;
        live.start(0);
        const std::vector<RatsnestLine> all{{{4, 3}, {16, 3}, 1}, {{4, 7}, {16, 7}, 2}};
        QCOMPARE(live.openLines(all).size(), std::size_t(2));
        live.apply(batchOf({laid(0, 1, 1, 3)}), 0, nullptr);
        const std::vector<RatsnestLine> open = live.openLines(all);
        QCOMPARE(open.size(), std::size_t(1));
        QCOMPARE(open.front().net, 2);
    }
    void aBrokenBatchStartsAfresh() {
        LiveOverlay live;
        live.start(0);
        live.apply(batchOf({laid(0, 1, 1, 3)}), 0, nullptr);
        EventBatch broken = batchOf({laid(0, 2, 2, 7)});
        broken.isBroken = true;
        live.apply(broken, 0, nullptr);
        QCOMPARE(live.copper().tracks.size(), std::size_t(1));
        QCOMPARE(live.copper().tracks.front().net, NetId(2));
    }
    void eventsAfterTheEndAreIgnored() {
        LiveOverlay live;
        live.start(0);
        live.finish();
        live.apply(batchOf({laid(0, 1, 1, 3)}), 0, nullptr);
        QVERIFY(live.copper().isEmpty());
        QVERIFY(!live.isMoving(0));
    }
};

QTEST_GUILESS_MAIN(LiveOverlayTest)
#include "liveoverlaytest.moc"
