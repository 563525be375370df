// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/board/board.h"

namespace viaduct {

// One end of an open connection: a pad, a zone island, or loose copper (a track end or via without a pad).
struct ConnectionEnd final {
    PadId pad;   // set for a pad
    ZoneId zone; // set for a zone
    Point place; // the anchor point KiCad would draw the ratsnest to
    LayerSet layers;
    bool operator==(const ConnectionEnd&) const noexcept = default;
};

struct RatsnestEdge final {
    NetId net{kNoNet};
    ConnectionEnd a, b;
    Nanometres length;
};

// KiCad's electrical connectivity, by touching copper of one net on one layer (as KiCad 9.0.8 does it): pads, tracks anywhere along their
// length, arcs, vias, drawings that carry a net, and, when fills are given, zone islands. Where a via or pad keeps no annulus on unused layers
// only its hole counts towards tracks there. Islands of one zone are not joined to each other, those of two zones where a corner of one lies
// in the other. Same-numbered pads of a footprint are NOT joined unless their copper touches.
class Connectivity final {
public:
    // `fills`: one entry per zone and layer, from fill/ or stored; without them zones connect nothing.
    // `only`: everything else is left out, as if it were not there.
    Connectivity(const Board& board, const Copper& copper, const std::vector<ZoneFill>* fills, NetId only = NetId::none());

    // Cluster numbers are dense per board and ordered by their first item (pads first); -1 for items without a net or without copper.
    [[nodiscard]] int clusterOfPad(PadId pad) const { return m_padCluster.at(pad.index()); }
    [[nodiscard]] int clusterOfTrack(std::size_t index) const { return m_trackCluster.at(index); }
    [[nodiscard]] int clusterOfArc(std::size_t index) const { return m_arcCluster.at(index); }
    [[nodiscard]] int clusterOfVia(std::size_t index) const { return m_viaCluster.at(index); }
    [[nodiscard]] int clusterOfIsland(std::size_t fill, std::size_t island) const { return m_islandCluster.at(fill).at(island); }
    [[nodiscard]] std::size_t clusterCount() const noexcept { return m_clusterCount; }

    // The minimum spanning tree over the clusters of each net, as KiCad counts unconnected items: loose tracks and vias count as clusters too,
    // zone islands with nothing else do not. Sorted by net, then by length.
    [[nodiscard]] const std::vector<RatsnestEdge>& ratsnest() const noexcept { return m_ratsnest; }

private:
    std::vector<int> m_padCluster, m_trackCluster, m_arcCluster, m_viaCluster;
    std::vector<std::vector<int>> m_islandCluster;
    std::size_t m_clusterCount{0};
    std::vector<RatsnestEdge> m_ratsnest;
};

} // namespace viaduct
