// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/commands/command.h"
#include "engine/commands/schema.h"

namespace viaduct {

// The one registry of a process, passed in where it is needed. Filled before the first call, constant afterwards, so calls need no lock
// for it; calls that change the session must come one at a time, queries may run beside them.
class CommandRegistry final {
public:
    void add(Command command); // replaces a command of the same id
    [[nodiscard]] const Command* find(const std::string& id) const noexcept;
    [[nodiscard]] std::vector<const Command*> commands() const; // by id; hidden ones included

    // Checks profile and arguments, runs, publishes the states it staged and writes the log line; a failed call changes nothing.
    // Never throws. Unknown keys, wrong types and values out of range are invalid-args naming command and key.
    [[nodiscard]] Result<nlohmann::json> call(CallContext& context, const std::string& id, const nlohmann::json& args) const;

    // After every call of a command with a session, on the calling thread: (context, id, result or error).
    std::function<void(const CallContext&, const std::string&, const Result<nlohmann::json>&)> onCalled;

private:
    std::map<std::string, Command> m_commands;
};

// Everything this floor offers (SPEC 4): routing session, session, check. Fronts and the service add their own with `add`.
void addEngineCommands(CommandRegistry& registry);

// One table for every front.
struct ErrorRow final {
    ErrorCode code;
    const char* name;      // "invalid-args"
    int jsonRpc;           // -32602
    const char* jsonLines; // "bad_argument"
};
[[nodiscard]] const ErrorRow& errorRow(ErrorCode code) noexcept;
// {"error": {"code": "bad_argument", "message"}} of the JSON lines front.
[[nodiscard]] nlohmann::json errorJson(const Error& error);

} // namespace viaduct
