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
    bool tracks{true}, vias{true}, pads{true}, zones{true}, names{true}, grid{true}, ratsnest{true};
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

// An open connection, as a thin line.
struct RatsnestLine final {
    QPointF a, b; // board millimetres
    std::int32_t net{0};
};

// Everything a painter needs, immutable, so that a tile can be painted on any thread while the session goes on.
struct BoardPicture final {
    std::shared_ptr<const Board> owner; // keeps the board alive
    std::shared_ptr<const DrawList> board, copper;
    std::shared_ptr<const DrawList> live; // what a running route has laid so far; null while none runs
    std::shared_ptr<const std::vector<RatsnestLine>> ratsnest;
    std::shared_ptr<const std::vector<QString>> netNames;
    std::size_t copperLayers{2};
    BoardColours colours;
    Visibility visibility;
    QFont font;
};

[[nodiscard]] std::vector<RatsnestLine> ratsnestOf(const State& state);

// A picture of a state; `board` may bring an earlier picture of the same board, whose list is used again.
[[nodiscard]] BoardPicture pictureOf(const State& state, const BoardColours& colours, const Visibility& visibility = {}, const BoardPicture* earlier = nullptr);

// The board, fitted into an image; for exports, thumbnails and runs without a display. Needs a QGuiApplication only for its names.
[[nodiscard]] QImage paintBoard(const BoardPicture& picture, QSize size, double margin = 24);

} // namespace viaduct
