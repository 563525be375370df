// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QObject>
#include <QTest>

#include "engine/kicad/customrules.h"
#include "engine/rules/ruleresolver.h"

using namespace viaduct;
using namespace viaduct::literals;

namespace {

// Nets: 1 A, 2 B, 3 CLK_P, 4 CLK_N, 5 HV.
struct Bench final {
    std::shared_ptr<Board> board = std::make_shared<Board>();
    StatedRules project;
    CustomRulesFile custom;

    Bench() {
        board->name = "b";
        board->formatVersion = 20241229;
        board->layers = LayerStack({{"F.Cu", ""}, {"In1.Cu", ""}, {"B.Cu", ""}});
        for (const char* name : {"", "A", "B", "CLK_P", "CLK_N", "HV"}) board->nets.push_back({NetId(static_cast<std::int32_t>(board->nets.size())), name, 0});
        custom.path = "b.kicad_dru";
    }
    void addClass(const std::string& name, const std::string& pattern, Nanometres clearance) {
        StatedNetClass stated;
        stated.name = name;
        stated.priority = static_cast<int>(project.classes.size());
        stated.clearance = clearance;
        project.classes.push_back(stated);
        project.patterns.emplace_back(pattern, name);
    }
    void addRule(const std::string& condition, const std::string& kind, const std::string& min, const std::string& layer = "") {
        CustomRule rule;
        rule.name = "r" + std::to_string(custom.rules.size());
        rule.line = static_cast<int>(custom.rules.size()) + 2;
        rule.condition = condition;
        rule.layer = layer;
        CustomConstraint constraint;
        constraint.kind = kind;
        if (kind == "disallow")
            constraint.items = {min};
        else
            constraint.min = min;
        rule.constraints.push_back(constraint);
        custom.rules.push_back(rule);
    }
    [[nodiscard]] RuleResolver resolver() const {
        return RuleResolver(board, makeRuleSet(*board, &project, custom.rules.empty() ? nullptr : std::make_shared<const CustomRulesFile>(custom)));
    }
};

RuleItem track(int net, int layer = 0) { return RuleItem::plannedTrack(NetId(net), LayerId(layer), 200_um); }
RuleItem via(int net) { return RuleItem::plannedVia(NetId(net), LayerSet::all(3), 600_um); }

} // namespace

class RuleResolverTest final : public QObject {
    Q_OBJECT
private slots:
    void theSameNetIsNotTested() {
        const Bench bench;
        const auto rules = bench.resolver();
        QVERIFY(!rules.clearance(track(1), track(1), LayerId(0)).isTested);
        QVERIFY(rules.clearance(track(0), track(0), LayerId(0)).isTested); // "no net" is not a net
    }
    void theValueNamesItsOrigin() {
        Bench bench;
        bench.addClass("Power", "B", 400_um);
        const auto rules = bench.resolver();
        const RuleValue value = rules.clearance(track(1), track(2), LayerId(0));
        QCOMPARE(value.value.value(), 400000);
        QCOMPARE(value.origin->name, std::string("netclass 'Power'"));
        QCOMPARE(value.origin->file, std::string("b.kicad_pro"));
    }
    void padsAndZonesHaveTheirOwn() {
        Bench bench;
        bench.project.minimums.clearance = 100_um;
        Footprint footprint;
        footprint.id = FootprintId(0);
        footprint.clearance = 350_um;
        Pad pad;
        pad.id = PadId(0);
        pad.footprint = FootprintId(0);
        pad.net = NetId(2);
        footprint.pads = {pad.id};
        bench.board->footprints.push_back(footprint);
        bench.board->pads.push_back(pad);
        Zone zone;
        zone.id = ZoneId(0);
        zone.net = NetId(2);
        zone.clearance = 700_um;
        bench.board->zones.push_back(zone);
        {
            const auto rules = bench.resolver();
            const RuleItem item = RuleItem::of(*bench.board, bench.board->pads[0]);
            QCOMPARE(rules.clearance(track(1), item, LayerId(0)).value.value(), 350000);
            QCOMPARE(rules.clearance(track(1), item, LayerId(0)).origin->name, std::string("footprint"));
            QCOMPARE(rules.holeClearance(track(1), item, LayerId(0)).value.value(), 350000);
            QCOMPARE(rules.clearance(track(1), RuleItem::of(bench.board->zones[0]), LayerId(0)).value.value(), 700000);
            QCOMPARE(rules.largestClearance().value(), 700000);
        }
        bench.board->pads[0].clearance = 20_um;
        const auto rules = bench.resolver();
        const RuleItem item = RuleItem::of(*bench.board, bench.board->pads[0]);
        QCOMPARE(rules.clearance(track(1), item, LayerId(0)).value.value(), 100000); // not below the board's
        QCOMPARE(rules.holeClearance(track(1), item, LayerId(0)).value.value(), 250000);
    }
    void aPairMayComeNearer() {
        Bench bench;
        bench.addClass("Fast", "CLK*", 300_um);
        bench.project.classes.back().pairGap = 150_um;
        const auto rules = bench.resolver();
        QCOMPARE(rules.clearance(track(3), track(4), LayerId(0)).value.value(), 150000);
        QCOMPARE(rules.clearance(track(3), track(1), LayerId(0)).value.value(), 300000);
        QVERIFY(rules.profileOf(NetId(3)) != rules.profileOf(NetId(4)));
        QCOMPARE(rules.profileOf(NetId(1)), rules.profileOf(NetId(2)));
    }
    void customRulesAreAskedInFileOrder() {
        Bench bench;
        bench.addRule("A.NetName == 'HV'", "clearance", "2mm");
        bench.addRule("A.NetName == 'HV' && B.Type == 'Via'", "clearance", "0.5mm");
        bench.addRule("", "clearance", "0.3mm", "inner");
        const auto rules = bench.resolver();
        QCOMPARE(rules.clearance(track(5), track(1), LayerId(0)).value.value(), 2000000);
        QCOMPARE(rules.clearance(track(5), via(1), LayerId(0)).value.value(), 500000);
        QCOMPARE(rules.clearance(track(5, 1), track(1, 1), LayerId(1)).value.value(), 300000);
        QCOMPARE(rules.clearance(track(1), track(2), LayerId(0)).value.value(), 200000);
        QCOMPARE(rules.clearance(track(1), track(5), LayerId(0)).origin->name, std::string("rule 'r0'"));
        QCOMPARE(rules.clearance(track(1), track(5), LayerId(0)).origin->line, 2);
        QVERIFY(rules.profileOf(NetId(5)) != rules.profileOf(NetId(1)));
        QCOMPARE(rules.largestClearance().value(), 2000000);
    }
    void whatCannotBeDecidedIsConservative() {
        Bench bench;
        bench.addRule("A.fromTo('U1-1','U2-1') && A.NetName == 'HV'", "clearance", "1mm");
        const auto rules = bench.resolver();
        const RuleValue value = rules.clearance(track(5), track(1), LayerId(0));
        QCOMPARE(value.value.value(), 1000000); // the router keeps clear
        QCOMPARE(value.sure.value(), 200000);   // the checker does not accuse
        QCOMPARE(rules.clearance(track(1), track(2), LayerId(0)).value.value(), 200000);
        QCOMPARE(rules.rules().unread.size(), std::size_t{1});
        QVERIFY(rules.rules().unread.front().find("fromTo()") != std::string::npos);
    }
    void aPlaceThatIsNotKnownIsConservative() {
        Bench bench;
        Zone area;
        area.id = ZoneId(0);
        area.name = "HVarea";
        area.keepOut = KeepOut();
        area.layers = LayerSet::all(3);
        area.outline = {{{pointAt(0, 0), pointAt(10000000, 0), pointAt(10000000, 10000000), pointAt(0, 10000000)}, {}}};
        bench.board->zones.push_back(area);
        bench.addRule("A.intersectsArea('HV*')", "clearance", "1mm");
        const auto rules = bench.resolver();
        QVERIFY(rules.hasPlaceDependentRules());
        QCOMPARE(rules.clearance(track(1), track(2), LayerId(0)).value.value(), 1000000);
        Track inside{NetId(1), LayerId(0), pointAt(1000000, 1000000), pointAt(2000000, 1000000), 200_um, false, "", {}};
        Track outside{NetId(2), LayerId(0), pointAt(20000000, 1000000), pointAt(30000000, 1000000), 200_um, false, "", {}};
        QCOMPARE(rules.clearance(RuleItem::of(inside), RuleItem::of(outside), LayerId(0)).value.value(), 1000000);
        QCOMPARE(rules.clearance(RuleItem::of(outside), RuleItem::of(Track(outside)), LayerId(0)).isTested, false);
        Track other = outside;
        other.net = NetId(1);
        QCOMPARE(rules.clearance(RuleItem::of(outside), RuleItem::of(other), LayerId(0)).value.value(), 200000);
    }
    void routingSizesKeepTheMinimums() {
        Bench bench;
        bench.project.minimums.trackWidth = 300_um;
        bench.project.minimums.viaDiameter = 450_um;
        bench.project.minimums.throughHole = 250_um;
        bench.project.minimums.annularWidth = 130_um;
        const auto rules = bench.resolver();
        const RoutingSizes sizes = rules.routingSizes(NetId(1));
        QCOMPARE(sizes.trackWidth.value(), 300000);
        QCOMPARE(sizes.viaDrill.value(), 300000);
        QCOMPARE(sizes.viaDiameter.value(), 600000);
        QCOMPARE(sizes.minViaDrill.value(), 250000);
        QCOMPARE(sizes.minViaDiameter.value(), 510000); // drill and two rings
        QCOMPARE(sizes.minTrackWidth.value(), 300000);
    }
    void routingSizesObeyRules() {
        Bench bench;
        bench.addRule("A.NetName == 'HV'", "track_width", "1mm");
        bench.addRule("", "via_diameter", "0.8mm");
        const auto rules = bench.resolver();
        QCOMPARE(rules.routingSizes(NetId(5)).trackWidth.value(), 1000000);
        QCOMPARE(rules.routingSizes(NetId(1)).trackWidth.value(), 200000);
        QCOMPARE(rules.routingSizes(NetId(1)).viaDiameter.value(), 800000);
    }
    void rulesMayForbid() {
        Bench bench;
        bench.addRule("A.NetName == 'HV'", "disallow", "via");
        const auto rules = bench.resolver();
        QVERIFY(rules.disallowRule(via(5)) != nullptr);
        QVERIFY(rules.disallowRule(via(1)) == nullptr);
        QVERIFY(rules.disallowRule(track(5)) == nullptr);
    }
    void aNegativeEdgeClearanceIsNone() {
        Bench bench;
        bench.project.minimums.edgeClearance = -(10_um);
        QVERIFY(!bench.resolver().edgeClearance(track(1)).isTested);
    }
    // The router asks millions of times: tens of nanoseconds with classes alone, and still little with rules about other nets.
    void askingIsCheap() {
        for (const bool withRules : {false, true}) {
            Bench bench;
            bench.addClass("Power", "HV", 400_um);
            if (withRules) bench.addRule("A.NetClass == 'Other' && A.Type == 'Track'", "clearance", "1mm");
            const auto rules = bench.resolver();
            const RuleItem a = track(1), b = track(2);
            QElapsedTimer timer;
            timer.start();
            std::int64_t sum = 0;
            constexpr int kAsks = 1'000'000;
            for (int i = 0; i < kAsks; ++i) sum += rules.clearance(a, b, LayerId(i & 1)).value.value();
            QCOMPARE(sum, std::int64_t{200000} * kAsks);
            qInfo("%.1f ns an answer, %s custom rules", static_cast<double>(timer.nsecsElapsed()) / kAsks, withRules ? "with" : "without");
        }
    }
};

QTEST_GUILESS_MAIN(RuleResolverTest)
#include "ruleresolvertest.moc"
