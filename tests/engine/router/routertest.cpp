// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/check/checker.h"
#include "engine/fill/zonefill.h"
#include "engine/kicad/boardreader.h"
#include "engine/router/obstacles.h"
#include "engine/router/router.h"

using namespace viaduct;

class RouterTest final : public QObject {
    Q_OBJECT
private slots:
    void everythingOnTheDemoBoardIsRoutedWithoutAnAddedError();
    void threadsAndWatchingDoNotChangeTheResult();
    void aStoppedRunEndsAtTheSameCopperWhenReplayed();
    void whatNewTracksCutOutOfAPourIsJoinedAgain();
    void aStopInALaterRoundIsReplayedToo();
    void aStopBetweenTwoVariantsIsReplayedToo();
    void openingsOverViasKeepTheirDistance();
    void crossingNetsUseBothLayers();
    void aPinBehindAWallIsExplained();
    void noWorkLeavesEverythingOpen();
};

namespace {

struct Problem {
    std::shared_ptr<const Board> board;
    std::unique_ptr<RuleResolver> rules;
    std::vector<ZoneFill> fills;
};

Problem problemOf(Result<BoardFile> file) {
    if (!file) qFatal("%s", file.error().text.c_str());
    Problem problem;
    problem.board = file->board;
    problem.rules = std::make_unique<RuleResolver>(problem.board, makeRuleSet(*problem.board, nullptr, nullptr));
    problem.fills = fillZones(*problem.rules, problem.board->copper);
    return problem;
}

Problem demo() {
    ReadOptions options;
    options.strip = true;
    return problemOf(readBoardFile(VIADUCT_SOURCE_DIR "/resources/demo/viaduct-demo.kicad_pcb", options));
}

// A KiCad 5 board of 20 x 20 mm with through-hole pads of 1.5 mm: {x, y, net}.
Problem pads(const std::vector<std::array<int, 3>>& list, const std::string& more = {}) {
    std::string text = "(kicad_pcb (version 20171130) (host pcbnew 5.1)\n (layers (0 F.Cu signal) (31 B.Cu signal) (44 Edge.Cuts user))\n (net 0 \"\")\n (net "
                       "1 A)\n (net 2 B)\n";
    int number = 0;
    for (const auto& [x, y, net] : list)
        text += " (module P (layer F.Cu) (at " + std::to_string(x) + " " + std::to_string(y) + ") (fp_text reference J" + std::to_string(++number) +
                " (at 0 0) (layer F.SilkS)) (pad 1 thru_hole circle (at 0 0) (size 1.5 1.5) (drill 0.8) (layers *.Cu *.Mask) (net " + std::to_string(net) +
                " " + (net == 1 ? "A" : "B") + ")))\n";
    for (const char* edge : {"(start 0 0) (end 20 0)", "(start 20 0) (end 20 20)", "(start 20 20) (end 0 20)", "(start 0 20) (end 0 0)"})
        text += std::string(" (gr_line ") + edge + " (layer Edge.Cuts) (width 0.1))\n";
    return problemOf(readBoardText(text + more + ")\n", "pads.kicad_pcb"));
}

RouteOutcome routed(const Problem& problem, const RouteRequest& request, EventSink* events = nullptr, const StopFlag* stop = nullptr) {
    return route(*problem.rules, problem.board->copper, problem.fills, request, events, stop);
}

std::string linesOf(const Copper& copper) {
    std::string text;
    for (const Track& t : copper.tracks)
        text += std::to_string(t.net.value()) + " " + std::to_string(t.layer.value()) + " " + std::to_string(t.start.x.value()) + " " +
                std::to_string(t.start.y.value()) + " " + std::to_string(t.end.x.value()) + " " + std::to_string(t.end.y.value()) + " " +
                std::to_string(t.width.value()) + "\n";
    for (const Via& v : copper.vias)
        text += std::to_string(v.net.value()) + " via " + std::to_string(v.position.x.value()) + " " + std::to_string(v.position.y.value()) + "\n";
    return text;
}

Copper withAll(const Copper& base, const Copper& added) {
    Copper all = base;
    all.tracks.insert(all.tracks.end(), added.tracks.begin(), added.tracks.end());
    all.vias.insert(all.vias.end(), added.vias.begin(), added.vias.end());
    return all;
}

class Watcher final : public EventSink {
public:
    void receive(const RouterEvent&) override { ++events; }
    [[nodiscard]] bool wantsTransient() const noexcept override { return true; }
    std::atomic<int> events{0};
};

// Asks for a stop at a given event, which is a given place of the run.
class Stopper final : public EventSink {
public:
    Stopper(StopFlag& stop, int at) : m_stop(stop), m_left(at) {}
    void receive(const RouterEvent&) override {
        if (--m_left == 0) m_stop.request();
    }

private:
    StopFlag& m_stop;
    std::atomic<int> m_left;
};

} // namespace

void RouterTest::everythingOnTheDemoBoardIsRoutedWithoutAnAddedError() {
    const Problem problem = demo();
    const RouteOutcome outcome = routed(problem, {});
    QVERIFY(outcome.connections > 0);
    QCOMPARE(outcome.routed, outcome.connections);
    const CheckReport before = check(*problem.rules, problem.board->copper, problem.fills);
    const Copper all = withAll(problem.board->copper, outcome.added);
    CheckReport after = check(*problem.rules, all, fillZones(*problem.rules, all));
    markAdded(after, before);
    QVERIFY(after.unconnected.empty());
    for (const Violation& violation : after.violations)
        if (violation.isAdded && violation.severity == "error") QFAIL(violation.description.c_str());
}

void RouterTest::threadsAndWatchingDoNotChangeTheResult() {
    const Problem problem = demo();
    RouteRequest request;
    const std::string alone = linesOf(routed(problem, request).added);
    QVERIFY(!alone.empty());
    request.threads = 2;
    Watcher watcher;
    QCOMPARE(linesOf(routed(problem, request, &watcher).added), alone);
    QVERIFY(watcher.events > 0);
}

void RouterTest::aStoppedRunEndsAtTheSameCopperWhenReplayed() {
    const Problem problem = demo();
    for (const int at : {1, 10, 40, 80}) {
        RouteRequest request;
        request.threads = 2;
        StopFlag stop;
        Stopper stopper(stop, at);
        const RouteOutcome first = routed(problem, request, &stopper, &stop);
        if (!first.wasStopped) continue; // it was through before
        RouteRequest again;
        again.stoppedAt = first.stoppedAt;
        const RouteOutcome second = routed(problem, again);
        QCOMPARE(linesOf(second.added), linesOf(first.added));
        QCOMPARE(second.open.size(), first.open.size());
        QCOMPARE(second.work.total, first.work.total);
    }
}

namespace {

// A pour of net A on the back joins two pads; net B must cross it there, and cuts it in two.
Problem cutPour() {
    return pads({{5, 10, 1}, {15, 10, 1}, {10, 3, 2}, {10, 17, 2}},
                " (zone (net 1) (net_name A) (layer B.Cu) (tstamp 0) (hatch edge 0.508) (connect_pads (clearance 0.2)) (min_thickness 0.2) (fill yes "
                "(thermal_gap 0.3) (thermal_bridge_width 0.4)) (polygon (pts (xy 2 5) (xy 18 5) (xy 18 15) (xy 2 15))))\n");
}

RouteRequest onTheBackAlone() {
    RouteRequest request;
    request.threads = 2;
    request.hints.layerFactors[LayerId(0)] = RouteHints::kForbidden;
    return request;
}

} // namespace

void RouterTest::whatNewTracksCutOutOfAPourIsJoinedAgain() {
    const Problem problem = cutPour();
    const RouteOutcome outcome = routed(problem, onTheBackAlone());
    QCOMPARE(outcome.connections, std::size_t{1});
    const Copper all = withAll(problem.board->copper, outcome.added);
    const std::vector<ZoneFill> fills = fillZones(*problem.rules, all);
    QVERIFY(Connectivity(*problem.board, all, &fills).ratsnest().empty());
    const NetId a = problem.board->findNet("A");
    QVERIFY(std::any_of(all.tracks.begin(), all.tracks.end(), [a](const Track& track) { return track.net == a; }));
    QCOMPARE(check(*problem.rules, all, fills).errorCount(), std::size_t{0});
}

void RouterTest::aStopInALaterRoundIsReplayedToo() {
    const Problem problem = cutPour();
    bool isAnyLate = false;
    for (int at = 1;; ++at) {
        StopFlag stop;
        Stopper stopper(stop, at);
        const RouteOutcome first = routed(problem, onTheBackAlone(), &stopper, &stop);
        if (!first.wasStopped) break;
        RouteRequest again = onTheBackAlone();
        again.stoppedAt = first.stoppedAt;
        const RouteOutcome second = routed(problem, again);
        QVERIFY(second.wasStopped);
        QCOMPARE(linesOf(second.added), linesOf(first.added));
        QCOMPARE(second.work.total, first.work.total);
        isAnyLate = isAnyLate || std::any_of(first.stoppedAt.begin(), first.stoppedAt.end(), [](const auto& end) { return end.first >= 64; });
    }
    QVERIFY(isAnyLate);
}

namespace {

// Two pads of a net; copper drawings without a net stand round the first, on both layers.
Problem walledIn() {
    std::string wall;
    for (const char* layer : {"F.Cu", "B.Cu"})
        for (const char* side : {"(start 3 3) (end 7 3)", "(start 7 3) (end 7 7)", "(start 7 7) (end 3 7)", "(start 3 7) (end 3 3)"})
            wall += std::string(" (gr_line ") + side + " (layer " + layer + ") (width 0.3))\n";
    return pads({{5, 5, 1}, {15, 15, 1}}, wall);
}

} // namespace

void RouterTest::aStopBetweenTwoVariantsIsReplayedToo() {
    // Variant 0 ends with its pin walled in; a stop at its last event comes before any other variant has begun.
    const Problem problem = walledIn();
    int last = 0;
    RouteRequest request;
    request.variants = 2;
    for (int at = 1; at < 500; ++at) {
        StopFlag stop;
        Stopper stopper(stop, at);
        const RouteOutcome first = routed(problem, request, &stopper, &stop);
        if (!stop.isRequested()) break;
        last = at;
        RouteRequest again = request;
        again.stoppedAt = first.stoppedAt;
        const RouteOutcome second = routed(problem, again);
        QCOMPARE(second.wasStopped, first.wasStopped);
        QCOMPARE(second.work.total, first.work.total);
        QCOMPARE(second.open.size(), first.open.size());
        QVERIFY(second.open.front().reason == first.open.front().reason);
    }
    QVERIFY(last > 4);
}

void RouterTest::openingsOverViasKeepTheirDistance() {
    for (const bool isTented : {true, false}) {
        const Problem problem = pads({{5, 10, 1}, {15, 10, 2}},
                                     std::string(" (setup (pad_to_mask_clearance 0.2) (pcbplotparams (viasonmask ") + (isTented ? "false" : "true") + ")))\n");
        const NetProfiles profiles(*problem.rules, {NetId(1), NetId(2)});
        const NetProfile& profile = profiles[profiles.ofNet(NetId(2))];
        const Obstacles obstacles(*problem.rules, {});
        // Copper 0.35 mm apart: enough for the clearance and one opening of 0.2 mm, not for two.
        const Point at = pointAt(5'000'000 + 750'000 + 350'000 + profile.viaRadius(), 10'000'000);
        QCOMPARE(obstacles.viaConflict(NetId(2), profile, at) == nullptr, isTented);
        QVERIFY(obstacles.viaConflict(NetId(2), profile, at + pointAt(60'000, 0)) == nullptr);
    }
}

void RouterTest::crossingNetsUseBothLayers() {
    const Problem problem = pads({{5, 10, 1}, {15, 10, 1}, {10, 5, 2}, {10, 15, 2}});
    const RouteOutcome outcome = routed(problem, {});
    QCOMPARE(outcome.routed, std::size_t{2});
    bool front = false, back = false;
    for (const Track& track : outcome.added.tracks) (track.layer == LayerId(0) ? front : back) = true;
    QVERIFY(front);
    QVERIFY(back || outcome.added.tracks.size() > 4); // or one goes all the way round
    QVERIFY(check(*problem.rules, outcome.added, {}).errorCount() == 0);
}

void RouterTest::aPinBehindAWallIsExplained() {
    const Problem problem = walledIn();
    const RouteOutcome outcome = routed(problem, {});
    QCOMPARE(outcome.routed, std::size_t{0});
    QCOMPARE(outcome.open.size(), std::size_t{1});
    QVERIFY(outcome.added.isEmpty());
    QVERIFY(outcome.open.front().reason == OpenReason::NoAccess);
    QVERIFY(outcome.open.front().why.find("J1.1") != std::string::npos);
    QVERIFY(!outcome.open.front().blockers.empty());
}

void RouterTest::noWorkLeavesEverythingOpen() {
    const Problem problem = pads({{5, 10, 1}, {15, 10, 1}});
    RouteRequest request;
    request.work = 0;
    const RouteOutcome outcome = routed(problem, request);
    QCOMPARE(outcome.open.size(), std::size_t{1});
    QVERIFY(outcome.open.front().reason == OpenReason::Budget);
}

QTEST_GUILESS_MAIN(RouterTest)
#include "routertest.moc"
