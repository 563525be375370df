// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <clocale>

#include "engine/geometry/millimetretext.h"
#include "engine/kicad/filenumber.h"
#include "engine/kicad/overbar.h"

using namespace viaduct;

class FileNumberTest final : public QObject {
    Q_OBJECT

private slots:
    void lengthsAreRoundedAsKiCadRoundsThem_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("nanometres");
        QTest::newRow("whole") << "12" << qint64{12000000};
        QTest::newRow("six decimals") << "205.727301" << qint64{205727301};
        QTest::newRow("negative") << "-0.15" << qint64{-150000};
        QTest::newRow("bare decimals") << ".5" << qint64{500000};
        QTest::newRow("trailing point") << "3." << qint64{3000000};
        QTest::newRow("plus") << "+1.5" << qint64{1500000};
        QTest::newRow("seven decimals up") << "0.1234567" << qint64{123457};
        QTest::newRow("half away from zero") << "-0.0000005" << qint64{-1};
        QTest::newRow("exponent") << "1.5e2" << qint64{150000000};
        QTest::newRow("small exponent") << "25E-3" << qint64{25000};
        QTest::newRow("minus zero") << "-0" << qint64{0};
        QTest::newRow("beyond the limit") << "1e20" << qint64{kLargestStatedLength.value()};
        QTest::newRow("beyond the limit in digits") << "-99999999999999999999" << qint64{-kLargestStatedLength.value()};
        QTest::newRow("beyond doubles") << "1e999" << qint64{kLargestStatedLength.value()};
        QTest::newRow("below doubles") << "1e-999" << qint64{0};
    }
    void lengthsAreRoundedAsKiCadRoundsThem() {
        QFETCH(QString, text);
        QFETCH(qint64, nanometres);
        const auto length = fileLength(text.toStdString());
        QVERIFY(length.has_value());
        QCOMPARE(qint64{length->value.value()}, nanometres);
        QCOMPARE(length->isClamped, std::abs(nanometres) == kLargestStatedLength.value());
    }

    void whatIsNoNumberIsRefused() {
        for (const char* text :
             {"", "-", ".", "nan", "NaN", "inf", "-inf", "infinity", "1,5", "0x10", "12mm", "1e", "--1", "1.2.3", " 1", "1 ", "e5", "\xD9\xA1"}) {
            QVERIFY2(!fileLength(text), text);
            QVERIFY2(!parseNumber(text), text);
        }
        QVERIFY(!parseInteger("1.0") && !parseInteger("") && !parseInteger("99999999999999999999"));
        QCOMPARE(parseInteger("-7").value_or(0), std::int64_t{-7});
    }

    void theLocaleDoesNotMatter() {
        const bool isSet = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
        QCOMPARE(fileLength("1.25")->value.value(), std::int64_t{1250000});
        QVERIFY(!fileLength("1,25"));
        std::setlocale(LC_ALL, "C");
        if (!isSet) qWarning("no German locale here: tested with the present one only");
    }

    void rotationIsExactForRightAnglesAndRoundedElse() {
        const Point p = pointAt(1000001, 2000003);
        QCOMPARE(rotatedDegrees(p, 90), pointAt(2000003, -1000001));
        QCOMPARE(rotatedDegrees(p, -270), pointAt(2000003, -1000001));
        QCOMPARE(rotatedDegrees(p, 180), pointAt(-1000001, -2000003));
        QCOMPARE(rotatedDegrees(p, 270), pointAt(-2000003, 1000001));
        QCOMPARE(rotatedDegrees(p, 720), p);
        QCOMPARE(rotatedDegrees(pointAt(1000000, 0), 45), pointAt(707107, -707107));
        QCOMPARE(toMillidegrees(-90), std::int64_t{270000});
        QCOMPARE(toMillidegrees(359.9999), std::int64_t{0});
        QCOMPARE(toMillidegrees(36.8699), std::int64_t{36870});
    }

    void oldOverbarsBecomeNewOnes_data() {
        QTest::addColumn<QString>("old");
        QTest::addColumn<QString>("renewed");
        QTest::newRow("none") << "VCC"
                              << "VCC";
        QTest::newRow("whole name") << "~RESET"
                                    << "~{RESET}";
        QTest::newRow("closed") << "/RUN_~RST~"
                                << "/RUN_~{RST}";
        QTest::newRow("middle") << "A~B~C"
                                << "A~{B}C";
        QTest::newRow("ended by a blank") << "~CS 1"
                                          << "~{CS} 1";
        QTest::newRow("ended by a parenthesis") << "Net-(U1-~CS)"
                                                << "Net-(U1-~{CS})";
        QTest::newRow("two tildes are one") << "A~~B"
                                            << "A~B";
        QTest::newRow("already new") << "~{RST}"
                                     << "~{RST}";
        QTest::newRow("a tilde alone is the empty name") << "~"
                                                         << "~";
    }
    void oldOverbarsBecomeNewOnes() {
        QFETCH(QString, old);
        QFETCH(QString, renewed);
        QCOMPARE(QString::fromStdString(withNewOverbars(old.toStdString())), renewed);
    }
};

QTEST_GUILESS_MAIN(FileNumberTest)
#include "filenumbertest.moc"
