// SPDX-License-Identifier: GPL-3.0-or-later
// The names on copper: pad numbers, net names on pads and vias, and along tracks. Always upright, never mirrored.
#include "views/boardpainter.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace viaduct {

namespace {

constexpr double kSmallest = 6.5, kLargest = 19.0; // pixels of a name
constexpr double kCharacter = 0.62;                // width of a character as a share of its height, for choosing a size before measuring

double fittingSize(const QString& text, double width, double height) {
    if (text.isEmpty()) return 0;
    return std::min({height, width / (kCharacter * static_cast<double>(text.size())), kLargest});
}

// Over a pad with a hole text crosses dark and bright alike: light letters with a dark rim read on both.
void drawText(QPainter& painter, const QFont& font, const QRectF& room, const QString& text, const QColor& colour, bool hasRim) {
    if (!hasRim) {
        painter.setPen(colour);
        painter.setFont(font);
        painter.drawText(room, Qt::AlignCenter, text);
        return;
    }
    const QFontMetricsF metrics(font);
    QPainterPath path;
    path.addText(room.center().x() - metrics.horizontalAdvance(text) / 2, room.center().y() + metrics.capHeight() / 2, font, text);
    painter.setBrush(Qt::NoBrush);
    painter.strokePath(path, QPen(QColor(10, 14, 22, 200), 2.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.fillPath(path, QColor(255, 255, 255));
}

} // namespace

void BoardPainter::paintTrackNames(QPainter& painter, const DrawSheet& sheet, const std::vector<std::int32_t>& items, const QColor& colour) const {
    if (!m_picture.netNames) return;
    QFont font = m_picture.font;
    for (const std::int32_t index : items) {
        const Primitive& item = sheet.items[static_cast<std::size_t>(index)];
        if (item.role != Primitive::Role::Track || item.form != Primitive::Form::Line || item.net <= 0) continue;
        const double thickness = item.width * m_view.scale();
        if (thickness < 11.0 || static_cast<std::size_t>(item.net) >= m_picture.netNames->size()) continue;
        const QString& name = (*m_picture.netNames)[static_cast<std::size_t>(item.net)];
        QPointF a = m_view.toView(item.a), b = m_view.toView(item.b);
        if (a.x() > b.x() || (a.x() == b.x() && a.y() < b.y())) std::swap(a, b);
        const double length = std::hypot(b.x() - a.x(), b.y() - a.y());
        const double size = std::min(thickness * 0.62, kLargest);
        if (size < kSmallest || length < kCharacter * size * static_cast<double>(name.size()) + thickness) continue;
        font.setPixelSize(static_cast<int>(size));
        painter.save();
        painter.setFont(font);
        painter.setPen(colour);
        painter.translate((a + b) / 2);
        painter.rotate(std::atan2(b.y() - a.y(), b.x() - a.x()) * 180.0 / 3.14159265358979323846);
        painter.drawText(QRectF(-length / 2, -thickness / 2, length, thickness), Qt::AlignCenter, name);
        painter.restore();
    }
}

void BoardPainter::paintLabels(QPainter& painter) const {
    const auto paintFrom = [&](const std::shared_ptr<const DrawList>& list) {
        if (!list) return;
        Box area;
        area.include(toNanometres(m_view.visible().topLeft()));
        area.include(toNanometres(m_view.visible().bottomRight()));
        std::vector<std::int32_t> found;
        list->labelIndex.query(area, found);
        for (const std::int32_t index : found) paintLabel(painter, list->labels[static_cast<std::size_t>(index)]);
    };
    if (m_view.scale() < 6.0) return; // no pad is large enough to hold a name
    paintFrom(m_picture.board);
    paintFrom(m_picture.copper);
    paintFrom(m_picture.live);
}

void BoardPainter::paintLabel(QPainter& painter, const Label& label) const {
    const Visibility& see = m_picture.visibility;
    const LayerId facing(m_view.isFlipped() ? static_cast<std::int32_t>(m_picture.copperLayers) - 1 : 0);
    const bool isVia = label.sheet == SheetId(SheetId::Through::Vias);
    if (label.sheet.isCopper() && (!see.copper.contains(label.sheet.copper()) || (label.sheet.copper() != facing && label.sheet.copper() != see.active)))
        return;
    if (isVia ? !see.vias : !see.pads) return;
    if (see.highlight >= 0 && label.net != see.highlight) return;
    const double width = label.room.width() * m_view.scale(), height = label.room.height() * m_view.scale();
    if (std::min(width, height) < 13.0) return;
    const bool isTall = height > width * 1.35;
    const double across = (isTall ? height : width) * 0.9, up = isTall ? width : height;
    const QString net = label.net > 0 && m_picture.netNames && static_cast<std::size_t>(label.net) < m_picture.netNames->size()
                            ? (*m_picture.netNames)[static_cast<std::size_t>(label.net)]
                            : QString();

    const double netSize = fittingSize(net, across, up * 0.3);
    const bool hasNet = netSize >= kSmallest && up >= 24.0;
    const double numberSize = fittingSize(label.number, across, up * (hasNet ? 0.36 : 0.55));
    if (numberSize < kSmallest && !hasNet) return;

    painter.save();
    painter.translate(m_view.toView(label.centre));
    if (isTall) painter.rotate(-90);
    const bool hasRim = !label.sheet.isCopper();
    const QColor colour(255, 255, 255, 235);
    QFont font = m_picture.font;
    if (numberSize >= kSmallest) {
        font.setPixelSize(static_cast<int>(numberSize));
        font.setBold(true);
        const double top = hasNet ? -up * 0.42 : -up / 2, room = hasNet ? up * 0.44 : up;
        drawText(painter, font, QRectF(-across / 2, top, across, room), label.number, colour, hasRim);
    }
    if (hasNet) {
        font.setPixelSize(static_cast<int>(netSize));
        font.setBold(false);
        const bool isAlone = numberSize < kSmallest;
        drawText(painter, font, QRectF(-across / 2, isAlone ? -up / 2 : up * 0.02, across, isAlone ? up : up * 0.4), net, colour, hasRim);
    }
    painter.restore();
}

} // namespace viaduct
