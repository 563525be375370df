// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/kicad/projectlines.h"
#include "tests/support/opensession.h"

using namespace viaduct;
using nlohmann::json;

namespace {

const char* const kProject = R"({
  "board": {"design_settings": {"rules": {
    "min_clearance": 0.1,
    "min_track_width": 0.15,
    "min_via_diameter": 0.5
  }}},
  "net_settings": {
    "classes": [
      {"name": "Default", "clearance": 0.2, "track_width": 0.25},
      {
        "clearance": 0.4,
        "name": "Power",
        "track_width": 0.8
      }
    ],
    "netclass_patterns": [{"netclass": "Power", "pattern": "VCC"}]
  }
})";
const char* const kRules = "(version 1)\n"
                           "(rule wide\n  (condition \"A.NetName == 'VCC' && B.NetName == 'HV*'\")\n  (constraint clearance (min 1mm)))\n"
                           "(rule below (layer \"B.Cu\") (constraint clearance (min 2mm)))\n"
                           "(rule wider (condition \"A.NetName == 'HV1'\") (constraint clearance (min 1.5mm)))\n"
                           "(rule thick (condition \"A.NetName == 'HV1'\") (constraint track_width (min 0.3mm) (opt 0.5mm) (max 2mm)))\n"
                           "(rule few (condition \"A.NetName == 'HV1'\") (constraint via_count (max 4)))\n"
                           "(rule quiet (severity ignore) (condition \"A.NetName == 'X' && B.NetName == 'VCC'\") (constraint clearance (min 3mm)))\n";

test::BoardBuilder board() {
    test::BoardBuilder builder;
    const int vcc = builder.net("VCC"), hv1 = builder.net("HV1"), hv2 = builder.net("HV2"), x = builder.net("X");
    builder.outline(0, 0, 40, 40).pad("U1", vcc, 5, 5).pad("U2", hv1, 15, 5).pad("U3", hv2, 25, 5).pad("U4", x, 35, 5);
    builder.pad("TWICE", vcc, 5, 15).pad("TWICE", x, 15, 15).track(x, 5, 25, 15, 25, "B.Cu").track(vcc, 5, 30, 15, 30, "B.Cu");
    return builder;
}

test::OpenSession opened(const char* rules = kRules) { return test::OpenSession(board(), {}, {}, {kProject, rules}); }

json ofKind(const json& result, const std::string& kind) {
    for (const json& rule : result["rules"])
        if (rule["kind"] == kind) return rule;
    return nullptr;
}

json asked(test::OpenSession& open, const json& args, const std::string& kind) {
    const auto result = open.call("effective_rules", args);
    if (!result) return result.error().text;
    const Command* command = open.registry.find("effective_rules");
    const auto problems = validate(command->resultSchema, *result);
    return problems.empty() ? ofKind(*result, kind) : json(problems.front().key + " " + problems.front().text);
}

QString text(const json& value) { return QString::fromStdString(value.dump()); }

} // namespace

class EffectiveRulesTest final : public QObject {
    Q_OBJECT
private slots:
    void theGreaterClassWinsWithTheLineOfTheProject() {
        auto open = test::OpenSession(board(), {}, {}, {kProject, ""});
        const json rule = asked(open, {{"a", "U1.1"}, {"b", "U4.1"}}, "clearance");
        QCOMPARE(text(rule["value_mm"]), QString(R"({"min":0.4})"));
        QCOMPARE(text(rule["name"]), QString("\"netclass 'Power'\""));
        QCOMPARE(text(rule["file"]), QString("\"test.kicad_pro\""));
        QCOMPARE(text(rule["line"]), QString("10"));
        QCOMPARE(rule["lost"].size(), std::size_t{2});
        QCOMPARE(text(rule["lost"][0]["name"]), QString("\"netclass 'Default'\""));
        QCOMPARE(text(rule["lost"][0]["line"]), QString("9"));
        QCOMPARE(text(rule["lost"][1]["name"]), QString("\"board minimum\""));
        QCOMPARE(text(rule["lost"][1]["line"]), QString("3"));
        QCOMPARE(text(rule["lost"][1]["why"]), QString("\"a greater value applies\""));
    }
    void theLastRuleThatAppliesWinsAndTheOthersSayWhyTheyLost() {
        auto open = opened();
        const json rule = asked(open, {{"a", "U2.1"}, {"b", "U1.1"}}, "clearance");
        QCOMPARE(text(rule["name"]), QString("\"rule 'wider'\""));
        QCOMPARE(text(rule["line"]), QString("6"));
        QCOMPARE(text(rule["value_mm"]["min"]), QString("1.5"));
        std::map<std::string, std::string> why;
        for (const json& lost : rule["lost"]) why[lost["name"].get<std::string>()] = lost["why"].get<std::string>();
        QCOMPARE(why["rule 'wide'"], std::string("a later rule applies"));
        QCOMPARE(why["rule 'below'"], std::string("its layers do not include this one"));
        QCOMPARE(why["rule 'quiet'"], std::string("its condition does not hold"));
        QCOMPARE(why["netclass 'Power'"], std::string("a custom rule applies"));
    }
    void theLayerDecides() {
        auto open = opened();
        QCOMPARE(text(asked(open, {{"a", "HV2"}, {"b", "X"}, {"layer", "B.Cu"}}, "clearance")["name"]), QString("\"rule 'below'\""));
        QCOMPARE(text(asked(open, {{"a", "HV2"}, {"b", "X"}}, "clearance")["name"]), QString("\"netclass 'Default'\""));
        // Tracks of the board, by uuid: both lie on the back.
        const std::string first = "00000000-0000-4000-8000-000000000014", second = "00000000-0000-4000-8000-000000000015";
        QCOMPARE(text(asked(open, {{"a", first}, {"b", "HV2"}}, "clearance")["name"]), QString("\"rule 'below'\""));
        const json silent = asked(open, {{"a", first}, {"b", second}}, "clearance");
        QCOMPARE(text(silent["tested"]), QString("false"));
        QCOMPARE(text(silent["name"]), QString("\"rule 'quiet'\""));
    }
    void oneNetIsNotTestedAgainstItself() {
        auto open = opened();
        const json rule = asked(open, {{"a", "U2.1"}, {"b", "HV1"}}, "clearance");
        QCOMPARE(text(rule["tested"]), QString("false"));
        QCOMPARE(text(rule["why"]), QString("\"both are of one net\""));
    }
    void aNetAloneHasItsSizes() {
        auto open = opened();
        const json width = asked(open, {{"net", "HV1"}}, "track_width");
        QCOMPARE(text(width["value_mm"]), QString(R"({"max":2.0,"min":0.3,"opt":0.5})"));
        QCOMPARE(text(width["line"]), QString("7"));
        QCOMPARE(text(asked(open, {{"net", "HV1"}}, "via_count")["value"]), QString(R"({"max":4})"));
        const json plain = asked(open, {{"net", "VCC"}}, "track_width");
        QCOMPARE(text(plain["value_mm"]), QString(R"({"min":0.15,"opt":0.8})"));
        QCOMPARE(text(plain["name"]), QString("\"board setup constraints\""));
        QCOMPARE(text(plain["line"]), QString("4"));
        QCOMPARE(text(asked(open, {{"net", "VCC"}}, "clearance")["value_mm"]["min"]), QString("0.4"));
    }
    void namesThatStandForNothingOrForSeveralAreRefused() {
        auto open = opened();
        QVERIFY(text(asked(open, {{"a", "U9.1"}, {"b", "U1.1"}}, "clearance")).contains("a: the board has no pad"));
        QVERIFY(text(asked(open, {{"a", "U1.1"}, {"b", "nope"}}, "clearance")).contains("b: the board has no pad"));
        const QString several = text(asked(open, {{"a", "TWICE.1"}, {"b", "U1.1"}}, "clearance"));
        QVERIFY2(several.contains("2 pads of several nets"), qPrintable(several));
        QVERIFY2(several.contains("00000000-0000-4000-8000-000000000012"), qPrintable(several));
        QVERIFY(text(asked(open, {{"net", "GND"}}, "clearance")).contains("no net"));
        QVERIFY(text(asked(open, {{"net", "VCC"}, {"layer", "In7.Cu"}}, "clearance")).contains("layer"));
        QVERIFY(text(asked(open, json::object(), "clearance")).contains("give a and b"));
        QVERIFY(text(asked(open, {{"net", "VCC"}, {"a", "U1.1"}}, "clearance")).contains("give a and b"));
        QVERIFY(text(asked(open, {{"b", "U1.1"}}, "clearance")).contains("give a and b"));
    }
    void linesOfAProjectSurviveWhatIsNoProject() {
        QVERIFY(projectLines("").classes.empty());
        QVERIFY(projectLines("{\"net_settings\": {\"classes\": [{\"name\": \"A\"}, ]").lineOfClass("A") == 1);
        QVERIFY(projectLines(std::string(100000, '[')).classes.empty());
        QVERIFY(projectLines("[{\"net_settings\": 3}]").classes.empty());
    }
};

QTEST_GUILESS_MAIN(EffectiveRulesTest)
#include "effectiverulestest.moc"
