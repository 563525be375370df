// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/base/stopflag.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

// Half of what two fillers may differ by in a neck: each draws arcs with chords off by KiCad's 5 um at most, and a little.
inline constexpr Nanometres kChordCaution{6000};

struct FillOptions final {
    Nanometres maxError{5000}; // KiCad's default arc error
    // Copper that is wider than the minimum by less than twice this goes too, but for spokes: what another filler, with other chords for arcs,
    // may or may not leave. 0: KiCad's own minimum.
    Nanometres caution{0};
    const StopFlag* stop{nullptr};
    std::vector<ZoneId> only{}; // fills of these zones only are returned; empty: every copper zone of the board (not of footprints)
};

// Copper of every zone on every layer, as KiCad 9's zone filler makes it (thermal reliefs, clearances, priorities, minimum width, island
// removal, keepouts, holes, edge). Deterministic. Rule areas have no entry. Order: by zone, then layer.
[[nodiscard]] std::vector<ZoneFill> fillZones(const RuleResolver& rules, const Copper& copper, const FillOptions& options = {});

// Whether any zone of the board is a pour: filled, and no teardrop.
[[nodiscard]] bool hasPours(const Board& board) noexcept;

} // namespace viaduct
