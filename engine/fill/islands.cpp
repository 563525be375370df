// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/islands.h"

#include <algorithm>

#include "engine/board/connectivity.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {

void removeIslands(const Board& board, const Copper& copper, std::vector<ZoneFill>& fills) {
    const Connectivity connectivity(board, copper, &fills);
    std::vector<bool> hasPad(connectivity.clusterCount(), false);
    for (const Pad& pad : board.pads)
        if (const int cluster = connectivity.clusterOfPad(pad.id); cluster >= 0) hasPad[static_cast<std::size_t>(cluster)] = true;
    const auto isAlone = [&](std::size_t fill, std::size_t island) {
        const int cluster = connectivity.clusterOfIsland(fill, island);
        return cluster >= 0 && !hasPad[static_cast<std::size_t>(cluster)];
    };
    std::vector<bool> keepsAll(board.zones.size(), true);
    for (std::size_t i = 0; i < fills.size(); ++i)
        for (std::size_t k = 0; k < fills[i].islands.size(); ++k)
            if (!isAlone(i, k)) keepsAll[fills[i].zone.index()] = false;
    for (std::size_t i = 0; i < fills.size(); ++i) {
        const Zone& zone = board.zone(fills[i].zone);
        if (keepsAll[zone.id.index()] || zone.islandRemoval == IslandRemoval::Never) continue;
        std::vector<PolygonWithHoles> kept;
        for (std::size_t k = 0; k < fills[i].islands.size(); ++k) {
            PolygonWithHoles& island = fills[i].islands[k];
            const bool isSmall = zone.islandRemoval == IslandRemoval::Always || areaOf(island) < zone.minIslandArea;
            if (!isAlone(i, k) || !isSmall) kept.push_back(std::move(island));
        }
        fills[i].islands = std::move(kept);
    }
}

} // namespace viaduct
