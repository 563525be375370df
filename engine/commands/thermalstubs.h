// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "engine/check/violation.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

// Where the stubs end that a pad was given already, by layer.
using StubbedPads = std::map<std::pair<PadId, LayerId>, std::vector<Point>>;

// For every starved_thermal among `violations` a short track from the pad across the relief gap into the pour, where no spoke is if that can be:
// what a person draws who meets the error. KiCad counts a track that starts in the pad and ends in the fill as a spoke (anchors/kicad.md, starved_thermal).
// `fills` is what surely is copper round `copper`. A pad that is starved in spite of a stub gets another one, a few times; pads that no legal
// stub can leave get none.
[[nodiscard]] std::vector<Track> thermalStubs(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills,
                                              const std::vector<Violation>& violations, StubbedPads& stubbed);

} // namespace viaduct
