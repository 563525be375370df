// SPDX-License-Identifier: GPL-3.0-or-later
// The checker on real boards: a whole run, and what one track more costs a checker that is kept ready.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "engine/check/checker.h"
#include "engine/check/incrementalcheck.h"
#include "engine/kicad/boardreader.h"

using namespace viaduct;

namespace {

struct Bench final {
    std::shared_ptr<const Board> board;
    std::unique_ptr<RuleResolver> rules;
    std::vector<ZoneFill> fills;
};

const Bench* benchOf(const std::string& path) {
    static std::map<std::string, Bench> read;
    if (const auto known = read.find(path); known != read.end()) return &known->second;
    const auto file = readBoardFile(path);
    if (!file) return nullptr;
    Bench made{file->board, std::make_unique<RuleResolver>(file->board, makeRuleSet(*file->board, nullptr, nullptr)), {}};
    for (const Zone& zone : made.board->zones)
        if (!zone.isRuleArea()) made.fills.insert(made.fills.end(), zone.storedFills.begin(), zone.storedFills.end());
    return &read.emplace(path, std::move(made)).first->second;
}

void wholeRun(benchmark::State& state, const std::string& path) {
    const Bench* bench = benchOf(path);
    if (bench == nullptr) return state.SkipWithError("the board cannot be read");
    for (auto _ : state) benchmark::DoNotOptimize(check(*bench->rules, bench->board->copper, bench->fills));
}

// Each step lays one track again that was taken out before; the taking out is not timed.
void oneTrack(benchmark::State& state, const std::string& path, bool ofPours) {
    const Bench* bench = benchOf(path);
    if (bench == nullptr) return state.SkipWithError("the board cannot be read");
    const Copper& copper = bench->board->copper;
    IncrementalCheck incremental(*bench->rules, copper, bench->fills);
    std::vector<std::int32_t> numbers(copper.tracks.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int32_t>(i);
    std::vector<std::size_t> asked; // tracks of nets with a pour, or of the others
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (std::any_of(bench->fills.begin(), bench->fills.end(),
                        [&](const ZoneFill& fill) { return bench->board->zone(fill.zone).net == copper.tracks[i].net; }) == ofPours)
            asked.push_back(i);
    if (asked.empty()) return state.SkipWithError("no such track");
    std::size_t step = 0;
    for (auto _ : state) {
        state.PauseTiming();
        step = (step + 7919) % asked.size();
        const std::size_t at = asked[step];
        (void)incremental.apply({{numbers[at]}, {}});
        CopperChange change;
        change.added.tracks.push_back(copper.tracks[at]);
        state.ResumeTiming();
        const std::vector<std::int32_t> added = incremental.apply(change);
        benchmark::DoNotOptimize(incremental.violationsOf(added));
        state.PauseTiming();
        numbers[at] = added.front();
        state.ResumeTiming();
    }
}

} // namespace

int main(int argc, char** argv) {
    for (const auto& entry : {"video/video.kicad_pcb", "pic_programmer/pic_programmer.kicad_pcb", "tiny_tapeout/tinytapeout-demo.kicad_pcb",
                              "kit-dev-coldfire-xilinx_5213/kit-dev-coldfire-xilinx_5213.kicad_pcb"}) {
        const std::filesystem::path path = std::filesystem::path("/usr/share/kicad/demos") / entry;
        if (!std::filesystem::exists(path)) continue;
        benchmark::RegisterBenchmark(("wholeRun/" + path.stem().string()).c_str(), wholeRun, path.string())->Unit(benchmark::kMillisecond);
        for (const bool ofPours : {false, true})
            benchmark::RegisterBenchmark(((ofPours ? "oneTrackOfAPour/" : "oneTrack/") + path.stem().string()).c_str(), oneTrack, path.string(), ofPours)
                ->Unit(benchmark::kMicrosecond)
                ->Iterations(2000);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
