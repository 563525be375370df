// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

#include "corpusfiles.h"
#include "engine/kicad/boardwriter.h"
#include "engine/kicad/projectreader.h"

using namespace viaduct;

namespace {

QString errorOf(const std::string& text) {
    const auto rules = readProjectText(text, "b.kicad_pro");
    return rules ? "no error" : QString::fromStdString(rules.error().text);
}

} // namespace

class ProjectReaderTest final : public QObject {
    Q_OBJECT

private slots:
    void everythingAboutRulesIsRead() {
        const auto read = readProjectText(R"({
            "board": {"design_settings": {
                "rules": {"min_clearance": 0.15, "min_track_width": 0.2, "min_copper_edge_clearance": -0.01, "min_resolved_spokes": 1, "solder_mask_to_copper_clearance": 0.005, "min_groove_width": 0.6, "max_error": 0.005},
                "rule_severities": {"clearance": "error", "hole_near_hole": "ignore"},
                "drc_exclusions": ["a|1|2|u|v", ["b|3|4|u|v", "why"]]}},
            "net_settings": {
                "classes": [{"name": "Default", "clearance": 0.2, "priority": 2147483647}, {"name": "HV", "clearance": 1.27, "via_drill": 0.4, "diff_pair_gap": null, "nets": ["x"]}],
                "netclass_assignments": {"A": "HV", "B": ["HV", "Default"], "C": null},
                "netclass_patterns": [{"pattern": "D*", "netclass": "HV"}]},
            "text_variables": {"REV": "1"}, "unknown": [1, {"a": 2}]})",
                                          "b.kicad_pro");
        QVERIFY2(read.has_value(), read ? "" : read.error().text.c_str());
        const StatedRules& rules = *read;
        QCOMPARE(rules.minimums.clearance->value(), std::int64_t{150000});
        QCOMPARE(rules.minimums.edgeClearance->value(), std::int64_t{-10000});
        QCOMPARE(*rules.minimums.resolvedSpokes, 1);
        QCOMPARE(rules.minimums.grooveWidth->value(), std::int64_t{600000});
        QVERIFY(!rules.minimums.viaDiameter.has_value());
        QCOMPARE(rules.classes.size(), std::size_t{2});
        QCOMPARE(*rules.classes[0].priority, 2147483647);
        QCOMPARE(rules.classes[1].clearance->value(), std::int64_t{1270000});
        QVERIFY(!rules.classes[1].pairGap.has_value() && !rules.classes[1].priority.has_value());
        QCOMPARE(rules.classes[1].nets.at(0), std::string("x"));
        QCOMPARE(rules.assignments.size(), std::size_t{3});
        QCOMPARE(rules.assignments[1].second, (std::vector<std::string>{"HV", "Default"}));
        QCOMPARE(rules.patterns.at(0), (std::pair<std::string, std::string>("D*", "HV")));
        QCOMPARE(rules.severities.at("hole_to_hole"), std::string("ignore"));
        QCOMPARE(rules.exclusions, (std::vector<std::string>{"a|1|2|u|v", "b|3|4|u|v"}));
        QCOMPARE(rules.textVariables.at("REV"), std::string("1"));
    }

    void absentAndNullSectionsStateNothing() {
        for (const char* text :
             {"{}", "{\"board\": null}",
              "{\"board\": {\"design_settings\": {\"rules\": null}}, \"net_settings\": {\"classes\": null, \"netclass_assignments\": null}}"}) {
            const auto rules = readProjectText(text, "b");
            QVERIFY2(rules.has_value(), text);
            QVERIFY(rules->isEmpty());
        }
    }

    void wrongTypesNameTheirKey_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        QTest::newRow("root") << "[]"
                              << "b.kicad_pro: expected a JSON object";
        QTest::newRow("section") << R"({"board": 1})"
                                 << "b.kicad_pro: board must be an object";
        QTest::newRow("length") << R"({"board": {"design_settings": {"rules": {"min_clearance": "0.2"}}}})"
                                << "b.kicad_pro: board.design_settings.rules.min_clearance must be a number of millimetres";
        QTest::newRow("far") << R"({"board": {"design_settings": {"rules": {"min_clearance": 1e9}}}})"
                             << "b.kicad_pro: board.design_settings.rules.min_clearance must be a length within 2147 mm";
        QTest::newRow("count") << R"({"board": {"design_settings": {"rules": {"min_resolved_spokes": 1.5}}}})"
                               << "b.kicad_pro: board.design_settings.rules.min_resolved_spokes must be a whole number";
        QTest::newRow("classes") << R"({"net_settings": {"classes": {}}})"
                                 << "b.kicad_pro: net_settings.classes must be an array";
        QTest::newRow("class") << R"({"net_settings": {"classes": [{}, 1]}})"
                               << "b.kicad_pro: net_settings.classes[0].name must be there";
        QTest::newRow("class value") << R"({"net_settings": {"classes": [{"name": "a", "clearance": true}]}})"
                                     << "b.kicad_pro: net_settings.classes[0].clearance must be a number of millimetres";
        QTest::newRow("assignment") << R"({"net_settings": {"netclass_assignments": {"A": 1}}})"
                                    << "b.kicad_pro: net_settings.netclass_assignments.A must be a string";
        QTest::newRow("pattern") << R"({"net_settings": {"netclass_patterns": ["a"]}})"
                                 << "b.kicad_pro: net_settings.netclass_patterns[0] must be an object with pattern and netclass";
        QTest::newRow("severity") << R"({"board": {"design_settings": {"rule_severities": {"clearance": 1}}}})"
                                  << "b.kicad_pro: board.design_settings.rule_severities.clearance must be a string";
    }
    void wrongTypesNameTheirKey() {
        QFETCH(QString, text);
        QFETCH(QString, error);
        QCOMPARE(errorOf(text.toStdString()), error);
    }

    void brokenJsonNamesItsPlace() {
        QCOMPARE(errorOf("{\n \"a\": 1,\n}"), QString("b.kicad_pro:3:1: no valid JSON here"));
        QVERIFY(errorOf("").startsWith("b.kicad_pro:1:"));
        QVERIFY(errorOf("{\"a\": 1e999}").startsWith("b.kicad_pro"));
        QVERIFY(errorOf("{\"a\": \"\xFF\"}").startsWith("b.kicad_pro"));
        QVERIFY(errorOf(std::string(200000, '[')).startsWith("b.kicad_pro"));
    }

    void ruleFilesAreFoundBesideTheBoard() {
        QTemporaryDir folder;
        const auto at = [&](const char* name) { return folder.filePath(name).toStdString(); };
        const auto none = readProjectFiles(at("a.kicad_pcb"));
        QVERIFY(none.has_value() && none->projectPath.empty() && none->rulesPath.empty());
        QVERIFY(writeFileAtomically(at("a.unrouted.kicad_pro"), "{}").has_value());
        QVERIFY(writeFileAtomically(at("a.unrouted.kicad_dru"), "(version 1)").has_value());
        const auto both = readProjectFiles(at("a.unrouted.kicad_pcb"));
        QVERIFY(both.has_value());
        QCOMPARE(both->projectText, std::string("{}"));
        QCOMPARE(both->rulesText, std::string("(version 1)"));
        QCOMPARE(both->rulesPath, at("a.unrouted.kicad_dru"));
        QCOMPARE(both->sha256().size(), std::size_t{64});
        QVERIFY(both->sha256() != none->sha256());
        QVERIFY(readProjectFiles(at("a.kicad_pcb"))->projectPath.empty()); // another stem
    }

    void theProjectsOfTheCorpusAreRead() {
        const std::vector<std::string> boards = boardsBelow(VIADUCT_CORPUS);
        if (boards.empty()) QSKIP("no corpus here");
        for (const std::string& board : boards) {
            const auto files = readProjectFiles(board);
            QVERIFY(files.has_value());
            if (files->projectPath.empty()) continue;
            const auto rules = readProjectText(files->projectText, files->projectPath);
            QVERIFY2(rules.has_value(), rules ? "" : rules.error().text.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(ProjectReaderTest)
#include "projectreadertest.moc"
