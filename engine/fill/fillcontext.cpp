// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/fillcontext.h"

#include <algorithm>

namespace viaduct {

FillContext::FillContext(const RuleResolver& rules, const Copper& copper, const FillOptions& options)
    : m_rules(rules), m_copper(copper), m_options(options), m_outline(outlineOf(rules.board())), m_flashing(rules.board(), copper) {
    if (m_outline.isClosed) m_boardArea = regionOf(m_outline.areas);
    m_reach = rules.largestClearance();
    for (const Zone& zone : rules.board().zones) m_reach = std::max({m_reach, zone.clearance, zone.thermalGap});
    m_reach += Nanometres(10000);
}

} // namespace viaduct
