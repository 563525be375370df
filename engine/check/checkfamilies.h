// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "engine/check/checkrun.h"

namespace viaduct {

// What a family has to look at again when copper came or went.
enum class CheckScope : std::uint8_t {
    Items,    // the changed items, against everything near them
    Touching, // those, and copper that they touch or touched
    Openings, // those, and the openings in the solder mask near them that belong to no pad or via
    Thermals, // pads of the changed nets
    Net,      // the changed nets, one at a time
    NetLayer, // the changed nets on the changed layers
    Spikes,   // sharp corners of fills, pads and drawings near them
    Pairs,    // the pairs of the changed nets; every pair where a custom rule asks
    Rules,    // everything: of whole nets or pairs, and only where a custom rule asks
    Board,    // nothing: no track or via matters to it
};

struct CheckFamily final {
    void (*judge)(CheckRun& run);
    CheckScope scope;
};

// Every family, in the order of a whole run.
[[nodiscard]] std::span<const CheckFamily> checkFamilies();

// The owners (Violation::owner) that the run's judged boxes concern, ascending.
[[nodiscard]] std::vector<std::int32_t> judgedOpenings(const CheckRun& run); // soldermask.cpp
[[nodiscard]] std::vector<std::int32_t> judgedSpikes(const CheckRun& run);   // copperslivers.cpp
// The solder masks follow the table of items.
void addToMasks(CheckRun& run, std::int32_t item);
void takeFromMasks(CheckRun& run, std::int32_t item);

// A report of these violations: sorted, exclusions marked.
[[nodiscard]] CheckReport reportOf(const RuleSet& rules, std::vector<Violation> violations, std::vector<RatsnestEdge> unconnected);

} // namespace viaduct
