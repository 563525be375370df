// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/strongid.h"

namespace viaduct {

using NetId = StrongId<struct NetTag>; // 0 is always "no net" (name "")
using PadId = StrongId<struct PadTag>;
using FootprintId = StrongId<struct FootprintTag>;
using ZoneId = StrongId<struct ZoneTag>;
using LayerId = StrongId<struct LayerTag>; // copper only: 0 = front, count-1 = back, inner layers between in stack order

inline constexpr NetId kNoNet{0};

} // namespace viaduct
