// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>

#include "engine/commands/boardcommands.h"
#include "engine/commands/enginecommands.h"
#include "engine/commands/recovery.h"
#include "engine/commands/replies.h"
#include "engine/session/workspace.h"

namespace viaduct {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// A path of a client lies in the workspace folder, whatever dots and links it is made of.
Result<std::string> allowedPath(const CallContext& context, const std::string& path) {
    const WorkspaceOptions& options = context.workspace->options();
    if (options.hasFreePaths) return path;
    if (options.folder.empty())
        return fail(ErrorCode::NotAllowed, "session.open: path: this program was started without a folder that clients may open boards in.");
    std::error_code error;
    const fs::path root = fs::weakly_canonical(options.folder, error);
    const fs::path wanted = fs::weakly_canonical(fs::path(path).is_absolute() ? fs::path(path) : root / path, error);
    const auto [end, rest] = std::mismatch(root.begin(), root.end(), wanted.begin(), wanted.end());
    if (error || end != root.end()) return fail(ErrorCode::NotAllowed, "session.open: path: it lies outside the folder of this workspace.");
    if (context.profile <= Profile::Route && wanted.parent_path() != root)
        return fail(ErrorCode::NotAllowed, "session.open: path: in this profile it is the board's file name alone.");
    return wanted.string();
}

Result<json> runOpen(CallContext& context, const json& args) {
    if (context.workspace == nullptr) return fail(ErrorCode::ServiceUnavailable, "session.open: this front cannot open boards.");
    if (context.session) return fail(ErrorCode::NotAllowed, "session.open: a board is open in this process; close it first.");
    const std::string path = TRY(allowedPath(context, args["path"].get<std::string>()));
    const auto session = TRY(context.workspace->open(path, {args["strip"].get<bool>(), args["keep_locked"].get<bool>()}));
    return boardInfoJson(*session, *session->current(), session->workUsed());
}

Result<json> runClose(CallContext& context, const json& args) {
    if (context.workspace == nullptr) return fail(ErrorCode::ServiceUnavailable, "session.close: this front cannot close boards.");
    TRY(context.workspace->close(args["discard"].get<bool>()));
    return json{{"closed", true}};
}

Result<json> runDescribe(CallContext& context, const json&) {
    const Session& session = *context.session;
    const State& state = *context.state;
    return json{{"path", session.file().path},
                {"board", shown(session.board().name)},
                {"board_sha256", session.file().sha256},
                {"rules_sha256", session.project().sha256()},
                {"states", session.states().size()},
                {"state", state.id.value()},
                {"metrics", metricsJson(state)},
                {"dirty", session.isDirty()},
                {"work", workJson(session, 0, session.workUsed())},
                {"profile", toText(context.profile)},
                {"options",
                 {{"strip", session.file().options.strip},
                  {"keep_locked", session.file().options.keepLocked},
                  {"seed", session.options().seed},
                  {"can_save", !session.options().outPath.empty()}}}};
}

} // namespace

void addSessionCommands(CommandRegistry& registry) {
    Command open;
    open.id = "session.open";
    open.title = "Open a board";
    open.description = "Opens a board while none is open; strip leaves its own tracks, vias, teardrops and stored fills out.";
    open.kind = CommandKind::Session;
    open.profile = Profile::Route;
    open.argsSchema = schemas::object({{"path", schemas::text("the board's file", 4096)},
                                       {"strip", schemas::flag("without its own copper", false)},
                                       {"keep_locked", schemas::flag("with strip: locked copper stays", false)}},
                                      {"path"});
    open.resultSchema = schemas::anyObject();
    open.needsSession = false;
    open.isLogged = false;
    open.run = runOpen;
    registry.add(std::move(open));

    Command close;
    close.id = "session.close";
    close.title = "Close the board";
    close.description = "Ends the session; refused with unsaved changes unless discard is set.";
    close.kind = CommandKind::Session;
    close.profile = Profile::Route;
    close.argsSchema = schemas::object({{"discard", schemas::flag("although changes are not saved", false)}});
    close.resultSchema = schemas::anyObject();
    close.isLogged = false;
    close.run = runClose;
    registry.add(std::move(close));

    Command describeSession;
    describeSession.id = "session.describe";
    describeSession.title = "Describe the session";
    describeSession.description = "What is open: board, digests, states, metrics of the current state, work, profile and options.";
    describeSession.argsSchema = schemas::object({});
    describeSession.resultSchema = schemas::anyObject();
    describeSession.run = runDescribe;
    registry.add(std::move(describeSession));

    registry.add(recoverCommand());
}

} // namespace viaduct
