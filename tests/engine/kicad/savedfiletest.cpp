// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <unistd.h>

#include "corpusfiles.h"
#include "engine/kicad/boardwriter.h"

using namespace viaduct;

class SavedFileTest final : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    [[nodiscard]] std::string at(const char* name) const { return m_folder.filePath(name).toStdString(); }

private slots:
    void filesAreWrittenWholeAndLeaveNothingBeside() {
        const std::string bytes("a\0b\r\n", 5);
        QVERIFY(writeFileAtomically(at("one.txt"), bytes).has_value());
        QCOMPARE(bytesOf(at("one.txt")), bytes);
        QVERIFY(writeFileAtomically(at("one.txt"), "").has_value());
        QCOMPARE(bytesOf(at("one.txt")), std::string());
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void permissionsAndLinksStay() {
        QVERIFY(writeFileAtomically(at("two.txt"), "x").has_value());
        std::filesystem::permissions(at("two.txt"), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        std::filesystem::create_symlink("two.txt", at("link.txt"));
        QVERIFY(writeFileAtomically(at("link.txt"), "new").has_value());
        QVERIFY(std::filesystem::is_symlink(at("link.txt")));
        QCOMPARE(bytesOf(at("two.txt")), std::string("new"));
        QCOMPARE(std::filesystem::status(at("two.txt")).permissions(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    }

    void whatCannotBeWrittenSaysSoAndChangesNothing() {
        const auto missing = writeFileAtomically(at("no/such/folder.txt"), "x");
        QVERIFY(!missing.has_value());
        QVERIFY(missing.error().code == ErrorCode::Unwritable);
        QVERIFY(missing.error().text.find("nothing was changed") != std::string::npos);
        std::filesystem::create_directory(at("folder"));
        QVERIFY(!writeFileAtomically(at("folder"), "x").has_value());
        QVERIFY(std::filesystem::is_directory(at("folder")));
    }

    void aFileThatChangedOnDiskIsNoticed() {
        const std::string text = "(kicad_pcb (version 20241229))";
        QVERIFY(writeFileAtomically(at("b.kicad_pcb"), text).has_value());
        const auto file = readBoardFile(at("b.kicad_pcb"));
        QVERIFY(file.has_value());
        QVERIFY(ensureUnchangedOnDisk(*file).has_value());
        QVERIFY(writeFileAtomically(at("b.kicad_pcb"), "(kicad_pcb (version 20241230))").has_value());
        const auto changed = ensureUnchangedOnDisk(*file);
        QVERIFY(!changed.has_value() && changed.error().code == ErrorCode::CheckFailed);
        std::filesystem::remove(at("b.kicad_pcb"));
        QVERIFY(!ensureUnchangedOnDisk(*file).has_value());
    }

    void companionsFollowTheBoardUnderItsNewName() {
        for (const char* name : {"src.kicad_pcb", "src.kicad_pro", "src.kicad_dru"}) QVERIFY(writeFileAtomically(at(name), name).has_value());
        QVERIFY(copyCompanions(at("src.kicad_pcb"), at("dst.v2.kicad_pcb")).has_value());
        QCOMPARE(bytesOf(at("dst.v2.kicad_pro")), std::string("src.kicad_pro"));
        QCOMPARE(bytesOf(at("dst.v2.kicad_dru")), std::string("src.kicad_dru"));
        QVERIFY(copyCompanions(at("src.kicad_pcb"), at("src.kicad_pcb")).has_value()); // onto itself: nothing to do
        QCOMPARE(bytesOf(at("src.kicad_pro")), std::string("src.kicad_pro"));
        QVERIFY(copyCompanions(at("lonely.kicad_pcb"), at("other.kicad_pcb")).has_value());
        QVERIFY(!std::filesystem::exists(at("other.kicad_pro")));
        QVERIFY(!copyCompanions(at("src.kicad_pcb"), at("nowhere/dst.kicad_pcb")).has_value());
    }

    void whatIsNoRegularFileIsRefused() {
        QVERIFY(!readBoardFile(at("absent.kicad_pcb")).has_value());
        const auto folder = readBoardFile(m_folder.path().toStdString());
        QVERIFY(!folder.has_value() && folder.error().text.find("not a regular file") != std::string::npos);
        QVERIFY(!readBoardFile("/dev/zero").has_value());
    }
};

QTEST_GUILESS_MAIN(SavedFileTest)
#include "savedfiletest.moc"
