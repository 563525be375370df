// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/kicad/customrules.h"

using namespace viaduct;

namespace {

QString errorOf(const std::string& text) {
    const auto file = readCustomRules(text, "b.kicad_dru");
    return file ? "no error" : QString::fromStdString(file.error().text);
}
QString errorInside(const std::string& inside) { return errorOf("(version 1)\n(rule x " + inside + ")"); }

} // namespace

class CustomRulesTest final : public QObject {
    Q_OBJECT

private slots:
    void theWholeGrammarIsRead() {
        const auto read = readCustomRules("# head ( \"\n(version 1)\n(rule \"high voltage\"\n  # inside\n  (layer outer)\n  (severity warning)\n  (condition "
                                          "\"A.NetClass == 'HV' && !B.NetClass == 'HV'\")\n"
                                          "  (constraint clearance (min 1.5mm) (opt \"2 mm\") (max 80mil))\n  (constraint hole_clearance (min -0.1in)))\n"
                                          "(rule b (constraint disallow track via buried_via))\n(rule c (constraint zone_connection solid) (constraint "
                                          "min_resolved_spokes 1) (constraint assertion \"A.Type == 'Pad'\"))\n"
                                          "(rule d (constraint skew (max 1mm) (within_diff_pairs)) (constraint via_count (max 4)) (constraint clearance (min "
                                          "\"1mm + 2mm\")))\n(rule empty)\n",
                                          "b.kicad_dru");
        QVERIFY2(read.has_value(), read ? "" : read.error().text.c_str());
        const CustomRulesFile& file = **read;
        QCOMPARE(file.version, 1);
        QCOMPARE(file.rules.size(), std::size_t{5});
        const CustomRule& first = file.rules[0];
        QCOMPARE(first.name, std::string("high voltage"));
        QCOMPARE(first.line, 3);
        QCOMPARE(first.layer, std::string("outer"));
        QCOMPARE(first.severity, std::string("warning"));
        QCOMPARE(first.condition, std::string("A.NetClass == 'HV' && !B.NetClass == 'HV'"));
        QCOMPARE(first.conditionLine, 7);
        QCOMPARE(first.conditionColumn, 14);
        QCOMPARE(first.constraints.size(), std::size_t{2});
        QCOMPARE(first.constraints[0].kind, std::string("clearance"));
        QCOMPARE(first.constraints[0].line, 8);
        QCOMPARE(*first.constraints[0].min, std::string("1.5mm"));
        QCOMPARE(*first.constraints[0].opt, std::string("2 mm"));
        QCOMPARE(*first.constraints[0].max, std::string("80mil"));
        QCOMPARE(file.rules[1].constraints[0].items, (std::vector<std::string>{"track", "via", "buried_via"}));
        QCOMPARE(file.rules[2].constraints[0].items.at(0), std::string("solid"));
        QCOMPARE(*file.rules[2].constraints[1].min, std::string("1"));
        QVERIFY(file.rules[3].constraints[0].withinDiffPairs);
        QCOMPARE(*file.rules[3].constraints[2].min, std::string("1mm + 2mm"));
    }

    // Each was asked of kicad-cli 9.0.8, which then ignores every rule of the file without a word.
    void whatKiCadIgnoresInSilenceIsAnErrorHere_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const char* text, const char* error) { QTest::newRow(name) << QString(text) << QString("b.kicad_dru:") + error; };
        row("no version", "(rule a)", "1:1: expected (version 1) before anything else");
        row("version late", "(rule a)\n(version 1)", "1:1: expected (version 1) before anything else");
        row("version is a word", "(version one)", "1:1: expected a number in (version ...)");
        row("version quoted", "(version \"1\")", "1:1: expected a number in (version ...)");
        row("version empty", "(version)", "1:1: expected a number in (version ...)");
        row("comment after code", "(version 1) # hi\n", "1:13: expected '(', found '#'");
        row("word at the top", "(version 1)\nfoo", "2:1: expected '(', found 'foo'");
        row("unknown at the top", "(version 1)\n(flux 1)", "2:1: expected (version ...) or (rule ...), found 'flux'");
        row("missing parenthesis", "(version 1)\n(rule a (constraint clearance (min 3mm))",
            "2:41: the file ends inside the list that begins at line 2, column 1: it is truncated");
        row("extra parenthesis", "(version 1)\n(rule a))", "2:9: a closing parenthesis too many");
        row("no name", "(version 1)\n(rule (constraint clearance (min 3mm)))", "2:1: the rule has no name");
        row("raw newline", "(version 1)\n(rule a (condition \"A\nB\"))", "2:20: this string is not closed on its line");
    }
    void whatKiCadIgnoresInSilenceIsAnErrorHere() {
        QFETCH(QString, text);
        QFETCH(QString, error);
        QCOMPARE(errorOf(text.toUtf8().toStdString()), error);
    }

    void wrongRulesAreRefusedWithTheirPlace_data() {
        QTest::addColumn<QString>("inside");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const char* inside, const char* error) {
            QTest::newRow(name) << QString(inside) << QString("b.kicad_dru:2:") + error;
        };
        row("unknown kind", "(constraint flux (min 3mm))", "21: expected the kind of constraint: annular_width");
        row("no kind", "(constraint)", "9: expected the kind of constraint");
        row("same kind twice", "(constraint clearance (min 3mm)) (constraint clearance (min 3mm))", "42: the rule has a 'clearance' constraint already");
        row("unknown part", "(flux 1)", "9: expected (constraint ...), (condition ...), (layer ...) or (severity ...), found 'flux'");
        row("bad disallow", "(constraint disallow tracks)", "30: expected what to disallow");
        row("disallow a list", "(constraint disallow (track))", "30: expected what to disallow");
        row("bad connection", "(constraint zone_connection foo)", "37: expected solid, thermal_reliefs or none as zone connection");
        row("no unit", "(constraint clearance (min 3))", "36: the value '3' has no unit");
        row("bad unit", "(constraint clearance (min 3um))", "36: unknown unit 'um'");
        row("capital unit", "(constraint clearance (min 3MM))", "36: unknown unit 'MM'");
        row("exponent", "(constraint clearance (min 3e0mm))", "36: unknown unit 'e0mm'");
        row("blank before the unit", "(constraint clearance (min 3 mm))", "38: expected ')' after a value");
        row("unit of a count", "(constraint via_count (max 4mm))", "36: expected a number without unit for via_count");
        row("no value", "(constraint clearance (min))", "31: expected a value in (min ...)");
        row("a list as value", "(constraint clearance (min (1mm+2mm)))", "31: expected a value in (min ...)");
        row("bad limit", "(constraint clearance (least 3mm))", "31: expected (min ...), (opt ...) or (max ...), found 'least'");
        row("bad severity", "(severity loud)", "19: expected error, warning, ignore or exclusion as severity");
        row("no spokes", "(constraint min_resolved_spokes (min 1))", "9: expected one value after min_resolved_spokes");
        row("no condition", "(condition)", "9: expected a quoted expression in (condition ...)");
    }
    void wrongRulesAreRefusedWithTheirPlace() {
        QFETCH(QString, inside);
        QFETCH(QString, error);
        const QString actual = errorInside(inside.toStdString());
        QVERIFY2(actual.startsWith(error), qPrintable(actual));
    }

    void whatKiCadAcceptsIsRead() {
        for (const char* inside :
             {"", "(constraint clearance)", "(constraint clearance (min 1mm) (min 3mm))", "(condition \"\") (condition \"A\")", "(severity exclusion)",
              "(layer \"?.Cu\")", "(constraint track_angle (min 90))", "(constraint clearance (min 3.mm))", "(constraint silk_clearance (min 90deg))",
              "(constraint mechanical_clearance (min 1mm))", "(constraint hole (min 0.1mm))", "(constraint disallow)"})
            QCOMPARE(errorInside(inside), QString("no error"));
        QCOMPARE(errorOf("(version 1)\r\n(version 2)\r\n"), QString("no error"));
        QCOMPARE(errorOf(""), QString("no error"));
    }

    void hostileTextIsRefusedAndNothingElse() {
        QCOMPARE(errorOf("\xEF\xBB\xBF(version 1)"), QString("b.kicad_dru:1:1: a byte order mark begins the file"));
        QVERIFY(errorOf("(version 1)\n" + std::string(100000, '(')).startsWith("b.kicad_dru:2:50: lists are nested deeper than 50"));
        const std::string whole = "(version 1)\n(rule x (layer outer) (condition \"A\") (constraint clearance (min 1mm)))\n";
        for (std::size_t at = 0; at < whole.size(); ++at)
            for (const char c : {'(', ')', '"', '\0', '\xFF', '#'}) {
                std::string garbled = whole;
                garbled[at] = c;
                const auto file = readCustomRules(garbled, "f");
                if (!file) QVERIFY(file.error().text.starts_with("f:"));
            }
    }
};

QTEST_GUILESS_MAIN(CustomRulesTest)
#include "customrulestest.moc"
