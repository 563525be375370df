// SPDX-License-Identifier: GPL-3.0-or-later
// What microboards.h does not ask: reports, dangling ends, opens, islands, spokes, outlines, stop.
#include <QObject>
#include <QTest>

#include "engine/check/exclusions.h"
#include "microboard.h"

using namespace viaduct;

namespace {

std::size_t countOf(const CheckReport& report, const std::string& type) {
    return static_cast<std::size_t>(
        std::count_if(report.violations.begin(), report.violations.end(), [&](const Violation& violation) { return violation.type == type; }));
}

MicroBoard tooNear() { return MicroBoard().outline().track("10 10", "20 10").track("10 10.3", "20 10.3", "0.2", "B"); }

} // namespace

class CheckerTest final : public QObject {
    Q_OBJECT
private slots:
    void aViolationTellsAll() {
        const auto report = tooNear().check();
        QVERIFY(report.has_value());
        const auto found =
            std::find_if(report->violations.begin(), report->violations.end(), [](const Violation& violation) { return violation.type == "clearance"; });
        QVERIFY(found != report->violations.end());
        QCOMPARE(found->severity, std::string("error"));
        QCOMPARE(found->description, std::string("Clearance violation (netclass 'Default' clearance 0.2000 mm; actual 0.1000 mm)"));
        QCOMPARE(found->required->value(), 200000);
        QCOMPARE(found->actual->value(), 100000);
        QCOMPARE(found->rule.name, std::string("netclass 'Default'"));
        QCOMPARE(found->layer, LayerId(0));
        QCOMPARE(found->items.size(), std::size_t{2});
        QCOMPARE(found->items[0].description, std::string("Track [A] on F.Cu, length 10.0000 mm"));
        QCOMPARE(found->items[0].position, pointAt(10000000, 10000000));
        QVERIFY(found->items[0].uuid < found->items[1].uuid);
        QVERIFY(found->place.y.value() >= 10000000 && found->place.y.value() <= 10300000);
    }
    void equalBoardsGiveEqualReports() {
        const auto one = tooNear().via("30 30").check(), two = tooNear().via("30 30").check();
        QCOMPARE(one->violations.size(), two->violations.size());
        for (std::size_t i = 0; i < one->violations.size(); ++i) {
            QCOMPARE(one->violations[i].type, two->violations[i].type);
            QCOMPARE(one->violations[i].place, two->violations[i].place);
            QCOMPARE(one->violations[i].description, two->violations[i].description);
        }
    }
    void addedIsWhatTheBaseHasNot() {
        const auto base = tooNear().check();
        auto report = tooNear().track("10 9.7", "20 9.7", "0.2", "GND").check();
        QCOMPARE(countOf(*report, "clearance"), std::size_t{2});
        markAdded(*report, *base);
        QCOMPARE(std::count_if(report->violations.begin(), report->violations.end(),
                               [](const Violation& violation) { return violation.type == "clearance" && violation.isAdded; }),
                 1);
        markAdded(*report, *report);
        QVERIFY(std::none_of(report->violations.begin(), report->violations.end(), [](const Violation& violation) { return violation.isAdded; }));
    }
    void exclusionsMarkAndNoMore() {
        auto report = tooNear().check();
        const auto found =
            std::find_if(report->violations.begin(), report->violations.end(), [](const Violation& violation) { return violation.type == "clearance"; });
        const std::size_t errors = report->errorCount();
        markExcluded(*report, {"clearance|1|2|" + found->items[1].uuid + "|" + found->items[0].uuid, "nonsense", "clearance|1|2|x|y"});
        QVERIFY(found->isExcluded);
        QCOMPARE(report->errorCount(), errors - 1);
    }
    void looseEndsDangle() {
        QCOMPARE(countOf(*MicroBoard().outline().track("10 10", "20 10").check(), "track_dangling"), std::size_t{1});
        const auto joined = MicroBoard().outline().pad("P1", "10 10", "A").pad("P2", "20 10", "A").track("10 10", "20 10").check();
        QCOMPARE(countOf(*joined, "track_dangling"), std::size_t{0});
        // An end anywhere on another track of the net is an end that is held.
        const auto branch = MicroBoard()
                                .outline()
                                .pad("P1", "10 10", "A")
                                .pad("P2", "20 10", "A")
                                .pad("P3", "15 20", "A")
                                .track("10 10", "20 10")
                                .track("15 10", "15 20")
                                .check();
        QCOMPARE(countOf(*branch, "track_dangling"), std::size_t{0});
        QCOMPARE(branch->unconnected.size(), std::size_t{0});
    }
    void aViaOnOneLayerDangles() {
        const auto one = MicroBoard().outline().pad("P1", "10 10", "A").track("10 10", "20 10").via("20 10").check();
        QCOMPARE(countOf(*one, "via_dangling"), std::size_t{1});
        const auto both =
            MicroBoard().outline().pad("P1", "10 10", "A").track("10 10", "20 10").via("20 10").track("20 10", "30 10", "0.2", "A", "B.Cu").check();
        QCOMPARE(countOf(*both, "via_dangling"), std::size_t{0});
    }
    void opensAreListed() {
        const auto report = MicroBoard().outline().pad("P1", "10 10", "A").pad("P2", "20 10", "A").check();
        QCOMPARE(report->unconnected.size(), std::size_t{1});
        QCOMPARE(MicroBoard().outline().pad("P1", "10 10", "A").pad("P2", "20 10", "A").severity("unconnected_items", "ignore").check()->unconnected.size(),
                 std::size_t{0});
    }
    void fewSpokesStarveAPad() {
        // A pad in a ring of free space that one arm of copper crosses.
        const std::string outer = "(xy 5 5) (xy 15 5) (xy 15 15) (xy 5 15)";
        const auto board = [&](const std::string& fill) {
            return MicroBoard().outline().pad("P1", "10 10", "GND").pad("P2", "14 14", "GND").zone("GND", outer, "0.2", "F.Cu", fill);
        };
        // The relief gap is 0.3: the pad reaches from 9.5 to 10.5, the free ring to 9.2 and 10.8.
        const std::string left = "(xy 5 5) (xy 15 5) (xy 15 15) (xy 5 15) (xy 5 10.1) (xy 9.6 10.1) (xy 9.6 9.9) (xy 9.2 9.9) (xy 9.2 9.2) (xy 10.8 9.2) (xy "
                                 "10.8 10.8) (xy 9.2 10.8) (xy 9.2 10.101) (xy 5 10.101)";
        const auto starved = board(left).check();
        QCOMPARE(countOf(*starved, "starved_thermal"), std::size_t{1});
        QCOMPARE(countOf(*board(left).minimum("min_resolved_spokes", "1").check(), "starved_thermal"), std::size_t{0});
    }
    void aBoardWithoutAnOutlineIsInvalid() {
        const auto report = MicroBoard().track("10 10", "20 10").check();
        QCOMPARE(countOf(*report, "invalid_outline"), std::size_t{1});
        QCOMPARE(countOf(*report, "viaduct_outside_outline"), std::size_t{0});
    }
    void aStoppedCheckSaysThatItIsNotWhole() {
        StopFlag stop;
        stop.request();
        CheckOptions options;
        options.stop = &stop;
        const auto rules = tooNear().resolver();
        const CheckReport report = check(*rules, rules->board().copper, {}, options);
        QVERIFY(std::find(report.notChecked.begin(), report.notChecked.end(), "*") != report.notChecked.end());
    }
    void copperIsJudgedAsGivenNotAsInTheBoard() {
        const auto rules = tooNear().resolver();
        QCOMPARE(countOf(check(*rules, Copper(), {}), "clearance"), std::size_t{0});
        Copper copper = rules->board().copper;
        copper.tracks.pop_back();
        QCOMPARE(countOf(check(*rules, copper, {}), "clearance"), std::size_t{0});
    }
};

QTEST_GUILESS_MAIN(CheckerTest)
#include "checkertest.moc"
