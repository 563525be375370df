// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QRectF>

#include "engine/session/state.h"

namespace viaduct {

[[nodiscard]] QString reasonText(OpenReason reason); // "boxed in", for people

// The open connections of the current state: between what, why, where. A state's reasons are its own, so the list changes as a whole.
class OpenConnectionsModel final : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { NetRole = Qt::UserRole + 20, PlaceRole };
    using QAbstractListModel::QAbstractListModel;
    void setState(const StatePtr& state); // null: nothing is open
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() || !m_state ? 0 : static_cast<int>(m_state->open.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    [[nodiscard]] QString endText(const ConnectionEnd& end) const;
    [[nodiscard]] QRectF placeOf(const OpenConnection& open) const; // both ends, board millimetres
    StatePtr m_state;
};

} // namespace viaduct
