// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/service/sessionplaces.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "engine/service/texts.h"
#include "engine/session/instancefile.h"
#include "engine/session/journal.h"

namespace viaduct {

namespace {

// A folder for logs; git does not see it.
bool makeHidden(const QString& folder) {
    if (!QDir().mkpath(folder)) return false;
    QFile ignore(folder + QStringLiteral("/.gitignore"));
    if (!ignore.exists() && ignore.open(QIODevice::WriteOnly)) ignore.write("*\n");
    return QFileInfo(folder).isWritable();
}

} // namespace

QString userDataLocation() { return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/viaduct"); }

SessionPlaces placesFor(const QString& boardPath) {
    const QFileInfo board(boardPath);
    SessionPlaces places;
    places.fallbackFolder = userDataLocation();
    const QString beside = board.absolutePath();
    const bool isWritable = QFileInfo(beside).isWritable();
    const QString folder = isWritable ? beside : places.fallbackFolder;
    places.outPath = QStringLiteral("%1/%2-routed.kicad_pcb").arg(folder, board.completeBaseName());
    const QString logs = isWritable ? beside + QStringLiteral("/.viaduct") : places.fallbackFolder + QStringLiteral("/logs");
    if (board.isFile() && makeHidden(logs))
        places.logPath =
            QStringLiteral("%1/%2-%3.jsonl").arg(logs, board.completeBaseName(), QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")));
    for (const std::string& journal : waitingJournals(toUtf8(boardPath), toUtf8(places.fallbackFolder))) places.journals.push_back(toQString(journal));
    for (const Instance& instance : livingInstances())
        if (instance.pid != QCoreApplication::applicationPid() && QFileInfo(toQString(instance.board)).canonicalFilePath() == board.canonicalFilePath())
            places.otherProcess = instance.pid;
    return places;
}

} // namespace viaduct
