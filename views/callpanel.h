// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QWidget>

#include "views/callmodel.h"

namespace viaduct {

class Theme;

// What agents and people asked of the session, call by call; the selected call in full beside the list.
class CallPanel final : public QWidget {
    Q_OBJECT

public:
    CallPanel(CallModel& model, const Theme& theme, QWidget* parent = nullptr);

private:
    void showDetail();
    void showNewest();
    CallModel& m_model;
    QListView* m_list;
    QPlainTextEdit* m_detail;
    bool m_follows{true}; // the newest call stays in sight until the person looks at another
};

} // namespace viaduct
