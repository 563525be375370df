// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/callpanel.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QScrollBar>

#include "views/carddelegate.h"
#include "views/emptyhint.h"

namespace viaduct {

CallPanel::CallPanel(CallModel& model, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_model(model), m_list(new QListView(this)), m_detail(new QPlainTextEdit(this)) {
    m_list->setModel(&model);
    m_list->setItemDelegate(new CardDelegate(theme, m_list));
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setAccessibleName(tr("Calls of agents and people"));
    new EmptyHint(m_list, tr("Every call of an agent or a person appears here, with its arguments, its result, the work it took and the state it made."));
    m_detail->setReadOnly(true);
    m_detail->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_detail->setPlaceholderText(tr("Select a call to see all of it."));
    m_detail->setAccessibleName(tr("The selected call in full"));
    m_detail->document()->setDocumentMargin(10);
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_list);
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);

    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &CallPanel::showDetail);
    connect(&model, &QAbstractItemModel::dataChanged, this, &CallPanel::showDetail);
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_follows) QMetaObject::invokeMethod(this, &CallPanel::showNewest, Qt::QueuedConnection);
    });
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& row) { m_follows = row.row() >= m_model.rowCount() - 2; });
    connect(m_list->verticalScrollBar(), &QScrollBar::sliderMoved, this,
            [this](int value) { m_follows = value >= m_list->verticalScrollBar()->maximum() - 8; });
}

void CallPanel::showNewest() {
    for (int row = m_model.rowCount() - 1; row >= 0; --row)
        if (const QModelIndex index = m_model.index(row); m_model.recordAt(index) != nullptr) {
            m_list->setCurrentIndex(index);
            break;
        }
    m_list->scrollToBottom();
}

void CallPanel::showDetail() {
    const QString detail = m_model.data(m_list->currentIndex(), CallModel::DetailRole).toString();
    if (detail == m_detail->toPlainText()) return;
    m_detail->setPlainText(detail);
}

} // namespace viaduct
