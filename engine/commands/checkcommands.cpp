// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>

#include "engine/commands/drcreport.h"
#include "engine/commands/enginecommands.h"
#include "engine/commands/replies.h"
#include "engine/commands/storedfills.h"
#include "engine/commands/verification.h"
#include "engine/session/workspace.h"

namespace viaduct {

namespace {

using nlohmann::json;

constexpr std::size_t kMostExamples = 5;

// Refilled zones are judged once per state and kept; stored fills only here.
CheckReport reportOf(CallContext& context, const State& state, const State& against, bool refills) {
    const Session& session = *context.session;
    if (refills) {
        CheckReport report = *session.check(state);
        markAdded(report, *session.check(against));
        return report;
    }
    const std::vector<ZoneFill> fills = storedFills(session.board());
    CheckReport report = viaduct::check(session.rules(), *state.copper, fills, {context.stop});
    markAdded(report, viaduct::check(session.rules(), *against.copper, fills, {context.stop}));
    return report;
}

json addedJson(const Board& board, const CheckReport& report) {
    std::map<std::string, json> added;
    for (const Violation& violation : report.violations) {
        if (!violation.isAdded || violation.severity != "error" || violation.isExcluded) continue;
        json& entry = added.try_emplace(violation.type, json{{"count", 0}, {"examples", json::array()}}).first->second;
        entry["count"] = entry["count"].get<std::size_t>() + 1;
        if (entry["examples"].size() < kMostExamples) entry["examples"].push_back(violationJson(board, violation));
    }
    json result = json::object();
    for (auto& [type, entry] : added) result[type] = std::move(entry);
    return result;
}

Result<json> runCheck(CallContext& context, const json& args) {
    const Session& session = *context.session;
    if (args["full"] == false) return fail(ErrorCode::ServiceUnavailable, "check: full: a partial check is not built yet; leave it out.");
    const bool refills = args["refill"].get<bool>();
    const CheckReport report = reportOf(context, *context.state, *session.states().front(), refills);
    json result = {{"state", context.state->id.value()},       {"unconnected", report.unconnected.size()},
                   {"errors", errorCountsJson(report, false)}, {"added", addedJson(session.board(), report)},
                   {"added_total", addedErrorCount(report)},   {"refilled", refills},
                   {"not_checked", report.notChecked}};
    if (session.rules().rules().brokenCustomRules)
        result["unverified"] = "the custom rules file does not parse: " + shown(session.rules().rules().brokenCustomRules->text);
    return result;
}

Result<json> runDrc(CallContext& context, const json& args) {
    const Session& session = *context.session;
    if (args["full"] == false) return fail(ErrorCode::ServiceUnavailable, "check.drc: full: a partial check is not built yet; leave it out.");
    const StatePtr against = session.state(StateId(args["against"].get<std::int32_t>()));
    if (!against) return fail(ErrorCode::NotFound, "check.drc: against: there is no such state.");
    const CheckReport report = reportOf(context, *context.state, *against, args["refill"].get<bool>());
    const std::string program = "Viaduct" + (context.workspace == nullptr ? std::string() : " " + context.workspace->options().version);
    return drcReportJson(session.board(), *context.state->copper, report, {session.board().name + ".kicad_pcb", program, false});
}

} // namespace

void addCheckCommands(CommandRegistry& registry) {
    Command check;
    check.id = "check";
    check.title = "Check";
    check.description = "Judges the current state by every rule: unconnected items and DRC errors by type, and what the session added to those of the input "
                        "board, with examples.";
    check.argsSchema = schemas::object(
        {{"full", schemas::flag("judge the whole board", true)}, {"refill", schemas::flag("judge with zones refilled, not as stored in the file", true)}});
    check.resultSchema = schemas::anyObject();
    check.run = runCheck;
    registry.add(std::move(check));

    Command drc;
    drc.id = "check.drc";
    drc.title = "DRC report";
    drc.description = "The full DRC report of the current state in KiCad's JSON form, each violation with its rule, required and actual value, and whether it "
                      "is new against another state.";
    drc.argsSchema = schemas::object({{"full", schemas::flag("judge the whole board", true)},
                                      {"refill", schemas::flag("judge with zones refilled, not as stored in the file", true)},
                                      {"against", schemas::withDefault(schemas::whole("state that `added` compares with", 0, 1'000'000), 0)}});
    drc.resultSchema = schemas::anyObject();
    drc.run = runDrc;
    registry.add(std::move(drc));
}

} // namespace viaduct
