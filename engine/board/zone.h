// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/board/pad.h"

namespace viaduct {

// What a rule area (keepout) forbids.
struct KeepOut final {
    bool tracks{false}, vias{false}, pads{false}, copperPour{false}, footprints{false};
};

enum class IslandRemoval : std::uint8_t { Always, Never, BelowArea };

// Copper of one zone on one layer: islands with holes, exact as filled.
struct ZoneFill final {
    ZoneId zone;
    LayerId layer;
    std::vector<PolygonWithHoles> islands;
};

struct Zone final {
    ZoneId id;
    NetId net{kNoNet};
    std::string name;
    LayerSet layers;
    std::vector<PolygonWithHoles> outline; // usually one; arcs flattened
    int priority{0};
    std::optional<KeepOut> keepOut; // set: a rule area, no copper of its own
    bool isTeardrop{false};
    bool locked{false};
    bool isFilled{true}; // (fill yes ...)
    Nanometres clearance{500000}, minThickness{250000};
    ZoneConnection padConnection{ZoneConnection::Thermal};
    Nanometres thermalGap{500000}, thermalSpokeWidth{500000};
    IslandRemoval islandRemoval{IslandRemoval::Always};
    SquareNanometres minIslandArea{0};
    int cornerSmoothing{0}; // 0 none, 1 chamfer, 2 fillet
    Nanometres cornerRadius;
    bool isHatched{false};
    Nanometres hatchThickness, hatchGap;
    std::int64_t hatchOrientation{0};  // millidegrees
    std::vector<ZoneFill> storedFills; // as in the file; stale once copper was added
    FootprintId footprint;             // none() for a zone of the board
    std::string uuid;
    SourceSpan source;
    std::vector<SourceSpan> fillSources; // the (filled_polygon ...) nodes
    [[nodiscard]] bool isRuleArea() const noexcept { return keepOut.has_value(); }
};

} // namespace viaduct
