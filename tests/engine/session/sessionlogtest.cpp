// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/base/digest.h"
#include "engine/session/sessionlog.h"

using namespace viaduct;
using nlohmann::json;

namespace {

LogHeader header() {
    LogHeader made;
    made.version = "0.1.0";
    made.boardName = "demo";
    made.boardSha256 = "aa";
    made.rulesSha256 = "bb";
    made.options = {{"strip", true}};
    return made;
}

LogEntry entry(const std::string& tool) {
    LogEntry made;
    made.tool = tool;
    made.args = {{"net", "GND"}};
    made.actor = "agent";
    made.ok = true;
    made.resultDigest = "1";
    made.stateDigest = "2";
    made.state = 3;
    made.work = 4;
    return made;
}

} // namespace

class SessionLogTest final : public QObject {
    Q_OBJECT
private slots:
    void numbersAreWrittenOneWayWhateverTheyCameFrom() {
        QCOMPARE(canonicalText(json{{"b", 1.50}, {"a", 2}}), std::string(R"({"a":2,"b":1.5})"));
        QCOMPARE(canonicalText(json(0.1234567)), std::string("0.123457"));
        QCOMPARE(canonicalText(json(3.0)), std::string("3"));
        QCOMPARE(canonicalText(json(-0.0000001)), std::string("0"));
        QCOMPARE(canonicalText(json(1e20)), std::string("100000000000000000000"));
        QCOMPARE(canonicalText(json(18446744073709551615ULL)), std::string("18446744073709551615"));
    }
    void theResultDigestLeavesPathsTimesAndClientsOut() {
        const json here = {{"path", "/a"}, {"open", 1}, {"inner", {{"seconds", 1.5}, {"client", "x"}}}},
                   there = {{"path", "/b"}, {"open", 1}, {"inner", {{"seconds", 9}}}};
        QCOMPARE(resultDigest(here), resultDigest(there));
        QVERIFY(resultDigest(here) != resultDigest(json{{"path", "/a"}, {"open", 2}, {"inner", json::object()}}));
        QCOMPARE(resultDigest(json::object()), Fnv1a64().add("{}").hex());
    }
    void textThatIsNoUtf8NeverThrows() { QVERIFY(toLine(json{{"net", "\xff\xfe"}}).find("\xEF\xBF\xBD") != std::string::npos); }
    void theChainIsThatOfTheLinesBefore() {
        auto log = SessionLog::create("", header());
        QVERIFY(log);
        QVERIFY((*log)->append(entry("rip_net")));
        QVERIFY((*log)->append(entry("undo")));
        std::istringstream lines((*log)->text());
        std::string head, first, second;
        std::getline(lines, head);
        std::getline(lines, first);
        std::getline(lines, second);
        json line = json::parse(first);
        const std::string chain = line["chain"];
        line.erase("chain");
        QCOMPARE(chain, Sha256::hexOf(Sha256::hexOf(head) + line.dump()));
        json next = json::parse(second);
        const std::string nextChain = next["chain"];
        next.erase("chain");
        QCOMPARE(nextChain, Sha256::hexOf(chain + next.dump()));
        QCOMPARE(next["n"].get<int>(), 2);
    }
    void aLogReadsBackAsItWasWritten() {
        auto log = SessionLog::create("", header());
        LogEntry stopped = entry("route");
        stopped.stoppedAt = {{0, 77}, {2, 5}};
        QVERIFY((*log)->append(stopped));
        const auto read = readLogText((*log)->text(), "log");
        QVERIFY(read);
        QVERIFY(!read->brokenChain);
        QCOMPARE(read->header.boardName, std::string("demo"));
        QCOMPARE(read->header.options["strip"].get<bool>(), true);
        QCOMPARE(read->entries.size(), std::size_t{1});
        QCOMPARE(read->entries[0].stoppedAt, stopped.stoppedAt);
        QCOMPARE(read->entries[0].args, stopped.args);
    }
    void aChangedLineIsFound() {
        auto log = SessionLog::create("", header());
        for (const char* tool : {"rip_net", "undo", "check"}) QVERIFY((*log)->append(entry(tool)));
        std::string text = (*log)->text();
        text.replace(text.find("undo"), 4, "redo");
        const auto read = readLogText(text, "log");
        QVERIFY(read);
        QVERIFY(read->brokenChain);
        QVERIFY(read->brokenChain->rfind("log:3:", 0) == 0);
    }
    void aLineCutOffByACrashIsLeftOut() {
        auto log = SessionLog::create("", header());
        for (const char* tool : {"rip_net", "undo"}) QVERIFY((*log)->append(entry(tool)));
        std::string text = (*log)->text();
        text.resize(text.size() - 20);
        const auto read = readLogText(text, "log");
        QVERIFY(read);
        QCOMPARE(read->entries.size(), std::size_t{1});
    }
    void whatIsNoLogIsRefusedWithItsLine_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << ""
                               << "empty";
        QTest::newRow("garbage") << "\x01\x02\n"
                                 << "log:1:";
        QTest::newRow("other json") << "[1]\n"
                                    << "log:1:";
        QTest::newRow("newer format") << R"({"viaduct_log": 2, "board": {}})"
                                         "\n"
                                      << "format 2";
        QTest::newRow("wrong type") << R"({"viaduct_log": 1, "board": 7})"
                                       "\n"
                                    << "log:1:";
        QTest::newRow("bad entry") << R"({"viaduct_log": 1, "board": {}})"
                                      "\n{\"n\": \"x\"}\n"
                                   << "log:2:";
    }
    void whatIsNoLogIsRefusedWithItsLine() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto read = readLogText(text.toStdString(), "log");
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(read.error().text).contains(says), read.error().text.c_str());
    }
};

QTEST_GUILESS_MAIN(SessionLogTest)
#include "sessionlogtest.moc"
