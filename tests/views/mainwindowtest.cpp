// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "agent/chat/scriptedagent.h"
#include "engine/service/windowcommands.h"
#include "tests/engine/service/demofolder.h"
#include "views/mainwindow.h"

using namespace viaduct;

namespace {

// Everything a window stands on.
struct Bench final {
    explicit Bench(bool isQuiet = true)
        : settings(false), theme(*qobject_cast<QApplication*>(QCoreApplication::instance())), service({}, registry()), agent(service),
          window(service, selection, theme, settings, isQuiet) {
        window.setAgentAvailable(true);
        QObject::connect(&window, &MainWindow::agentWanted, &agent, [this] { agent.start(); });
        window.resize(1200, 800);
        window.show();
    }
    static std::shared_ptr<const CommandRegistry> registry() {
        auto made = std::make_shared<CommandRegistry>();
        addEngineCommands(*made);
        addWindowCommands(*made);
        return made;
    }
    void open(const QString& board) {
        window.documents().open(board, true);
        QTRY_VERIFY_WITH_TIMEOUT(service.state() != nullptr && service.isIdle(), 60000);
        QTRY_VERIFY_WITH_TIMEOUT(window.board().isSettled(), 60000);
    }
    QAction* action(const QString& text) {
        for (QAction* action : window.findChildren<QAction*>()) {
            QString plain = action->text();
            plain.remove(QLatin1Char('&'));
            if (plain == text) return action;
        }
        return nullptr;
    }
    Settings settings;
    Theme theme;
    SessionService service;
    Selection selection;
    ScriptedAgent agent;
    MainWindow window;
};

// Presses a button of the question that is open.
bool answer(const QString& button) {
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* box = qobject_cast<QMessageBox*>(widget); box != nullptr && box->isVisible())
            for (QAbstractButton* choice : box->buttons())
                if (choice->text().remove(QLatin1Char('&')) == button) {
                    choice->click();
                    return true;
                }
    return false;
}

bool isAnswered(const QString& button) {
    return QTest::qWaitFor([&] { return answer(button); });
}

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void withoutABoardThereIsTheStartPage() {
        Bench bench;
        for (const QDockWidget* dock : bench.window.findChildren<QDockWidget*>()) QVERIFY(!dock->isVisible());
        QVERIFY(!bench.action(QStringLiteral("Route"))->isEnabled());
        QVERIFY(!bench.action(QStringLiteral("Save"))->isEnabled());
        QVERIFY(bench.action(QStringLiteral("Open…"))->isEnabled());
    }
    void aBoardOpensWithItsDocks() {
        DemoFolder folder;
        Bench bench;
        bench.open(folder.board());
        QVERIFY(bench.window.windowTitle().startsWith(QStringLiteral("viaduct-demo")));
        int visible = 0;
        for (const QDockWidget* dock : bench.window.findChildren<QDockWidget*>()) visible += dock->isVisible() ? 1 : 0;
        QVERIFY(visible >= 3);
        QVERIFY(bench.action(QStringLiteral("Route"))->isEnabled());
        QVERIFY(bench.settings.recent().contains(folder.board()));
    }
    void theAgentRoutesInSightOfThePerson() {
        DemoFolder folder;
        Bench bench;
        bench.open(folder.board());
        QSignalSpy ends(&bench.agent, &ScriptedAgent::finished);
        bench.action(QStringLiteral("Let the built-in agent route"))->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, 60000);
        QCOMPARE(bench.service.state()->metrics.open, std::size_t(0));
        auto* calls = bench.window.findChild<QListView*>(); // any list is enough to know that the panels live
        QVERIFY(calls != nullptr);
        QVERIFY(!bench.window.isWindowModified());
        bench.action(QStringLiteral("Undo"))->trigger();
        QTRY_VERIFY(bench.service.state()->metrics.open > 0);
    }
    void everyActionHasAShortcutOrIsInAMenuAndEveryPartHasAName() {
        DemoFolder folder;
        Bench bench;
        bench.open(folder.board());
        for (const QWidget* part : bench.window.findChildren<QWidget*>()) {
            if (qobject_cast<const QHeaderView*>(part) != nullptr) continue;
            if (qobject_cast<const QAbstractItemView*>(part) != nullptr || qobject_cast<const QLineEdit*>(part) != nullptr)
                QVERIFY2(!part->accessibleName().isEmpty(), part->metaObject()->className());
        }
        QVERIFY(!bench.window.board().accessibleName().isEmpty());
        QSet<QKeySequence> taken;
        for (const QAction* action : bench.window.actions())
            for (const QKeySequence& key : action->shortcuts()) {
                QVERIFY2(!taken.contains(key), qPrintable(key.toString()));
                taken.insert(key);
            }
    }
    void closingWhileARouteRunsStopsIt() {
        const QString large = DemoFolder::largeBoard();
        DemoFolder folder(large.isEmpty() ? QStringLiteral(VIADUCT_SOURCE_DIR "/resources/demo/viaduct-demo.kicad_pcb") : large);
        Bench bench;
        bench.open(folder.board());
        bench.service.call(QStringLiteral("route"), {{"work", 50000000}, {"variants", 8}}, QStringLiteral("person"));
        QTest::qWait(300);
        QElapsedTimer clock;
        clock.start();
        bench.window.close();
        QTRY_VERIFY_WITH_TIMEOUT(!bench.window.isVisible(), 10000);
        QVERIFY2(clock.elapsed() < 4000, qPrintable(QString::number(clock.elapsed())));
    }
    void closingAsksOnlyWhenSomethingIsUnsaved() {
        DemoFolder folder;
        Bench bench(false);
        bench.open(folder.board());
        bench.service.call(QStringLiteral("route"), {{"work", 3000000}, {"variants", 1}}, QStringLiteral("person"));
        QTRY_VERIFY_WITH_TIMEOUT(bench.service.isIdle() && bench.service.session()->isDirty(), 60000);
        bench.window.close();
        QVERIFY(isAnswered(QStringLiteral("Cancel")));
        QTest::qWait(50);
        QVERIFY(bench.window.isVisible());
        bench.window.close();
        QVERIFY(isAnswered(QStringLiteral("Save")));
        QTRY_VERIFY_WITH_TIMEOUT(!bench.window.isVisible(), 10000);
        QVERIFY(QFile::exists(folder.path() + QStringLiteral("/viaduct-demo-routed.kicad_pcb")));
    }
    void aBrokenBoardIsAMessage() {
        DemoFolder folder;
        const QString broken = folder.path() + QStringLiteral("/broken.kicad_pcb");
        QFile file(broken);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("(kicad_pcb (version 20240108) (general");
        file.close();
        Bench bench(false);
        QSignalSpy failures(&bench.window.documents(), &DocumentFlow::failed);
        bench.window.documents().open(broken, false);
        QTRY_COMPARE(failures.count(), 1);
        QVERIFY(failures.front().front().toString().contains(QStringLiteral("broken.kicad_pcb:1:")));
        QVERIFY(isAnswered(QStringLiteral("OK")));
        QVERIFY(bench.service.session() == nullptr);
    }
    void anEarlierSessionIsOfferedAndComesBack() {
        DemoFolder folder;
        std::string digest;
        {
            SessionService service({}, Bench::registry());
            bool isOver = false;
            service.open({folder.board(), true, placesFor(folder.board())}, &service, [&](const CallRecord&) { isOver = true; });
            QTRY_VERIFY_WITH_TIMEOUT(isOver, 60000);
            service.call(QStringLiteral("route"), {{"work", 3000000}, {"variants", 1}}, QStringLiteral("person"));
            QTRY_VERIFY_WITH_TIMEOUT(service.isIdle() && service.session()->isDirty(), 60000);
            digest = service.state()->digest;
            // Gone without closing, as after a crash: the journal stays. It belongs to this living process, so it is given to a dead one.
        }
        Bench bench(false);
        bench.open(folder.board());
        if (bench.service.places().journals.isEmpty()) QSKIP("A journal of a living process is not offered.");
        QVERIFY(isAnswered(QStringLiteral("Restore them")));
        QTRY_VERIFY_WITH_TIMEOUT(bench.service.state()->digest == digest, 60000);
    }
    void bothThemesPaint() {
        DemoFolder folder;
        Bench bench;
        bench.open(folder.board());
        bench.theme.choose(Theme::Choice::Light);
        QTRY_VERIFY(bench.window.board().isSettled());
        const QImage light = bench.window.grab().toImage();
        bench.theme.choose(Theme::Choice::Dark);
        QTRY_VERIFY(bench.window.board().isSettled());
        const QImage dark = bench.window.grab().toImage();
        QVERIFY(light.pixelColor(5, 5).lightness() > 200);
        QVERIFY(dark.pixelColor(5, 5).lightness() < 60);
    }
};

QTEST_MAIN(MainWindowTest)
#include "mainwindowtest.moc"
