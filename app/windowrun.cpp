// SPDX-License-Identifier: GPL-3.0-or-later
#include <clocale>
#include <cstdio>

#include <QApplication>
#include <QPixmap>
#include <QTimer>

#include "agent/chat/scriptedagent.h"
#include "app/arguments.h"
#include "app/exitcode.h"
#include "app/stopsignals.h"
#include "app/windowline.h"
#include "engine/service/sessionservice.h"
#include "engine/service/texts.h"
#include "engine/service/windowcommands.h"
#include "views/mainwindow.h"

namespace viaduct {

namespace {

constexpr int kLook = 40; // milliseconds between looks at the stop flag and at what to photograph

// Photographs the window from inside at the moments that the line asks for, and ends the program when that is done.
class Photographer final {
public:
    Photographer(const WindowLine& line, MainWindow& window, SessionService& service)
        : m_line(line), m_window(window), m_service(service), m_wantsHalf(!line.screenshotAtHalf.empty() || (!line.screenshot.empty() && line.at == "mid")) {}
    void setDone() { m_isDone = true; }
    void setFailed() { m_isDone = m_hasFailed = true; }

    void look() {
        lookAtHalf();
        const bool isStart = m_line.at == "start" || (m_line.at == "done" && !m_line.demo);
        const bool isMoment = m_line.at == "mid" ? false : isStart ? isQuiet() && (m_line.board.empty() || m_service.state()) : m_isDone && isQuiet();
        if (!m_line.screenshot.empty() && !m_hasTaken && isMoment) take(m_line.screenshot, m_hasTaken);
        const bool hasPictures = (m_line.screenshot.empty() || m_hasTaken) && !m_wantsHalf;
        const bool isOver = m_line.demo ? m_isDone && (hasPictures || isQuiet()) : hasPictures;
        if (m_line.exits && (m_hasFailed || isOver) && !m_isEnding) end();
    }

private:
    [[nodiscard]] bool isQuiet() {
        // A few looks in a row: docks settle, tiles arrive.
        const bool isStill = m_service.isIdle() && m_window.board().isSettled();
        m_still = isStill ? m_still + 1 : 0;
        return m_still > 6;
    }
    void lookAtHalf() {
        if (!m_wantsHalf) return;
        const LiveOverlay& live = m_window.board().live();
        const LiveOverlay::Status& status = live.status();
        if (!live.isRunning() || status.connections == 0 || 2 * status.routed < status.connections) return;
        if (!m_isPosing) { // one look later, so that every label has its size
            m_isPosing = true;
            return;
        }
        bool isTaken = false;
        take(m_line.at == "mid" && !m_line.screenshot.empty() ? m_line.screenshot : m_line.screenshotAtHalf, isTaken);
        if (m_line.at == "mid") m_hasTaken = true;
        m_wantsHalf = false;
    }
    void take(const std::string& path, bool& isTaken) {
        isTaken = true;
        if (!m_window.grab().save(toQString(path), "PNG")) m_exitCode = failWith("viaduct: the picture could not be written to " + path + ".", kExitInternal);
    }
    void end() {
        m_isEnding = true;
        if (m_hasFailed) m_exitCode = m_exitCode == kExitDone ? kExitUnreadable : m_exitCode;
        if (m_wantsHalf) std::fprintf(stderr, "viaduct: the route was over before half of it could be photographed.\n");
        m_window.documents().leave([this] { QApplication::exit(m_exitCode); });
    }

    const WindowLine& m_line;
    MainWindow& m_window;
    SessionService& m_service;
    bool m_wantsHalf, m_isDone{false}, m_hasFailed{false}, m_hasTaken{false}, m_isEnding{false}, m_isPosing{false};
    int m_still{0}, m_exitCode{kExitDone};
};

} // namespace

int runInWindow(const WindowLine& line, int argc, char** argv) {
    QApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C"); // files and logs are written the same everywhere
    QApplication::setApplicationName(QStringLiteral("Viaduct"));
    QApplication::setApplicationVersion(QStringLiteral(VIADUCT_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("viaduct"));
    const bool isQuiet = line.takesPictures() || line.exits;
    if (isQuiet) QApplication::setCursorFlashTime(0);
    Settings settings(!isQuiet);
    Theme theme(application);
    theme.choose(Theme::choiceFrom(!line.theme.empty() ? toQString(line.theme) : settings.text(QStringLiteral("theme"))));

    auto registry = std::make_shared<CommandRegistry>();
    addEngineCommands(*registry);
    addWindowCommands(*registry);
    WorkspaceOptions options;
    options.version = VIADUCT_VERSION;
    options.session.threads = static_cast<int>(line.threads);
    SessionService service(options, registry);
    Selection selection;
    ScriptedAgent agent(service);
    MainWindow window(service, selection, theme, settings, isQuiet);
    window.setAgentAvailable(true);
    Photographer photographer(line, window, service);

    QObject::connect(&window, &MainWindow::agentWanted, &agent, [&agent] { agent.start(); });
    QObject::connect(&window, &MainWindow::stopWanted, &agent, &ScriptedAgent::stop);
    QObject::connect(&agent, &ScriptedAgent::runningChanged, &window, &MainWindow::setAgentRunning);
    QObject::connect(&agent, &ScriptedAgent::finished, &window, [&](bool isDone, const QString& summary) {
        window.setMessage(summary);
        if (isDone)
            photographer.setDone();
        else
            photographer.setFailed();
    });
    QObject::connect(&window.documents(), &DocumentFlow::opened, &agent, [&] {
        if (line.demo) agent.start();
    });
    QObject::connect(&window.documents(), &DocumentFlow::failed, &window, [&] {
        if (isQuiet) photographer.setFailed();
    });

    StopFlag stopFlag;
    const StopSignals stopSignals(stopFlag);
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, &window, [&] {
        photographer.look();
        if (!stopFlag.isRequested()) return;
        // Ended from outside: nothing is asked; what is not saved stays in the journal.
        watch.stop();
        service.stop();
        QApplication::exit(kExitDone);
    });
    watch.start(kLook);

    if (isQuiet) window.resize(line.width, line.height);
    window.show();
    if (!line.board.empty()) window.documents().open(QString::fromLocal8Bit(line.board.c_str()), line.strip);
    return QApplication::exec();
}

} // namespace viaduct
