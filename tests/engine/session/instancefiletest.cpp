// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <unistd.h>

#include "engine/session/instancefile.h"

using namespace viaduct;

class InstanceFileTest final : public QObject {
    Q_OBJECT
private slots:
    void init() {
        QVERIFY(m_runtime.isValid());
        qputenv("XDG_RUNTIME_DIR", m_runtime.path().toUtf8());
    }
    void onlyTheOwnerMayReadIt() {
        const auto file = InstanceFile::create({::getpid(), "a.kicad_pcb", "/run/x", "secret", "2026-12-01T00:00:00Z", "0.1.0", 0, 0});
        QVERIFY(file);
        const QFileInfo info(QString::fromStdString((*file)->path()));
        QCOMPARE(info.permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther), QFile::Permissions());
        QCOMPARE(QFileInfo(info.path()).permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeGroup | QFile::ExeOther), QFile::Permissions());
    }
    void itIsFoundWhileTheProcessLivesAndGoneAfterwards() {
        {
            const auto file = InstanceFile::create({::getpid(), "a.kicad_pcb", "", "secret", "", "0.1.0", 7, 8});
            const std::vector<Instance> living = livingInstances();
            QCOMPARE(living.size(), std::size_t{1});
            QCOMPARE(living[0].board, std::string("a.kicad_pcb"));
            QCOMPARE(living[0].http, 7);
        }
        QVERIFY(livingInstances().empty());
    }
    void filesOfDeadProcessesAndOddFilesAreNoInstances() {
        const QString folder = m_runtime.path() + "/viaduct/";
        for (const auto& [name, text] :
             {std::pair<QString, QByteArray>{"999999999.json",
                                             R"({"pid":999999999,"board":"","socket":"","secret":"","started":"","version":"","http":0,"viewer":0})"},
              {"1.json", "garbage"},
              {"2.json", R"({"pid":"x"})"}}) {
            QFile file(folder + name);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        }
        QVERIFY(livingInstances().empty());
        QVERIFY(!QFile::exists(folder + "999999999.json"));
    }
    void aFolderThatIsOpenToOthersIsRefused() {
        QFile::setPermissions(m_runtime.path() + "/viaduct", QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther);
        QVERIFY(!instanceFolder());
    }

private:
    QTemporaryDir m_runtime;
};

QTEST_GUILESS_MAIN(InstanceFileTest)
#include "instancefiletest.moc"
