// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/base/deterministicrandom.h"
#include "engine/geometry/millimetretext.h"

using namespace viaduct;

class MillimetreTextTest final : public QObject {
    Q_OBJECT
private slots:
    void readsDecimalsExactly_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("nanometres");
        const std::pair<const char*, qint64> rows[] = {{"0", 0},
                                                       {"-0", 0},
                                                       {"1", 1000000},
                                                       {"1.", 1000000},
                                                       {".5", 500000},
                                                       {"-.5", -500000},
                                                       {"+2.54", 2540000},
                                                       {"0.1", 100000},
                                                       {"0.000001", 1},
                                                       {"0.0000005", 1},
                                                       {"-0.0000005", -1},
                                                       {"0.00000049", 0},
                                                       {"1e-3", 1000},
                                                       {"1E3", 1000000000},
                                                       {"1.5e+1", 15000000},
                                                       {"5e-7", 1},
                                                       {"4e-7", 0},
                                                       {"1e20", 2147483637},
                                                       {"-1e20", -2147483637},
                                                       {"0e999999999", 0},
                                                       {"1e-999999999", 0},
                                                       {"123.4567894", 123456789},
                                                       {"123.4567895", 123456790},
                                                       {"00012.50", 12500000}};
        for (const auto& [text, value] : rows) QTest::newRow(text) << QString::fromLatin1(text) << value;
    }
    void readsDecimalsExactly() {
        QFETCH(QString, text);
        QFETCH(qint64, nanometres);
        const auto value = millimetresOf(text.toStdString());
        QVERIFY(value.has_value());
        QCOMPARE(value->value(), nanometres);
    }
    void refusesWhatIsNoDecimal() {
        for (const char* text : {"", "-", ".", "e5", "1e", "1e+", "nan", "inf", "0x10", "1,5", "1.2.3", " 1", "1 ", "--1", "1mm"})
            QVERIFY2(!millimetresOf(text), text);
    }
    void writesTheShortestText() {
        QCOMPARE(formatMillimetres(Nanometres(0)), std::string("0"));
        QCOMPARE(formatMillimetres(Nanometres(1)), std::string("0.000001"));
        QCOMPARE(formatMillimetres(Nanometres(-1)), std::string("-0.000001"));
        QCOMPARE(formatMillimetres(Nanometres(2540000)), std::string("2.54"));
        QCOMPARE(formatMillimetres(Nanometres(100000000)), std::string("100"));
        QCOMPARE(formatMillimetres(Nanometres(-12700000)), std::string("-12.7"));
        QCOMPARE(formatScaledDecimal(45000, 3), std::string("45"));
        QCOMPARE(formatScaledDecimal(22500, 3), std::string("22.5"));
        QCOMPARE(formatScaledDecimal(7, 0), std::string("7"));
        QVERIFY(!formatScaledDecimal(INT64_MIN, 6).empty());
    }
    void comesBackTheSame() {
        DeterministicRandom random(2);
        for (int i = 0; i < 100000; ++i) {
            const auto value = static_cast<std::int64_t>(random.below(4294967274ULL)) - 2147483637;
            QCOMPARE(millimetresOf(formatMillimetres(Nanometres(value)))->value(), value);
        }
    }
};

QTEST_GUILESS_MAIN(MillimetreTextTest)
#include "millimetretexttest.moc"
