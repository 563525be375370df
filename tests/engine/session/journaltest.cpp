// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/session/copperjson.h"
#include "engine/session/journal.h"
#include "tests/support/boardbuilder.h"

using namespace viaduct;
namespace fs = std::filesystem;

namespace {

JournalSubject subjectAt(const QTemporaryDir& folder) { return {folder.filePath("board.kicad_pcb").toStdString(), "aa", "bb", true, false}; }

Track track(std::int64_t x) {
    Track made;
    made.net = NetId(1);
    made.layer = LayerId(0);
    made.start = pointAt(x, 0);
    made.end = pointAt(x, 1000);
    made.width = Nanometres(10);
    return made;
}

State state(int id, int parent, std::vector<Track> tracks) {
    State made;
    made.id = StateId(id);
    made.parent = StateId(parent);
    made.label = "label";
    made.tool = "route";
    made.actor = "agent";
    made.added.tracks = std::move(tracks);
    made.digest = "d" + std::to_string(id);
    return made;
}

} // namespace

class JournalTest final : public QObject {
    Q_OBJECT
private slots:
    void statesAreKeptAsDifferences() {
        const QTemporaryDir folder;
        const State root = state(0, -1, {}), first = state(1, 0, {track(1), track(2), track(3)}), second = state(2, 1, {track(1), track(3), track(4)});
        std::string path;
        {
            auto journal = Journal::create(subjectAt(folder), "");
            QVERIFY(journal);
            path = (*journal)->path();
            (*journal)->keep(first, &root);
            (*journal)->keep(second, &first);
            (*journal)->keepCurrent(StateId(1));
        }
        const auto read = readJournal(path);
        QVERIFY(read);
        QCOMPARE(read->states, std::size_t{2});
        QVERIFY(read->subject.strip);
        QCOMPARE(read->args["current"].get<int>(), 1);
        QCOMPARE(read->args["states"][1]["drop"], nlohmann::json::parse("[[1],[],[]]"));
        QCOMPARE(read->args["states"][1]["add"].size(), std::size_t{1});
    }
    void aJournalWaitsOnlyWhenItsProcessIsGone() {
        const QTemporaryDir folder;
        const JournalSubject subject = subjectAt(folder);
        const State root = state(0, -1, {});
        auto journal = Journal::create(subject, "");
        (*journal)->keep(state(1, 0, {track(1)}), &root);
        QVERIFY(waitingJournals(subject.boardPath, "").empty());
        journal->reset();
        QCOMPARE(waitingJournals(subject.boardPath, "").size(), std::size_t{1});
    }
    void aWaitingJournalIsNeverOverwritten() {
        const QTemporaryDir folder;
        const JournalSubject subject = subjectAt(folder);
        const State root = state(0, -1, {});
        for (int i = 0; i < 3; ++i) (*Journal::create(subject, ""))->keep(state(1, 0, {track(i)}), &root);
        QCOMPARE(waitingJournals(subject.boardPath, "").size(), std::size_t{3});
    }
    void aSessionThatEndsInOrderLeavesNothing() {
        const QTemporaryDir folder;
        auto journal = Journal::create(subjectAt(folder), "");
        Copper copper;
        copper.tracks = {track(1)};
        (*journal)->keepBest(StateId(0), copper);
        (*journal)->remove();
        QVERIFY(!fs::exists(folder.filePath(".viaduct").toStdString()));
    }
    void anEmptyJournalDoesNotWait() {
        const QTemporaryDir folder;
        (void)Journal::create(subjectAt(folder), "");
        QVERIFY(waitingJournals(subjectAt(folder).boardPath, "").empty());
        QVERIFY(!fs::exists(folder.filePath(".viaduct").toStdString()));
    }
    void theBestOfARunningRouteIsTheNewestGiven() {
        const QTemporaryDir folder;
        std::string path;
        {
            auto journal = Journal::create(subjectAt(folder), "");
            path = (*journal)->path();
            for (int i = 1; i <= 50; ++i) {
                Copper copper;
                copper.tracks.assign(static_cast<std::size_t>(i), track(i));
                (*journal)->keepBest(StateId(0), copper);
            }
        }
        const auto read = readJournal(path);
        QVERIFY(read);
        QVERIFY(read->hasBest);
        QCOMPARE(read->args["best"]["add"].size(), std::size_t{50});
    }
    void aLineCutOffByACrashIsLeftOut() {
        const QTemporaryDir folder;
        const State root = state(0, -1, {});
        std::string path;
        {
            auto journal = Journal::create(subjectAt(folder), "");
            path = (*journal)->path();
            (*journal)->keep(state(1, 0, {track(1)}), &root);
            (*journal)->keep(state(2, 0, {track(2)}), &root);
        }
        fs::resize_file(path, fs::file_size(path) - 9);
        const auto read = readJournal(path);
        QVERIFY(read);
        QCOMPARE(read->states, std::size_t{1});
    }
    void copperThatDoesNotFitTheBoardIsRefused_data() {
        QTest::addColumn<QString>("items");
        QTest::newRow("no list") << "{}";
        QTest::newRow("unknown kind") << R"([["pad",1]])";
        QTest::newRow("no such net") << R"([["track",99,0,0,0,1,1,5]])";
        QTest::newRow("no such layer") << R"([["track",1,7,0,0,1,1,5]])";
        QTest::newRow("no width") << R"([["track",1,0,0,0,1,1,0]])";
        QTest::newRow("too far away") << R"([["track",1,0,0,0,1,9000000000,5]])";
        QTest::newRow("too short") << R"([["track",1,0,0,0,1,1]])";
        QTest::newRow("too long") << R"([["track",1,0,0,0,1,1,5,5]])";
        QTest::newRow("via upside down") << R"([["via",1,0,0,5,3,1,0,0]])";
        QTest::newRow("fraction") << R"([["track",1,0,0.5,0,1,1,5]])";
        QTest::newRow("text") << R"([["track","1",0,0,0,1,1,5]])";
    }
    void copperThatDoesNotFitTheBoardIsRefused() {
        QFETCH(QString, items);
        const auto file = test::ladder(1).file();
        QVERIFY(file);
        QVERIFY(!copperFrom(*file->board, nlohmann::json::parse(items.toStdString())));
    }
    void copperReadsBackAsItWasWritten() {
        const auto file = test::ladder(1).file();
        Copper copper;
        copper.tracks = {track(5)};
        Via via;
        via.net = NetId(1);
        via.position = pointAt(1, 2);
        via.diameter = Nanometres(600);
        via.drill = Nanometres(300);
        via.from = LayerId(0);
        via.to = LayerId(1);
        copper.vias = {via};
        const auto read = copperFrom(*file->board, copperJson(copper));
        QVERIFY(read);
        QCOMPARE(copperJson(*read), copperJson(copper));
    }
};

QTEST_GUILESS_MAIN(JournalTest)
#include "journaltest.moc"
