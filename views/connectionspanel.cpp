// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/connectionspanel.h"

#include <QVBoxLayout>

#include "views/carddelegate.h"

namespace viaduct {

namespace {

// Looks into everything a row says.
class WordFilter final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        const QModelIndex index = sourceModel()->index(row, 0, parent);
        return index.data(Qt::AccessibleTextRole).toString().contains(filterRegularExpression());
    }
};

} // namespace

ConnectionsPanel::ConnectionsPanel(OpenConnectionsModel& model, Selection& selection, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_selection(selection), m_filter(new QLineEdit(this)), m_filtered(new WordFilter(this)), m_list(new QListView(this)),
      m_hint(new EmptyHint(m_list, tr("No board is open."))) {
    m_filter->setPlaceholderText(tr("Filter by net, pin or reason"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter open connections"));
    m_filtered->setSourceModel(&model);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_list->setModel(m_filtered);
    m_list->setItemDelegate(new CardDelegate(theme, m_list));
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setAccessibleName(tr("Open connections"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(8, 8, 8, 8);
    top->addWidget(m_filter);
    layout->addLayout(top);
    layout->addWidget(m_list);
    connect(m_filter, &QLineEdit::textChanged, m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_list, &QListView::clicked, this, &ConnectionsPanel::showRow);
    connect(m_list, &QListView::activated, this, &ConnectionsPanel::showRow);
}

void ConnectionsPanel::showRow(const QModelIndex& row) {
    if (!row.isValid()) return;
    m_selection.setNet(NetId(row.data(OpenConnectionsModel::NetRole).toInt()));
    m_selection.show(row.data(OpenConnectionsModel::PlaceRole).toRectF());
}

} // namespace viaduct
