// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/fill/fillcontext.h"

namespace viaduct {

// KiCad's fills keep this much more than the rules ask for, so that rounding never makes them fall short.
inline constexpr Nanometres kFillMargin(500);

[[nodiscard]] inline std::optional<Nanometres> greater(std::optional<Nanometres> a, std::optional<Nanometres> b) { return !a ? b : !b ? a : std::max(*a, *b); }

// What one zone keeps from other items on one layer; nullopt where KiCad does not look at the pair.
class Clearances final {
public:
    Clearances(const FillContext& context, const Zone& zone, LayerId layer);

    // Between copper, whatever the nets: an item of the zone's own net that must not connect keeps away as another net's would.
    [[nodiscard]] std::optional<Nanometres> electrical(const RuleItem& item, NetId net) const;
    [[nodiscard]] std::optional<Nanometres> hole(const RuleItem& item) const { return valueOf(m_rules.holeClearance(m_zone, item, m_layer)); }
    [[nodiscard]] std::optional<Nanometres> physical(const RuleItem& item) const { return valueOf(m_rules.physicalClearance(m_zone, item, m_layer)); }
    [[nodiscard]] std::optional<Nanometres> physicalHole(const RuleItem& item) const { return valueOf(m_rules.physicalHoleClearance(m_zone, item, m_layer)); }
    [[nodiscard]] std::optional<Nanometres> edge() const { return valueOf(m_rules.edgeClearance(m_zone)); }

private:
    static std::optional<Nanometres> valueOf(const RuleValue& value) { return value.isTested ? std::optional(value.sure) : std::nullopt; }
    const RuleResolver& m_rules;
    const Zone& m_source;
    RuleItem m_zone;
    LayerId m_layer;
};

} // namespace viaduct
