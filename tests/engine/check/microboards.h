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

class MicroQuestions final {
public:
    void operator()(const std::string& name, const MicroBoard& board, const std::string& kicad, const std::string& ours = "as KiCad",
                    const std::string& why = "") {
        m_all.push_back({name, board, kicad, ours, why});
    }
    [[nodiscard]] std::vector<MicroQuestion> all() const { return m_all; }

private:
    std::vector<MicroQuestion> m_all;
};

void askAboutLengths(MicroQuestions& ask);   // microlengths.cpp
void askAboutPadstacks(MicroQuestions& ask); // micropadstacks.cpp
void askAboutOutlines(MicroQuestions& ask);  // microoutlines.cpp: zones that intersect, slivers, necks

[[nodiscard]] std::vector<MicroQuestion> microQuestions();
[[nodiscard]] std::vector<MicroQuestion> ruleQuestions(); // those about conditions of rules; part of the former
void askCreepage(std::vector<MicroQuestion>& questions);  // adds those of creepageboards.cpp
