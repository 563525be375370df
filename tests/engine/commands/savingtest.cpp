// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/commands/saving.h"
#include "tests/support/opensession.h"

using namespace viaduct;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

std::string bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

} // namespace

class SavingTest final : public QObject {
    Q_OBJECT
private slots:
    void withoutChangesTheBytesAreTheInputs() {
        test::OpenSession open(test::ladder(2));
        QVERIFY(open.call("save"));
        QCOMPARE(bytesOf(open.out), bytesOf(open.board));
    }
    void theRuleFilesGoBesideTheOutputUnderItsName() {
        const QTemporaryDir folder;
        const std::string board = test::ladder(1).write(folder.path().toStdString());
        std::ofstream(folder.filePath("test.kicad_pro").toStdString()) << "{}";
        std::ofstream(folder.filePath("test.kicad_dru").toStdString()) << "(version 1)\n";
        CommandRegistry registry;
        addEngineCommands(registry);
        WorkspaceOptions options;
        options.session.outPath = folder.filePath("out.kicad_pcb").toStdString();
        options.keepsJournal = false;
        Workspace workspace(options);
        QVERIFY(workspace.open(board, {}));
        CallContext context;
        context.workspace = &workspace;
        QVERIFY(registry.call(context, "save", json::object()));
        QCOMPARE(bytesOf(folder.filePath("out.kicad_pro").toStdString()), std::string("{}"));
        QCOMPARE(bytesOf(folder.filePath("out.kicad_dru").toStdString()), std::string("(version 1)\n"));
    }
    void zonesNearChangedCopperAreRefilledAndOthersAreNot() {
        test::BoardBuilder builder(2);
        const int ground = builder.net("GND"), signal = builder.net("S");
        builder.outline(0, 0, 60, 20).pad("A", signal, 5, 10, 1, 0.5).pad("B", signal, 15, 10, 1, 0.5);
        builder.pad("G1", ground, 10, 5, 1, 0.5).pad("G2", ground, 10, 15, 1, 0.5).pad("G3", ground, 50, 5, 1, 0.5).pad("G4", ground, 50, 15, 1, 0.5);
        builder.zone(ground, 1, 1, 25, 19).zone(ground, 40, 1, 59, 19);
        test::OpenSession open(builder);
        QVERIFY2(open.problem.empty(), open.problem.c_str());
        QVERIFY(open.call("route", {{"nets", {"S"}}, {"variants", 1}, {"hints", {{"layers", {{"F.Cu", "forbid"}}}}}}));
        QVERIFY(open.call("save"));
        const auto refilled = readBoardFile(open.out);
        QVERIFY(refilled);
        QVERIFY(!refilled->board->zones.at(0).storedFills.empty());
        QVERIFY(refilled->board->zones.at(1).storedFills.empty());
        QVERIFY(open.call("save", {{"refill", false}}));
        QVERIFY(readBoardFile(open.out)->board->zones.at(0).storedFills.empty());
    }
    void theBoardItselfIsWrittenOverOnlyByThePerson() {
        test::OpenSession open(test::ladder(2));
        QVERIFY(open.call("route", {{"variants", 1}}));
        const std::string before = bytesOf(open.board);
        QVERIFY(!open.call("save", {{"in_place", true}}));
        QVERIFY(!saveState(open.session(), *open.session().current(), open.board, true, false));
        QVERIFY(!saveState(open.session(), *open.session().current(), open.folder.path().toStdString() + "/./test.kicad_pcb", true, false));
        QFile::link(QString::fromStdString(open.board), open.folder.filePath("link.kicad_pcb"));
        QVERIFY(!saveState(open.session(), *open.session().current(), open.folder.filePath("link.kicad_pcb").toStdString(), true, false));
        QCOMPARE(bytesOf(open.board), before);
        open.context.mayOverwriteInput = true;
        QVERIFY(open.call("save", {{"in_place", true}}));
        QVERIFY(bytesOf(open.board) != before);
    }
    void aBoardThatChangedOnDiskIsNotWrittenOverButNothingIsLost() {
        test::OpenSession open(test::ladder(2));
        QVERIFY(open.call("route", {{"variants", 1}}));
        std::ofstream(open.board, std::ios::app) << "\n";
        const std::string before = bytesOf(open.board);
        open.context.mayOverwriteInput = true;
        QVERIFY(!open.call("save", {{"in_place", true}}));
        QCOMPARE(bytesOf(open.board), before);
        QVERIFY(open.call("save")); // elsewhere
        QVERIFY(readBoardFile(open.out));
    }
    void aFolderOrAMissingFolderIsAnErrorThatSaysSo() {
        test::OpenSession open(test::ladder(1));
        const State& state = *open.session().current();
        const auto folder = saveState(open.session(), state, open.folder.path().toStdString(), true, false);
        QVERIFY(!folder);
        const auto missing = saveState(open.session(), state, open.folder.filePath("no/such/out.kicad_pcb").toStdString(), true, false);
        QVERIFY(!missing);
        QVERIFY(missing.error().text.find("no/such") != std::string::npos);
    }
    void aStrippedBoardComesBackWithItsFills() {
        test::BoardBuilder builder(2);
        const int ground = builder.net("GND");
        builder.outline(0, 0, 20, 20).pad("A", ground, 5, 10, 1, 0.5).pad("B", ground, 15, 10, 1, 0.5).track(ground, 5, 10, 15, 10).zone(ground, 1, 1, 19, 19);
        test::OpenSession open(builder, {true, false});
        QVERIFY(open.call("save"));
        const auto saved = readBoardFile(open.out);
        QVERIFY(saved);
        QVERIFY(saved->board->copper.isEmpty());
        QVERIFY(!saved->board->zones.at(0).storedFills.empty());
    }
};

QTEST_GUILESS_MAIN(SavingTest)
#include "savingtest.moc"
