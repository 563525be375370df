// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/commands/enginecommands.h"
#include "engine/commands/replies.h"
#include "engine/commands/verification.h"

namespace viaduct {

namespace {

using nlohmann::json;

json stateJson(const State& state, StateId current) {
    json result = metricsJson(state);
    result["id"] = state.id.value();
    result["parent"] = state.parent.isNone() ? json(nullptr) : json(state.parent.value());
    result["label"] = shown(state.label);
    result["tool"] = state.tool;
    result["actor"] = shown(state.actor);
    result["digest"] = state.digest;
    result["current"] = state.id == current;
    return result;
}

template <typename Item> std::size_t takeOut(std::vector<Item>& items, NetId net) {
    const std::size_t before = items.size();
    items.erase(std::remove_if(items.begin(), items.end(), [&](const Item& item) { return item.net == net; }), items.end());
    return before - items.size();
}

template <typename Item>
void takeOutOwn(const std::vector<Item>& own, CopperKind kind, NetId net, std::vector<RemovedItem>& removed, std::size_t& count, std::size_t& locked) {
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i].net != net || std::find(removed.begin(), removed.end(), RemovedItem{kind, i}) != removed.end()) continue;
        if (own[i].locked) {
            ++locked;
            continue;
        }
        removed.push_back({kind, i});
        ++count;
    }
}

Result<json> runRipNet(CallContext& context, const json& args) {
    Session& session = *context.session;
    const Board& board = session.board();
    const StatePtr base = session.head();
    const NetId net = TRY(findNet(board, args["net"].get<std::string>()));
    Proposal proposal{"rip_net " + board.net(net).name, "rip_net", context.actor, base->added, base->removed, {}, std::nullopt};
    std::size_t tracks = takeOut(proposal.added.tracks, net) + takeOut(proposal.added.arcs, net);
    std::size_t vias = takeOut(proposal.added.vias, net);
    std::size_t locked = 0;
    if (args["board"].get<bool>()) {
        if (context.profile < Profile::Edit) return fail(ErrorCode::NotAllowed, "rip_net: board: the board's own copper needs the profile edit.");
        takeOutOwn(board.copper.tracks, CopperKind::Track, net, proposal.removed, tracks, locked);
        takeOutOwn(board.copper.arcs, CopperKind::Arc, net, proposal.removed, tracks, locked);
        takeOutOwn(board.copper.vias, CopperKind::Via, net, proposal.removed, vias, locked);
    }
    if (tracks + vias == 0) return fail(ErrorCode::CheckFailed, "rip_net: the net has no copper that may be taken out.");
    auto built = std::make_shared<State>(*session.build(proposal));
    built->metrics.addedErrors = addedErrorCount(againstInput(session, *built));
    const StatePtr kept = TRY(session.commit(built));
    return json{{"state", kept->id.value()}, {"state_digest", kept->digest},    {"tracks", tracks}, {"vias", vias},
                {"locked_left", locked},     {"open_total", kept->metrics.open}};
}

Result<json> runHistory(CallContext& context, const json& args) {
    const std::vector<StatePtr> states = context.session->states();
    const auto limit = args["limit"].get<std::size_t>();
    json list = json::array();
    for (std::size_t i = states.size() > limit ? states.size() - limit : 0; i < states.size(); ++i) list.push_back(stateJson(*states[i], context.state->id));
    return json{{"states", std::move(list)}, {"total", states.size()}, {"current", context.state->id.value()}};
}

json movedJson(const StatePtr& from, const StatePtr& to) {
    return {{"state", to->id.value()}, {"state_digest", to->digest}, {"open_total", to->metrics.open}, {"changed", from->digest != to->digest}};
}

Result<json> runUndo(CallContext& context, const json& args) {
    const StatePtr from = context.session->head();
    return movedJson(from, TRY(context.session->undo(context.actor, args["force"].get<bool>())));
}

Result<json> runRestore(CallContext& context, const json& args) {
    const StatePtr from = context.session->head();
    return movedJson(from, TRY(context.session->restore(StateId(args["state"].get<std::int32_t>()))));
}

Command command(const char* id, const char* title, const char* description, CommandKind kind, Profile profile, json args,
                Result<json> (*run)(CallContext&, const json&)) {
    Command made;
    made.id = id;
    made.title = title;
    made.description = description;
    made.kind = kind;
    made.profile = profile;
    made.argsSchema = std::move(args);
    made.resultSchema = schemas::anyObject();
    made.run = run;
    return made;
}

} // namespace

void addHistoryCommands(CommandRegistry& registry) {
    Command rip = command(
        "rip_net", "Rip a net", "Takes the session's copper of one net out again, as a new state. The board's own copper stays unless board is set.",
        CommandKind::Route, Profile::Route,
        schemas::object({{"net", schemas::text("net name")}, {"board", schemas::flag("also the board's own unlocked copper (profile edit)", false)}}, {"net"}),
        runRipNet);
    rip.examples = {{"take GND out", {{"net", "GND"}}}};
    registry.add(std::move(rip));
    registry.add(command("history", "History", "The states of the session: what made each, who, what it routed. States are never lost by undo or restore.",
                         CommandKind::Query, Profile::Read,
                         schemas::object({{"limit", schemas::withDefault(schemas::whole("the newest so many", 1, 1000), 256)}}), runHistory));
    registry.add(command("undo", "Undo", "Goes back to the state before the current one. The later state stays in the history.", CommandKind::Session,
                         Profile::Route, schemas::object({{"force", schemas::flag("also when another client made the current state", false)}}), runUndo));
    Command restore = command("restore", "Restore a state", "Goes to any state of the history; a change made then starts a branch.", CommandKind::Session,
                              Profile::Route, schemas::object({{"state", schemas::whole("id from history", 0, 1'000'000)}}, {"state"}), runRestore);
    restore.examples = {{"the board as opened", {{"state", 0}}}};
    registry.add(std::move(restore));
}

} // namespace viaduct
