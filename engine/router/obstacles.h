// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/geometry/spatialindex.h"
#include "engine/router/profile.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

// Something fixed that routing must keep away from.
struct Obstacle final {
    enum class Kind : std::uint8_t {
        Copper,      // pad, fixed track, via, drawing: clearance, and hole clearance for the holes of new vias
        Hole,        // drilled hole: hole clearance for copper, hole to hole for new vias (same net too)
        Edge,        // outline or margin drawing: edge clearance, every net
        TrackArea,   // rule area without tracks; touching is allowed
        ViaArea,     // rule area without vias
        MaskOpening, // solder mask opening: copper of another net must stay `margin` away from the opening's own shape
        SmdPad,      // no via of any net may drill into it (via in pad is off)
    };
    Kind kind{Kind::Copper};
    RuleItem item;
    NetId net{kNoNet};
    LayerSet layers;
    Shape shape{Shape::disc({}, Nanometres())};
    Nanometres margin;  // MaskOpening only
    bool isRound{true}; // Hole only: KiCad's hole to hole rule knows round holes only
};

// Every fixed obstacle of a board with its fixed copper, and the exact distances that new copper must keep from each.
class Obstacles final {
public:
    Obstacles(const RuleResolver& rules, const Copper& fixed);

    [[nodiscard]] const std::vector<Obstacle>& all() const noexcept { return m_obstacles; }
    [[nodiscard]] const SpatialIndex& index() const noexcept { return m_index; }
    [[nodiscard]] Nanometres margin() const noexcept { return m_margin; } // no need exceeds it plus the item's own half width

    // Distance that the centre line of a track (centre of a via) of `profile` must keep from the obstacle's shape on `layer`; 0: none.
    // Own-net items are the caller's business: `isForEveryNet` says whether the need holds for the obstacle's own net too.
    [[nodiscard]] std::int64_t trackNeed(const Obstacle& obstacle, const NetProfile& profile, LayerId layer) const;
    [[nodiscard]] std::int64_t viaNeed(const Obstacle& obstacle, const NetProfile& profile) const;    // over all layers of a through via
    [[nodiscard]] std::int64_t ownViaNeed(const Obstacle& obstacle, const NetProfile& profile) const; // for a via of the obstacle's own net

    // The first obstacle that new copper of `net` would come too close to, or null. Exact.
    [[nodiscard]] const Obstacle* trackConflict(NetId net, const NetProfile& profile, LayerId layer, Point a, Point b) const;
    [[nodiscard]] const Obstacle* viaConflict(NetId net, const NetProfile& profile, Point at) const;

private:
    void add(Obstacle obstacle);
    void addPads();
    void addCopper(const Copper& fixed);
    void addGraphics();
    void addEdges();
    void addAreas();
    [[nodiscard]] std::int64_t clearanceTo(const Obstacle& obstacle, const NetProfile& profile, LayerId layer) const;
    [[nodiscard]] std::int64_t holeClearanceTo(const Obstacle& obstacle, const NetProfile& profile, LayerId layer) const;

    // What the opening over a new via asks of `obstacle` on `layer`, from the via's copper; 0 where new vias are tented.
    [[nodiscard]] std::int64_t openViaNeed(const Obstacle& obstacle, LayerId layer) const;

    const RuleResolver& m_rules;
    std::vector<Obstacle> m_obstacles;
    SpatialIndex m_index;
    Nanometres m_margin;
};

} // namespace viaduct
