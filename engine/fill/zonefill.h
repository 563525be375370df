// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/base/stopflag.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

struct FillOptions final {
    Nanometres maxError{5000}; // KiCad's default arc error
    const StopFlag* stop{nullptr};
    std::vector<ZoneId> only; // fills of these zones only are returned; empty: every copper zone of the board (not of footprints)
};

// Copper of every zone on every layer, as KiCad 9's zone filler makes it (thermal reliefs, clearances, priorities, minimum width, island
// removal, keepouts, holes, edge). Deterministic. Rule areas have no entry. Order: by zone, then layer.
[[nodiscard]] std::vector<ZoneFill> fillZones(const RuleResolver& rules, const Copper& copper, const FillOptions& options = {});

} // namespace viaduct
