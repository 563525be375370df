// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/storedfills.h"

namespace viaduct {

std::vector<ZoneFill> storedFills(const Board& board) {
    std::vector<ZoneFill> fills;
    for (const Zone& zone : board.zones)
        if (!zone.isRuleArea()) fills.insert(fills.end(), zone.storedFills.begin(), zone.storedFills.end());
    return fills;
}

} // namespace viaduct
