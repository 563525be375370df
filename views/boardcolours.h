// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include "engine/board/layerstack.h"

namespace viaduct {

// What the board is painted with. KiCad's default colours on its dark background, so that a board looks as people know it; and the same
// hues darkened for a light background.
struct BoardColours final {
    bool isDark{true};
    QColor background, substrate, grid, outline, cursor;
    QColor padThrough, padWall, via, viaHole, nonPlated, hole;
    QColor ratsnest, highlight, refused, heatCold, heatHot, card, cardText, cardMuted, cardEdge, accent, good;
    QColor label; // net names and pad numbers on copper

    [[nodiscard]] static BoardColours dark();
    [[nodiscard]] static BoardColours light();

    [[nodiscard]] QColor copper(LayerId layer, std::size_t layerCount) const;
    [[nodiscard]] QColor tech(TechLayer layer) const;
    // Session copper: the layer's own hue, lifted so that it stands out against the board's own tracks.
    [[nodiscard]] QColor session(const QColor& layer) const;
    [[nodiscard]] QColor dimmed(const QColor& colour) const; // towards the background
    [[nodiscard]] QColor lit(const QColor& colour) const;    // of a highlighted net
};

[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double shareOfB);

} // namespace viaduct
