// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/board/outline.h"
#include "engine/fill/flashing.h"
#include "engine/fill/obstacles.h"
#include "engine/fill/zonefill.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {

// A pad that a zone reaches by spokes on one layer.
struct ThermalPad final {
    const Pad* pad;
    Nanometres gap, spokeWidth;
};

// What is the same for every zone of one filling.
class FillContext final {
public:
    FillContext(const RuleResolver& rules, const Copper& copper, const FillOptions& options);

    [[nodiscard]] const RuleResolver& rules() const noexcept { return m_rules; }
    [[nodiscard]] const Board& board() const noexcept { return m_rules.board(); }
    [[nodiscard]] const Copper& copper() const noexcept { return m_copper; }
    [[nodiscard]] const Flashing& flashing() const noexcept { return m_flashing; }
    [[nodiscard]] const Outline& outline() const noexcept { return m_outline; }
    [[nodiscard]] const Region* boardArea() const noexcept { return m_boardArea ? &*m_boardArea : nullptr; } // null: the outline is not closed
    [[nodiscard]] Nanometres maxError() const noexcept { return m_options.maxError; }
    [[nodiscard]] Nanometres caution() const noexcept { return m_options.caution; }
    [[nodiscard]] bool isStopped() const noexcept { return m_options.stop != nullptr && m_options.stop->isRequested(); }
    [[nodiscard]] Nanometres reach() const noexcept { return m_reach; } // nothing farther from a zone's box concerns the zone

private:
    const RuleResolver& m_rules;
    const Copper& m_copper;
    FillOptions m_options;
    Outline m_outline;
    std::optional<Region> m_boardArea;
    Flashing m_flashing;
    Nanometres m_reach;
};

// Pads sorted by how the zone meets them; what must be cut out for good goes to `obstacles`, thermal pads are returned.
// `working`: where the zone's copper may be.
[[nodiscard]] std::vector<ThermalPad> sortPads(const FillContext& context, const Zone& zone, LayerId layer, const Region& working, Obstacles& obstacles);

// Tracks, vias, drawings, edges, keepouts and the fills of other nets' zones that come first.
void addCopperObstacles(const FillContext& context, const Zone& zone, LayerId layer, const std::vector<ZoneFill>& filled, Obstacles& obstacles);

} // namespace viaduct
