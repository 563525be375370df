// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <vector>

#include "engine/rules/ruleset.h"
#include "engine/session/state.h"

namespace viaduct {

// Every net of the board with what it has and what it lacks in the current state.
class NetModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Class, Pads, Open, Length, Vias, ColumnCount };
    enum Role { NetRole = Qt::UserRole + 1, SortRole };

    using QAbstractTableModel::QAbstractTableModel;
    void setState(const StatePtr& state, const RuleSet* rules); // null: nothing is open
    [[nodiscard]] int rowOf(NetId net) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row final {
        NetId net;
        QString name, netClass;
        int pads{0}, open{0}, vias{0};
        Nanometres length;
        bool operator==(const Row&) const = default;
    };
    std::vector<Row> m_rows;
};

} // namespace viaduct
