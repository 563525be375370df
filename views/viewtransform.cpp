// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewtransform.h"

#include <algorithm>
#include <cmath>

namespace viaduct {

QRectF toMillimetres(const Box& box) noexcept {
    if (box.isEmpty()) return {};
    return {toMillimetres(box.min), toMillimetres(box.max)};
}

Point toNanometres(QPointF millimetres) noexcept { return pointAt(std::llround(millimetres.x() * 1e6), std::llround(millimetres.y() * 1e6)); }

ViewTransform::ViewTransform(QPointF centre, double scale, QSizeF viewport, bool isFlipped)
    : m_centre(centre), m_scale(std::isfinite(scale) ? std::clamp(scale, kMinScale, kMaxScale) : 10.0), m_viewport(viewport), m_flipped(isFlipped) {}

QPointF ViewTransform::toView(QPointF board) const noexcept {
    const double x = (board.x() - m_centre.x()) * (m_flipped ? -m_scale : m_scale);
    return {x + m_viewport.width() / 2, (board.y() - m_centre.y()) * m_scale + m_viewport.height() / 2};
}

QPointF ViewTransform::toBoard(QPointF view) const noexcept {
    const double x = (view.x() - m_viewport.width() / 2) / (m_flipped ? -m_scale : m_scale);
    return {x + m_centre.x(), (view.y() - m_viewport.height() / 2) / m_scale + m_centre.y()};
}

QRectF ViewTransform::toView(const QRectF& board) const noexcept { return QRectF(toView(board.topLeft()), toView(board.bottomRight())).normalized(); }

QRectF ViewTransform::toBoard(const QRectF& view) const noexcept { return QRectF(toBoard(view.topLeft()), toBoard(view.bottomRight())).normalized(); }

QTransform ViewTransform::matrix() const noexcept {
    const QPointF origin = toView(QPointF(0, 0));
    return {m_flipped ? -m_scale : m_scale, 0, 0, m_scale, origin.x(), origin.y()};
}

ViewTransform ViewTransform::resized(QSizeF viewport) const noexcept { return {m_centre, m_scale, viewport, m_flipped}; }

ViewTransform ViewTransform::panned(QPointF viewDelta) const noexcept {
    const QPointF middle(m_viewport.width() / 2, m_viewport.height() / 2);
    return {toBoard(middle - viewDelta), m_scale, m_viewport, m_flipped};
}

ViewTransform ViewTransform::zoomed(QPointF viewAnchor, double factor) const noexcept {
    if (!(factor > 0) || !std::isfinite(factor)) return *this;
    const QPointF held = toBoard(viewAnchor);
    ViewTransform zoomed(m_centre, m_scale * factor, m_viewport, m_flipped);
    zoomed.m_centre += held - zoomed.toBoard(viewAnchor);
    return zoomed;
}

ViewTransform ViewTransform::fitted(const QRectF& board, double margin) const noexcept {
    if (!board.isValid()) return *this;
    const double width = std::max(1.0, m_viewport.width() - 2 * margin), height = std::max(1.0, m_viewport.height() - 2 * margin);
    const double scale = std::min(width / std::max(board.width(), 1e-3), height / std::max(board.height(), 1e-3));
    return {board.center(), scale, m_viewport, m_flipped};
}

ViewTransform ViewTransform::centredOn(QPointF board) const noexcept { return {board, m_scale, m_viewport, m_flipped}; }

ViewTransform ViewTransform::flipped() const noexcept { return {m_centre, m_scale, m_viewport, !m_flipped}; }

} // namespace viaduct
