// SPDX-License-Identifier: GPL-3.0-or-later
#include <QObject>
#include <QTest>

#include "engine/kicad/boardreader.h"
#include "engine/rules/ruleset.h"

using namespace viaduct;
using namespace viaduct::literals;

namespace {

Board boardWith(const std::vector<std::string>& nets) {
    Board board;
    board.name = "b";
    board.formatVersion = 20241229;
    board.layers = LayerStack({{"F.Cu", ""}, {"B.Cu", ""}});
    board.nets.push_back({kNoNet, "", 0});
    for (const std::string& name : nets) board.nets.push_back({NetId(static_cast<std::int32_t>(board.nets.size())), name, static_cast<int>(board.nets.size())});
    return board;
}

StatedNetClass classOf(const std::string& name, std::optional<int> priority, std::optional<Nanometres> clearance, std::optional<Nanometres> width = {}) {
    StatedNetClass stated;
    stated.name = name;
    stated.priority = priority;
    stated.clearance = clearance;
    stated.trackWidth = width;
    return stated;
}

const char* const kLegacyBoard = R"board((kicad_pcb (version 20171130) (host pcbnew "(5.1.0)")
  (general (thickness 1.6) (drawings 0) (tracks 0) (zones 0) (modules 0) (nets 3))
  (page A4)
  (layers (0 F.Cu signal) (31 B.Cu signal) (44 Edge.Cuts user))
  (setup (last_trace_width 0.25) (trace_clearance 0.2) (trace_min 0.2) (via_min_size 0.7) (via_min_drill 0.35) (uvia_min_size 0.2) (uvia_min_drill 0.1))
  (net 0 "") (net 1 A) (net 2 B)
  (net_class Default "" (clearance 0.15) (trace_width 0.25) (via_dia 0.8) (via_drill 0.4) (uvia_dia 0.3) (uvia_drill 0.1) (add_net A))
  (net_class Power "" (clearance 0.3) (trace_width 0.5) (via_dia 1) (via_drill 0.5) (uvia_dia 0.3) (uvia_drill 0.1) (add_net B)))
)board";

} // namespace

class RuleSetTest final : public QObject {
    Q_OBJECT
private slots:
    void nothingStatedGivesKicadsDefaults() {
        const Board board = boardWith({"A"});
        const auto rules = makeRuleSet(board, nullptr, nullptr);
        QCOMPARE(rules->classes.size(), std::size_t{1});
        const NetClass& standard = rules->classFor(NetId(1));
        QCOMPARE(standard.clearance.value(), 200000);
        QCOMPARE(standard.trackWidth.value(), 200000);
        QCOMPARE(standard.viaDiameter.value(), 600000);
        QCOMPARE(standard.viaDrill.value(), 300000);
        QCOMPARE(rules->minimums.viaDiameter.value(), 500000);
        QCOMPARE(rules->minimums.throughHole.value(), 300000);
        QCOMPARE(rules->minimums.annularWidth.value(), 100000);
        QCOMPARE(rules->minimums.holeClearance.value(), 250000);
        QCOMPARE(rules->minimums.holeToHole.value(), 250000);
        QCOMPARE(rules->minimums.edgeClearance.value(), 500000);
        QCOMPARE(rules->minimums.trackWidth.value(), 0);
    }
    void anOldBoardsOwnRulesApply() {
        const auto file = readBoardText(kLegacyBoard, "b.kicad_pcb");
        QVERIFY(file.has_value());
        const auto rules = makeRuleSet(*file->board, nullptr, nullptr);
        QCOMPARE(rules->minimums.trackWidth.value(), 200000);
        QCOMPARE(rules->minimums.viaDiameter.value(), 700000);
        QCOMPARE(rules->minimums.throughHole.value(), 350000);
        // What an old file cannot state is KiCad's default, the edge clearance too (kicad-cli 9.0.8 asked).
        QCOMPARE(rules->minimums.edgeClearance.value(), 500000);
        QCOMPARE(rules->minimums.holeClearance.value(), 250000);
        QCOMPARE(rules->minimums.holeToHole.value(), 250000);
        QCOMPARE(rules->minimums.annularWidth.value(), 100000);
        QCOMPARE(rules->classFor(file->board->findNet("A")).clearance.value(), 150000);
        QCOMPARE(rules->classFor(file->board->findNet("B")).trackWidth.value(), 500000);
    }
    void aBoardsOwnRulesWinOverTheProject() {
        const auto file = readBoardText(kLegacyBoard, "b.kicad_pcb");
        QVERIFY(file.has_value());
        StatedRules project;
        project.minimums.edgeClearance = 10_um;
        project.minimums.trackWidth = 500_um;
        project.severities["clearance"] = "ignore";
        project.classes = {classOf("Default", {}, 900_um)};
        const auto rules = makeRuleSet(*file->board, &project, nullptr);
        QCOMPARE(rules->minimums.edgeClearance.value(), 500000);
        QCOMPARE(rules->minimums.trackWidth.value(), 200000);
        QCOMPARE(rules->severityOf("clearance"), std::string("error"));
        QCOMPARE(rules->classFor(file->board->findNet("A")).clearance.value(), 150000);
        QCOMPARE(rules->unread.size(), std::size_t{2}); // said, not dropped silently
    }
    void classesMergeByPriority() {
        const Board board = boardWith({"A", "B", "C"});
        StatedRules project;
        project.classes = {classOf("Default", {}, 200_um, 250_um), classOf("Low", 5, 100_um, 150_um), classOf("High", 1, 300_um)};
        project.patterns = {{"A", "Low"}, {"A", "High"}, {"B", "High"}};
        const auto rules = makeRuleSet(board, &project, nullptr);
        const NetClass& a = rules->classFor(NetId(1));
        QCOMPARE(a.clearance.value(), 300000);  // High's
        QCOMPARE(a.trackWidth.value(), 150000); // High says nothing, Low does
        QCOMPARE(a.viaDrill.value(), 300000);   // KiCad's
        QCOMPARE(a.members, (std::vector<std::string>{"High", "Low"}));
        const NetClass& b = rules->classFor(NetId(2));
        QCOMPARE(b.trackWidth.value(), 250000); // Default's
        QCOMPARE(rules->classFor(NetId(3)).name, std::string("Default"));
        QCOMPARE(rules->classFor(kNoNet).name, std::string("Default"));
    }
    void assignmentsAndPatternsAddUp() {
        const Board board = boardWith({"A"});
        StatedRules project;
        project.classes = {classOf("Default", {}, 200_um), classOf("X", 2, {}, 400_um), classOf("Y", 3, 500_um)};
        project.assignments = {{"A", {"X"}}};
        project.patterns = {{"A*", "Y"}};
        const auto rules = makeRuleSet(board, &project, nullptr);
        QCOMPARE(rules->classFor(NetId(1)).trackWidth.value(), 400000);
        QCOMPARE(rules->classFor(NetId(1)).clearance.value(), 500000);
        QCOMPARE(rules->classFor(NetId(1)).origin.name, std::string("netclass 'Y'"));
    }
    void severitiesHaveKicadsDefaults() {
        const Board board = boardWith({});
        StatedRules project;
        project.severities = {{"shorting_items", "warning"}, {"hole_near_hole", "error"}, {"clearance", "nonsense"}};
        const auto rules = makeRuleSet(board, &project, nullptr);
        QCOMPARE(rules->severityOf("shorting_items"), std::string("warning"));
        QCOMPARE(rules->severityOf("hole_to_hole"), std::string("error")); // by its old name
        QCOMPARE(rules->severityOf("clearance"), std::string("error"));
        QCOMPARE(rules->severityOf("track_dangling"), std::string("warning"));
        QCOMPARE(rules->severityOf("missing_courtyard"), std::string("ignore"));
        QCOMPARE(rules->severityOf("viaduct_outside_outline"), std::string("error"));
    }
    void valuesOutOfRangeCountAsNotStated() {
        const Board board = boardWith({});
        StatedRules project;
        project.minimums.holeToHole = 11_mm;
        project.minimums.edgeClearance = -(10_um);
        const auto rules = makeRuleSet(board, &project, nullptr);
        QCOMPARE(rules->minimums.holeToHole.value(), 250000);
        QCOMPARE(rules->minimums.edgeClearance.value(), -10000);
    }
};

QTEST_GUILESS_MAIN(RuleSetTest)
#include "rulesettest.moc"
