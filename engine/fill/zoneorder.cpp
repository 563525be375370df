// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/zoneorder.h"

namespace viaduct {

bool hasHigherPriority(const Zone& a, const Zone& b) noexcept {
    if (a.isTeardrop != b.isTeardrop) return a.isTeardrop;
    if (a.priority != b.priority) return a.priority > b.priority;
    return a.uuid != b.uuid ? a.uuid > b.uuid : a.id < b.id;
}

bool isPoured(const Zone& zone) noexcept {
    return !zone.isRuleArea() && zone.footprint.isNone() && !zone.layers.isEmpty() && !zone.outline.empty() && zone.outline.front().outer.size() >= 3;
}

} // namespace viaduct
