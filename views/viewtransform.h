// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QTransform>

#include "engine/geometry/point.h"

namespace viaduct {

// Millimetres on the board (x right, y down) for a point in nanometres. Doubles live only on this side of the border.
[[nodiscard]] inline QPointF toMillimetres(Point point) noexcept { return {point.x.millimetres(), point.y.millimetres()}; }
[[nodiscard]] QRectF toMillimetres(const Box& box) noexcept; // null for an empty box
[[nodiscard]] Point toNanometres(QPointF millimetres) noexcept;

// How board millimetres land on view pixels: a centre, a scale, and whether the board is seen from behind. A pure value.
class ViewTransform final {
public:
    static constexpr double kMinScale = 0.2, kMaxScale = 20000.0; // pixels a millimetre

    ViewTransform() = default;
    ViewTransform(QPointF centre, double scale, QSizeF viewport, bool isFlipped = false);

    [[nodiscard]] QPointF centre() const noexcept { return m_centre; } // board millimetres in the middle of the view
    [[nodiscard]] double scale() const noexcept { return m_scale; }
    [[nodiscard]] QSizeF viewport() const noexcept { return m_viewport; }
    [[nodiscard]] bool isFlipped() const noexcept { return m_flipped; }

    [[nodiscard]] QPointF toView(QPointF board) const noexcept;
    [[nodiscard]] QPointF toBoard(QPointF view) const noexcept;
    [[nodiscard]] QRectF toView(const QRectF& board) const noexcept; // normalised
    [[nodiscard]] QRectF toBoard(const QRectF& view) const noexcept; // normalised
    [[nodiscard]] QRectF visible() const noexcept { return toBoard(QRectF(QPointF(), m_viewport)); }
    [[nodiscard]] QTransform matrix() const noexcept; // board millimetres to view pixels

    [[nodiscard]] ViewTransform resized(QSizeF viewport) const noexcept;                   // the centre stays
    [[nodiscard]] ViewTransform panned(QPointF viewDelta) const noexcept;                  // the board follows the pointer
    [[nodiscard]] ViewTransform zoomed(QPointF viewAnchor, double factor) const noexcept;  // the board point under the anchor stays there
    [[nodiscard]] ViewTransform fitted(const QRectF& board, double margin) const noexcept; // the whole box with `margin` pixels round it
    [[nodiscard]] ViewTransform centredOn(QPointF board) const noexcept;
    [[nodiscard]] ViewTransform flipped() const noexcept; // seen from the other side, about the middle of the view

    bool operator==(const ViewTransform&) const noexcept = default;

private:
    QPointF m_centre;
    double m_scale{10.0};
    QSizeF m_viewport{1, 1};
    bool m_flipped{false};
};

} // namespace viaduct
