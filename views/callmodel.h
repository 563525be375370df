// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <vector>

#include "engine/commands/commandregistry.h"
#include "engine/service/callrecord.h"

namespace viaduct {

// A call in words: what was asked with which arguments, and what came of it.
[[nodiscard]] QString argumentsText(const CallRecord& record);
[[nodiscard]] QString resultText(const CallRecord& record);

// Every call of the session as it was asked for, whoever asked, with an agent's remarks between them.
class CallModel final : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { NumberRole = Qt::UserRole + 20, DetailRole };
    static constexpr std::size_t kMaxRows = 5000;

    explicit CallModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}
    void clear();
    void update(const CallRecord& record);
    void setProgress(quint64 number, const CallProgress& progress);
    void addNote(const QString& actor, const QString& text);
    [[nodiscard]] const CallRecord* recordAt(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Row final {
        bool isNote{false};
        QString note;
        CallRecord record;
        QString phase;
    };
    void append(Row row);
    [[nodiscard]] QString badgeOf(const Row& row) const;
    std::vector<Row> m_rows;
};

} // namespace viaduct
