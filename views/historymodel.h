// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>

#include <vector>

#include "engine/session/session.h"

namespace viaduct {

// The states of the session, newest first; the current one is marked.
class HistoryModel final : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { StateRole = Qt::UserRole + 20 };
    using QAbstractListModel::QAbstractListModel;
    void refresh(const Session* session); // null: nothing is open
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_states.size()); }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<StatePtr> m_states;
    StateId m_current;
};

} // namespace viaduct
