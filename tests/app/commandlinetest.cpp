// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <csignal>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "tests/support/boardbuilder.h"

using namespace viaduct;
using nlohmann::json;

namespace {

struct Ended final {
    int code{-1};
    bool isNormal{false};
    QByteArray out, err;
};

Ended run(const QStringList& arguments, const QByteArray& input = {}) {
    QProcess process;
    process.start(QStringLiteral(VIADUCT_PROGRAM), arguments);
    process.write(input);
    process.closeWriteChannel();
    Ended ended;
    if (!process.waitForFinished(120'000)) return ended;
    ended.code = process.exitCode();
    ended.isNormal = process.exitStatus() == QProcess::NormalExit;
    ended.out = process.readAllStandardOutput();
    ended.err = process.readAllStandardError();
    return ended;
}

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// One request of a JSON Lines session. (No raw strings here: moc loses the class behind some of them.)
QByteArray request(const char* tool, const json& args = json::object()) { return QByteArray::fromStdString(json{{"tool", tool}, {"args", args}}.dump()); }

QByteArray lines(const QList<QByteArray>& requests) { return requests.join('\n') + '\n'; }

json lineOf(const Ended& ended, int number) { return json::parse(ended.out.split('\n').value(number).toStdString(), nullptr, false); }

} // namespace

class CommandLineTest final : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_board = QString::fromStdString(test::ladder(6).write(m_folder->path().toStdString()));
        m_out = m_folder->filePath("out.kicad_pcb");
        qputenv("XDG_DATA_HOME", m_folder->filePath("data").toUtf8());
        qputenv("XDG_RUNTIME_DIR", m_folder->filePath("run").toUtf8());
    }

    void routingWritesTheBoardAndSaysWhatItDid() {
        const Ended ended = run({"route", m_board, "--out", m_out, "--work", "1M"});
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.out.startsWith("Routed 6 of 6 connections, 0 open"), ended.out);
        QCOMPARE(run({"drc", m_out, "--exit-code-violations", "--against", m_board}).code, 0);
        QVERIFY(!QFile::exists(m_folder->filePath(".viaduct")));
    }
    void theResultAsJsonIsOneObjectOnStdout() {
        const Ended ended = run({"route", m_board, "--out", m_out, "--work", "1M", "--json", "--net", "A1", "--net", "A2"});
        QCOMPARE(ended.code, 0);
        const json result = json::parse(ended.out.toStdString(), nullptr, false);
        QVERIFY(!result.is_discarded());
        QCOMPARE(result["routed"].get<int>(), 2);
        QCOMPARE(result["saved"]["open_total"].get<int>(), 4);
    }
    void aBoardIsWrittenOverOnlyInPlace() {
        const QByteArray before = bytesOf(m_board);
        QCOMPARE(run({"route", m_board, "--out", m_board, "--work", "1M"}).code, 2);
        QCOMPARE(run({"route", m_board, "--out", m_out, "--in-place", "--work", "1M"}).code, 2);
        QCOMPARE(bytesOf(m_board), before);
        QCOMPARE(run({"route", m_board, "--in-place", "--work", "1M"}).code, 0);
        QVERIFY(bytesOf(m_board) != before);
    }
    void logsAndEventsDoNotOverwriteABoard() {
        const QByteArray before = bytesOf(m_board);
        QCOMPARE(run({"route", m_board, "--out", m_out, "--log", m_board}).code, 2);
        QCOMPARE(run({"route", m_board, "--out", m_out, "--events", m_board}).code, 2);
        QCOMPARE(run({"session", m_board, "--out", m_out, "--jsonl", "--log", m_board}).code, 2);
        QCOMPARE(bytesOf(m_board), before);
    }
    void theSameBytesOnAnyNumberOfThreads() {
        const QString other = m_folder->filePath("other.kicad_pcb");
        QCOMPARE(run({"route", m_board, "--out", m_out, "--work", "1M", "--threads", "1"}).code, 0);
        QCOMPARE(run({"route", m_board, "--out", other, "--work", "1M", "--threads", "2", "--events", m_folder->filePath("events")}).code, 0);
        QCOMPARE(bytesOf(m_out), bytesOf(other));
    }
    void eventsAreLinesOfTheVocabulary() {
        const QString events = m_folder->filePath("events.jsonl");
        QCOMPARE(run({"route", m_board, "--out", m_out, "--work", "1M", "--events", events}).code, 0);
        const QList<QByteArray> all = bytesOf(events).trimmed().split('\n');
        QVERIFY(all.size() > 6);
        int laid = 0;
        for (int i = 0; i < all.size(); ++i) {
            const json line = json::parse(all[i].toStdString(), nullptr, false);
            QVERIFY(line.is_object());
            QCOMPARE(line["seq"].get<int>(), i + 1);
            QVERIFY(line.contains("call") && line.contains("variant") && line.contains("n") && line.contains("type"));
            if (line["type"] == "laid") ++laid;
        }
        QVERIFY(laid >= 6);
    }
    void nothingThatIsReadIsWrittenOver() {
        const QString project = m_folder->filePath("test.kicad_pro"), rules = m_folder->filePath("test.kicad_dru"), hints = m_folder->filePath("hints.json"),
                      log = m_folder->filePath("log.jsonl");
        std::ofstream(project.toStdString()) << "{}";
        std::ofstream(rules.toStdString()) << "(version 1)";
        std::ofstream(hints.toStdString()) << "{}";
        QCOMPARE(run({"session", m_board, "--out", m_out, "--jsonl", "--log", log}, lines({request("board_info")})).code, 0);
        const QStringList read{m_board, project, rules, hints, log};
        QList<QByteArray> before;
        for (const QString& file : read) before.append(bytesOf(file));
        QCOMPARE(run({"drc", m_board, "-o", m_board}).code, 2);
        QCOMPARE(run({"drc", m_board, "-o", project}).code, 2);
        QCOMPARE(run({"drc", m_board, "--against", hints, "-o", hints}).code, 2);
        QCOMPARE(run({m_board, "--strip", "--demo", "--exit", "--screenshot", m_board}).code, 2);
        QCOMPARE(run({"route", m_board, "--out", project}).code, 2);
        QCOMPARE(run({"route", m_board, "--out", m_out, "--events", project}).code, 2);
        QCOMPARE(run({"route", m_board, "--out", m_out, "--log", rules}).code, 2);
        QCOMPARE(run({"route", m_board, "--out", m_out, "--hints", hints, "--log", hints}).code, 2);
        QCOMPARE(run({"route", m_board, "--out", m_out, "--log", log + "2", "--events", log + "2"}).code, 2);
        QCOMPARE(run({"session", "--replay", log, m_board, "--out", log}).code, 2);
        QCOMPARE(run({"route", m_board, "--out", m_out, "--log", ""}).code, 2);
        for (int i = 0; i < read.size(); ++i) QCOMPARE(bytesOf(read[i]), before[i]);
    }
    void pipesAndDevicesAreNotReplaced() {
        const QString pipe = m_folder->filePath("pipe");
        QCOMPARE(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
        QCOMPARE(run({"route", m_board, "--out", pipe, "--work", "1M"}).code, 2);
        QCOMPARE(run({"drc", m_board, "-o", pipe}).code, 2);
        const Ended ended =
            run({"session", m_board, "--out", m_out, "--jsonl", "--profile", "kicad"}, lines({request("save", {{"path", pipe.toStdString()}})}));
        QVERIFY2(lineOf(ended, 0).contains("error"), ended.out);
        struct stat there {};
        QCOMPARE(::stat(pipe.toUtf8().constData(), &there), 0);
        QVERIFY(S_ISFIFO(there.st_mode));
    }
    void deepJsonIsRefused() {
        const QByteArray deep = QByteArray(200'000, '[') + QByteArray(200'000, ']');
        const Ended session =
            run({"session", m_board, "--out", m_out, "--jsonl"}, lines({"{\"tool\":\"board_info\",\"args\":" + deep + "}", request("board_info")}));
        QCOMPARE(session.code, 0);
        QCOMPARE(lineOf(session, 0)["error"]["code"].get<std::string>(), std::string("bad_argument"));
        QCOMPARE(lineOf(session, 1)["open_connections"].get<int>(), 6);
        const QString file = m_folder->filePath("deep.json");
        std::ofstream(file.toStdString()) << "{\"layers\":" << deep.toStdString() << "}";
        QCOMPARE(run({"route", m_board, "--out", m_out, "--hints", file}).code, 2);
        QCOMPARE(run({"session", "--replay", file, m_board, "--out", m_out}).code, 3);
    }
    void rulesThatDoNotApplyAreNamed() {
        const QString rules = m_folder->filePath("test.kicad_dru");
        std::ofstream(rules.toStdString()) << "(version 1)\n(rule a (layer In9.Cu) (constraint clearance (min 1mm)))\n(rule b (constraint clearance))\n";
        const Ended ended = run({"drc", m_board});
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.err.contains("no copper layer 'In9.Cu'"), ended.err);
        QVERIFY2(ended.err.contains("states no value"), ended.err);
        for (const char* broken : {"(version 1)\n(rule a (constraint", "(version 1)\n(rule a (layer nosuch) (constraint clearance (min 1mm)))\n"}) {
            std::ofstream(rules.toStdString()) << broken;
            QCOMPARE(run({"drc", m_board}).code, 3);
        }
        QCOMPARE(run({"drc", m_board, "--ignore-rules-file"}).code, 0);
    }
    void hintsComeFromAFile() {
        const QString hints = m_folder->filePath("hints.json");
        std::ofstream(hints.toStdString()) << json{{"layers", {{"F.Cu", "forbid"}}}};
        test::BoardBuilder builder;
        const int net = builder.net("A");
        builder.outline(0, 0, 20, 10).pad("L", net, 5, 5, 1, 0.5).pad("R", net, 15, 5, 1, 0.5);
        const QString board = QString::fromStdString(builder.write(m_folder->path().toStdString(), "drilled"));
        QCOMPARE(run({"route", board, "--out", m_out, "--work", "1M", "--hints", hints}).code, 0);
        const auto routed = readBoardFile(m_out.toStdString());
        QVERIFY(routed);
        QVERIFY(!routed->board->copper.tracks.empty());
        for (const Track& track : routed->board->copper.tracks) QCOMPARE(track.layer, LayerId(1));
        std::ofstream(hints.toStdString()) << json{{"layers", {{"F.Cu", 0.1}}}};
        const Ended refused = run({"route", board, "--out", m_out, "--hints", hints});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("hints.layers.F.Cu"), refused.err);
        std::ofstream(hints.toStdString()) << "no json";
        QCOMPARE(run({"route", board, "--out", m_out, "--hints", hints}).code, 2);
        QCOMPARE(run({"route", board, "--out", m_out, "--hints", m_folder->filePath("missing")}).code, 3);
    }
    void aSessionAnswersEachLineWithOneLine() {
        const Ended ended = run({"session", m_board, "--out", m_out, "--jsonl"},
                                lines({request("board_info"), request("route", {{"nets", {"A1"}}, {"work", 500000}, {"variants", 1}}),
                                       request("rip_net", {{"net", "A9"}}), request("nothing"), "no json", "",
                                       QByteArray::fromStdString(json{{"tool", "undo"}, {"args", json::object()}, {"more", 1}}.dump()), request("save")}));
        QCOMPARE(ended.code, 0);
        QCOMPARE(ended.out.count('\n'), 7);
        QCOMPARE(lineOf(ended, 0)["open_connections"].get<int>(), 6);
        QCOMPARE(lineOf(ended, 1)["committed"].get<bool>(), true);
        QCOMPARE(lineOf(ended, 2)["error"]["code"].get<std::string>(), std::string("unknown_name"));
        QCOMPARE(lineOf(ended, 3)["error"]["code"].get<std::string>(), std::string("bad_argument"));
        QCOMPARE(lineOf(ended, 4)["error"]["code"].get<std::string>(), std::string("bad_argument"));
        QCOMPARE(lineOf(ended, 5)["error"]["code"].get<std::string>(), std::string("bad_argument"));
        QCOMPARE(lineOf(ended, 6)["open_total"].get<int>(), 5);
    }
    void aLineThatIsTooLongIsRefusedAndTheNextIsAnswered() {
        const QByteArray longLine = request(std::string(3'000'000, 'x').c_str());
        const Ended ended = run({"session", m_board, "--out", m_out, "--jsonl"}, lines({longLine, request("board_info")}));
        QCOMPARE(ended.code, 0);
        QCOMPARE(lineOf(ended, 0)["error"]["code"].get<std::string>(), std::string("limit"));
        QCOMPARE(lineOf(ended, 1)["open_connections"].get<int>(), 6);
    }
    void aReplayEndsWithFourWhereADigestDiffers() {
        const QString log = m_folder->filePath("log.jsonl"), again = m_folder->filePath("again.kicad_pcb");
        const QByteArray calls = lines({request("route", {{"work", 500000}}), request("save")});
        QCOMPARE(run({"session", m_board, "--out", m_out, "--jsonl", "--log", log, "--threads", "2"}, calls).code, 0);
        QCOMPARE(run({"session", "--replay", log, m_board, "--out", again}).code, 0);
        QCOMPARE(bytesOf(again), bytesOf(m_out));
        QByteArray changed = bytesOf(log);
        const auto at = changed.indexOf("\"state_digest\":\"") + 16;
        changed[at] = changed[at] == '0' ? '1' : '0';
        QFile file(log);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(changed);
        file.close();
        const Ended differs = run({"session", "--replay", log, m_board, "--out", again});
        QCOMPARE(differs.code, 4);
        QVERIFY2(differs.err.contains("call 1 (route) differs"), differs.err);
        QVERIFY2(differs.err.contains("changed after it was written"), differs.err);
        std::ofstream(m_board.toStdString(), std::ios::app) << "\n";
        QCOMPARE(run({"session", "--replay", log, m_board, "--out", again}).code, 4);
        QCOMPARE(run({"session", "--replay", m_board, m_board, "--out", again}).code, 3);
    }
    void aLogThatNoSessionWroteIsRefusedOrNamed() {
        const QString log = m_folder->filePath("log.jsonl"), edited = m_folder->filePath("edited.jsonl"), again = m_folder->filePath("again.kicad_pcb");
        QCOMPARE(run({"session", m_board, "--out", m_out, "--jsonl", "--log", log}, lines({request("route", {{"work", 500000}}), request("save")})).code, 0);
        const QByteArray whole = bytesOf(log);
        const auto replayed = [&](const QByteArray& text) {
            std::ofstream(edited.toStdString(), std::ios::binary) << text.toStdString();
            return run({"session", "--replay", edited, m_board, "--out", again});
        };
        QCOMPARE(replayed(QByteArray(whole).replace("\"work_limit\":0", "\"work_limit\":\"x\"")).code, 3);
        QCOMPARE(replayed(QByteArray(whole).replace("\"strip\":false", "\"strip\":[]")).code, 3);
        QCOMPARE(replayed(QByteArray(whole).replace("\"tool\":\"route\"", "\"tool\":\"x\"")).code, 4);
        const Ended torn = replayed(whole.chopped(40));
        QCOMPARE(torn.code, 0);
        QVERIFY2(torn.err.contains("cut off"), torn.err);
        const Ended changed = replayed(QByteArray(whole).replace("\"actor\":\"agent\"", "\"actor\":\"Agent\""));
        QVERIFY2(changed.out.contains("the log was changed"), changed.out);
    }
    void whatWasNotSavedAtTheEndOfTheInputIsKept() {
        const Ended ended = run({"session", m_board, "--out", m_out, "--jsonl"}, lines({request("route", {{"work", 500000}, {"variants", 1}})}));
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.err.contains("--restore"), ended.err);
        const Ended restored = run({"session", m_board, "--out", m_out, "--jsonl", "--restore"}, lines({request("board_info"), request("save")}));
        QCOMPARE(lineOf(restored, 0)["open_connections"].get<int>(), 0);
        QVERIFY(QFile::exists(m_out));
        QVERIFY(!QFile::exists(m_folder->filePath(".viaduct")));
    }
    void whatAKilledSessionHadNotSavedIsRestored() {
        QVERIFY(killAfterARoute());
        QVERIFY(!QFile::exists(m_out));
        const Ended reminded = run({"session", m_board, "--out", m_out, "--jsonl"}, lines({request("board_info")}));
        QVERIFY2(reminded.err.contains("--restore"), reminded.err);
        QCOMPARE(lineOf(reminded, 0)["open_connections"].get<int>(), 6);
        const Ended restored = run({"session", m_board, "--out", m_out, "--jsonl", "--restore"}, lines({request("board_info"), request("save")}));
        QCOMPARE(restored.code, 0);
        QCOMPARE(lineOf(restored, 0)["open_connections"].get<int>(), 0);
        QVERIFY(QFile::exists(m_out));
        QCOMPARE(run({"session", m_board, "--out", m_out, "--jsonl", "--restore"}).code, 2); // nothing waits any more
        QVERIFY(!QFile::exists(m_folder->filePath(".viaduct")));
    }
    void aSessionOnAReadOnlyFolderKeepsItsJournalElsewhere() {
        // Root may write anywhere, so a file stands where the folder would be.
        std::ofstream(m_folder->filePath(".viaduct").toStdString()) << "taken";
        QVERIFY(killAfterARoute());
        const Ended restored = run({"session", m_board, "--out", m_out, "--jsonl", "--restore"}, lines({request("board_info")}));
        QCOMPARE(lineOf(restored, 0)["open_connections"].get<int>(), 0);
    }
    void twoSessionsOnOneBoardDoNotShareAJournal() {
        QProcess first;
        first.start(QStringLiteral(VIADUCT_PROGRAM), {"session", m_board, "--out", m_out, "--jsonl"});
        first.write(lines({request("route", {{"nets", {"A1"}}, {"work", 500000}, {"variants", 1}})}));
        QVERIFY(first.waitForReadyRead(60'000));
        const Ended second = run({"session", m_board, "--out", m_folder->filePath("second.kicad_pcb"), "--jsonl"},
                                 lines({request("route", {{"work", 500000}, {"variants", 1}})}));
        QCOMPARE(second.code, 0);
        QVERIFY2(!second.err.contains("An earlier session"), second.err);
        first.closeWriteChannel();
        QVERIFY(first.waitForFinished(60'000));
        QCOMPARE(first.exitCode(), 0);
    }
    void aSecondSignalEndsAtOnceWithoutWriting() {
        // The first signal cannot be answered before a big board is read; the second ends the process.
        QProcess process;
        process.start(QStringLiteral(VIADUCT_PROGRAM), {"session", m_board, "--out", m_out, "--jsonl"});
        process.write(lines({request("board_info")}));
        QVERIFY(process.waitForReadyRead(60'000));
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QVERIFY(process.waitForFinished(10'000)); // waiting for a request: the first signal is enough
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
    }
    void aHangUpEndsASessionUnlessItIsIgnored() {
        for (const char* prefix : {"", "trap '' HUP; "}) {
            QProcess process;
            process.start("sh", {"-c", QString(prefix) + "exec \"$0\" session \"$1\" --out \"$2\" --jsonl", VIADUCT_PROGRAM, m_board, m_out});
            process.write(lines({request("board_info")}));
            QVERIFY(process.waitForReadyRead(60'000));
            ::kill(static_cast<pid_t>(process.processId()), SIGHUP);
            if (*prefix == '\0') {
                QVERIFY(process.waitForFinished(10'000));
            } else {
                // The first of two may be answered by a session that is about to end; the second may not.
                QByteArray answers = process.readAllStandardOutput();
                for (int count = 2; count < 4; ++count) {
                    process.write(lines({request("board_info")}));
                    while (answers.count('\n') < count) {
                        QVERIFY(process.waitForReadyRead(60'000));
                        answers += process.readAllStandardOutput();
                    }
                }
                process.closeWriteChannel();
                QVERIFY(process.waitForFinished(10'000));
            }
            QCOMPARE(process.exitStatus(), QProcess::NormalExit);
            QCOMPARE(process.exitCode(), 0);
        }
    }
    void theDrcReportIsInKicadsForm() {
        const Ended ended = run({"drc", m_board, "--format", "json"});
        QCOMPARE(ended.code, 0);
        const json report = json::parse(ended.out.toStdString(), nullptr, false);
        for (const char* key : {"$schema", "source", "date", "kicad_version", "coordinate_units", "included_severities", "violations", "unconnected_items",
                                "schematic_parity", "not_checked"})
            QVERIFY2(report.contains(key), key);
        QCOMPARE(report["unconnected_items"].size(), std::size_t{6});
        QCOMPARE(report["unconnected_items"][0]["items"].size(), std::size_t{2});
        QCOMPARE(report["date"].get<std::string>(), std::string());
        QCOMPARE(run({"drc", m_board, "--exit-code-violations"}).code, 1);
        QVERIFY(run({"drc", m_board}).out.contains("Found 6 unconnected pads"));
    }
    void helpIsOnStdoutAndWrongWordsOnStderr() {
        for (const char* verb : {"route", "drc", "session", "doctor"}) {
            const Ended help = run({verb, "--help"});
            QCOMPARE(help.code, 0);
            QVERIFY(!help.out.isEmpty());
            const Ended wrong = run(verb == std::string("doctor") ? QStringList{verb, "--no-such-option"} : QStringList{verb, m_board, "--no-such-option"});
            QCOMPARE(wrong.code, 2);
            QVERIFY(wrong.out.isEmpty());
            QVERIFY2(wrong.err.contains("no-such-option"), wrong.err);
        }
        QCOMPARE(run({"--version"}).code, 0);
        QCOMPARE(run({"serve"}).code, 2); // named as not built yet
    }
    void netsWhoseNamesLookLikeOptionsCanBeNamed() {
        test::BoardBuilder builder;
        const int net = builder.net("-5V"), other = builder.net("+5V");
        builder.outline(0, 0, 20, 12).pad("L", net, 5, 4).pad("R", net, 15, 4).pad("L2", other, 5, 8).pad("R2", other, 15, 8);
        const QString board = QString::fromStdString(builder.write(m_folder->path().toStdString(), "minus"));
        const Ended ended = run({"route", board, "--out", m_out, "--work", "1M", "--net=-5V"});
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.out.startsWith("Routed 1 of 1"), ended.out);
    }

private:
    // A session on the board that is killed once its route is answered; false when it never answered.
    bool killAfterARoute() {
        QProcess session;
        session.start(QStringLiteral(VIADUCT_PROGRAM), {"session", m_board, "--out", m_out, "--jsonl"});
        session.write(lines({request("route", {{"work", 500000}, {"variants", 1}})}));
        const bool isAnswered = session.waitForReadyRead(60'000);
        session.kill();
        session.waitForFinished();
        return isAnswered;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_board, m_out;
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "commandlinetest.moc"
