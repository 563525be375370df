// SPDX-License-Identifier: GPL-3.0-or-later
// A .kicad_pro: what is read makes rules by which a board can be judged.
#include "engine/kicad/projectreader.h"
#include "smallworld.h"

using namespace viaduct;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto project = readProjectText(std::string(reinterpret_cast<const char*>(data), size), "fuzz.kicad_pro");
    if (project) fuzz::judge(fuzz::smallBoard(), makeRuleSet(*fuzz::smallBoard(), &*project, nullptr));
    return 0;
}
