// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QWidget>

#include "engine/service/selection.h"
#include "views/netmodel.h"

namespace viaduct {

// The nets with a filter; a click highlights one, a double click shows all of it.
class NetPanel final : public QWidget {
    Q_OBJECT

public:
    NetPanel(NetModel& model, Selection& selection, QWidget* parent = nullptr);

signals:
    void zoomWanted(viaduct::NetId net);

private:
    Selection& m_selection;
    QLineEdit* m_filter;
    QSortFilterProxyModel* m_sorted;
    QTreeView* m_table;
};

} // namespace viaduct
