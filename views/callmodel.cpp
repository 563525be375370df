// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/callmodel.h"

#include <QCoreApplication>

#include <algorithm>

#include "engine/service/texts.h"
#include "engine/session/sessionlog.h"
#include "views/carddelegate.h"

namespace viaduct {

namespace {

using nlohmann::json;

QString tr(const char* text) { return QCoreApplication::translate("CallModel", text); }

int whole(const json& result, const char* key) {
    const auto value = result.find(key);
    return value != result.end() && value->is_number_integer() ? value->get<int>()
           : value != result.end() && value->is_array()        ? static_cast<int>(value->size())
                                                               : 0;
}

std::size_t size(const json& result, const char* key) { return static_cast<std::size_t>(std::max(0, whole(result, key))); }

QString text(const json& result, const char* key) {
    const auto value = result.find(key);
    return value != result.end() && value->is_string() ? toQString(value->get<std::string>()) : QString();
}

QString addedText(const json& result) {
    const auto added = result.find("added_errors");
    if (added == result.end() || !added->is_object()) return {};
    int count = 0;
    for (const auto& [type, number] : added->items()) count += number.is_number_integer() ? number.get<int>() : 0;
    return count == 0 ? tr("no added errors") : counted(static_cast<std::size_t>(count), tr("1 added error"), tr("%1 added errors"));
}

QString routeText(const json& result) {
    QString words = tr("routed %1 of %2").arg(whole(result, "routed")).arg(whole(result, "connections"));
    words += QStringLiteral(", ") + tr("%1 still open").arg(whole(result, "open_total"));
    if (result.value("stopped", false)) words += QStringLiteral(", ") + tr("stopped");
    if (const QString reason = text(result, "reason"); !reason.isEmpty() && !result.value("committed", true))
        words += QStringLiteral(" (") + reason + QLatin1Char(')');
    if (const QString added = addedText(result); !added.isEmpty()) words += QStringLiteral(", ") + added;
    return words;
}

} // namespace

QString argumentsText(const CallRecord& record) {
    if (!record.args.is_object() || record.args.empty()) return {};
    QString words;
    for (const auto& [key, value] : record.args.items()) {
        QString shown = value.is_string() ? toQString(value.get<std::string>()) : toQString(toLine(value));
        if (key == "work" && value.is_number_unsigned()) shown = workText(value.get<std::uint64_t>());
        if (shown.size() > 60) shown = shown.left(57) + QStringLiteral("…");
        words += (words.isEmpty() ? QString() : QStringLiteral("   ")) + toQString(key) + QStringLiteral(": ") + shown;
    }
    return words;
}

QString resultText(const CallRecord& record) {
    if (record.error) return toQString(record.error->text);
    if (record.status != CallRecord::Status::Done) return {};
    const json& result = record.result;
    if (!result.is_object()) return {};
    const QString command = record.command;
    if (command == QLatin1String("route")) return routeText(result);
    if (command == QLatin1String("board_info") || command == QLatin1String("session.open")) {
        const json counts = result.value("counts", json::object());
        return counted(size(counts, "parts"), tr("1 part"), tr("%1 parts")) + QStringLiteral(", ") + counted(size(counts, "nets"), tr("1 net"), tr("%1 nets")) +
               QStringLiteral(", ") + counted(size(result, "open_connections"), tr("1 open connection"), tr("%1 open connections"));
    }
    if (command == QLatin1String("open_connections") || command == QLatin1String("query.unrouted"))
        return counted(size(result, "open_total"), tr("1 open connection"), tr("%1 open connections"));
    if (command == QLatin1String("save") || command == QLatin1String("session.save") || command == QLatin1String("window.save_as")) return text(result, "path");
    if (command == QLatin1String("check"))
        return (whole(result, "added_total") == 0 ? tr("no added errors") : counted(size(result, "added_total"), tr("1 added error"), tr("%1 added errors"))) +
               QStringLiteral(", ") + tr("%1 unconnected").arg(whole(result, "unconnected"));
    const QString line = toQString(toLine(result));
    return line.size() > 160 ? line.left(157) + QStringLiteral("…") : line;
}

void CallModel::clear() {
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void CallModel::append(Row row) {
    if (m_rows.size() >= kMaxRows) {
        beginRemoveRows({}, 0, static_cast<int>(kMaxRows / 4) - 1);
        m_rows.erase(m_rows.begin(), m_rows.begin() + kMaxRows / 4);
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_rows.push_back(std::move(row));
    endInsertRows();
}

void CallModel::update(const CallRecord& record) {
    for (std::size_t i = m_rows.size(); i-- > 0;) {
        if (m_rows[i].isNote || m_rows[i].record.number != record.number) continue;
        m_rows[i].record = record;
        emit dataChanged(index(static_cast<int>(i)), index(static_cast<int>(i)));
        return;
    }
    append({false, {}, record, {}});
}

void CallModel::setProgress(quint64 number, const CallProgress& progress) {
    for (std::size_t i = m_rows.size(); i-- > 0;) {
        if (m_rows[i].isNote || m_rows[i].record.number != number) continue;
        QString phase = toQString(progress.phase);
        if (progress.total > 0) phase += QStringLiteral(" %1 / %2").arg(progress.done).arg(progress.total);
        if (phase == m_rows[i].phase) return;
        m_rows[i].phase = phase;
        emit dataChanged(index(static_cast<int>(i)), index(static_cast<int>(i)));
        return;
    }
}

void CallModel::addNote(const QString& actor, const QString& note) {
    static_cast<void>(actor);
    append({true, note, {}, {}});
}

const CallRecord* CallModel::recordAt(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount()) return nullptr;
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    return row.isNote ? nullptr : &row.record;
}

QString CallModel::badgeOf(const Row& row) const {
    switch (row.record.status) {
    case CallRecord::Status::Waiting: return tr("waiting");
    case CallRecord::Status::Running: return row.phase.isEmpty() ? tr("running") : row.phase;
    case CallRecord::Status::Done: return tr("done");
    case CallRecord::Status::Failed: return tr("failed");
    case CallRecord::Status::Cancelled: return tr("stopped");
    }
    return {};
}

QVariant CallModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == CardDelegate::IsNote) return row.isNote;
    if (row.isNote) return role == Qt::DisplayRole ? QVariant(row.note) : QVariant();
    const CallRecord& record = row.record;
    switch (role) {
    case Qt::DisplayRole: return record.command;
    case CardDelegate::Badge: return badgeOf(row);
    case CardDelegate::Tone:
        return record.status == CallRecord::Status::Done        ? CardDelegate::Good
               : record.status == CallRecord::Status::Failed    ? CardDelegate::Bad
               : record.status == CallRecord::Status::Running   ? CardDelegate::Accent
               : record.status == CallRecord::Status::Cancelled ? CardDelegate::Warning
                                                                : CardDelegate::Quiet;
    case CardDelegate::Right: {
        if (!record.isOver()) return record.actor;
        QString aside = durationText(record.elapsed);
        if (record.work > 0) aside = tr("work %1").arg(workText(record.work)) + QStringLiteral("   ·   ") + aside;
        if (record.madeState) aside = tr("state %1").arg(record.state.value()) + QStringLiteral("   ·   ") + aside;
        return record.actor + QStringLiteral("   ·   ") + aside;
    }
    case CardDelegate::Sentence: {
        const QString arguments = argumentsText(record), result = resultText(record);
        if (arguments.isEmpty() || result.isEmpty()) return arguments + result;
        return arguments + QStringLiteral("   →   ") + result;
    }
    case CardDelegate::IsCurrent: return record.status == CallRecord::Status::Running;
    case Qt::AccessibleTextRole: return QStringLiteral("%1 %2: %3").arg(record.command, badgeOf(row), resultText(record));
    case NumberRole: return record.number;
    case DetailRole: {
        QString detail = record.command + QStringLiteral("\n\n") + toQString(record.args.dump(2, ' ', false, json::error_handler_t::replace));
        if (record.status == CallRecord::Status::Done)
            detail += QStringLiteral("\n\n→ ") + toQString(record.result.dump(2, ' ', false, json::error_handler_t::replace));
        else if (record.error)
            detail += QStringLiteral("\n\n→ ") + toQString(record.error->text);
        return detail;
    }
    default: return {};
    }
}

} // namespace viaduct
