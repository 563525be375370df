// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/opensession.h"

using namespace viaduct;
using nlohmann::json;

namespace {

const char* const kProject = R"({"net_settings": {"classes": [{"name": "Default"}, {"name": "Power", "clearance": 0.3}, {"name": "Idle"}],
  "netclass_assignments": {"GONE": ["Power"], "A": ["Missing"]},
  "netclass_patterns": [{"netclass": "Power", "pattern": "VCC*"}, {"netclass": "Power", "pattern": "NOPE*"}]}})";

test::BoardBuilder board() {
    test::BoardBuilder builder(4);
    const int a = builder.net("A"), vcc = builder.net("VCC"), p = builder.net("D_P"), n = builder.net("D_N");
    return builder.outline(0, 0, 40, 40)
        .pad("U1", a, 5, 5)
        .pad("U2", vcc, 15, 5)
        .pad("U3", p, 25, 5)
        .pad("U4", n, 35, 5)
        .line(
            "(zone (net 0) (net_name \"\") (layer \"F.Cu\") (uuid \"00000000-0000-4000-9000-000000000001\") (name \"AREA\") (hatch edge 0.5) (keepout (tracks "
            "allowed) (vias allowed) (pads allowed) (copperpour allowed) (footprints allowed)) (polygon (pts (xy 1 1) (xy 2 1) (xy 2 2))))");
}

// "warning unknown_net_class 3:23 rule", one line each.
QString found(const std::string& rules, const char* project = "", QString* texts = nullptr) {
    test::OpenSession open(board(), {}, {}, {project, rules});
    if (!open.problem.empty()) return QString::fromStdString(open.problem);
    const auto result = open.call("rules_lint");
    if (!result) return QString::fromStdString(result.error().text);
    const auto problems = validate(open.registry.find("rules_lint")->resultSchema, *result);
    if (!problems.empty()) return QString::fromStdString(problems.front().key + " " + problems.front().text);
    QStringList lines;
    for (const json& finding : (*result)["findings"]) {
        lines << QString::fromStdString(finding["severity"].get<std::string>() + " " + finding["code"].get<std::string>()) +
                     QString(" %1:%2 ").arg(finding.value("line", 0)).arg(finding.value("column", 0)) + QString::fromStdString(finding.value("rule", ""));
        if (texts != nullptr) *texts += QString::fromStdString(finding["text"].get<std::string>()) + "\n";
    }
    return lines.join("\n");
}
QString ofCondition(const std::string& condition) {
    return found("(version 1)\n(rule r (condition \"" + condition + "\")\n(constraint clearance (min 1mm)))\n");
}

} // namespace

class RulesLintTest final : public QObject {
    Q_OBJECT
private slots:
    void aSoundFileHasNoFindings() {
        QCOMPARE(found("(version 1)\n(rule a (condition \"A.NetName == 'A' && B.NetClass == 'Default'\") (constraint clearance (min 1mm)))\n"
                       "(rule b (layer inner) (condition \"A.intersectsArea('AREA') || A.inDiffPair('D')\") (constraint track_width (min 0.1mm) (max 1mm)))\n"
                       "(rule c (condition \"A.memberOfFootprint('U?') || A.existsOnLayer('F.Mask') || A.Type == 'via'\") (constraint disallow via))\n"),
                 QString());
        QCOMPARE(found(""), QString());
    }
    void aBrokenFileIsAnErrorWithItsPlace() {
        QString texts;
        QCOMPARE(found("(version 1)\n(rule a (constraint clearence (min 1mm)))\n", "", &texts), QString("error syntax 2:21 "));
        QVERIFY2(texts.startsWith("KiCad would ignore the whole file without a word: expected the kind of constraint"), qPrintable(texts));
    }
    void aLayerThatNothingHasBreaksTheFile() {
        QCOMPARE(found("(version 1)\n(rule a (layer \"Foo\") (constraint clearance (min 1mm)))\n"), QString("error syntax 2:16 "));
        QCOMPARE(found("(version 1)\n(rule a (layer \"In9.Cu\") (constraint clearance (min 1mm)))\n"), QString("warning no_such_layer 2:16 a"));
    }
    void wordsOfKicad10BreakAFileOfKicad9() {
        QString texts;
        QCOMPARE(found("(version 1)\n(rule a (constraint disallow through_via))\n", "", &texts), QString("error syntax 2:9 "));
        QVERIFY2(texts.contains("KiCad 9"), qPrintable(texts));
    }
    void unknownNamesAreFoundWithTheirPlace_data() {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<QString>("finding");
        const auto row = [](const char* condition, const char* finding) { QTest::newRow(condition) << condition << finding; };
        // The condition's first character is at column 21.
        row("A.Type == 'Pad' || A.NetClass == 'HV'", "warning unknown_net_class 2:54 r");
        row("A.Type == 'Pad' || A.hasNetclass('HV')", "warning unknown_net_class 2:42 r");
        row("A.Type == 'Pad' || A.NetName == 'GND*'", "warning unknown_net 2:53 r");
        row("A.Type == 'Pad' || A.Layer == 'F.Copper'", "warning unknown_layer 2:51 r");
        row("A.Type == 'Pad' || A.existsOnLayer('Top')", "warning unknown_layer 2:42 r");
        row("A.Type == 'Pad' || A.insideArea('AREA2')", "warning unknown_area 2:42 r");
        row("A.Type == 'Pad' || A.intersectsCourtyard('R1')", "warning unknown_footprint 2:42 r");
        row("A.Type == 'Pad' || A.memberOfFootprint('R*')", "warning unknown_footprint 2:42 r");
        row("A.Type == 'Pad' || A.inDiffPair('USB')", "warning unknown_pair 2:42 r");
        row("A.Type == 'Pad' || A.memberOfGroup('G')", "warning unknown_group 2:42 r");
        row("A.Type == 'Pad' || A.memberOfSheet('/S')", "warning unknown_sheet 2:42 r");
        row("A.Type == 'Pad' || A.hasComponentClass('C')", "warning unknown_component_class 2:42 r");
        row("A.Type == 'Pad' || A.getField('MPN') == 'x'", "warning unknown_field 2:42 r");
        row("A.Type == 'Pad' || A.Fabrication_Property == 'BGA'", "warning unknown_value 2:66 r");
        row("A.Type == 'Pad' || A.fromTo('a','b')", "note not_decided_here 2:20 r");
        row("A.Type == 'Pad' || B.Type == 'trace'", "warning unknown_type 2:50 r");
        row("A.Type == 'Pad' || A.Via_Type == 'buried'", "warning unknown_value 2:54 r");
        row("A.Type == 'Pad' || A.Colour == 'red'", "error unknown_property 2:42 r");
        row("A.Type == 'Pad' || A.inside('x')", "error unknown_function 2:42 r");
        row("A.Type == 'Pad' || A.intersectsArea()", "error missing_argument 2:42 r");
        row("A.Width > 200", "warning missing_unit 2:31 r");
        row("A.Type == 'Pad' ||", "error condition_syntax 2:39 r");
        row("A.NetClass == 'HV'", "warning never_applies 2:20 r\nwarning unknown_net_class 2:35 r");
        row("A.NetName == 'A' && A.NetName == 'VCC'", "warning never_applies 2:20 r");
    }
    void unknownNamesAreFoundWithTheirPlace() {
        QFETCH(QString, condition);
        QFETCH(QString, finding);
        QCOMPARE(ofCondition(condition.toStdString()), finding);
    }
    void rulesThatALaterOneAlwaysOverrulesAreUnreachable() {
        const std::string first = "(version 1)\n(rule a (condition \"A.NetName == 'A' && B.NetName == 'VCC'\") (constraint clearance (min 1mm)))\n";
        const QString unreachable = "warning unreachable 2:62 a";
        QCOMPARE(found(first + "(rule b (constraint clearance (min 2mm)))\n"), unreachable);
        QCOMPARE(found(first + "(rule b (condition \"A.netname=='VCC'\") (constraint clearance (min 2mm)))\n"), unreachable);
        QCOMPARE(found(first + "(rule b (condition \"B.NetName == 'VCC' && A.NetName == 'A'\") (constraint clearance (min 2mm)))\n"), unreachable);
        QCOMPARE(found(first + "(rule b (condition \"A.NetName == 'D_P'\") (constraint clearance (min 2mm)))\n"), QString());
        QCOMPARE(found(first + "(rule b (layer outer) (constraint clearance (min 2mm)))\n"), QString());
        QCOMPARE(found(first + "(rule b (constraint hole_clearance (min 2mm)))\n"), QString());
        QCOMPARE(found(first + "(rule b (constraint clearance (max 2mm)))\n"), QString());
        QCOMPARE(found("(version 1)\n(rule a (constraint disallow via track))\n(rule b (constraint disallow via))\n"), QString());
        QCOMPARE(found("(version 1)\n(rule a (constraint disallow via))\n(rule b (constraint disallow via track))\n"), QString("warning unreachable 2:9 a"));
    }
    void constraintsSayWhatTheyLack() {
        QCOMPARE(found("(version 1)\n(rule a)\n"), QString("warning no_constraint 2:0 a"));
        QCOMPARE(found("(version 1)\n(rule a (constraint clearance))\n(rule a (constraint disallow))\n"),
                 QString("warning no_value 2:9 a\nnote duplicate_name 3:0 a\nwarning no_value 3:9 a"));
        QCOMPARE(found("(version 1)\n(rule a (constraint track_width (min 1mm) (max 0.5mm)))\n"), QString("warning contradiction 2:9 a"));
        QCOMPARE(found("(version 1)\n(rule a (constraint clearance (min 0mm)))\n"), QString("warning zero_clearance 2:9 a"));
    }
    void theProjectIsLookedAtToo() {
        QString texts;
        QCOMPARE(found("", kProject, &texts),
                 QString("warning unknown_net_class 0:0 \nnote unknown_net 0:0 \nnote unknown_net 0:0 \nnote unused_net_class 0:0 "));
        for (const char* name : {"'Missing'", "'GONE'", "'NOPE*'", "'Idle'"}) QVERIFY2(texts.contains(name), qPrintable(texts));
    }
    void partsAreNoCopper() {
        QCOMPARE(found("(version 1)\n(rule a (condition \"A.Reference == 'U1'\") (constraint courtyard_clearance (min 1mm)))\n"), QString());
    }
    void longConditionsNeitherCrashNorHang() {
        std::string chain = "A.Width > 1mm";
        for (int i = 0; i < 20000; ++i) chain += " || A.Width > 1mm";
        QVERIFY(ofCondition(chain).startsWith("error condition_syntax"));
        std::string rules = "(version 1)\n";
        for (int i = 0; i < 3000; ++i) rules += "(rule a (condition \"A.NetName == 'N" + std::to_string(i) + "'\") (constraint clearance (min 1mm)))\n";
        QVERIFY(!found(rules).isEmpty());
    }
};

QTEST_GUILESS_MAIN(RulesLintTest)
#include "ruleslinttest.moc"
