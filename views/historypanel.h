// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>
#include <QWidget>

#include "engine/session/state.h"
#include "views/historymodel.h"

namespace viaduct {

class Theme;

// The states; a double click (or Return) goes back to one.
class HistoryPanel final : public QWidget {
    Q_OBJECT

public:
    HistoryPanel(HistoryModel& model, const Theme& theme, QWidget* parent = nullptr);

signals:
    void restoreWanted(viaduct::StateId state);

private:
    QListView* m_list;
};

} // namespace viaduct
