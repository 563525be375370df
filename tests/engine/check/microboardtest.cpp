// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>

#include "microboards.h"

class MicroBoardTest final : public QObject {
    Q_OBJECT
private slots:
    void everyQuestionHasItsAnswer_data() {
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("index");
        int index = 0;
        for (const MicroQuestion& question : microQuestions())
            QTest::newRow(question.name.c_str()) << QString::fromStdString(question.ours == "as KiCad" ? question.kicad : question.ours) << index++;
    }
    void everyQuestionHasItsAnswer() {
        QFETCH(QString, expected);
        QFETCH(int, index);
        static const std::vector<MicroQuestion> questions = microQuestions();
        std::string problem;
        const auto report = questions[static_cast<std::size_t>(index)].board.check(&problem);
        QVERIFY2(report.has_value(), problem.c_str());
        QCOMPARE(QString::fromStdString(countsOf(*report)), expected);
    }
    void differencesFromKicadSayWhy() {
        for (const MicroQuestion& question : microQuestions()) QCOMPARE(question.ours == "as KiCad", question.why.empty());
    }
};

QTEST_GUILESS_MAIN(MicroBoardTest)
#include "microboardtest.moc"
