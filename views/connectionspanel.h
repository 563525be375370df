// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QWidget>

#include "engine/service/selection.h"
#include "views/emptyhint.h"
#include "views/openconnectionsmodel.h"

namespace viaduct {

class Theme;

// What is still open, and why. A click brings the place into sight.
class ConnectionsPanel final : public QWidget {
    Q_OBJECT

public:
    ConnectionsPanel(OpenConnectionsModel& model, Selection& selection, const Theme& theme, QWidget* parent = nullptr);
    void setHint(const QString& text) { m_hint->setText(text); }

private:
    void showRow(const QModelIndex& row);
    Selection& m_selection;
    QLineEdit* m_filter;
    QSortFilterProxyModel* m_filtered;
    QListView* m_list;
    EmptyHint* m_hint;
};

} // namespace viaduct
