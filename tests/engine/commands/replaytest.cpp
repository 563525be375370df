// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <atomic>
#include <thread>

#include "engine/commands/recovery.h"
#include "engine/commands/replay.h"
#include "engine/session/journal.h"
#include "tests/support/opensession.h"

using namespace viaduct;
using nlohmann::json;

namespace {

std::string bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

// Counts what it sees; a viewer that looks at everything.
class Watcher final : public EventSink {
public:
    void receive(const RouterEvent&) override { ++seen; }
    [[nodiscard]] bool wantsTransient() const noexcept override { return true; }
    std::atomic<int> seen{0};
};

SessionOptions withThreads(int threads) {
    SessionOptions options;
    options.threads = threads;
    return options;
}

void playCalls(test::OpenSession& open) {
    (void)open.call("board_info");
    (void)open.call("route", {{"nets", {"A1", "A2"}}, {"work", 300'000}, {"variants", 3}});
    (void)open.call("route", {{"wrong", true}});
    (void)open.call("rip_net", {{"net", "A1"}});
    (void)open.call("undo");
    (void)open.call("restore", {{"state", 2}});
    (void)open.call("route", {{"work", 300'000}, {"variants", 2}, {"hints", {{"layers", {{"B.Cu", 3}}}}}});
    (void)open.call("check");
    (void)open.call("session.describe");
    (void)open.call("history");
    (void)open.call("save");
}

} // namespace

class ReplayTest final : public QObject {
    Q_OBJECT
private slots:
    void aLogReplaysToTheSameBytesOnAnyNumberOfThreadsWatchedOrNot_data() {
        QTest::addColumn<int>("threads");
        QTest::addColumn<bool>("isWatched");
        QTest::newRow("1 thread") << 1 << false;
        QTest::newRow("2 threads") << 2 << false;
        QTest::newRow("2 threads, watched") << 2 << true;
        QTest::newRow("1 thread, watched") << 1 << true;
    }
    void aLogReplaysToTheSameBytesOnAnyNumberOfThreadsWatchedOrNot() {
        QFETCH(int, threads);
        QFETCH(bool, isWatched);
        test::OpenSession first(test::ladder(4), {}, withThreads(2));
        playCalls(first);
        const auto log = readLogText(first.log(), "log");
        QVERIFY(log);
        QCOMPARE(log->entries.size(), std::size_t{11});
        test::OpenSession second(test::ladder(4), {}, withThreads(threads));
        Watcher watcher;
        if (isWatched) second.context.events = &watcher;
        QCOMPARE(replayObstacle(second.session(), log->header), std::string());
        const ReplayReport report = replay(second.registry, second.context, *log);
        QVERIFY2(!report.difference, report.difference ? (report.difference->tool + " " + report.difference->what).c_str() : "");
        QVERIFY(report.hasSaved);
        QCOMPARE(bytesOf(second.out), bytesOf(first.out));
        QVERIFY(!bytesOf(first.out).empty());
        QCOMPARE(second.log(), first.log());
        QCOMPARE(watcher.seen > 0, isWatched);
    }
    void aReplayStopsAtTheFirstDifference() {
        test::OpenSession first(test::ladder(3));
        playCalls(first);
        auto log = readLogText(first.log(), "log");
        QVERIFY(log);
        log->entries[3].stateDigest = "0000000000000000";
        test::OpenSession second(test::ladder(3));
        const ReplayReport report = replay(second.registry, second.context, *log);
        QVERIFY(report.difference);
        QCOMPARE(report.difference->n, std::uint64_t{4});
        QCOMPARE(report.difference->what, std::string("state"));
        QCOMPARE(report.calls, std::size_t{4});
    }
    void anotherBoardCannotReplayTheLog() {
        test::OpenSession first(test::ladder(3)), other(test::ladder(2));
        const auto log = readLogText(first.log(), "log");
        QVERIFY(!replayObstacle(other.session(), log->header).empty());
    }
    void aQueryBesideARouteIsLoggedWhereAReplayMeetsTheSameState() {
        for (int round = 0; round < 5; ++round) {
            test::OpenSession first(test::ladder(4));
            std::atomic<bool> isDone{false};
            std::thread reader([&] {
                CallContext context = first.context;
                while (!isDone) (void)first.registry.call(context, "open_connections", json::object());
            });
            (void)first.call("route", {{"nets", {"A1"}}, {"work", 200'000}, {"variants", 1}});
            (void)first.call("route", {{"work", 200'000}, {"variants", 1}});
            isDone = true;
            reader.join();
            const auto log = readLogText(first.log(), "log");
            QVERIFY(log);
            test::OpenSession second(test::ladder(4));
            const ReplayReport report = replay(second.registry, second.context, *log);
            QVERIFY(!report.difference);
        }
    }
    void aStoppedRouteReplaysToWhereItStopped() {
        test::OpenSession first(test::ladder(12), {}, withThreads(2));
        StopFlag stop;
        // Stops as soon as something is laid.
        class Stopper final : public EventSink {
        public:
            explicit Stopper(StopFlag& target) : m_stop(target) {}
            void receive(const RouterEvent& event) override {
                if (std::holds_alternative<RouterEvent::Laid>(event.body)) m_stop.request();
            }

        private:
            StopFlag& m_stop;
        } stopper(stop);
        first.context.events = &stopper;
        first.context.stop = &stop;
        const auto routed = first.call("route", {{"work", 40'000'000}, {"variants", 4}});
        QVERIFY(routed);
        QVERIFY(first.call("save"));
        const auto log = readLogText(first.log(), "log");
        test::OpenSession second(test::ladder(12));
        const ReplayReport report = replay(second.registry, second.context, *log);
        QVERIFY(!report.difference);
        QCOMPARE(bytesOf(second.out), bytesOf(first.out));
    }
    void aJournalBringsBackEveryStateWithItsDigest() {
        const QTemporaryDir folder;
        const std::string board = test::ladder(3).write(folder.path().toStdString());
        CommandRegistry registry;
        addEngineCommands(registry);
        std::string digest, log;
        {
            Workspace workspace({});
            QVERIFY(workspace.open(board, {}));
            CallContext context;
            context.workspace = &workspace;
            QVERIFY(registry.call(context, "route", {{"nets", {"A1", "A2"}}, {"variants", 1}}));
            QVERIFY(registry.call(context, "rip_net", {{"net", "A2"}}));
            QVERIFY(registry.call(context, "route", {{"variants", 1}}));
            QVERIFY(registry.call(context, "undo", json::object()));
            digest = workspace.session()->current()->digest;
        } // ended without close, as a crash does
        const std::vector<std::string> waiting = waitingJournals(board, "");
        QCOMPARE(waiting.size(), std::size_t{1});
        {
            Workspace workspace({});
            QVERIFY(workspace.open(board, {}));
            CallContext context;
            context.workspace = &workspace;
            const auto restored = recoverFromJournal(registry, context, waiting[0]);
            QVERIFY2(restored, restored ? "" : restored.error().text.c_str());
            QCOMPARE((*restored)["states"].get<int>(), 4);
            QCOMPARE(workspace.session()->current()->digest, digest);
            QCOMPARE(workspace.session()->current()->metrics.addedErrors, std::optional<std::size_t>(0));
            log = workspace.session()->log()->text();
            QVERIFY(workspace.close(true));
        }
        QVERIFY(waitingJournals(board, "").empty());
        // The log holds what was restored and replays without the journal.
        Workspace workspace({});
        QVERIFY(workspace.open(board, {}));
        CallContext context;
        context.workspace = &workspace;
        const ReplayReport report = replay(registry, context, *readLogText(log, "log"));
        QVERIFY(!report.difference);
        QCOMPARE(workspace.session()->current()->digest, digest);
        QVERIFY(workspace.close(true));
    }
    void theBestOfARouteThatWasCutShortComesBackChecked() {
        const QTemporaryDir folder;
        const std::string board = test::ladder(3).write(folder.path().toStdString());
        const auto file = readBoardFile(board);
        {
            auto journal = Journal::create({board, file->sha256, ProjectFiles().sha256(), false, false}, "");
            QVERIFY(journal);
            Copper best;
            for (int row = 1; row <= 2; ++row) {
                Track track;
                track.net = file->board->findNet("A" + std::to_string(row));
                track.layer = LayerId(0);
                track.start = pointAt(5'000'000, 4'000'000 * row);
                track.end = pointAt(15'000'000, row == 1 ? 4'000'000 : 4'000'000); // the second ends on the first net's pad
                track.width = Nanometres(250'000);
                best.tracks.push_back(track);
            }
            (*journal)->keepBest(StateId(0), best);
        }
        CommandRegistry registry;
        addEngineCommands(registry);
        Workspace workspace({});
        QVERIFY(workspace.open(board, {}));
        CallContext context;
        context.workspace = &workspace;
        const std::vector<std::string> waiting = waitingJournals(board, "");
        QCOMPARE(waiting.size(), std::size_t{1});
        const auto restored = recoverFromJournal(registry, context, waiting[0]);
        QVERIFY(restored);
        QCOMPARE((*restored)["best_kept"].get<bool>(), true);
        QCOMPARE((*restored)["open_total"].get<int>(), 2);
        QCOMPARE((*registry.call(context, "check", json::object()))["added_total"].get<int>(), 0);
        QVERIFY(workspace.close(true));
    }
    void theBestOfARouteThatEndedIsForgotten() {
        const QTemporaryDir folder;
        const std::string board = test::ladder(2).write(folder.path().toStdString());
        CommandRegistry registry;
        addEngineCommands(registry);
        Workspace workspace({});
        QVERIFY(workspace.open(board, {}));
        CallContext context;
        context.workspace = &workspace;
        QVERIFY(registry.call(context, "route", {{"variants", 2}}));
        const auto journal = readJournal(workspace.session()->journal()->path());
        QVERIFY(journal);
        QCOMPARE(journal->states, std::size_t{1});
        QVERIFY(!journal->hasBest);
        QVERIFY(workspace.close(true));
    }
    void aJournalOfAnotherBoardIsRefusedAndStays() {
        const QTemporaryDir folder;
        const std::string board = test::ladder(2).write(folder.path().toStdString());
        {
            auto journal = Journal::create({board, "another", "", false, false}, "");
            (*journal)->keepBest(StateId(0), {});
        }
        CommandRegistry registry;
        addEngineCommands(registry);
        Workspace workspace({});
        QVERIFY(workspace.open(board, {}));
        CallContext context;
        context.workspace = &workspace;
        const std::vector<std::string> waiting = waitingJournals(board, "");
        const auto refused = recoverFromJournal(registry, context, waiting.at(0));
        QVERIFY(!refused);
        QCOMPARE(waitingJournals(board, "").size(), std::size_t{1});
        QVERIFY(workspace.close(true));
    }
};

QTEST_GUILESS_MAIN(ReplayTest)
#include "replaytest.moc"
