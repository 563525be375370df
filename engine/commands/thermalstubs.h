// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "engine/check/violation.h"
#include "engine/rules/ruleresolver.h"
#include "engine/session/state.h"

namespace viaduct {

// Pads that were given a stub already, with its layer.
using StubbedPads = std::set<std::pair<PadId, LayerId>>;

// For every starved_thermal among `violations` a short track from the pad across the relief gap into the pour, where no spoke is if that can be:
// what a person draws who meets the error. KiCad counts a track that starts in the pad and ends in the fill as a spoke (anchors/kicad.md, starved_thermal).
// `state` is the state the violations are of. Pads in `stubbed`, and pads that no legal stub can leave, get none; the others are added to it.
[[nodiscard]] std::vector<Track> thermalStubs(const RuleResolver& rules, const State& state, const std::vector<Violation>& violations, StubbedPads& stubbed);

} // namespace viaduct
