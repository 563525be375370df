// SPDX-License-Identifier: GPL-3.0-or-later
// CPU time of reading, filling and checking whole boards: the demo board of the repository and, where they are installed, KiCad's.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "engine/check/checker.h"
#include "engine/fill/zonefill.h"
#include "engine/kicad/boardreader.h"

namespace {

using namespace viaduct;

std::vector<std::pair<std::string, std::string>> boards() {
    const std::string demos = "/usr/share/kicad/demos/";
    std::vector<std::pair<std::string, std::string>> found{{"viaduct-demo", VIADUCT_SOURCE_DIR "/resources/demo/viaduct-demo.kicad_pcb"}};
    for (const char* name : {"pic_programmer", "video"}) {
        std::string path = demos + name + "/" + name + ".kicad_pcb";
        if (std::filesystem::exists(path)) found.emplace_back(name, std::move(path));
    }
    return found;
}

void load(benchmark::State& state, const std::string& path) {
    for (auto _ : state) {
        auto file = readBoardFile(path);
        if (!file) return state.SkipWithError(file.error().text.c_str());
        benchmark::DoNotOptimize(file->board);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(std::filesystem::file_size(path)));
}

void fill(benchmark::State& state, const std::string& path) {
    const auto file = readBoardFile(path);
    if (!file) return state.SkipWithError(file.error().text.c_str());
    const RuleResolver rules(file->board, makeRuleSet(*file->board, nullptr, nullptr));
    for (auto _ : state) benchmark::DoNotOptimize(fillZones(rules, file->board->copper));
}

void checkCopper(benchmark::State& state, const std::string& path) {
    const auto file = readBoardFile(path);
    if (!file) return state.SkipWithError(file.error().text.c_str());
    const RuleResolver rules(file->board, makeRuleSet(*file->board, nullptr, nullptr));
    const auto fills = fillZones(rules, file->board->copper);
    for (auto _ : state) benchmark::DoNotOptimize(check(rules, file->board->copper, fills));
}

} // namespace

int main(int argc, char** argv) {
    for (const auto& [name, path] : boards()) {
        for (const auto& [verb, run] : {std::pair{"load", &load}, std::pair{"fill", &fill}, std::pair{"check", &checkCopper}}) {
            benchmark::RegisterBenchmark((std::string(verb) + "/" + name).c_str(), *run, path)->Unit(benchmark::kMillisecond);
        }
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return EXIT_FAILURE;
    benchmark::RunSpecifiedBenchmarks();
    return EXIT_SUCCESS;
}
