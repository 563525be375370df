// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/commands/commandregistry.h"

namespace viaduct {

// session.recover: rebuilds the states of a journal. Hidden; its arguments are what readJournal gives, so a log replays without the journal.
// Nothing is taken on trust: every item must fit the board, and copper of a route that was cut short passes the full check or goes.
[[nodiscard]] Command recoverCommand();

// Reads the journal, refuses one of another board or other rules, calls session.recover and removes the journal.
[[nodiscard]] Result<nlohmann::json> recoverFromJournal(const CommandRegistry& registry, CallContext& context, const std::string& journalPath);

} // namespace viaduct
