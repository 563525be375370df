// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boardpicture.h"

class QPainter;

namespace viaduct {

// Paints a picture through a view onto an image: background, grid, layers in KiCad's order, names. Reads nothing but its arguments, so it
// may run on any thread. What is too small to see is drawn in a cheaper way; the numbers are measured (flat caps and cosmetic pens).
class BoardPainter final {
public:
    BoardPainter(const BoardPicture& picture, const ViewTransform& view) : m_picture(picture), m_view(view) {}
    void paint(QImage& target) const; // size of the view in pixels

    // Copper layers from the lowest painted to the topmost, as seen from the side that faces the person; the active one on top.
    [[nodiscard]] static std::vector<LayerId> paintOrder(std::size_t count, LayerId active, bool isFlipped);

private:
    enum class Pass { All, Others, Lit };
    void paintGrid(QPainter& painter) const;
    void paintPass(QImage& target, Pass pass) const;
    void paintCopper(QImage& target, LayerId layer, Pass pass) const;
    void paintTech(QPainter& painter, TechLayer layer, Pass pass) const;
    void paintThrough(QPainter& painter, Pass pass) const;
    void paintTrackNames(QPainter& painter, const DrawSheet& sheet, const std::vector<std::int32_t>& items, const QColor& colour) const;
    void paintRatsnest(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void paintLabel(QPainter& painter, const Label& label) const;
    [[nodiscard]] QColor shade(const QColor& colour, Pass pass) const;
    [[nodiscard]] bool isVisibleIn(const Primitive& item, Pass pass) const;
    template <typename ColourOf> void paintItems(QPainter& painter, const DrawSheet& sheet, const std::vector<std::int32_t>& items, Pass pass,
                                                 Primitive::Role from, Primitive::Role to, const ColourOf& colourOf) const;
    void paintPolygon(QPainter& painter, const DrawSheet& sheet, const Primitive& item, const QColor& colour) const;

    const BoardPicture& m_picture;
    const ViewTransform& m_view;
};

} // namespace viaduct
