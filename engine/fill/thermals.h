// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/fill/fillcontext.h"

namespace viaduct {

// A bar of copper from a pad's centre to just outside its relief.
struct Spoke final {
    Ring ring;
    Point end; // must lie in the zone's copper, else the bar leads nowhere
};

// The four bars of a pad; none where they would be thinner than the zone's minimum.
[[nodiscard]] std::vector<Spoke> spokesOf(const ThermalPad& thermal, const Zone& zone, LayerId layer, Nanometres maxError);

// Cuts the reliefs of the pads, but for the bars that end in copper, into `obstacles`. `margin`: half the minimum width that copper must
// have (0: any).
void addThermalReliefs(const std::vector<ThermalPad>& thermals, const FillContext& context, const Zone& zone, LayerId layer, const Region& working,
                       Nanometres margin, Obstacles& obstacles);

} // namespace viaduct
