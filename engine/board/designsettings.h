// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/geometry/nanometres.h"

namespace viaduct {

// Values as a file states them: absent means "not stated here". Read from .kicad_pro (KiCad 6 and later) and from (setup ...) of KiCad 4/5 files.
struct StatedMinimums final {
    std::optional<Nanometres> clearance, trackWidth, connectionWidth, annularWidth, viaDiameter, throughHole, microviaDiameter, microviaDrill, holeToHole,
        holeClearance, edgeClearance;
    std::optional<Nanometres> solderMaskToCopper, grooveWidth;
    std::optional<int> resolvedSpokes;
};

struct StatedNetClass final {
    std::string name;
    std::optional<int> priority; // KiCad 9: lower wins; Default has 2147483647
    std::optional<Nanometres> clearance, trackWidth, viaDiameter, viaDrill, microviaDiameter, microviaDrill, pairWidth, pairGap, pairViaGap;
    std::vector<std::string> nets; // (add_net ...) of KiCad 4/5
};

struct StatedRules final {
    StatedMinimums minimums;
    std::vector<StatedNetClass> classes;
    std::vector<std::pair<std::string, std::vector<std::string>>> assignments; // net name -> class names
    std::vector<std::pair<std::string, std::string>> patterns;                 // wildcard or regular expression -> class name
    std::map<std::string, std::string> severities;                             // DRC type -> error | warning | ignore
    std::vector<std::string> exclusions;
    std::map<std::string, std::string> textVariables;
    std::optional<bool> useHeightForLengths; // vias count with their height in a net's length
    [[nodiscard]] bool isEmpty() const { return classes.empty() && assignments.empty() && patterns.empty(); }
};

} // namespace viaduct
