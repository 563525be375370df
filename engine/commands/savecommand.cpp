// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>
#include <set>

#include "engine/commands/enginecommands.h"
#include "engine/commands/replies.h"
#include "engine/commands/saving.h"
#include "engine/commands/verification.h"

namespace viaduct {

namespace {

using nlohmann::json;

Result<json> runSave(CallContext& context, const json& args) {
    Session& session = *context.session;
    const StatePtr state = session.head();
    const bool isInPlace = args["in_place"].get<bool>();
    if (isInPlace && !context.mayOverwriteInput) return fail(ErrorCode::NotAllowed, "save: in_place: only the person saves over the board.");
    std::string path = isInPlace ? session.file().path : session.options().outPath;
    if (path.empty()) return fail(ErrorCode::NotAllowed, "save: this session was started without a file to write to.");
    TRY(saveState(session, *state, path, args["refill"].get<bool>(), context.mayOverwriteInput));
    session.markSaved(state);
    json result = {{"path", path},
                   {"state", state->id.value()},
                   {"state_digest", state->digest},
                   {"tracks", state->metrics.tracks},
                   {"vias", state->metrics.vias},
                   {"length_mm", millimetres(state->metrics.length)},
                   {"open_total", state->metrics.open}};
    const CheckReport report = againstInput(session, *state);
    result["added_errors"] = errorCountsJson(report, true);
    return result;
}

} // namespace

void addSaveCommand(CommandRegistry& registry) {
    Command save;
    save.id = "save";
    save.title = "Save";
    save.description = "Writes the board with the session's copper to the file chosen when the session was started, every other byte as it was; zones near "
                       "changed copper are refilled. "
                       "Says what is open and which DRC errors were added.";
    save.kind = CommandKind::Export;
    save.profile = Profile::Route;
    save.argsSchema = schemas::object({{"refill", schemas::flag("refill the zones near changed copper", true)},
                                       {"in_place", schemas::flag("write over the board itself (the person only)", false)}});
    save.resultSchema = schemas::anyObject();
    save.run = runSave;
    registry.add(std::move(save));
}

} // namespace viaduct
