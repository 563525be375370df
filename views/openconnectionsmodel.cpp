// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/openconnectionsmodel.h"

#include <QCoreApplication>

#include "engine/service/texts.h"
#include "views/carddelegate.h"
#include "views/viewtransform.h"

namespace viaduct {

QString reasonText(OpenReason reason) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("OpenConnectionsModel", text); };
    switch (reason) {
    case OpenReason::NotTried: return tr("not tried");
    case OpenReason::Budget: return tr("work ran out");
    case OpenReason::Stopped: return tr("stopped");
    case OpenReason::NoAccess: return tr("no access");
    case OpenReason::BoxedIn: return tr("boxed in");
    case OpenReason::NoPath: return tr("no path");
    case OpenReason::Refused: return tr("refused");
    case OpenReason::Rule: return tr("forbidden");
    }
    return {};
}

void OpenConnectionsModel::setState(const StatePtr& state) {
    beginResetModel();
    m_state = state;
    endResetModel();
}

QString OpenConnectionsModel::endText(const ConnectionEnd& end) const {
    const Board& board = *m_state->board;
    if (!end.pad.isNone() && end.pad.index() < board.pads.size()) return toQString(board.padName(end.pad));
    return end.zone.isNone() ? tr("copper") : tr("zone");
}

QRectF OpenConnectionsModel::placeOf(const OpenConnection& open) const {
    QRectF area(toMillimetres(open.edge.a.place), toMillimetres(open.edge.b.place));
    area = area.normalized();
    const Board& board = *m_state->board;
    for (const ConnectionEnd& end : {open.edge.a, open.edge.b})
        if (!end.pad.isNone() && end.pad.index() < board.pads.size()) area |= toMillimetres(board.pad(end.pad).box());
    return area.adjusted(-0.1, -0.1, 0.1, 0.1);
}

QVariant OpenConnectionsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const OpenConnection& open = m_state->open[static_cast<std::size_t>(index.row())];
    const Board& board = *m_state->board;
    const QString net = open.edge.net.value() >= 0 && open.edge.net.index() < board.nets.size() ? toQString(board.nets[open.edge.net.index()].name) : QString();
    switch (role) {
    case Qt::DisplayRole: return QStringLiteral("%1  –  %2").arg(endText(open.edge.a), endText(open.edge.b));
    case CardDelegate::Badge: return reasonText(open.reason);
    case CardDelegate::Tone:
        return open.reason == OpenReason::NotTried                                       ? CardDelegate::Quiet
               : open.reason == OpenReason::Budget || open.reason == OpenReason::Stopped ? CardDelegate::Warning
                                                                                         : CardDelegate::Bad;
    case CardDelegate::Right: return QStringLiteral("%1 mm").arg(millimetreText(open.edge.length, 1));
    case CardDelegate::Sentence: return open.why.empty() || open.reason == OpenReason::NotTried ? net : net + QStringLiteral("  ·  ") + toQString(open.why);
    case Qt::ToolTipRole: return QStringLiteral("<b>%1</b><br>%2").arg(net.toHtmlEscaped(), toQString(open.why).toHtmlEscaped());
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2, %3, %4. %5").arg(net, endText(open.edge.a), endText(open.edge.b), reasonText(open.reason), toQString(open.why));
    case NetRole: return open.edge.net.value();
    case PlaceRole: return placeOf(open);
    default: return {};
    }
}

} // namespace viaduct
