// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/service/windowcommands.h"

#include "engine/commands/replies.h"
#include "engine/commands/saving.h"

namespace viaduct {

namespace {

Result<nlohmann::json> runSaveAs(CallContext& context, const nlohmann::json& args) {
    Session& session = *context.session;
    const StatePtr state = session.head();
    const std::string path = args["path"].get<std::string>();
    TRY(saveState(session, *state, path, true, context.mayOverwriteInput));
    session.markSaved(state);
    session.publish(); // nothing else was staged: what is not in the log is not published by the registry
    return nlohmann::json{
        {"path", path}, {"state", state->id.value()}, {"open_total", state->metrics.open}, {"tracks", state->metrics.tracks}, {"vias", state->metrics.vias}};
}

} // namespace

void addWindowCommands(CommandRegistry& registry) {
    Command saveAs;
    saveAs.id = "window.save_as";
    saveAs.title = "Save as";
    saveAs.description = "Writes the board with the session's copper to a file that the person chose.";
    saveAs.kind = CommandKind::Ui;
    saveAs.profile = Profile::Edit;
    saveAs.argsSchema = schemas::object({{"path", schemas::text("the file to write", 4096)}}, {"path"});
    saveAs.resultSchema = schemas::anyObject();
    saveAs.isLogged = false; // a path is the person's business, and a replay writes where it is told to
    saveAs.run = runSaveAs;
    registry.add(std::move(saveAs));
}

} // namespace viaduct
