// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>

#include "agent/chat/scriptedagent.h"
#include "tests/engine/service/demofolder.h"

using namespace viaduct;

namespace {

std::shared_ptr<const CommandRegistry> registry() {
    auto made = std::make_shared<CommandRegistry>();
    addEngineCommands(*made);
    return made;
}

bool open(SessionService& service, const QString& board) {
    bool isOver = false;
    service.open({board, true, placesFor(board)}, &service, [&](const CallRecord&) { isOver = true; });
    [&] { QTRY_VERIFY_WITH_TIMEOUT(isOver, 60000); }();
    return service.session() != nullptr;
}

} // namespace

class ScriptedAgentTest : public QObject {
    Q_OBJECT

private slots:
    void itLooksRoutesChecksAndSaves() {
        DemoFolder folder;
        SessionService service({}, registry());
        QVERIFY(open(service, folder.board()));
        ScriptedAgent agent(service);
        QSignalSpy ends(&agent, &ScriptedAgent::finished);
        agent.start();
        QVERIFY(agent.isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, 60000);
        QVERIFY(ends.front().front().toBool());
        QVERIFY(!agent.isRunning());
        QCOMPARE(service.state()->metrics.open, std::size_t(0));
        QVERIFY(QFile::exists(service.places().outPath));
        QStringList commands;
        for (const CallRecord& record : service.calls()) commands << record.command;
        QCOMPARE(commands.mid(0, 4),
                 (QStringList{QStringLiteral("session.open"), QStringLiteral("board_info"), QStringLiteral("open_connections"), QStringLiteral("route")}));
        QCOMPARE(commands.mid(commands.size() - 2), (QStringList{QStringLiteral("check"), QStringLiteral("save")}));
        for (const CallRecord& record : service.calls())
            if (record.command != QLatin1String("session.open")) QCOMPARE(record.actor, QStringLiteral("agent"));
    }
    void stoppedItSavesTheBestSoFar() {
        DemoFolder folder;
        SessionService service({}, registry());
        QVERIFY(open(service, folder.board()));
        ScriptedAgent agent(service);
        QSignalSpy ends(&agent, &ScriptedAgent::finished);
        connect(&service, &SessionService::callChanged, this, [&](const CallRecord& record) {
            if (record.command == QLatin1String("route") && record.status == CallRecord::Status::Running) {
                agent.stop();
                service.stop();
            }
        });
        agent.start();
        QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, 60000);
        QVERIFY(ends.front().front().toBool());
        QCOMPARE(service.calls().back().command, QStringLiteral("save"));
    }
    void withoutABoardItDoesNothing() {
        SessionService service({}, registry());
        ScriptedAgent agent(service);
        agent.start();
        QVERIFY(!agent.isRunning());
    }
};

QTEST_GUILESS_MAIN(ScriptedAgentTest)
#include "scriptedagenttest.moc"
