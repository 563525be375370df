// SPDX-License-Identifier: GPL-3.0-or-later
#include <clocale>
#include <cstdio>

#include <QFileInfo>
#include <QGuiApplication>
#include <QTimer>

#include "agent/chat/scriptedagent.h"
#include "app/arguments.h"
#include "app/exitcode.h"
#include "app/stopsignals.h"
#include "app/windowline.h"
#include "engine/base/log.h"
#include "engine/service/sessionservice.h"
#include "engine/service/texts.h"
#include "views/boardpicture.h"

namespace viaduct {

namespace {

// Says on stderr what the window would show.
void tell(const CallRecord& record) {
    if (!record.isOver()) return;
    std::string text = "  " + toUtf8(record.command) + ": ";
    text += record.error ? record.error->text
                         : "done in " + toUtf8(durationText(record.elapsed)) + (record.work > 0 ? ", work " + toUtf8(workText(record.work)) : std::string());
    std::fprintf(stderr, "%s\n", text.c_str());
}

} // namespace

int runWithoutWindow(const WindowLine& line, int argc, char** argv) {
    QGuiApplication application(argc, argv);
    std::setlocale(LC_NUMERIC, "C");
    QGuiApplication::setApplicationName(QStringLiteral("Viaduct"));
    QGuiApplication::setApplicationVersion(QStringLiteral(VIADUCT_VERSION));
    auto registry = std::make_shared<CommandRegistry>();
    addEngineCommands(*registry);
    WorkspaceOptions options;
    options.version = VIADUCT_VERSION;
    options.session.threads = static_cast<int>(line.threads);
    SessionService service(options, registry);
    ScriptedAgent agent(service);

    StopFlag stopFlag;
    const StopSignals stopSignals(stopFlag);
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, &service, [&] {
        if (!stopFlag.isRequested()) return;
        watch.stop();
        agent.stop();
        service.stop();
    });
    watch.start(50);

    const QString board = QString::fromLocal8Bit(line.board.c_str());
    SessionPlaces places = placesFor(board);
    for (const QString& journal : places.journals)
        logMessage(LogLevel::Warning, "An earlier session on this board ended without being saved: " + toUtf8(journal));
    int exitCode = kExitDone;
    QObject::connect(&service, &SessionService::callChanged, &service, &tell);
    QObject::connect(&service, &SessionService::noted, &service,
                     [](const QString&, const QString& text) { std::fprintf(stderr, "%s\n", toUtf8(text).c_str()); });
    QObject::connect(&agent, &ScriptedAgent::finished, &service, [&](bool isDone, const QString& summary) {
        if (!isDone) {
            exitCode = failWith("viaduct: " + toUtf8(summary), kExitInternal);
            return QGuiApplication::exit(exitCode);
        }
        const std::string picture =
            !line.screenshot.empty()
                ? line.screenshot
                : toUtf8(QFileInfo(places.outPath).absolutePath() + QLatin1Char('/') + QFileInfo(places.outPath).completeBaseName() + QStringLiteral(".png"));
        BoardPicture shown = pictureOf(*service.state(), line.theme == "light" ? BoardColours::light() : BoardColours::dark());
        shown.font = QGuiApplication::font();
        const bool isPainted = paintBoard(shown, QSize(line.width, line.height)).save(toQString(picture), "PNG");
        std::string text = toUtf8(summary) + "\n";
        if (!places.logPath.isEmpty()) text += "Log: " + toUtf8(places.logPath) + "\n";
        text += isPainted ? "Picture: " + picture + "\n" : "The picture could not be written to " + picture + "\n";
        if (!isPainted || !writeOut(text)) exitCode = kExitInternal;
        service.close(true, &service, [&exitCode](const CallRecord&) { QGuiApplication::exit(exitCode); });
    });
    service.open({board, line.strip, places}, &service, [&](const CallRecord& record) {
        if (record.status == CallRecord::Status::Done) return agent.start();
        exitCode = failWith(record.error ? record.error->text : "viaduct: the board could not be opened.",
                            record.error ? exitCodeOf(record.error->code) : kExitInternal);
        QGuiApplication::exit(exitCode);
    });
    return QGuiApplication::exec();
}

} // namespace viaduct
