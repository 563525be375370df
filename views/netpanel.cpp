// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/netpanel.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "views/emptyhint.h"

namespace viaduct {

NetPanel::NetPanel(NetModel& model, Selection& selection, QWidget* parent)
    : QWidget(parent), m_selection(selection), m_filter(new QLineEdit(this)), m_sorted(new QSortFilterProxyModel(this)), m_table(new QTreeView(this)) {
    m_filter->setPlaceholderText(tr("Filter nets"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter nets"));
    m_sorted->setSourceModel(&model);
    m_sorted->setSortRole(NetModel::SortRole);
    m_sorted->setFilterKeyColumn(-1);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(m_sorted);
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(NetModel::Open, Qt::DescendingOrder);
    m_table->setAccessibleName(tr("Nets"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    QHeaderView* header = m_table->header();
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionResizeMode(NetModel::Name, QHeaderView::Stretch);
    header->setMinimumSectionSize(34);
    header->setStretchLastSection(false);
    for (const auto& [column, width] :
         {std::pair{NetModel::Class, 76}, {NetModel::Pads, 48}, {NetModel::Open, 54}, {NetModel::Length, 62}, {NetModel::Vias, 50}})
        header->resizeSection(column, width);
    new EmptyHint(m_table, tr("No nets to show."));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(8, 8, 8, 8);
    top->addWidget(m_filter);
    layout->addLayout(top);
    layout->addWidget(m_table);

    connect(m_filter, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        if (row.isValid()) m_selection.setNet(NetId(row.data(NetModel::NetRole).toInt()));
    });
    connect(m_table, &QTreeView::doubleClicked, this, [this](const QModelIndex& row) { emit zoomWanted(NetId(row.data(NetModel::NetRole).toInt())); });
    connect(&selection, &Selection::netChanged, this, [this, &model](NetId net) {
        const QSignalBlocker blocker(m_table->selectionModel());
        const int row = net.isNone() ? -1 : model.rowOf(net);
        const QModelIndex shown = row < 0 ? QModelIndex() : m_sorted->mapFromSource(model.index(row, 0));
        if (!shown.isValid())
            m_table->clearSelection();
        else {
            m_table->selectionModel()->setCurrentIndex(shown, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
            m_table->scrollTo(shown);
        }
        m_table->viewport()->update();
    });
}

} // namespace viaduct
