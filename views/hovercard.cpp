// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hovercard.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

#include "engine/service/texts.h"

namespace viaduct {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("HoverCard", text); }

QString millimetres(double value) { return QString::number(value, 'f', 3) + QStringLiteral(" mm"); }

} // namespace

QString layerName(const Board& board, LayerId layer) {
    if (layer.isNone() || layer.index() >= board.layers.count()) return {};
    const CopperLayer& copper = board.layers[layer];
    return toQString(copper.userName.empty() ? copper.name : copper.userName);
}

void HoverCard::setPad(const Pad& pad, const Board& board) {
    const bool hasFootprint = !pad.footprint.isNone() && pad.footprint.index() < board.footprints.size();
    m_title = toQString(board.padName(pad.id));
    if (hasFootprint && !board.footprint(pad.footprint).value.empty()) m_rows.emplace_back(tr("Part"), toQString(board.footprint(pad.footprint).value));
    if (pad.hole) m_rows.emplace_back(tr("Drill"), millimetreText(pad.hole->radius() * 2) + QStringLiteral(" mm"));
}

void HoverCard::set(const Hit& hit, const BoardPicture& picture, const State& state) {
    const Board& board = *state.board;
    m_rows.clear();
    const Primitive& item = hit.item;
    const auto hasNet = item.net > 0 && static_cast<std::size_t>(item.net) < board.nets.size();
    switch (item.role) {
    case Primitive::Role::Pad:
    case Primitive::Role::NonPlatedHole:
        if (item.item < 0 || static_cast<std::size_t>(item.item) >= board.pads.size()) return clear();
        setPad(board.pad(PadId(item.item)), board);
        break;
    case Primitive::Role::Track:
        m_title = tr("Track");
        m_rows.emplace_back(tr("Width"), millimetres(item.width));
        break;
    case Primitive::Role::Via:
        m_title = tr("Via");
        m_rows.emplace_back(tr("Diameter"), millimetres(item.width));
        break;
    case Primitive::Role::Zone: m_title = tr("Zone"); break;
    default: return clear();
    }
    if (hasNet)
        m_rows.insert(m_rows.begin(), {tr("Net"), toQString(board.nets[static_cast<std::size_t>(item.net)].name)});
    else if (item.role != Primitive::Role::NonPlatedHole)
        m_rows.insert(m_rows.begin(), {tr("Net"), tr("none")});
    if (hit.sheet.isCopper()) m_rows.emplace_back(tr("Layer"), layerName(board, hit.sheet.copper()));
    if (item.role == Primitive::Role::Track || item.role == Primitive::Role::Via)
        m_rows.emplace_back(tr("From"), item.isSession ? tr("this session") : tr("the board"));
    static_cast<void>(picture);
}

void HoverCard::paint(QPainter& painter, const BoardPicture& picture, QPointF cursor, QSizeF viewport) const {
    if (isEmpty()) return;
    constexpr double kPad = 10, kGap = 12, kLine = 18;
    const BoardColours& colours = picture.colours;
    QFont bold = picture.font, plain = picture.font;
    bold.setPixelSize(13);
    bold.setBold(true);
    plain.setPixelSize(12);
    const QFontMetricsF metrics(plain), titleMetrics(bold);
    double names = 0, values = 0;
    for (const auto& [name, value] : m_rows) {
        names = std::max(names, metrics.horizontalAdvance(name));
        values = std::max(values, std::min(260.0, metrics.horizontalAdvance(value)));
    }
    const double width = std::max(names + kGap + values, std::min(320.0, titleMetrics.horizontalAdvance(m_title))) + 2 * kPad;
    const double height = 2 * kPad - 2 + 17 + kLine * static_cast<double>(m_rows.size()) + (m_rows.empty() ? 0 : 3);
    QPointF at = cursor + QPointF(18, 18);
    if (at.x() + width > viewport.width() - 6) at.setX(cursor.x() - width - 12);
    if (at.y() + height > viewport.height() - 6) at.setY(cursor.y() - height - 12);
    at = QPointF(std::max(6.0, std::floor(at.x())) + 0.5, std::max(6.0, std::floor(at.y())) + 0.5);

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, colours.isDark ? 90 : 34));
    painter.drawRoundedRect(QRectF(at + QPointF(0, 2), QSizeF(width, height)), 7, 7);
    painter.setPen(QPen(colours.cardEdge, 1));
    painter.setBrush(colours.card);
    painter.drawRoundedRect(QRectF(at, QSizeF(width, height)), 7, 7);
    painter.setFont(bold);
    painter.setPen(colours.cardText);
    double y = at.y() + kPad - 1;
    painter.drawText(QRectF(at.x() + kPad, y, width - 2 * kPad, 17), Qt::AlignVCenter | Qt::AlignLeft,
                     titleMetrics.elidedText(m_title, Qt::ElideRight, width - 2 * kPad));
    y += 17 + 3;
    painter.setFont(plain);
    for (const auto& [name, value] : m_rows) {
        painter.setPen(colours.cardMuted);
        painter.drawText(QRectF(at.x() + kPad, y, names, kLine), Qt::AlignVCenter | Qt::AlignLeft, name);
        painter.setPen(colours.cardText);
        painter.drawText(QRectF(at.x() + kPad + names + kGap, y, values + 1, kLine), Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(value, Qt::ElideMiddle, values));
        y += kLine;
    }
}

} // namespace viaduct
