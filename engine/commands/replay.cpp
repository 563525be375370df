// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/replay.h"

#include "engine/base/stopflag.h"
#include "engine/session/workspace.h"

namespace viaduct {

namespace {

using nlohmann::json;

std::optional<ReplayDifference> compare(const LogEntry& logged, bool ok, const std::string& result, const State& state) {
    if (logged.ok != ok) return ReplayDifference{logged.n, logged.tool, "outcome", logged.ok ? "ok" : "an error", ok ? "ok" : "an error"};
    if (logged.stateDigest != state.digest || logged.state != state.id.value())
        return ReplayDifference{logged.n, logged.tool, "state", std::to_string(logged.state) + " " + logged.stateDigest,
                                std::to_string(state.id.value()) + " " + state.digest};
    if (logged.resultDigest != result) return ReplayDifference{logged.n, logged.tool, "result", logged.resultDigest, result};
    return std::nullopt;
}

} // namespace

ReplayReport replay(const CommandRegistry& registry, CallContext& context, const LogFile& log, const std::function<void(const LogEntry&)>& onCall) {
    ReplayReport report;
    const CallContext outer = context;
    if (context.workspace != nullptr) context.session = context.workspace->session();
    context.profile = Profile::Kicad;
    context.caps = {UINT64_MAX, SIZE_MAX};
    for (const LogEntry& entry : log.entries) {
        if (context.stop != nullptr && context.stop->isRequested()) break;
        if (onCall) onCall(entry);
        context.actor = entry.actor;
        context.replayStops = entry.stoppedAt;
        json args = entry.args;
        if (entry.tool == "save" && args.is_object()) args.erase("in_place");
        const Result<json> result = registry.call(context, entry.tool, args);
        ++report.calls;
        if (entry.ok && !result && result.error().code == ErrorCode::Unwritable) {
            report.unwritable = result.error();
            break;
        }
        if (!context.session) { // closed by a line that no session writes
            report.difference = ReplayDifference{entry.n, entry.tool, "session", "open", "closed"};
            break;
        }
        if (result && entry.tool == "save") report.hasSaved = true;
        const std::string digest = resultDigest(result ? *result : json{{"error", errorRow(result.error().code).name}});
        report.difference = compare(entry, result.has_value(), digest, *context.session->current());
        if (report.difference) break;
    }
    context.profile = outer.profile;
    context.caps = outer.caps;
    context.actor = outer.actor;
    context.replayStops.clear();
    return report;
}

std::string replayObstacle(const Session& session, const LogHeader& header) {
    if (header.boardSha256 != session.file().sha256) return "the log was written for another board, or the board changed since";
    if (header.rulesSha256 != session.project().sha256()) return "the rule files (.kicad_pro, .kicad_dru) changed since the log was written";
    return {};
}

} // namespace viaduct
