// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/board/zone.h"

namespace viaduct {

// Whether `a` is filled before `b` and cut out of it: teardrops before zones, then priority, then the greater uuid (KiCad's order). Zones
// without uuids (KiCad 4 and 5 files), where KiCad itself never ends, go by their place in the file.
[[nodiscard]] bool hasHigherPriority(const Zone& a, const Zone& b) noexcept;

// Copper that is poured by this room: not a rule area, not part of a footprint, an outline with an area, copper layers.
[[nodiscard]] bool isPoured(const Zone& zone) noexcept;

} // namespace viaduct
