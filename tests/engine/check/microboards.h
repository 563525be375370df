// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "microboard.h"

// One question a board, with the answer of kicad-cli 9.0.8 (microboardkicadtest asks it again) and ours where it differs on purpose.
struct MicroQuestion final {
    std::string name;
    MicroBoard board;
    std::string kicad;            // types and counts, without dangling ends
    std::string ours{"as KiCad"}; // or what we report instead, with the reason in `why`
    std::string why{};
};

[[nodiscard]] std::vector<MicroQuestion> microQuestions();
