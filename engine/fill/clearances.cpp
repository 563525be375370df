// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/clearances.h"

namespace viaduct {

Clearances::Clearances(const FillContext& context, const Zone& zone, LayerId layer)
    : m_rules(context.rules()), m_source(zone), m_zone(RuleItem::of(zone)), m_layer(layer) {}

std::optional<Nanometres> Clearances::electrical(const RuleItem& item, NetId net) const {
    if (net == m_source.net && net != kNoNet) return std::max({m_rules.routingSizes(net).clearance, m_source.clearance});
    return valueOf(m_rules.clearance(m_zone, item, m_layer));
}

} // namespace viaduct
