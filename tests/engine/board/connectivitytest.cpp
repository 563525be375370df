// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/board/connectivity.h"
#include "engine/fill/zonefill.h"
#include "tests/support/boardbuilder.h"

using namespace viaduct;

namespace {

struct Joined final {
    std::shared_ptr<const Board> board;
    std::vector<ZoneFill> fills;
    std::unique_ptr<Connectivity> connectivity;
    [[nodiscard]] std::size_t open() const { return connectivity->ratsnest().size(); }
};

Joined joined(const test::BoardBuilder& builder, bool isPoured = false) {
    const auto file = builder.file();
    if (!file) qFatal("%s", file.error().text.c_str());
    Joined result;
    result.board = file->board;
    if (isPoured) result.fills = fillZones(RuleResolver(file->board, makeRuleSet(*file->board, nullptr, nullptr)), file->board->copper);
    result.connectivity = std::make_unique<Connectivity>(*result.board, result.board->copper, &result.fills);
    return result;
}

// Two pads of 1 mm on the front, 10 mm apart, on net A.
test::BoardBuilder twoPads(double drill = 0.0) {
    test::BoardBuilder builder;
    const int net = builder.net("A");
    builder.outline(0, 0, 20, 10).pad("L", net, 5, 5, 1, drill).pad("R", net, 15, 5, 1, drill);
    return builder;
}

} // namespace

class ConnectivityTest final : public QObject {
    Q_OBJECT
private slots:
    void padsApartAreOpen() {
        const Joined result = joined(twoPads());
        QCOMPARE(result.open(), std::size_t{1});
        const RatsnestEdge& edge = result.connectivity->ratsnest().front();
        QCOMPARE(edge.net, result.board->findNet("A"));
        QCOMPARE(edge.length, Nanometres(10'000'000));
    }
    void aTrackJoinsWhatItTouches() { QCOMPARE(joined(twoPads().track(1, 5, 5, 15, 5)).open(), std::size_t{0}); }
    void aTrackThatPassesOverAPadJoinsIt() { QCOMPARE(joined(twoPads().track(1, 2, 5, 18, 5)).open(), std::size_t{0}); }
    void aTrackOnAnotherLayerDoesNot() { QCOMPARE(joined(twoPads().track(1, 5, 5, 15, 5, "B.Cu")).open(), std::size_t{2}); }
    void aDrilledPadIsOnEveryLayer() { QCOMPARE(joined(twoPads(0.5).track(1, 5, 5, 15, 5, "B.Cu")).open(), std::size_t{0}); }
    void viasChangeTheLayer() {
        auto builder = twoPads();
        builder.track(1, 5, 5, 8, 5).via(1, 8, 5).track(1, 8, 5, 12, 5, "B.Cu").via(1, 12, 5).track(1, 12, 5, 15, 5);
        QCOMPARE(joined(builder).open(), std::size_t{0});
    }
    void tracksEndToEndJoinAndAGapDoesNot() {
        QCOMPARE(joined(twoPads().track(1, 5, 5, 10, 5).track(1, 10, 5, 15, 5)).open(), std::size_t{0});
        QCOMPARE(joined(twoPads().track(1, 5, 5, 9, 5).track(1, 11, 5, 15, 5)).open(), std::size_t{1});
    }
    void copperOfAnotherNetJoinsNothing() {
        auto builder = twoPads();
        const int other = builder.net("B");
        builder.track(other, 5, 5, 15, 5);
        QCOMPARE(joined(builder).open(), std::size_t{1});
    }
    void aPourJoinsThePadsInIt() {
        auto builder = twoPads(0.5);
        builder.zone(1, 1, 1, 19, 9);
        const Joined result = joined(builder, true);
        QCOMPARE(result.open(), std::size_t{0});
        QCOMPARE(result.fills.size(), std::size_t{1});
        QCOMPARE(result.connectivity->clusterOfIsland(0, 0), result.connectivity->clusterOfPad(PadId(0)));
    }
    void aPourCutInTwoJoinsOnlyItsSides() {
        auto builder = twoPads(0.5);
        const int other = builder.net("B");
        builder.zone(1, 1, 1, 19, 9).track(other, 10, 0.5, 10, 9.5, "B.Cu");
        const Joined result = joined(builder, true);
        std::size_t openOfA = 0;
        for (const RatsnestEdge& edge : result.connectivity->ratsnest()) openOfA += edge.net == NetId(1) ? 1 : 0;
        QCOMPARE(openOfA, std::size_t{1});
    }
    void clustersAreNumberedByTheirFirstItem() {
        test::BoardBuilder builder = test::ladder(3);
        builder.track(2, 5, 8, 15, 8);
        const Joined result = joined(builder);
        // L1 R1 L2 R2 L3 R3: the second pair is one cluster.
        const std::vector<int> expected{0, 1, 2, 2, 3, 4};
        for (int pad = 0; pad < 6; ++pad) QCOMPARE(result.connectivity->clusterOfPad(PadId(pad)), expected[static_cast<std::size_t>(pad)]);
        QCOMPARE(result.connectivity->clusterOfTrack(0), 2);
    }
};

QTEST_GUILESS_MAIN(ConnectivityTest)
#include "connectivitytest.moc"
