// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/historypanel.h"

#include <QVBoxLayout>

#include "views/carddelegate.h"
#include "views/emptyhint.h"

namespace viaduct {

HistoryPanel::HistoryPanel(HistoryModel& model, const Theme& theme, QWidget* parent) : QWidget(parent), m_list(new QListView(this)) {
    m_list->setModel(&model);
    m_list->setItemDelegate(new CardDelegate(theme, m_list));
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setAccessibleName(tr("States of the session"));
    new EmptyHint(m_list, tr("No board is open."));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);
    connect(m_list, &QListView::activated, this, [this](const QModelIndex& row) { emit restoreWanted(StateId(row.data(HistoryModel::StateRole).toInt())); });
}

} // namespace viaduct
