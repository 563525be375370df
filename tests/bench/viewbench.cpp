// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame costs the GUI thread (CPU time, as the machine may be busy) on a board of 50,000 items, at rest and while a route runs, and how
// long the event loop stalls meanwhile. Medians and tails are counters; the time column is the mean.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>
#include <thread>
#include <vector>

#include "engine/commands/commandregistry.h"
#include "engine/service/eventrelay.h"
#include "engine/service/sessionservice.h"
#include "views/boardview.h"

using namespace viaduct;

namespace {

constexpr int kItems = 50000;
constexpr QSize kView(1600, 900);

double cpuMilliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

Point at(double x, double y) { return pointAt(static_cast<std::int64_t>(x * 1e6), static_cast<std::int64_t>(y * 1e6)); }

Track trackAt(int i, int layers) {
    Track track;
    track.net = NetId(1 + i % 500);
    track.layer = LayerId(i % layers);
    const double x = (i * 37 % 1600) * 0.125, y = (i * 53 % 900) * 0.125;
    track.start = at(x, y);
    track.end = at(x + 1.0 + i % 7 * 0.3, y + i % 5 * 0.25);
    track.width = Nanometres(150000 + i % 3 * 50000);
    return track;
}

// 45,000 tracks on four layers and 5,000 pads, 200 x 112 mm.
StatePtr manyItems() {
    auto board = std::make_shared<Board>();
    board->name = "bench";
    board->layers = LayerStack({{"F.Cu", ""}, {"In1.Cu", ""}, {"In2.Cu", ""}, {"B.Cu", ""}});
    for (int net = 0; net <= 500; ++net) board->nets.push_back({NetId(net), net == 0 ? "" : "N" + std::to_string(net), net});
    Footprint part;
    part.id = FootprintId(0);
    part.reference = "U1";
    for (int i = 0; i < 5000; ++i) {
        Pad pad;
        pad.id = PadId(i);
        pad.footprint = part.id;
        pad.number = std::to_string(i);
        pad.net = NetId(1 + i % 500);
        pad.position = at(i % 100 * 2.0, i / 100 * 2.2);
        pad.kind = PadKind::Smd;
        pad.layers = LayerSet::of(LayerId(i % 2 == 0 ? 0 : 3));
        pad.shapes = {Shape::capsule(pad.position, {pad.position.x + Nanometres(400000), pad.position.y}, Nanometres(300000))};
        board->pads.push_back(pad);
    }
    board->footprints.push_back(part);
    auto state = std::make_shared<State>();
    state->board = board;
    state->id = StateId(0);
    for (int i = 0; i < kItems - 5000; ++i) state->added.tracks.push_back(trackAt(i, 4));
    state->copper = std::make_shared<const Copper>(state->added);
    state->fills = std::make_shared<const std::vector<ZoneFill>>();
    for (int i = 0; i < 300; ++i) {
        OpenConnection open;
        open.edge.net = NetId(1 + i);
        open.edge.a.place = at(i * 0.6, 5);
        open.edge.b.place = at(180 - i * 0.5, 100);
        state->open.push_back(open);
    }
    return state;
}

struct Window final {
    Window() : view(selection) {
        view.resize(kView);
        view.show();
        if (!QTest::qWaitForWindowExposed(&view)) std::abort();
        view.setState(manyItems());
        while (view.live().isRunning() || !view.isSettled() || view.view().scale() == 10.0) QTest::qWait(5);
    }
    Selection selection;
    BoardView view;
};

void report(benchmark::State& state, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    if (times.empty()) return;
    state.counters["median_ms"] = times[times.size() / 2];
    state.counters["p95_ms"] = times[times.size() * 95 / 100];
    state.counters["max_ms"] = times.back();
}

// One frame: an input step, then everything the event loop has to do for it. Only this thread's CPU counts.
template <typename Step> void frames(benchmark::State& state, const Step& step) {
    std::vector<double> times;
    int frame = 0;
    for (auto _ : state) {
        const double before = cpuMilliseconds();
        step(frame++);
        QCoreApplication::processEvents(); // one paint, as an event loop would do it
        times.push_back(cpuMilliseconds() - before);
        state.SetIterationTime(times.back() * 1e-3);
        QTest::qWait(4); // the painting threads come to their turn
    }
    report(state, std::move(times));
}

void drag(Window& window, int frame) {
    const int x = 800 + static_cast<int>(300 * std::sin(frame * 0.07)), y = 450 + static_cast<int>(200 * std::cos(frame * 0.05));
    QTest::mouseMove(&window.view, {x, y});
}

void panFrames(benchmark::State& state) {
    Window window;
    window.view.zoomBy(static_cast<double>(state.range(0)));
    QTest::qWait(400);
    QTest::mousePress(&window.view, Qt::LeftButton, {}, {800, 450});
    frames(state, [&](int frame) { drag(window, frame); });
}

void zoomFrames(benchmark::State& state) {
    Window window;
    frames(state, [&](int frame) {
        QWheelEvent turn({700, 400}, {700, 400}, {}, {0, frame % 40 < 20 ? 60 : -60}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&window.view, &turn);
    });
}

// A router that lays, rips and searches 5,000 times a second on another thread, through the relay.
void panFramesWhileRouting(benchmark::State& state) {
    Window window;
    EventRelay relay;
    QObject::connect(&relay, &EventRelay::batch, &window.view, [&](const EventBatch& batch) { window.view.applyLive(batch); });
    window.view.startLive();
    std::atomic<bool> isOver{false};
    std::thread router([&, sink = relay.sinkFor(1)] {
        for (int i = 0; !isOver; ++i) {
            const int connection = i % 3000;
            std::vector<Track> tracks;
            for (int k = 0; k < 6; ++k) tracks.push_back(trackAt(connection * 6 + k, 4));
            if (i % 4 == 3) sink->receive({0, 0, static_cast<std::uint64_t>(i), RouterEvent::Ripped{connection, NetId(1 + i % 500)}});
            sink->receive({0, 0, static_cast<std::uint64_t>(i), RouterEvent::Laid{connection, NetId(1 + i % 500), std::move(tracks), {}}});
            sink->receive(
                {0, 0, static_cast<std::uint64_t>(i), RouterEvent::Frontier{{at(i % 200, 20), at(i % 200 + 1, 21), at(i % 200, 22)}, LayerId(0), NetId(1)}});
            std::this_thread::sleep_for(std::chrono::microseconds(400));
        }
    });
    QTest::mousePress(&window.view, Qt::LeftButton, {}, {800, 450});
    frames(state, [&](int frame) { drag(window, frame); });
    isOver = true;
    router.join();
}

// A real route in the service; the event loop beats every millisecond.
void loopStallsWhileRouting(benchmark::State& state) {
    auto registry = std::make_shared<CommandRegistry>();
    addEngineCommands(*registry);
    std::vector<double> gaps;
    for (auto _ : state) {
        WorkspaceOptions options;
        options.keepsJournal = false;
        SessionService service(options, registry);
        Selection selection;
        BoardView view(selection);
        view.resize(kView);
        view.show();
        QObject::connect(&service, &SessionService::stateChanged, &view, &BoardView::setState);
        QObject::connect(&service, &SessionService::eventBatch, &view, &BoardView::applyLive);
        bool isOpen = false, isOver = false;
        // A board that keeps the router busy for seconds, where there is one.
        const QString large = QStringLiteral("/usr/share/kicad/demos/pic_programmer/pic_programmer.kicad_pcb");
        const QString board = QFile::exists(large) ? large : QStringLiteral(VIADUCT_SOURCE_DIR "/resources/demo/viaduct-demo.kicad_pcb");
        service.open({board, true, {}}, &view, [&](const CallRecord&) { isOpen = true; });
        while (!isOpen) QTest::qWait(5);
        QTest::qWait(200);
        view.startLive();
        service.call(QStringLiteral("route"), {{"work", 20000000}, {"variants", 4}}, QStringLiteral("person"), &view,
                     [&](const CallRecord&) { isOver = true; });
        QElapsedTimer beat;
        QTimer heart;
        qint64 last = 0;
        QObject::connect(&heart, &QTimer::timeout, &view, [&] {
            const qint64 now = beat.nsecsElapsed();
            gaps.push_back(static_cast<double>(now - last) * 1e-6 - 1.0);
            last = now;
        });
        beat.start();
        heart.setTimerType(Qt::PreciseTimer);
        heart.start(1);
        while (!isOver) QTest::qWait(20);
        state.SetIterationTime(static_cast<double>(beat.elapsed()) * 1e-3);
    }
    std::sort(gaps.begin(), gaps.end());
    if (gaps.empty()) return;
    state.counters["beats"] = static_cast<double>(gaps.size());
    state.counters["p99_ms"] = gaps[gaps.size() * 99 / 100];
    state.counters["max_ms"] = gaps.back();
}

BENCHMARK(panFrames)->Arg(1)->Arg(5)->Arg(25)->UseManualTime()->Iterations(150)->Unit(benchmark::kMillisecond);
BENCHMARK(zoomFrames)->UseManualTime()->Iterations(150)->Unit(benchmark::kMillisecond);
BENCHMARK(panFramesWhileRouting)->UseManualTime()->Iterations(300)->Unit(benchmark::kMillisecond);
BENCHMARK(loopStallsWhileRouting)->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
