// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/commandregistry.h"

#include <shared_mutex>

#include "engine/base/log.h"
#include "engine/session/sessionlog.h"
#include "engine/session/workspace.h"

namespace viaduct {

namespace {

using nlohmann::json;

bool isWriter(CommandKind kind) {
    return kind == CommandKind::Route || kind == CommandKind::Edit || kind == CommandKind::Session || kind == CommandKind::Export;
}

// Exceptions stop here: they can only come from running out of memory or from a bug of ours.
Result<json> runGuarded(const Command& command, CallContext& context, const json& args) {
    try {
        return command.run(context, args);
    } catch (const std::bad_alloc&) { return fail(ErrorCode::Internal, command.id + ": out of memory."); } catch (const std::exception& problem) {
        return fail(ErrorCode::Internal, command.id + ": internal error: " + problem.what());
    }
}

void writeLogLine(Session& session, const CallContext& context, const std::string& id, const json& args, const Result<json>& result, const StatePtr& state) {
    if (session.log() == nullptr) return;
    LogEntry entry;
    entry.tool = id;
    entry.args = args;
    entry.actor = context.actor;
    entry.ok = result.has_value();
    entry.resultDigest = resultDigest(result ? *result : json{{"error", errorRow(result.error().code).name}});
    entry.state = state->id.value();
    entry.stateDigest = state->digest;
    entry.work = context.work;
    entry.stoppedAt = context.stoppedAt;
    const auto written = session.log()->append(std::move(entry));
    if (!written) logMessage(LogLevel::Warning, written.error().text);
}

} // namespace

void CommandRegistry::add(Command command) {
    const std::string id = command.id;
    m_commands.insert_or_assign(id, std::move(command));
}

const Command* CommandRegistry::find(const std::string& id) const noexcept {
    const auto found = m_commands.find(id);
    return found == m_commands.end() ? nullptr : &found->second;
}

std::vector<const Command*> CommandRegistry::commands() const {
    std::vector<const Command*> all;
    for (const auto& [id, command] : m_commands) all.push_back(&command);
    return all;
}

Result<json> CommandRegistry::call(CallContext& context, const std::string& id, const json& args) const {
    const Command* command = find(id);
    if (command == nullptr) return fail(ErrorCode::UnknownCommand, "There is no command of this name.");
    if (command->profile > context.profile)
        return fail(ErrorCode::NotAllowed, id + " needs the profile " + toText(command->profile) + "; this client has " + toText(context.profile) + ".");
    context.work = 0;
    context.stoppedAt.clear();
    if (context.workspace != nullptr) context.session = context.workspace->session();
    if (command->needsSession && !context.session) return fail(ErrorCode::NoDocument, id + ": no board is open; session.open opens one.");
    const std::shared_ptr<Session> session = context.session; // outlives a session.close
    const bool changes = isWriter(command->kind);

    // A query holds its turn from snapshot to log line, so that the line stands before any state that a writer publishes meanwhile.
    std::shared_lock<std::shared_mutex> readTurn;
    if (session && !changes) readTurn = std::shared_lock(session->turn());
    context.state = session ? (changes ? session->head() : session->current()) : nullptr;

    const std::vector<SchemaError> errors = validate(command->argsSchema, args);
    Result<json> result = errors.empty() ? runGuarded(*command, context, withDefaults(command->argsSchema, args))
                                         : Result<json>(fail(ErrorCode::InvalidArgs, describe(id, errors)));

    if (session && command->isLogged) {
        if (changes) {
            const std::unique_lock turn(session->turn());
            if (result)
                session->publish();
            else
                session->discardStaged();
            writeLogLine(*session, context, id, args, result, session->current());
        } else {
            writeLogLine(*session, context, id, args, result, context.state);
        }
    }
    if (onCalled) onCalled(context, id, result);
    return result;
}

} // namespace viaduct
