// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/livepainter.h"

#include <QFontMetricsF>
#include <QImage>
#include <QLineF>
#include <QList>
#include <QPainter>

#include <algorithm>
#include <climits>
#include <cmath>
#include <vector>

namespace viaduct {

namespace {

QColor withAlpha(QColor colour, double alpha) {
    colour.setAlphaF(static_cast<float>(std::clamp(alpha, 0.0, 1.0)));
    return colour;
}

} // namespace

void LivePainter::paintRatsnest(QPainter& painter, const std::vector<RatsnestLine>& lines, LineSheet& sheet) const {
    const int net = m_picture.visibility.highlight;
    const double ratio = painter.device()->devicePixelRatioF();
    const QRectF all(QPointF(-1, -1), m_view.viewport() + QSizeF(2, 2));
    QColor colour = m_picture.colours.ratsnest;
    if (net >= 0) colour.setAlpha(colour.alpha() / 4);
    QList<QLineF> lit;
    sheet.begin((m_view.viewport() * ratio).toSize());
    for (const RatsnestLine& line : lines) {
        const QLineF drawn(m_view.toView(line.a), m_view.toView(line.b));
        const QRectF box = QRectF(drawn.p1(), drawn.p2()).normalized().adjusted(-1, -1, 1, 1);
        if (!box.intersects(all)) continue;
        if (net >= 0 && line.net == net)
            lit.push_back(drawn);
        else
            sheet.add(QLineF(drawn.p1() * ratio, drawn.p2() * ratio), colour);
    }
    sheet.paint(painter, ratio);
    painter.setRenderHint(QPainter::Antialiasing);
    if (lit.isEmpty()) return;
    painter.setPen(QPen(m_picture.colours.highlight, 1.6));
    painter.drawLines(lit);
}

void LivePainter::paint(QPainter& painter, const LiveOverlay& live, quint64 inPicture, qint64 now) const {
    painter.setRenderHint(QPainter::Antialiasing);
    paintRipped(painter, live, now);
    paintFresh(painter, live, inPicture, now);
    paintHeat(painter, live, now);
    paintSearch(painter, live, now);
    paintRefusals(painter, live, now);
}

QColor LivePainter::colourOf(LayerId layer) const { return m_picture.colours.session(m_picture.colours.copper(layer, m_picture.copperLayers)); }

// The search frontier as a soft cloud: one pixel a cell, enlarged, only where it is warm.
void LivePainter::paintHeat(QPainter& painter, const LiveOverlay& live, qint64 now) const {
    const auto& heat = live.heat();
    if (heat.empty()) return;
    const QRectF seen = m_view.visible();
    int left = INT_MAX, top = INT_MAX, right = INT_MIN, bottom = INT_MIN;
    const double cell = LiveOverlay::kHeatCell;
    for (const auto& [place, warm] : heat) {
        if (!seen.adjusted(-cell, -cell, cell, cell).contains(QPointF((place.first + 0.5) * cell, (place.second + 0.5) * cell))) continue;
        left = std::min(left, place.first), right = std::max(right, place.first);
        top = std::min(top, place.second), bottom = std::max(bottom, place.second);
    }
    if (left > right || right - left > 2000 || bottom - top > 2000) return;
    const int width = right - left + 3, height = bottom - top + 3; // a cold rim softens the edge
    std::vector<double> levels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0.0);
    const auto at = [width](int x, int y) { return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x); };
    for (const auto& [place, warm] : heat) {
        const int x = place.first - left + 1, y = place.second - top + 1;
        if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
        // Spread over the neighbours, so that samples read as one front.
        const double level = LiveOverlay::heatAt(warm, now);
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) levels[at(x + dx, y + dy)] += level * (dx == 0 && dy == 0 ? 0.6 : dx == 0 || dy == 0 ? 0.22 : 0.1);
    }
    QImage cloud(width, height, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double level = std::min(1.0, levels[at(x, y)]);
            const QColor colour = mixed(m_picture.colours.heatCold, m_picture.colours.heatHot, level);
            cloud.setPixel(x, y, level < 0.02 ? 0U : qPremultiply(withAlpha(colour, 0.55 * std::sqrt(level)).rgba()));
        }
    QRectF area = QRectF((left - 1) * cell, (top - 1) * cell, cloud.width() * cell, cloud.height() * cell);
    if (m_view.isFlipped()) cloud = cloud.mirrored(true, false);
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(m_view.toView(area), cloud);
    painter.restore();
}

void LivePainter::paintSearch(QPainter& painter, const LiveOverlay& live, qint64 now) const {
    if (!live.search()) return;
    const LiveOverlay::Search& search = *live.search();
    const double alpha = 1.0 - static_cast<double>(now - search.since) / static_cast<double>(LiveOverlay::kFade);
    const QPointF from = m_view.toView(search.from), to = m_view.toView(search.to);
    painter.setPen(QPen(withAlpha(m_picture.colours.heatHot, 0.55 * alpha), 1.2, Qt::DashLine));
    painter.drawLine(from, to);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(withAlpha(m_picture.colours.heatHot, alpha), 1.8));
    painter.drawEllipse(from, 6.0, 6.0);
    painter.setPen(QPen(withAlpha(m_picture.colours.heatCold, alpha), 1.8));
    painter.drawEllipse(to, 6.0, 6.0);
}

void LivePainter::paintTracks(QPainter& painter, const LiveOverlay::Piece& piece, const QColor* colour, double growBy) const {
    const double scale = m_view.scale();
    for (const Track& track : piece.tracks) {
        if (!m_picture.visibility.copper.contains(track.layer)) continue;
        const QPointF a = m_view.toView(toMillimetres(track.start)), b = m_view.toView(toMillimetres(track.end));
        const double width = std::max(1.2, track.width.millimetres() * scale) + growBy;
        if (!isVisible(QRectF(a, b).normalized().adjusted(-width, -width, width, width))) continue;
        painter.setPen(QPen(colour != nullptr ? *colour : colourOf(track.layer), width, Qt::SolidLine, width < 3 ? Qt::FlatCap : Qt::RoundCap));
        painter.drawLine(a, b);
    }
}

void LivePainter::paintFresh(QPainter& painter, const LiveOverlay& live, quint64 inPicture, qint64 now) const {
    constexpr std::size_t kGlowing = 150; // in a flood of events only the newest glow: the eye follows no more
    const auto pieces = live.freshPieces(inPicture, now);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const LiveOverlay::Piece* const piece = pieces[i];
        const double glow = pieces.size() - i > kGlowing ? 0.0 : 1.0 - static_cast<double>(now - piece->since) / static_cast<double>(LiveOverlay::kGlow);
        if (glow > 0) {
            const QColor halo = withAlpha(m_picture.colours.isDark ? QColor(255, 255, 255) : m_picture.colours.accent, 0.22 * glow);
            paintTracks(painter, *piece, &halo, 5.0 * glow);
        }
        if (piece->sequence > inPicture) {
            paintTracks(painter, *piece, nullptr, 0);
            painter.setPen(Qt::NoPen);
            for (const Via& via : piece->vias) {
                const QPointF centre = m_view.toView(toMillimetres(via.position));
                const double radius = std::max(1.2, via.diameter.millimetres() * m_view.scale() / 2), drill = via.drill.millimetres() * m_view.scale() / 2;
                painter.setBrush(m_picture.colours.via);
                painter.drawEllipse(centre, radius, radius);
                painter.setBrush(m_picture.colours.viaHole);
                if (drill > 0.6) painter.drawEllipse(centre, drill, drill);
            }
        }
        if (glow > 0) {
            const QColor core = withAlpha(QColor(255, 255, 255), 0.55 * glow);
            paintTracks(painter, *piece, &core, 0);
        }
    }
}

void LivePainter::paintRipped(QPainter& painter, const LiveOverlay& live, qint64 now) const {
    for (const LiveOverlay::Piece& piece : live.ripped()) {
        const double left = 1.0 - static_cast<double>(now - piece.since) / static_cast<double>(LiveOverlay::kFade);
        if (left <= 0) continue;
        const QColor colour = withAlpha(m_picture.colours.refused, 0.5 * left * left);
        paintTracks(painter, piece, &colour, 0);
    }
}

void LivePainter::paintRefusals(QPainter& painter, const LiveOverlay& live, qint64 now) const {
    constexpr std::size_t kNamed = 3; // the newest say which rule it was
    const auto& refusals = live.refusals();
    QFont font = m_picture.font;
    font.setPixelSize(11);
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    for (std::size_t i = 0; i < refusals.size(); ++i) {
        const LiveOverlay::Refusal& refusal = refusals[i];
        const double left = 1.0 - static_cast<double>(now - refusal.since) / static_cast<double>(LiveOverlay::kRefusalShown);
        const QPointF at = m_view.toView(refusal.place);
        if (left <= 0 || !isVisible(QRectF(at.x() - 8, at.y() - 8, 16, 16))) continue;
        const double alpha = std::min(1.0, left * 2);
        painter.setPen(QPen(withAlpha(m_picture.colours.refused, alpha), 2.0, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(at + QPointF(-4, -4), at + QPointF(4, 4));
        painter.drawLine(at + QPointF(-4, 4), at + QPointF(4, -4));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(withAlpha(m_picture.colours.refused, alpha * 0.7), 1.2));
        painter.drawEllipse(at, 8.5, 8.5);
        if (i + kNamed < refusals.size()) continue;
        const QString text = refusal.net.isEmpty() ? refusal.rule : refusal.net + QStringLiteral(": ") + refusal.rule;
        const QString shown = metrics.elidedText(text, Qt::ElideRight, 320);
        const QRectF plate(at.x() + 14, at.y() - 10, metrics.horizontalAdvance(shown) + 14, 20);
        painter.setPen(QPen(withAlpha(m_picture.colours.refused, alpha * 0.5), 1));
        painter.setBrush(withAlpha(m_picture.colours.card, alpha * 0.88));
        painter.drawRoundedRect(plate, 4, 4);
        painter.setPen(withAlpha(m_picture.colours.cardText, alpha));
        painter.drawText(plate.adjusted(7, 0, -4, 0), Qt::AlignVCenter | Qt::AlignLeft, shown);
    }
}

} // namespace viaduct
