// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>

#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "engine/base/result.h"
#include "engine/session/state.h"

namespace viaduct {

// One call of a command, from the moment it was asked for until it ended. What a person sees of it, and what the caller gets.
struct CallRecord final {
    enum class Status { Waiting, Running, Done, Failed, Cancelled };
    quint64 number{0};
    QString command, actor;
    nlohmann::json args = nlohmann::json::object();
    Status status{Status::Waiting};
    nlohmann::json result;           // Done
    std::optional<Error> error;      // Failed, Cancelled
    std::uint64_t work{0};           // spent by the call
    StateId state;                   // current when it ended
    bool madeState{false};           // the call changed the current state
    qint64 startedAt{0}, elapsed{0}; // milliseconds on the service's clock; for people only, part of no result
    [[nodiscard]] bool isOver() const noexcept { return status == Status::Done || status == Status::Failed || status == Status::Cancelled; }
};

} // namespace viaduct

Q_DECLARE_METATYPE(viaduct::CallRecord)
