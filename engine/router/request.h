// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/board/board.h"

namespace viaduct {

// A region of the board where copper costs more or is forbidden (SPEC 9, `hints.regions`).
struct RegionHint final {
    Ring polygon;
    LayerSet layers;         // empty: all
    std::vector<NetId> nets; // these only; empty: all but `exceptNets`
    std::vector<NetId> exceptNets;
    double factor{1.0}; // 1 ... 100
    bool isForbidden{false};
};

struct RouteHints final {
    std::vector<NetId> firstNets;
    std::vector<std::pair<PadId, PadId>> priority;
    std::map<LayerId, double> layerFactors; // 1 ... 1000; kForbidden forbids tracks on the layer
    static constexpr double kForbidden = -1.0;
    std::vector<RegionHint> regions;
    [[nodiscard]] bool isEmpty() const { return firstNets.empty() && priority.empty() && layerFactors.empty() && regions.empty(); }
};

struct RouteRequest final {
    std::vector<NetId> nets;                          // empty: every net with an open connection
    std::vector<std::pair<PadId, PadId>> connections; // further limits to these, when not empty
    std::uint64_t work{40'000'000};                   // weighted units per variant
    int variants{4};
    int threads{1}; // never changes the result
    std::uint64_t seed{1};
    RouteHints hints;
    // Replay of a stopped run: variant i of round r, which is number 64 r + i, stops when it has used this work; 0: it never begins.
    std::vector<std::pair<int, std::uint64_t>> stoppedAt;
};

} // namespace viaduct
