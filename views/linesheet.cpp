// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/linesheet.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace viaduct {

namespace {

// The part of a line within [0, width] x [0, height] (Liang and Barsky, 1984); null when there is none.
QLineF clipped(const QLineF& line, double width, double height) {
    double from = 0, to = 1;
    const auto cut = [&](double direction, double distance) {
        if (direction == 0) return distance >= 0;
        const double at = distance / direction;
        if (direction < 0)
            from = std::max(from, at);
        else
            to = std::min(to, at);
        return from <= to;
    };
    if (!cut(-line.dx(), line.x1()) || !cut(line.dx(), width - line.x1()) || !cut(-line.dy(), line.y1()) || !cut(line.dy(), height - line.y1())) return {};
    return {line.pointAt(from), line.pointAt(to)};
}

// Premultiplied colour times 0 ... 256, two channels at a time.
QRgb scaled(QRgb colour, unsigned by) {
    const unsigned redBlue = ((colour & 0x00FF00FFU) * by >> 8U) & 0x00FF00FFU, alphaGreen = ((colour >> 8U) & 0x00FF00FFU) * by & 0xFF00FF00U;
    return redBlue | alphaGreen;
}

} // namespace

void LineSheet::begin(QSize size) {
    if (m_image.size() != size) {
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
        m_image.fill(Qt::transparent);
    } else if (!m_drawn.isEmpty()) {
        for (int y = m_drawn.top(); y <= m_drawn.bottom(); ++y)
            std::memset(m_image.scanLine(y) + std::ptrdiff_t{4} * m_drawn.left(), 0, std::size_t{4} * static_cast<std::size_t>(m_drawn.width()));
    }
    m_drawn = QRect();
}

void LineSheet::add(const QLineF& line, const QColor& colour) {
    if (m_image.isNull() || !std::isfinite(line.x1() + line.y1() + line.x2() + line.y2())) return;
    QLineF seen = clipped(line, m_image.width(), m_image.height());
    if (seen.isNull()) return;
    const QRgb ink = qPremultiply(colour.rgba());
    seen.translate(-0.5, -0.5); // pixel centres
    const bool isSteep = std::abs(seen.dy()) > std::abs(seen.dx());
    double a = isSteep ? seen.y1() : seen.x1(), b = isSteep ? seen.y2() : seen.x2(), from = isSteep ? seen.x1() : seen.y1(),
           to = isSteep ? seen.x2() : seen.y2();
    if (a > b) std::swap(a, b), std::swap(from, to);
    const double slope = b > a ? (to - from) / (b - a) : 0;
    auto* const bits = reinterpret_cast<QRgb*>(m_image.bits());
    const std::ptrdiff_t stride = m_image.bytesPerLine() / 4;
    const int width = m_image.width(), height = m_image.height();
    const auto blend = [&](int x, int y, unsigned coverage) { // 0 ... 256
        if (x < 0 || y < 0 || x >= width || y >= height) return;
        const QRgb over = scaled(ink, coverage);
        QRgb& pixel = bits[y * stride + x];
        pixel = over + scaled(pixel, 256U - static_cast<unsigned>(qAlpha(over)));
    };
    const int first = static_cast<int>(std::lround(a)), last = static_cast<int>(std::lround(b));
    for (int along = first; along <= last; ++along) {
        const double across = from + slope * (along - a);
        const int whole = static_cast<int>(std::floor(across));
        const auto share = static_cast<unsigned>((across - whole) * 256);
        blend(isSteep ? whole : along, isSteep ? along : whole, 256U - share);
        blend(isSteep ? whole + 1 : along, isSteep ? along : whole + 1, share);
    }
    m_drawn |= QRectF(seen.p1(), seen.p2()).normalized().toAlignedRect().adjusted(-2, -2, 2, 2) & m_image.rect();
}

void LineSheet::paint(QPainter& painter, double ratio) const {
    if (m_drawn.isEmpty()) return;
    // Pixel for pixel: a copy, no scaling.
    painter.drawImage(QRectF(m_drawn.left() / ratio, m_drawn.top() / ratio, m_drawn.width() / ratio, m_drawn.height() / ratio), m_image, QRectF(m_drawn));
}

} // namespace viaduct
