// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace viaduct {

// Where a window's session on a board writes: the routed board, the log, and journals. Beside the board where its folder can be written to,
// else in the user's data folder.
struct SessionPlaces final {
    QString outPath;        // NAME-routed.kicad_pcb: what an agent's save writes; only the person saves over the board
    QString logPath;        // .viaduct/NAME-DATE.jsonl; empty where nothing can be written
    QString fallbackFolder; // the user's data folder
    qint64 otherProcess{0}; // another living process has a session on this board; 0: none
    QStringList journals;   // of earlier sessions on this board that ended without being saved, oldest first
};

[[nodiscard]] QString userDataLocation();
// Touches the disk (makes .viaduct/ with a .gitignore): call it on a pool thread.
[[nodiscard]] SessionPlaces placesFor(const QString& boardPath);

} // namespace viaduct
