// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/board/connectivity.h"
#include "engine/router/obstacles.h"
#include "engine/router/raster.h"
#include "engine/router/request.h"

namespace viaduct {

// Who may use a cell: 0 anybody, n only the net with id n, kBlocked nobody (ROUTER 2, exactness E1).
using Owner = std::uint16_t;
inline constexpr Owner kFree = 0, kBlocked = 0xFFFF;

// Static legality of one profile: a track (via) centred on a cell keeps every rule against fixed items.
struct StaticPlanes final {
    std::vector<Owner> track; // by Node
    std::vector<Owner> via;   // by cell
};

// Zone copper that the request's own nets may connect to.
struct ZoneIsland final {
    NetId net;
    int cluster{-1}; // in the fixed connectivity
    LayerId layer;
};

// What all variants share: lattice, obstacles, profiles, static planes, fixed connectivity. Immutable but for planes made on first use.
class RoutingModel final {
public:
    RoutingModel(const RuleResolver& rules, const Copper& fixed, const std::vector<ZoneFill>& fills, std::vector<NetId> nets, const RouteHints& hints,
                 std::int64_t pitch);

    [[nodiscard]] const RuleResolver& rules() const noexcept { return m_rules; }
    [[nodiscard]] const Board& board() const noexcept { return m_rules.board(); }
    [[nodiscard]] const Copper& fixed() const noexcept { return m_fixed; }
    [[nodiscard]] const Lattice& lattice() const noexcept { return m_lattice; }
    [[nodiscard]] const Obstacles& obstacles() const noexcept { return m_obstacles; }
    [[nodiscard]] const NetProfiles& profiles() const noexcept { return m_profiles; }
    [[nodiscard]] const Connectivity& connectivity() const noexcept { return m_connectivity; }
    [[nodiscard]] const std::vector<NetId>& nets() const noexcept { return m_nets; }
    [[nodiscard]] const std::vector<ZoneFill>& fills() const noexcept { return m_fills; }
    [[nodiscard]] const StaticPlanes& planes(int profile) const; // thread-safe, built on first use
    // By Node: 0, or 1 + index into islands(): fill of any zone. Empty when the board has no zones.
    [[nodiscard]] const std::vector<std::uint16_t>& islandAt() const noexcept { return m_islandAt; }
    [[nodiscard]] const std::vector<ZoneIsland>& islands() const noexcept { return m_islands; }
    // By Node: what a step costs more for every net, before any history: where it would cut a thermal spoke. Empty without pours.
    [[nodiscard]] const std::vector<std::uint16_t>& baseHistory() const noexcept { return m_baseHistory; }
    // Extra cost per step by Node for this net from region hints; null when no region concerns it. 255 forbids.
    [[nodiscard]] const std::uint8_t* penalties(NetId net) const;
    [[nodiscard]] const RouteHints& hints() const noexcept { return m_hints; }

    // Pitch for a board: fine enough for its lanes, coarse enough for what it spans (deterministic).
    [[nodiscard]] static std::int64_t pitchFor(const RuleResolver& rules, const std::vector<NetId>& nets);

private:
    void placeLattice(std::int64_t pitch);
    void markIslands();
    void markSpokes();
    void markRegions();
    [[nodiscard]] StaticPlanes buildPlanes(const NetProfile& profile) const;

    struct Region {
        RegionHint hint;
        std::vector<Run> runs;
    };
    const RuleResolver& m_rules;
    const Copper& m_fixed;
    const std::vector<ZoneFill>& m_fills;
    std::vector<NetId> m_nets;
    RouteHints m_hints;
    Lattice m_lattice;
    Obstacles m_obstacles;
    NetProfiles m_profiles;
    Connectivity m_connectivity;
    std::vector<std::uint8_t> m_outside; // by cell: centre outside the board's area
    std::vector<std::uint16_t> m_islandAt;
    std::vector<ZoneIsland> m_islands;
    std::vector<std::uint16_t> m_baseHistory;
    std::vector<std::vector<std::uint8_t>> m_penalties;
    std::vector<int> m_penaltyOfNet;
    mutable std::mutex m_mutex;
    mutable std::vector<std::unique_ptr<const StaticPlanes>> m_planes;
};

} // namespace viaduct
