// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/board/board.h"

namespace viaduct {

// What a pad or via has on one layer, as KiCad decides it before zones are filled: annuli that are removed where nothing connects come back
// where the zone of highest priority over their centre has their net.
class Flashing final {
public:
    Flashing(const Board& board, const Copper& copper);

    [[nodiscard]] bool isPadFlashed(const Pad& pad, LayerId layer) const { return at(m_pads, pad.id.index(), pad.layers, layer).isFlashed; }
    [[nodiscard]] bool isViaFlashed(std::size_t via, LayerId layer) const { return at(m_vias, via, m_copper.vias[via].layers(), layer).isFlashed; }
    // False: zones keep away from it on this layer even where they have its net.
    [[nodiscard]] bool mayPadConnect(const Pad& pad, LayerId layer) const { return at(m_pads, pad.id.index(), pad.layers, layer).mayConnect; }
    [[nodiscard]] bool mayViaConnect(std::size_t via, LayerId layer) const { return at(m_vias, via, m_copper.vias[via].layers(), layer).mayConnect; }

private:
    struct OnLayer final {
        bool isFlashed{true}, mayConnect{true};
    };
    // Only items with layers that depend on what connects have an entry.
    using Conditional = std::vector<std::vector<OnLayer>>; // by item, then layer; empty: flashed wherever it is
    [[nodiscard]] static OnLayer at(const Conditional& table, std::size_t item, LayerSet layers, LayerId layer) {
        if (!layers.contains(layer)) return {false, true};
        return table[item].empty() ? OnLayer{} : table[item][layer.index()];
    }
    [[nodiscard]] OnLayer decide(NetId net, Point centre, Nanometres holeRadius, const Box& box, LayerId layer, bool isConnected) const;

    const Board& m_board;
    const Copper& m_copper;
    Conditional m_pads, m_vias;
};

} // namespace viaduct
