// SPDX-License-Identifier: GPL-3.0-or-later
// The router: expansions per second of CPU on a lattice of eight million cells, whole routes of real boards, and the time from a stop to the
// result that is kept. Counters carry the figures; the time column of `stop` is wall time, all others are CPU time of the process.
#include <chrono>
#include <ctime>
#include <filesystem>
#include <thread>

#include <benchmark/benchmark.h>

#include "engine/base/deterministicrandom.h"
#include "engine/commands/commandregistry.h"
#include "engine/fill/zonefill.h"
#include "engine/router/portfolio.h"
#include "engine/session/workspace.h"
#include "tests/support/boardbuilder.h"

namespace {

using namespace viaduct;
using Clock = std::chrono::steady_clock;

double cpuSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// 100 x 100 mm, two layers, 120 nets between random places: 2000 x 2000 x 2 cells at 50 um.
test::BoardBuilder field() {
    test::BoardBuilder board;
    board.outline(0, 0, 100, 100);
    DeterministicRandom random(7);
    const auto place = [&] { return 3.0 + static_cast<double>(random.below(94)); };
    for (int i = 0; i < 120; ++i) {
        const int net = board.net("N" + std::to_string(i));
        board.pad("A" + std::to_string(i), net, place(), place(), 0.6).pad("B" + std::to_string(i), net, place(), place(), 0.6);
    }
    return board;
}

void expansions(benchmark::State& state) {
    const auto file = field().file();
    if (!file) return state.SkipWithError(file.error().text.c_str());
    const RuleResolver rules(file->board, makeRuleSet(*file->board, nullptr, nullptr));
    std::vector<NetId> nets;
    for (std::size_t i = 1; i < file->board->nets.size(); ++i) nets.push_back(NetId(static_cast<std::int32_t>(i)));
    const std::vector<ZoneFill> fills;
    const RoutingModel model(rules, file->board->copper, fills, nets, {}, 50'000);
    const PinAccess access(model);
    std::uint64_t count = 0;
    double seconds = 0;
    for (auto _ : state) {
        WorkBudget work(20'000'000, nullptr);
        Variant variant(model, access, settingsOf(0, 1), 0, work, nullptr);
        const double before = cpuSeconds();
        variant.run();
        const double taken = cpuSeconds() - before;
        seconds += taken, count += work.expansions();
        state.SetIterationTime(taken);
    }
    state.counters["cells"] = static_cast<double>(model.lattice().nodeCount());
    state.counters["expansions_per_cpu_s"] = static_cast<double>(count) / seconds;
}

struct NamedBoard final {
    const char* name;
    std::string path;
};

std::vector<NamedBoard> boards() {
    std::vector<NamedBoard> found{{"viaduct-demo", VIADUCT_SOURCE_DIR "/resources/demo/viaduct-demo.kicad_pcb"}};
    for (const char* name : {"pic_programmer", "complex_hierarchy", "video"}) {
        std::string path = std::string("/usr/share/kicad/demos/") + name + "/" + name + ".kicad_pcb";
        if (std::filesystem::exists(path)) found.push_back({name, std::move(path)});
    }
    return found;
}

// A workspace on a board without its tracks, and every command.
struct Opened final {
    explicit Opened(const std::string& path) {
        addEngineCommands(registry);
        WorkspaceOptions options;
        options.keepsJournal = false;
        options.session.threads = 2;
        workspace = std::make_unique<Workspace>(options);
        ReadOptions read;
        read.strip = true;
        if (const auto opened = workspace->open(path, read); !opened) problem = opened.error().text;
        context.workspace = workspace.get();
        context.actor = "bench";
    }
    std::string problem;
    CommandRegistry registry;
    std::unique_ptr<Workspace> workspace;
    CallContext context;
};

void routeWhole(benchmark::State& state, const std::string& path) {
    double open = 0, seconds = 0;
    for (auto _ : state) {
        Opened opened(path);
        if (!opened.problem.empty()) return state.SkipWithError(opened.problem.c_str());
        const double before = cpuSeconds();
        const auto result = opened.registry.call(opened.context, "route", nlohmann::json::object());
        seconds = cpuSeconds() - before;
        state.SetIterationTime(seconds);
        if (!result) return state.SkipWithError(result.error().text.c_str());
        open = (*result)["open_total"].get<double>();
    }
    state.counters["open"] = open;
}

// Stops a route after one to two seconds; what counts is how long the call goes on from there.
void stop(benchmark::State& state, const std::string& path) {
    double longest = 0;
    int round = 0;
    for (auto _ : state) {
        Opened opened(path);
        if (!opened.problem.empty()) return state.SkipWithError(opened.problem.c_str());
        StopFlag flag;
        opened.context.stop = &flag;
        Clock::time_point asked;
        std::jthread clock([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(1000 + 250 * (round++ % 5)));
            asked = Clock::now();
            flag.request();
        });
        const auto result = opened.registry.call(opened.context, "route", {{"variants", 8}, {"work", 50'000'000}});
        const Clock::time_point ended = Clock::now();
        clock.join();
        if (!result) return state.SkipWithError(result.error().text.c_str());
        if (!(*result)["stopped"].get<bool>()) return state.SkipWithError("the route was through before it could be stopped");
        const double taken = std::chrono::duration<double>(ended - asked).count();
        longest = std::max(longest, taken);
        state.SetIterationTime(taken);
    }
    state.counters["longest_s"] = longest;
}

} // namespace

int main(int argc, char** argv) {
    benchmark::RegisterBenchmark("expansions", expansions)->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);
    for (const NamedBoard& board : boards()) {
        if (board.name != std::string("video"))
            benchmark::RegisterBenchmark((std::string("route/") + board.name).c_str(), routeWhole, board.path)
                ->UseManualTime()
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
        else
            benchmark::RegisterBenchmark((std::string("stop/") + board.name).c_str(), stop, board.path)
                ->UseManualTime()
                ->Iterations(5)
                ->Unit(benchmark::kMillisecond);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
