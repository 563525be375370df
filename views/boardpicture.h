// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <QFont>
#include <QImage>
#include <QString>

#include "engine/session/state.h"
#include "views/boardcolours.h"
#include "views/drawlist.h"
#include "views/viewtransform.h"

namespace viaduct {

// Which parts of the board a person wants to see.
struct Visibility final {
    LayerSet copper{~std::uint64_t{0}};
    std::uint32_t tech{defaultTech()}; // bit per TechLayer
    bool tracks{true}, vias{true}, pads{true}, zones{true}, names{true}, grid{true};
    LayerId active{0};          // painted above the other copper
    bool dimOthers{false};      // copper layers other than the active one step back
    std::int32_t highlight{-1}; // this net is lit, everything else steps back; -1: none

    [[nodiscard]] static constexpr std::uint32_t bit(TechLayer layer) noexcept { return 1U << static_cast<unsigned>(layer); }
    [[nodiscard]] static constexpr std::uint32_t defaultTech() noexcept {
        return bit(TechLayer::FrontSilk) | bit(TechLayer::BackSilk) | bit(TechLayer::EdgeCuts) | bit(TechLayer::Margin) | bit(TechLayer::Comments) |
               bit(TechLayer::Drawings);
    }
    [[nodiscard]] constexpr bool shows(TechLayer layer) const noexcept { return (tech & bit(layer)) != 0; }
    bool operator==(const Visibility&) const noexcept = default;
};

// Everything a painter needs, immutable, so that a tile can be painted on any thread while the session goes on.
struct BoardPicture final {
    std::shared_ptr<const Board> owner; // keeps the board alive
    std::shared_ptr<const DrawList> board, copper;
    std::shared_ptr<const std::vector<QString>> netNames;
    std::size_t copperLayers{2};
    BoardColours colours;
    Visibility visibility;
    QFont font;
};

// The parts of a picture that cost something to make; shared by every picture of one state.
[[nodiscard]] BoardPicture pictureOf(const State& state, const BoardColours& colours, const Visibility& visibility = {});

// The board, fitted into an image; for exports, thumbnails and runs without a display. Needs a QGuiApplication only for its names.
[[nodiscard]] QImage paintBoard(const BoardPicture& picture, QSize size, double margin = 24);

} // namespace viaduct
