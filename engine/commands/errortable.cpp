// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "engine/commands/commandregistry.h"

namespace viaduct {

const ErrorRow& errorRow(ErrorCode code) noexcept {
    static constexpr std::array<ErrorRow, 15> rows{{
        {ErrorCode::UnknownCommand, "unknown-command", -32601, "bad_argument"},
        {ErrorCode::InvalidArgs, "invalid-args", -32602, "bad_argument"},
        {ErrorCode::Internal, "internal", -32603, "failed"},
        {ErrorCode::Cancelled, "cancelled", -32800, "failed"},
        {ErrorCode::UiOnly, "ui-only", -32001, "failed"},
        {ErrorCode::NoDocument, "no-document", -32002, "failed"},
        {ErrorCode::WrongKind, "wrong-kind", -32003, "failed"},
        {ErrorCode::StaleRevision, "stale-revision", -32004, "failed"},
        {ErrorCode::CheckFailed, "check-failed", -32005, "failed"},
        {ErrorCode::ServiceUnavailable, "service-unavailable", -32006, "failed"},
        {ErrorCode::NotFound, "not-found", -32007, "unknown_name"},
        {ErrorCode::Limit, "limit", -32008, "limit"},
        {ErrorCode::NotAllowed, "not-allowed", -32009, "not_allowed"},
        {ErrorCode::Unreadable, "check-failed", -32005, "failed"},
        {ErrorCode::Unwritable, "check-failed", -32005, "failed"},
    }};
    for (const ErrorRow& row : rows)
        if (row.code == code) return row;
    return rows[2];
}

nlohmann::json errorJson(const Error& error) { return {{"error", {{"code", errorRow(error.code).jsonLines}, {"message", error.text}}}}; }

const char* toText(CommandKind kind) noexcept {
    switch (kind) {
    case CommandKind::Query: return "query";
    case CommandKind::Route: return "route";
    case CommandKind::Edit: return "edit";
    case CommandKind::Session: return "session";
    case CommandKind::Export: return "export";
    case CommandKind::Ui: return "ui";
    }
    return "query";
}

const char* toText(Profile profile) noexcept {
    switch (profile) {
    case Profile::Read: return "read";
    case Profile::Route: return "route";
    case Profile::Edit: return "edit";
    case Profile::Kicad: return "kicad";
    }
    return "read";
}

std::optional<Profile> profileFrom(const std::string& text) noexcept {
    for (const Profile profile : {Profile::Read, Profile::Route, Profile::Edit, Profile::Kicad})
        if (text == toText(profile)) return profile;
    return std::nullopt;
}

} // namespace viaduct
