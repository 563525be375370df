// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/commands/commandregistry.h"
#include "engine/session/sessionlog.h"

namespace viaduct {

struct ReplayDifference final {
    std::uint64_t n{0};
    std::string tool, what, logged, got; // what: "result", "state", "outcome" or "session"
};

struct ReplayReport final {
    std::size_t calls{0};
    bool hasSaved{false};
    std::optional<ReplayDifference> difference; // the replay ended there
    std::optional<Error> unwritable;            // or there, as a file could not be written: no difference
};

// Runs the calls of a log again on the open session, each stopped where it was stopped. Ends at the first digest that differs, or at a
// requested stop. A save over the board itself becomes a save to the session's file.
[[nodiscard]] ReplayReport replay(const CommandRegistry& registry, CallContext& context, const LogFile& log,
                                  const std::function<void(const LogEntry&)>& onCall = {});

// Why this session cannot replay that log: another board, other rules, opened another way; empty when it can.
[[nodiscard]] std::string replayObstacle(const Session& session, const LogHeader& header);

} // namespace viaduct
