// SPDX-License-Identifier: GPL-3.0-or-later
// After any change the incremental report equals that of a whole run over the same copper.
#include <filesystem>

#include <QObject>
#include <QTest>

#include "engine/base/deterministicrandom.h"
#include "engine/check/checker.h"
#include "engine/check/incrementalcheck.h"
#include "engine/kicad/boardreader.h"
#include "engine/kicad/projectreader.h"
#include "microboard.h"

using namespace viaduct;

namespace {

// One line a violation: what a person could tell two reports apart by.
std::vector<std::string> linesOf(const CheckReport& report) {
    std::vector<std::string> lines;
    for (const Violation& violation : report.violations) {
        std::string line = violation.type + "|" + violation.severity + "|" + violation.description + "|" + std::to_string(violation.layer.value()) + "|" +
                           std::to_string(violation.place.x.value()) + "," + std::to_string(violation.place.y.value());
        for (const ViolationItem& item : violation.items)
            line += "|" + item.uuid + " " + item.description + " " + std::to_string(item.position.x.value()) + "," + std::to_string(item.position.y.value());
        lines.push_back(line);
    }
    std::sort(lines.begin(), lines.end());
    for (const RatsnestEdge& edge : report.unconnected)
        lines.push_back("open " + std::to_string(edge.net.value()) + " " + std::to_string(edge.a.place.x.value()) + "," +
                        std::to_string(edge.a.place.y.value()) + " " + std::to_string(edge.b.place.x.value()) + "," + std::to_string(edge.b.place.y.value()));
    return lines;
}

QString difference(const std::vector<std::string>& ours, const std::vector<std::string>& whole) {
    QString text;
    for (const auto& [who, from, against] : {std::tuple("only after the change", &ours, &whole), std::tuple("only in the whole run", &whole, &ours)})
        for (const std::string& line : *from)
            if (std::find(against->begin(), against->end(), line) == against->end()) text += QString("%1: %2\n").arg(who, line.c_str());
    return text.isEmpty() && ours.size() != whole.size() ? QString("the numbers differ") : text;
}

// The copper beside an IncrementalCheck: what it should hold, kind by kind, each with its number there.
struct Mirror final {
    std::vector<std::pair<std::int32_t, Track>> tracks;
    std::vector<std::pair<std::int32_t, TrackArc>> arcs;
    std::vector<std::pair<std::int32_t, Via>> vias;

    explicit Mirror(const Copper& copper) {
        std::int32_t number = 0;
        for (const Track& track : copper.tracks) tracks.emplace_back(number++, track);
        for (const TrackArc& arc : copper.arcs) arcs.emplace_back(number++, arc);
        for (const Via& via : copper.vias) vias.emplace_back(number++, via);
    }
    [[nodiscard]] Copper copper() const {
        Copper copper;
        for (const auto& [number, track] : tracks) copper.tracks.push_back(track);
        for (const auto& [number, arc] : arcs) copper.arcs.push_back(arc);
        for (const auto& [number, via] : vias) copper.vias.push_back(via);
        return copper;
    }
    void apply(const CopperChange& change, const std::vector<std::int32_t>& numbers) {
        const auto isRemoved = [&](const auto& entry) { return std::find(change.removed.begin(), change.removed.end(), entry.first) != change.removed.end(); };
        std::erase_if(tracks, isRemoved);
        std::erase_if(arcs, isRemoved);
        std::erase_if(vias, isRemoved);
        std::size_t next = 0;
        for (const Track& track : change.added.tracks) tracks.emplace_back(numbers[next++], track);
        for (const TrackArc& arc : change.added.arcs) arcs.emplace_back(numbers[next++], arc);
        for (const Via& via : change.added.vias) vias.emplace_back(numbers[next++], via);
    }
};

// A few pieces taken out, moved, laid or widened, near each other or anywhere.
CopperChange someChange(const Board& board, const Mirror& mirror, DeterministicRandom& random) {
    CopperChange change;
    const auto shift = [&] { return Nanometres(static_cast<std::int64_t>(random.below(1'000'000)) - 500'000); };
    const auto anyNet = [&] { return NetId(static_cast<std::int32_t>(random.below(board.nets.size()))); };
    const std::uint64_t steps = 1 + random.below(3);
    for (std::uint64_t step = 0; step < steps; ++step) {
        if (!mirror.tracks.empty() && random.below(3) > 0) {
            const auto& [number, track] = mirror.tracks[random.below(mirror.tracks.size())];
            if (std::find(change.removed.begin(), change.removed.end(), number) != change.removed.end()) continue;
            change.removed.push_back(number);
            Track moved = track;
            const std::uint64_t deed = random.below(4);
            if (deed == 0) continue; // only taken out
            if (deed == 1) moved.end = {moved.end.x + shift(), moved.end.y + shift()};
            if (deed == 2) moved.width = moved.width + Nanometres(static_cast<std::int64_t>(random.below(400'000)));
            if (deed == 3) moved.net = anyNet();
            change.added.tracks.push_back(moved);
        } else if (!mirror.vias.empty()) {
            const auto& [number, via] = mirror.vias[random.below(mirror.vias.size())];
            if (std::find(change.removed.begin(), change.removed.end(), number) != change.removed.end()) continue;
            if (random.below(2) == 0) change.removed.push_back(number);
            Via moved = via;
            moved.position = {via.position.x + shift(), via.position.y + shift()};
            moved.removeUnusedLayers = random.below(2) == 0;
            moved.tentedFront = random.below(2) == 0;
            if (random.below(3) > 0) change.added.vias.push_back(moved);
        } else if (!board.pads.empty()) {
            const Pad& pad = board.pads[random.below(board.pads.size())];
            Via via;
            via.position = {pad.position.x + shift() * 2, pad.position.y + shift() * 2};
            via.diameter = Nanometres(600'000), via.drill = Nanometres(300'000), via.net = anyNet();
            via.from = board.layers.front(), via.to = board.layers.back();
            change.added.vias.push_back(via);
        }
    }
    return change;
}

} // namespace

class IncrementalCheckTest final : public QObject {
    Q_OBJECT
private slots:
    void aChangedBoardReadsAsIfJudgedWhole_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("changes");
        const std::filesystem::path demos = "/usr/share/kicad/demos";
        for (const auto& [name, changes] :
             {std::pair("ecc83/ecc83-pp.kicad_pcb", 60), std::pair("interf_u/interf_u.kicad_pcb", 25), std::pair("stickhub/StickHub.kicad_pcb", 15),
              std::pair("complex_hierarchy/complex_hierarchy.kicad_pcb", 15), std::pair("multichannel/multichannel_mixer.kicad_pcb", 10),
              std::pair("custom_pads_test/custom_pads_test.kicad_pcb", 40)})
            if (std::filesystem::exists(demos / name)) QTest::newRow(name) << QString::fromStdString((demos / name).string()) << changes;
        QTest::newRow("the demo of the house") << VIADUCT_SOURCE_DIR "/resources/demo/viaduct-demo.kicad_pcb" << 60;
    }
    void aChangedBoardReadsAsIfJudgedWhole() {
        QFETCH(QString, path);
        QFETCH(int, changes);
        const auto file = readBoardFile(path.toStdString());
        QVERIFY(file.has_value());
        compare(RuleResolver(file->board, makeRuleSet(*file->board, nullptr, nullptr)), changes);
    }

    void placeRulesMasksRingsAndNecksAreFollowed() {
        MicroBoard small;
        small.outline().minimum("min_connection", "0.3").standard("clearance", "0.2").setup("(solder_mask_min_width 0.1)");
        small.rule("(rule p (constraint physical_clearance (min 0.25mm)))")
            .rule("(rule w (condition \"A.NetName == 'B'\") (constraint track_width (max 0.5mm)))");
        small.zone("GND", MicroBoard::rectangle("5", "5", "25", "25")).ruleArea("KO", MicroBoard::rectangle("30", "5", "40", "15"), true, true);
        small.add("(gr_rect (start 8 30) (end 20 34) (stroke (width 0) (type default)) (fill yes) (layer \"F.Mask\") (uuid "
                  "\"00000000-0000-4000-8000-0000000000fe\"))");
        const char* const nets[] = {"A", "B", "GND"};
        for (int i = 0; i < 12; ++i) {
            const std::string x = std::to_string(6 + 3 * i), net = nets[i % 3];
            small.track(x + " 6", x + ".5 32", i % 2 == 0 ? "0.25" : "0.6", net, i % 4 == 0 ? "B.Cu" : "F.Cu");
            small.via(x + " 20", "0.6", "0.3", net, i % 2 == 0 ? "(remove_unused_layers yes) (keep_end_layers no)" : "(tenting none)");
            small.pad("P" + std::to_string(i), x + " 31", net);
        }
        std::string problem;
        const auto rules = small.resolver(&problem);
        QVERIFY2(rules != nullptr, problem.c_str());
        compare(*rules, 400);
    }

    void aTrackThatServesAsSpokeComesAndGoes() {
        // A pad that one bar of the fill reaches, of two that are asked for.
        const std::string fill = "(xy 26 20) (xy 30 20) (xy 30 30) (xy 26 30) (xy 26 25.15) (xy 25.3 25.15) (xy 25.3 24.85) (xy 26 24.85)";
        const auto rules = MicroBoard()
                               .outline()
                               .zone("GND", MicroBoard::rectangle("20", "20", "30", "30"), "0.2", "F.Cu", fill)
                               .pad("J1", "25 25", "GND")
                               .pad("J2", "28 28", "GND")
                               .track("25 25", "27 27", "0.2", "GND")
                               .resolver();
        QVERIFY(rules != nullptr);
        const std::vector<ZoneFill> fills = MicroBoard::storedFills(rules->board());
        IncrementalCheck incremental(*rules, rules->board().copper, fills);
        const auto isStarved = [&] {
            const CheckReport report = incremental.report();
            return std::any_of(report.violations.begin(), report.violations.end(), [](const Violation& one) { return one.type == "starved_thermal"; });
        };
        QVERIFY(!isStarved());
        (void)incremental.apply({{0}, {}});
        QVERIFY(isStarved());
        CopperChange again;
        again.added.tracks.push_back(rules->board().copper.tracks.front());
        (void)incremental.apply(again);
        QVERIFY(!isStarved());
    }

    void numbersThatNameNothingArePassedOver() {
        const auto rules = MicroBoard().outline().track("10 10", "20 10").pad("P1", "10 10", "A").resolver();
        QVERIFY(rules != nullptr);
        const std::vector<ZoneFill> fills;
        IncrementalCheck check(*rules, rules->board().copper, fills);
        const auto before = linesOf(check.report());
        QVERIFY(check.apply({{-1, 1, 2, 99}, {}}).empty()); // the pad is no copper that can go
        QCOMPARE(linesOf(check.report()), before);
        (void)check.apply({{0, 0}, {}});
        (void)check.apply({{0}, {}});
        QCOMPARE(linesOf(check.report()), linesOf(viaduct::check(*rules, Copper{}, fills)));
    }

private:
    static void compare(const RuleResolver& rules, int changes) {
        const std::vector<ZoneFill> fills = MicroBoard::storedFills(rules.board());
        IncrementalCheck incremental(rules, rules.board().copper, fills);
        QCOMPARE(difference(linesOf(incremental.report()), linesOf(check(rules, rules.board().copper, fills))), QString());
        Mirror mirror(rules.board().copper);
        DeterministicRandom random(7);
        for (int i = 0; i < changes; ++i) {
            const CopperChange change = someChange(rules.board(), mirror, random);
            const auto numbers = incremental.apply(change);
            mirror.apply(change, numbers);
            const QString found = difference(linesOf(incremental.report()), linesOf(check(rules, mirror.copper(), fills)));
            QVERIFY2(found.isEmpty(), qPrintable(QString("change %1\n%2").arg(i).arg(found)));
        }
    }
};

QTEST_GUILESS_MAIN(IncrementalCheckTest)
#include "incrementalchecktest.moc"
