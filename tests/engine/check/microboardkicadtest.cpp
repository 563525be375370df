// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the real KiCad the questions of microboards.h again.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "microboards.h"

class MicroBoardKicadTest final : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (std::system("kicad-cli version 2>/dev/null | grep -q '^9\\.'") != 0) QSKIP("kicad-cli 9 is not installed: its answers are not asked again");
        QVERIFY(m_folder.isValid());
    }
    void kicadStillAnswersSo_data() {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const MicroQuestion& question : microQuestions()) QTest::newRow(question.name.c_str()) << index++;
    }
    void kicadStillAnswersSo() {
        QFETCH(int, index);
        static const std::vector<MicroQuestion> questions = microQuestions();
        const MicroQuestion& question = questions[static_cast<std::size_t>(index)];
        const std::string folder = m_folder.path().toStdString() + "/" + std::to_string(index);
        std::filesystem::create_directories(folder);
        std::ofstream(folder + "/b.kicad_pcb") << question.board.boardText();
        std::ofstream(folder + "/b.kicad_pro") << question.board.projectText();
        if (!question.board.rulesText().empty()) std::ofstream(folder + "/b.kicad_dru") << question.board.rulesText();
        const std::string call = "KICAD_CONFIG_HOME='" + m_folder.path().toStdString() +
                                 "/config' LC_ALL=C LANG=C kicad-cli pcb drc --format json --severity-all --all-track-errors -o '" + folder + "/drc.json' '" +
                                 folder + "/b.kicad_pcb' >/dev/null 2>&1";
        QCOMPARE(std::system(call.c_str()), 0);
        std::ifstream file(folder + "/drc.json");
        const auto report = nlohmann::json::parse(file);
        std::map<std::string, int> counts;
        for (const auto& violation : report["violations"]) {
            const std::string type = violation["type"];
            if (type == "track_dangling" || type == "via_dangling" || type.rfind("lib_footprint", 0) == 0) continue;
            ++counts[type + (violation["severity"] == "warning" ? "/w" : "")];
        }
        QCOMPARE(QString::fromStdString(countsText(counts)), QString::fromStdString(question.kicad));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(MicroBoardKicadTest)
#include "microboardkicadtest.moc"
