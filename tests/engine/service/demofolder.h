// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QTemporaryDir>

namespace viaduct {

// A folder of its own with a copy of the demo board (or of another), so that a test may write beside it.
class DemoFolder final {
public:
    explicit DemoFolder(const QString& source = QStringLiteral(VIADUCT_SOURCE_DIR "/resources/demo/viaduct-demo.kicad_pcb")) {
        const QFileInfo board(source);
        for (const char* ending : {"kicad_pcb", "kicad_pro", "kicad_dru"}) {
            const QString name = QStringLiteral("/%1.%2").arg(board.completeBaseName(), QLatin1String(ending));
            QFile::copy(board.absolutePath() + name, m_folder.path() + name);
            QFile::setPermissions(m_folder.path() + name, QFile::ReadOwner | QFile::WriteOwner);
        }
        m_board = m_folder.path() + QLatin1Char('/') + board.fileName();
    }
    [[nodiscard]] const QString& board() const noexcept { return m_board; }
    [[nodiscard]] QString path() const { return m_folder.path(); }
    // A larger board that keeps a router busy for more than a second; empty where there is none on this machine.
    [[nodiscard]] static QString largeBoard() {
        const QString path = QStringLiteral("/usr/share/kicad/demos/pic_programmer/pic_programmer.kicad_pcb");
        if (QFile::exists(path)) return path;
        return {};
    }

private:
    QTemporaryDir m_folder;
    QString m_board;
};

} // namespace viaduct
