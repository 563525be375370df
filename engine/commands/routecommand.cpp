// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <set>

#include "engine/commands/bestsofar.h"
#include "engine/commands/enginecommands.h"
#include "engine/commands/replies.h"
#include "engine/commands/routearguments.h"
#include "engine/commands/verification.h"
#include "engine/router/router.h"

namespace viaduct {

namespace {

using nlohmann::json;

constexpr std::size_t kMostListed = 512;

std::size_t countOf(const State& state, const std::vector<NetId>& nets) {
    return static_cast<std::size_t>(std::count_if(state.open.begin(), state.open.end(),
                                                  [&](const OpenConnection& open) { return std::binary_search(nets.begin(), nets.end(), open.edge.net); }));
}

// The state's copper with what the router added behind it.
Proposal proposalFor(const State& base, const RouteOutcome& outcome, const RouteArguments& arguments, const std::string& actor) {
    Proposal proposal;
    proposal.label = !arguments.isSelective ? "route" : "route " + std::to_string(arguments.named.size()) + (arguments.named.size() == 1 ? " net" : " nets");
    proposal.tool = "route";
    proposal.actor = actor;
    proposal.added = base.added;
    proposal.removed = base.removed;
    proposal.added.tracks.insert(proposal.added.tracks.end(), outcome.added.tracks.begin(), outcome.added.tracks.end());
    proposal.added.arcs.insert(proposal.added.arcs.end(), outcome.added.arcs.begin(), outcome.added.arcs.end());
    proposal.added.vias.insert(proposal.added.vias.end(), outcome.added.vias.begin(), outcome.added.vias.end());
    proposal.explained = outcome.open;
    return proposal;
}

// What a candidate has beyond the state it starts from; new items stand behind the old ones.
Copper newCopper(const State& base, const State& candidate) {
    Copper fresh;
    fresh.tracks.assign(candidate.added.tracks.begin() + static_cast<std::ptrdiff_t>(base.added.tracks.size()), candidate.added.tracks.end());
    fresh.arcs.assign(candidate.added.arcs.begin() + static_cast<std::ptrdiff_t>(base.added.arcs.size()), candidate.added.arcs.end());
    fresh.vias.assign(candidate.added.vias.begin() + static_cast<std::ptrdiff_t>(base.added.vias.size()), candidate.added.vias.end());
    return fresh;
}

// Connections of nets whose copper the check refused say which rule it was.
std::vector<OpenConnection> withRefusals(std::vector<OpenConnection> open, const Verification& verified) {
    for (OpenConnection& connection : open) {
        const auto refusal = verified.refusalOf.find(connection.edge.net);
        if (connection.reason != OpenReason::NotTried || refusal == verified.refusalOf.end()) continue;
        connection.reason = OpenReason::Refused;
        connection.wasTried = true;
        connection.place = refusal->second.place;
        connection.layer = refusal->second.layer;
        connection.why = "Copper was found for this net, but the full check refused it: " + refusal->second.type + ".";
    }
    return open;
}

json openJson(const Board& board, const std::vector<OpenConnection>& open, const std::vector<NetId>& nets, bool& isCut) {
    json list = json::array();
    for (const OpenConnection& connection : open) {
        if (!std::binary_search(nets.begin(), nets.end(), connection.edge.net)) continue;
        if (list.size() == kMostListed) {
            isCut = true;
            break;
        }
        list.push_back(openConnectionJson(board, connection));
    }
    return list;
}

std::string refusalText(const Verification& verified) {
    std::string text;
    for (const auto& [type, count] : verified.refusals) text += (text.empty() ? "" : ", ") + type + " " + std::to_string(count);
    return text;
}

Result<void> checkPreconditions(const CallContext& context, const RouteArguments& arguments) {
    const Session& session = *context.session;
    if (session.rules().rules().brokenCustomRules && !arguments.ignoresRulesFile)
        return fail(ErrorCode::CheckFailed, "route: the custom rules file does not parse (" + session.rules().rules().brokenCustomRules->text +
                                                "); mend it, or set ignore_rules_file.");
    const std::uint64_t limit = session.options().workLimit;
    if (limit > 0 && session.workUsed() >= limit) return fail(ErrorCode::Limit, "route: the session's work limit of " + std::to_string(limit) + " is spent.");
    return {};
}

Result<json> runRoute(CallContext& context, const json& args) {
    Session& session = *context.session;
    const StatePtr base = session.head();
    const Board& board = session.board();
    const RouteArguments arguments = TRY(readRouteArguments(context, *base, args));
    TRY(checkPreconditions(context, arguments));
    const std::size_t before = countOf(*base, arguments.named);

    RouteOutcome outcome;
    if (before > 0) {
        BestSoFar events(context.events, arguments.commits ? session.journal() : nullptr, base->id, context.progress);
        outcome = route(session.rules(), *base->copper, *base->fills, arguments.request, &events, context.stop);
    }
    context.work = outcome.work.total;
    context.stoppedAt = outcome.stoppedAt;
    session.addWork(outcome.work.total);

    Proposal proposal = proposalFor(*base, outcome, arguments, context.actor);
    Verification verified;
    const bool isChecked = arguments.verify != VerifyMode::Off;
    if (outcome.added.isEmpty())
        verified.state = base;
    else if (isChecked)
        verified = verify(session, *base, proposal, arguments.verify == VerifyMode::Refuse);
    else
        verified.state = session.build(proposal);

    // The state as it would be kept; kept only when it is better.
    StatePtr candidate = verified.state;
    const bool isBetter = candidate->open.size() < base->open.size();
    std::string reason;
    if (before == 0)
        reason = "nothing is open on these nets";
    else if (!verified.refusals.empty() && !isBetter)
        reason = "the copper found would add DRC errors: " + refusalText(verified);
    else if (outcome.added.isEmpty())
        reason = "nothing could be routed";
    else if (!isBetter)
        reason =
            "the copper found would leave " + std::to_string(candidate->open.size()) + " connections open, and now it is " + std::to_string(base->open.size());
    else if (!arguments.commits)
        reason = "dry run";

    json result = {{"committed", false}, {"connections", before}};
    const std::vector<OpenConnection> explainedOpen = withRefusals(candidate->open, verified);
    const bool isKept = reason.empty();
    if (isKept) {
        auto finished = std::make_shared<State>(*candidate);
        finished->open = explainedOpen;
        finished->metrics.addedErrors = isChecked ? std::optional(addedErrorCount(againstInput(session, *candidate))) : std::nullopt;
        const StatePtr kept = TRY(session.commit(finished));
        result["committed"] = true;
        result["state"] = kept->id.value();
        result["state_digest"] = kept->digest;
        result["open_total"] = kept->metrics.open;
    } else {
        // Reasons computed on the copper that stays are news about this state; on copper that goes they would describe something else.
        if (outcome.added.isEmpty() && !outcome.open.empty()) session.explain(base, outcome.open);
        result["reason"] = reason;
        result["state"] = base->id.value();
        result["state_digest"] = base->digest;
        result["open_total"] = base->metrics.open;
    }
    const State& reported = isKept || isBetter ? *candidate : *base;
    const std::size_t after = countOf(reported, arguments.named);
    bool isCut = false;
    result["open_after"] = after;
    result["routed"] = before > after ? before - after : 0;
    result["nets"] = copperPerNetJson(board, newCopper(*base, reported));
    const std::vector<OpenConnection> staying = isKept || isBetter ? explainedOpen : withRefusals(session.head()->open, verified);
    result["open"] = openJson(board, staying, arguments.named, isCut);
    if (isCut) result["open_is_cut"] = true;
    if (isChecked)
        result["added_errors"] = errorCountsJson(verified.report, true);
    else
        result["added_errors"] = "unverified";
    if (!verified.dropped.empty()) {
        json dropped = json::array();
        for (const NetId net : verified.dropped) dropped.push_back(netName(board, net));
        result["refused_nets"] = std::move(dropped);
    }
    result["work"] = workJson(session, outcome.work.total, session.stagedWork());
    result["work"]["expansions"] = outcome.work.expansions;
    result["work"]["flood_steps"] = outcome.work.floodSteps;
    result["work"]["exact_tests"] = outcome.work.exactTests;
    result["continue"] = after > 0 && (outcome.ranOut || outcome.wasStopped);
    result["stopped"] = outcome.wasStopped;
    return result;
}

} // namespace

void addRouteCommand(CommandRegistry& registry) {
    Command route;
    route.id = "route";
    route.title = "Route";
    route.description =
        "Routes open connections. Every track and via passes an exact check of all rules; the result is kept only when fewer connections are open and, by "
        "default, no DRC error is added. Says for every connection that stays open why, where and what blocks it.";
    route.kind = CommandKind::Route;
    route.profile = Profile::Route;
    route.argsSchema = routeArgsSchema();
    route.resultSchema = schemas::anyObject();
    route.examples = {{"everything", json::object()}, {"two nets, short", {{"nets", {"GND", "VCC"}}, {"work", 2'000'000}, {"variants", 1}}}};
    route.run = runRoute;
    registry.add(std::move(route));
}

} // namespace viaduct
