// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/service/texts.h"

using namespace viaduct;

class TextsTest : public QObject {
    Q_OBJECT

private slots:
    void invalidBytesBecomeReplacementCharacters() {
        QCOMPARE(toQString("a\xFF"
                           "b"),
                 QStringLiteral("a\uFFFDb"));
        QCOMPARE(toUtf8(QStringLiteral("µΩ")), std::string("µΩ"));
    }
    void numbersReadWell() {
        QCOMPARE(workText(950), QStringLiteral("950"));
        QCOMPARE(workText(12400), QStringLiteral("12.4 k"));
        QCOMPARE(workText(3100000), QStringLiteral("3.1 M"));
        QCOMPARE(durationText(400), QStringLiteral("400 ms"));
        QCOMPARE(durationText(1500), QStringLiteral("1.5 s"));
        QCOMPARE(durationText(65000), QStringLiteral("1:05 min"));
        QCOMPARE(millimetreText(Nanometres(1250000), 2), QStringLiteral("1.25"));
        QCOMPARE(counted(1, QStringLiteral("1 via"), QStringLiteral("%1 vias")), QStringLiteral("1 via"));
        QCOMPARE(counted(0, QStringLiteral("1 via"), QStringLiteral("%1 vias")), QStringLiteral("0 vias"));
    }
};

QTEST_GUILESS_MAIN(TextsTest)
#include "textstest.moc"
