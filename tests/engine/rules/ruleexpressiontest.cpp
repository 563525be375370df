// SPDX-License-Identifier: GPL-3.0-or-later
// What the language accepts; what conditions mean is asked by the boards of tests/engine/check/microboards.h.
#include <QObject>
#include <QTest>

#include "engine/rules/ruleexpression.h"

using namespace viaduct;

class RuleExpressionTest final : public QObject {
    Q_OBJECT
private slots:
    void anEmptyConditionIsNone() {
        const auto parsed = RuleExpression::parse("  ");
        QVERIFY(parsed.has_value());
        QVERIFY(parsed->isEmpty());
    }
    void wrongTextIsRefusedWithItsColumn_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        QTest::newRow("no operand") << "A.Type =="
                                    << "value expected at column 10";
        QTest::newRow("one equals sign") << "A.Type = 'x'"
                                         << "unexpected text at column 8";
        QTest::newRow("open bracket") << "(A.Type == 'x'"
                                      << "missing ) at column 15";
        QTest::newRow("open string") << "A.Type == 'x"
                                     << "unterminated string at column 11";
        QTest::newRow("no item of that name") << "C.Type == 'x'"
                                              << "unrecognized item 'C' at column 2";
        QTest::newRow("two comparisons") << "A.Width < 1mm < 2mm"
                                         << "two comparisons in a row at column 15";
        QTest::newRow("digits behind the point only") << "A.Width > .3mm"
                                                      << "value expected at column 11";
        QTest::newRow("exponent") << "A.Width > 3e-1mm"
                                  << "unexpected text at column 12";
    }
    void wrongTextIsRefusedWithItsColumn() {
        QFETCH(QString, text);
        QFETCH(QString, error);
        const auto parsed = RuleExpression::parse(text.toStdString());
        QVERIFY(!parsed.has_value());
        QCOMPARE(QString::fromStdString(parsed.error().text), error);
    }
    void whatOurBoardsLackIsNamed() {
        const auto parsed = RuleExpression::parse("A.fromTo('U1','U2') && A.Pin_Type == 'Input' && A.Foo == 1mm");
        QVERIFY(parsed.has_value());
        QCOMPARE(parsed->unmodelled(), (std::vector<std::string>{"fromTo()", "Pin_Type"}));
        QCOMPARE(parsed->remarks().size(), std::size_t{1});
    }
    void partsKnowTheirColumn() {
        const auto parsed = RuleExpression::parse("A.Type == 'Pad' && B.Foo > 3");
        QVERIFY(parsed.has_value());
        QCOMPARE(parsed->remarks().size(), std::size_t{2});
        QCOMPARE(QString::fromStdString(parsed->remarks()[0].code), QString("unknown_property"));
        QCOMPARE(parsed->remarks()[0].column, 22);
        QCOMPARE(QString::fromStdString(parsed->remarks()[1].code), QString("missing_unit"));
        QCOMPARE(parsed->remarks()[1].column, 28);
        QCOMPARE(parsed->node(parsed->root()).column, 17);
    }
    void valuesHaveUnits() {
        QCOMPARE(RuleExpression::parseValue("0.2mm", false).value_or(-1), 200000.0);
        QCOMPARE(RuleExpression::parseValue("8mil", false).value_or(-1), 203200.0);
        QCOMPARE(RuleExpression::parseValue("0.01in", false).value_or(-1), 254000.0);
        QCOMPARE(RuleExpression::parseValue("1mm + 2mil", false).value_or(-1), 1050800.0);
        QCOMPARE(RuleExpression::parseValue("(1mm - 0.5mm) * 2", false).value_or(-1), 1000000.0);
        QCOMPARE(RuleExpression::parseValue("-0.01mm", false).value_or(-1), -10000.0);
        QCOMPARE(RuleExpression::parseValue("3", true).value_or(-1), 3.0);
        QVERIFY(!RuleExpression::parseValue("", false));
        QVERIFY(!RuleExpression::parseValue("1mm / 0", false));
        QVERIFY(!RuleExpression::parseValue("A.Width", false));
        QVERIFY(!RuleExpression::parseValue("99999999999999mm", false));
    }
    void deepNestingIsRefused() {
        QVERIFY(!RuleExpression::parse(std::string(100000, '(')));
        QVERIFY(!RuleExpression::parse(std::string(100000, '!')));
    }
};

QTEST_GUILESS_MAIN(RuleExpressionTest)
#include "ruleexpressiontest.moc"
