// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/commands/verification.h"
#include "tests/support/opensession.h"

using namespace viaduct;
using nlohmann::json;

namespace {

const json kQuick = {{"work", 500'000}, {"variants", 1}};

json quick(json more) {
    more.update(kQuick);
    return more;
}

// New copper for net A`row` of a ladder, `off` millimetres beside its pads.
Track rung(const Board& board, int row, std::int64_t off = 0) {
    Track track;
    track.net = board.findNet("A" + std::to_string(row));
    track.layer = LayerId(0);
    track.start = pointAt(5'000'000, 4'000'000 * row + off);
    track.end = pointAt(15'000'000, 4'000'000 * row + off);
    track.width = Nanometres(250'000);
    return track;
}

} // namespace

class RouteCommandTest final : public QObject {
    Q_OBJECT
private slots:
    void everythingIsRoutedAndCheckedAndKept() {
        test::OpenSession open(test::ladder(4));
        const auto result = open.call("route", kQuick);
        QVERIFY(result);
        QCOMPARE((*result)["committed"].get<bool>(), true);
        QCOMPARE((*result)["connections"].get<int>(), 4);
        QCOMPARE((*result)["routed"].get<int>(), 4);
        QCOMPARE((*result)["open_total"].get<int>(), 0);
        QCOMPARE((*result)["state"].get<int>(), 1);
        QVERIFY((*result)["added_errors"].empty());
        QVERIFY((*result)["work"]["used"].get<int>() > 0);
        const auto check = open.call("check");
        QCOMPARE((*check)["added_total"].get<int>(), 0);
        QCOMPARE((*check)["unconnected"].get<int>(), 0);
    }
    void onlyTheNamedIsRouted_data() {
        QTest::addColumn<QString>("args");
        QTest::addColumn<int>("routed");
        QTest::newRow("nets") << R"({"nets":["A2","A3"]})" << 2;
        QTest::newRow("connections") << R"({"connections":[["R1.1","L1.1"]]})" << 1;
        QTest::newRow("refs") << R"({"refs":["L1","R4"]})" << 2;
        QTest::newRow("area") << R"({"area":[4,3,6,9]})" << 2;
        QTest::newRow("area the other way round") << R"({"area":[6,9,4,3]})" << 2;
        QTest::newRow("nets and refs") << R"({"nets":["A1"],"refs":["L4"]})" << 2;
    }
    void onlyTheNamedIsRouted() {
        QFETCH(QString, args);
        QFETCH(int, routed);
        test::OpenSession open(test::ladder(4));
        const auto result = open.call("route", quick(json::parse(args.toStdString())));
        QVERIFY(result);
        QCOMPARE((*result)["routed"].get<int>(), routed);
        QCOMPARE((*result)["open_total"].get<int>(), 4 - routed);
    }
    void whereNothingIsOpenNothingIsRouted() {
        test::OpenSession open(test::ladder(2));
        QVERIFY(open.call("route", quick({{"nets", {"A1"}}})));
        const auto again = open.call("route", quick({{"nets", {"A1"}}}));
        QVERIFY(again);
        QCOMPARE((*again)["committed"].get<bool>(), false);
        QVERIFY((*again)["reason"].get<std::string>().find("nothing is open") != std::string::npos);
        const auto nowhere = open.call("route", quick({{"area", {90, 90, 95, 95}}}));
        QCOMPARE((*nowhere)["committed"].get<bool>(), false);
        QCOMPARE(open.session().states().size(), std::size_t{2});
    }
    void aDryRunReportsAndLeavesTheState() {
        test::OpenSession open(test::ladder(2));
        const auto result = open.call("route", quick({{"commit", false}}));
        QVERIFY(result);
        QCOMPARE((*result)["committed"].get<bool>(), false);
        QCOMPARE((*result)["reason"].get<std::string>(), std::string("dry run"));
        QCOMPARE((*result)["routed"].get<int>(), 2);
        QCOMPARE((*result)["open_total"].get<int>(), 2);
        QCOMPARE(open.session().states().size(), std::size_t{1});
    }
    void ripUndoAndRestoreGoBackAndForth() {
        test::OpenSession open(test::ladder(3));
        const auto routed = open.call("route", kQuick);
        const auto ripped = open.call("rip_net", {{"net", "A2"}});
        QVERIFY(ripped);
        QCOMPARE((*ripped)["open_total"].get<int>(), 1);
        QVERIFY((*ripped)["tracks"].get<int>() > 0);
        const auto undone = open.call("undo");
        QCOMPARE((*undone)["state_digest"], (*routed)["state_digest"]);
        const auto restored = open.call("restore", {{"state", 2}});
        QCOMPARE((*restored)["state_digest"], (*ripped)["state_digest"]);
        const auto history = open.call("history");
        QCOMPARE((*history)["total"].get<int>(), 3);
        QCOMPARE((*history)["states"][2]["parent"].get<int>(), 1);
    }
    void theBoardsOwnCopperGoesOnlyWhereItIsAskedForAndNotLocked() {
        test::BoardBuilder builder = test::ladder(2);
        builder.track(1, 5, 4, 15, 4).track(2, 5, 8, 15, 8, "F.Cu", 0.25, true);
        test::OpenSession open(builder);
        QVERIFY(!open.call("rip_net", {{"net", "A1"}}));
        open.context.profile = Profile::Edit;
        const auto ripped = open.call("rip_net", {{"net", "A1"}, {"board", true}});
        QVERIFY(ripped);
        QCOMPARE((*ripped)["open_total"].get<int>(), 1);
        QVERIFY(!open.call("rip_net", {{"net", "A2"}, {"board", true}}));
        QVERIFY(open.call("save"));
        const auto saved = readBoardFile(open.out);
        QVERIFY(saved);
        QCOMPARE(saved->board->copper.tracks.size(), std::size_t{1});
    }
    void aSpentWorkLimitIsALimitError() {
        SessionOptions options;
        options.workLimit = 1;
        test::OpenSession open(test::ladder(2), {}, options);
        QVERIFY(open.call("route", quick({{"nets", {"A1"}}})));
        const auto refused = open.call("route", kQuick);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Limit);
        QCOMPARE((*open.call("board_info"))["work"]["left"].get<int>(), 0);
    }
    void aRequestedStopEndsAtOnceAndChangesNothing() {
        test::OpenSession open(test::ladder(3));
        StopFlag stop;
        stop.request();
        open.context.stop = &stop;
        const auto result = open.call("route", kQuick);
        QVERIFY(result);
        QCOMPARE((*result)["stopped"].get<bool>(), true);
        QVERIFY((*result)["open_total"].get<int>() <= 3);
    }
    void aRulesFileThatDoesNotParseStopsRoutingUntilItIsIgnored() {
        const QTemporaryDir folder;
        const std::string board = test::ladder(1).write(folder.path().toStdString());
        std::ofstream(folder.filePath("test.kicad_dru").toStdString()) << "(version 1)\n(rule broken (constraint";
        CommandRegistry registry;
        addEngineCommands(registry);
        WorkspaceOptions options;
        options.keepsJournal = false;
        Workspace workspace(options);
        QVERIFY(workspace.open(board, {}));
        CallContext context;
        context.workspace = &workspace;
        const auto refused = registry.call(context, "route", kQuick);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::CheckFailed);
        QVERIFY((*registry.call(context, "check", json::object())).contains("unverified"));
        QVERIFY(registry.call(context, "route", quick({{"ignore_rules_file", true}})));
    }
    void copperThatTheCheckRefusesCostsOnlyItsOwnNet() {
        test::OpenSession open(test::ladder(3));
        const Session& session = open.session();
        const Board& board = session.board();
        Proposal proposal;
        // A1 and A3 are right; A2's track lies across the pads of A1.
        Track wrong = rung(board, 2);
        Track across = wrong;
        across.start = pointAt(5'000'000, 8'000'000);
        across.end = pointAt(5'000'000, 4'000'000);
        proposal.added.tracks = {rung(board, 1), wrong, across, rung(board, 3)};
        const Verification kept = verify(session, *session.current(), proposal, true);
        QCOMPARE(kept.dropped.size(), std::size_t{1});
        QCOMPARE(kept.state->open.size(), std::size_t{1});
        QCOMPARE(kept.state->added.tracks.size(), std::size_t{2});
        QVERIFY(kept.refusals.count("shorting_items") + kept.refusals.count("clearance") > 0);
        const Verification reported = verify(session, *session.current(), proposal, false);
        QCOMPARE(reported.state->added.tracks.size(), std::size_t{4});
        QVERIFY(reported.dropped.empty());
    }
    void aPadThatLosesItsSpokesGetsATrackIntoThePour() {
        test::BoardBuilder builder;
        const int ground = builder.net("GND"), other = builder.net("A");
        builder.outline(0, 0, 20, 20).zone(ground, 1, 1, 19, 19, "F.Cu").pad("J1", ground, 10, 10, 1, 0.5).pad("J2", ground, 4, 4, 1, 0.5);
        builder.pad("J3", other, 7, 8.95).pad("J4", other, 13, 8.95);
        test::OpenSession open(builder);
        const Session& session = open.session();
        Proposal proposal; // three sides of J1 are shut off
        const Point corners[] = {pointAt(7'000'000, 8'950'000),  pointAt(13'000'000, 8'950'000), pointAt(8'950'000, 8'950'000),
                                 pointAt(8'950'000, 11'050'000), pointAt(11'050'000, 8'950'000), pointAt(11'050'000, 11'050'000)};
        for (int i = 0; i < 6; i += 2) {
            Track track;
            track.net = session.board().findNet("A"), track.layer = LayerId(0), track.width = Nanometres(250'000);
            track.start = corners[i], track.end = corners[i + 1];
            proposal.added.tracks.push_back(track);
        }
        const Verification reported = verify(session, *session.current(), proposal, false);
        QVERIFY(std::any_of(reported.report.violations.begin(), reported.report.violations.end(),
                            [](const Violation& violation) { return violation.type == "starved_thermal" && violation.isAdded; }));
        const Verification kept = verify(session, *session.current(), proposal, true);
        QVERIFY(kept.dropped.empty());
        QCOMPARE(kept.state->added.tracks.size(), std::size_t{4});
        const Track& stub = kept.state->added.tracks.back();
        QCOMPARE(stub.net, session.board().findNet("GND"));
        QCOMPARE(stub.start, pointAt(10'000'000, 10'000'000));
        for (const Violation& violation : kept.report.violations) QVERIFY2(!violation.isAdded || violation.severity != "error", violation.description.c_str());
    }
    void errorsOfTheBoardItselfAreNoReasonToRefuse() {
        test::BoardBuilder builder = test::ladder(2);
        builder.track(1, 5, 4, 15, 4).track(2, 6, 4.2, 14, 4.2); // too close, and there before the session
        test::OpenSession open(builder);
        const auto result = open.call("route", kQuick);
        QVERIFY(result);
        QVERIFY((*result)["added_errors"].empty());
        const auto check = open.call("check");
        QVERIFY(!(*check)["errors"].empty());
        QCOMPARE((*check)["added_total"].get<int>(), 0);
    }
};

QTEST_GUILESS_MAIN(RouteCommandTest)
#include "routecommandtest.moc"
