// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/historymodel.h"

#include <algorithm>

#include "engine/service/texts.h"
#include "views/carddelegate.h"

namespace viaduct {

void HistoryModel::refresh(const Session* session) {
    beginResetModel();
    m_states = session != nullptr ? session->states() : std::vector<StatePtr>();
    std::reverse(m_states.begin(), m_states.end());
    m_current = session != nullptr ? session->current()->id : StateId::none();
    endResetModel();
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const State& state = *m_states[static_cast<std::size_t>(index.row())];
    const bool isFirst = state.parent.isNone();
    switch (role) {
    case Qt::DisplayRole: return isFirst ? tr("Board as opened") : toQString(state.label);
    case CardDelegate::Badge: return state.metrics.open == 0 ? tr("complete") : tr("%1 open").arg(state.metrics.open);
    case CardDelegate::Tone: return state.metrics.open == 0 ? CardDelegate::Good : isFirst ? CardDelegate::Quiet : CardDelegate::Warning;
    case CardDelegate::Right: return tr("state %1").arg(state.id.value());
    case CardDelegate::IsCurrent: return state.id == m_current;
    case CardDelegate::Sentence: {
        if (isFirst) return tr("nothing changed yet");
        QString text = counted(state.metrics.tracks, tr("1 track"), tr("%1 tracks")) + QStringLiteral(", ") +
                       counted(state.metrics.vias, tr("1 via"), tr("%1 vias")) + QStringLiteral(", ") +
                       tr("%1 mm").arg(millimetreText(state.metrics.length, 1));
        if (!state.actor.empty()) text = toQString(state.actor) + QStringLiteral("  ·  ") + text;
        if (state.metrics.addedErrors)
            text += *state.metrics.addedErrors == 0 ? tr(", no added errors")
                                                    : QStringLiteral(", ") + counted(*state.metrics.addedErrors, tr("1 added error"), tr("%1 added errors"));
        return text;
    }
    case Qt::ToolTipRole: return tr("State %1, digest %2. Double-click to go back to it.").arg(state.id.value()).arg(toQString(state.digest));
    case StateRole: return state.id.value();
    default: return {};
    }
}

} // namespace viaduct
