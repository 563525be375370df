// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QObject>
#include <QTest>

#include "engine/rules/namepattern.h"
#include "engine/rules/pairnames.h"

using namespace viaduct;

class NamePatternTest final : public QObject {
    Q_OBJECT
private slots:
    void aNameMatchesItself_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("expected");
        const auto row = [](const char* pattern, const char* name, bool expected) {
            QTest::addRow("%s on %s", pattern, name) << QString(pattern) << QString(name) << expected;
        };
        row("GND", "GND", true);
        row("GND", "AGND", false);
        row("GND", "GNDA", false);
        row("GND", "gnd", false);
        row("", "", true);
        // Wildcards.
        row("*", "anything", true);
        row("/USB*", "/USB_DP", true);
        row("/USB*", "/usb", false);
        row("?", "A", true);
        row("?", "AB", false);
        row("*_P", "CLK_P", true);
        row("Net-(U1-Pad3)", "Net-(U1-Pad3)", true);
        // Expressions.
        row("A.", "AB", true);
        row("[AB]\\d+", "B12", true);
        row("[AB]\\d+", "C12", false);
        row("[^A]", "B", true);
        row("(A|B)C", "BC", true);
        row("A{2,3}", "AAA", true);
        row("A{2,3}", "AAAA", false);
        row("\\w+", "a_1", true);
        row("A+?", "AAA", true);
        row("^GND$", "GND", true);
        row("(unclosed", "x", false);
        row("(unclosed", "(unclosed", true); // as a wildcard
        // KiCad puts "^" and "$" round the whole text: alternatives at the top are held to one end each.
        row("A|B", "B", true);
        row("A|B", "AX", true);
        row("A|B", "XB", false);
    }
    void aNameMatchesItself() {
        QFETCH(QString, pattern);
        QFETCH(QString, name);
        QFETCH(bool, expected);
        QCOMPARE(NamePattern(pattern.toStdString()).matches(name.toStdString()), expected);
    }
    void noPatternCanHang() {
        QElapsedTimer timer;
        timer.start();
        (void)NamePattern("(a*)*(a*)*(a*)*b").matches(std::string(2000, 'a'));
        (void)NamePattern("(((((((((((.*)*)*)*)*)*)*)*)*)*)*)*x").matches(std::string(500, 'y'));
        (void)NamePattern(std::string(5000, '(')).matches("x");
        (void)NamePattern("[a-").matches("x");
        (void)NamePattern("a{99999}").matches("a");
        QVERIFY(timer.elapsed() < 2000);
    }
    void pairsDifferInALetterOrASign() {
        QCOMPARE(pairNameOf("USB_P").complement, std::string("USB_N"));
        QCOMPARE(pairNameOf("CLK+").complement, std::string("CLK-"));
        QCOMPARE(pairNameOf("DQS_N0").complement, std::string("DQS_P0"));
        QCOMPARE(pairNameOf("DQS_N0").base, std::string("DQS_"));
        QVERIFY(pairNameOf("GND").complement.empty());
        QVERIFY(pairNameOf("").complement.empty());
        QVERIFY(pairNameOf("12_").complement.empty());
    }
};

QTEST_GUILESS_MAIN(NamePatternTest)
#include "namepatterntest.moc"
