// SPDX-License-Identifier: GPL-3.0-or-later
// A .kicad_dru: what is read can be asked about every item of a board.
#include "engine/kicad/customrules.h"
#include "smallworld.h"

using namespace viaduct;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto rules = readCustomRules(std::string(reinterpret_cast<const char*>(data), size), "fuzz.kicad_dru");
    if (rules)
        fuzz::judge(fuzz::smallBoard(), makeRuleSet(*fuzz::smallBoard(), nullptr, *rules));
    else
        fuzz::require(!rules.error().text.empty());
    return 0;
}
