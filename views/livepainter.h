// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "views/boardpicture.h"
#include "views/linesheet.h"
#include "views/liveoverlay.h"

class QPainter;

namespace viaduct {

// Paints over the tiles what changes too often to be in one: ratsnest, search, fresh and torn-out copper, refusals. In view pixels.
class LivePainter final {
public:
    LivePainter(const BoardPicture& picture, const ViewTransform& view) : m_picture(picture), m_view(view) {}
    void paintRatsnest(QPainter& painter, const std::vector<RatsnestLine>& lines, LineSheet& sheet) const;
    // `inPicture`: live copper up to this change is in the tiles already.
    void paint(QPainter& painter, const LiveOverlay& live, quint64 inPicture, qint64 now) const;

private:
    void paintHeat(QPainter& painter, const LiveOverlay& live, qint64 now) const;
    void paintSearch(QPainter& painter, const LiveOverlay& live, qint64 now) const;
    void paintFresh(QPainter& painter, const LiveOverlay& live, quint64 inPicture, qint64 now) const;
    void paintRipped(QPainter& painter, const LiveOverlay& live, qint64 now) const;
    void paintRefusals(QPainter& painter, const LiveOverlay& live, qint64 now) const;
    void paintTracks(QPainter& painter, const LiveOverlay::Piece& piece, const QColor* colour, double growBy) const;
    [[nodiscard]] QColor colourOf(LayerId layer) const;
    [[nodiscard]] bool isVisible(const QRectF& view) const { return view.intersects(QRectF(QPointF(), m_view.viewport())); }

    const BoardPicture& m_picture;
    const ViewTransform& m_view;
};

} // namespace viaduct
