// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/recovery.h"

#include <algorithm>

#include "engine/commands/replies.h"
#include "engine/commands/verification.h"
#include "engine/session/copperjson.h"
#include "engine/session/journal.h"
#include "engine/session/workspace.h"

namespace viaduct {

namespace {

using nlohmann::json;

template <typename Item> bool dropAt(std::vector<Item>& items, const json& indices) {
    std::vector<char> isGone(items.size(), 0);
    for (const json& index : indices) {
        if (!index.is_number_unsigned() || index.get<std::size_t>() >= items.size()) return false;
        isGone[index.get<std::size_t>()] = 1;
    }
    std::vector<Item> kept;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (isGone[i] == 0) kept.push_back(items[i]);
    items = std::move(kept);
    return true;
}

void append(Copper& to, const Copper& fresh) {
    to.tracks.insert(to.tracks.end(), fresh.tracks.begin(), fresh.tracks.end());
    to.arcs.insert(to.arcs.end(), fresh.arcs.begin(), fresh.arcs.end());
    to.vias.insert(to.vias.end(), fresh.vias.begin(), fresh.vias.end());
}

Result<std::vector<RemovedItem>> removedFrom(const Board& board, const json& list) {
    std::vector<RemovedItem> removed;
    for (const json& entry : list) {
        const int kind = entry.at(0).get<int>();
        const auto index = entry.at(1).get<std::size_t>();
        const std::size_t count = kind == 0 ? board.copper.tracks.size() : kind == 1 ? board.copper.arcs.size() : board.copper.vias.size();
        if (kind < 0 || kind > 2 || index >= count) return fail(ErrorCode::InvalidArgs, "session.recover: states: a removed item is not on this board.");
        removed.push_back({static_cast<CopperKind>(kind), index});
    }
    return removed;
}

Result<Proposal> proposalFrom(const Board& board, const State& parent, const json& entry) {
    Proposal proposal{
        entry.at("label").get<std::string>(), entry.at("tool").get<std::string>(), entry.at("actor").get<std::string>(), parent.added, {}, {}, std::nullopt};
    const json& drop = entry.at("drop");
    if (!dropAt(proposal.added.tracks, drop.at(0)) || !dropAt(proposal.added.arcs, drop.at(1)) || !dropAt(proposal.added.vias, drop.at(2)))
        return fail(ErrorCode::InvalidArgs, "session.recover: states: a dropped item is not in the state before.");
    append(proposal.added, TRY(copperFrom(board, entry.at("add"))));
    proposal.removed = TRY(removedFrom(board, entry.at("removed")));
    return proposal;
}

// Rebuilds one state under the id it had; its digest must come out as it was.
Result<void> rebuild(Session& session, const json& entry) {
    const auto parentId = entry.at("parent").get<std::int32_t>();
    const StatePtr parent = TRY(session.restore(StateId(parentId)));
    auto built = std::make_shared<State>(*session.build(TRY(proposalFrom(session.board(), *parent, entry))));
    if (built->digest != entry.at("digest").get<std::string>())
        return fail(ErrorCode::CheckFailed, "session.recover: a state does not come out as the journal says; it was damaged.");
    built->metrics.addedErrors = addedErrorCount(againstInput(session, *built));
    TRY(session.commit(built));
    return {};
}

// What a cut-short route had found is kept without the nets that the full check refuses, and only when fewer connections are open with it.
Result<bool> keepBest(Session& session, const json& best, const std::string& actor) {
    const auto base = session.restore(StateId(best.at("base").get<std::int32_t>()));
    if (!base) return false;
    Proposal proposal{"best of the route that was cut short", "session.recover", actor, (*base)->added, (*base)->removed, {}, std::nullopt};
    append(proposal.added, TRY(copperFrom(session.board(), best.at("add"))));
    const Verification verified = verify(session, **base, std::move(proposal), true);
    if (verified.state->open.size() >= (*base)->open.size()) return false;
    auto kept = std::make_shared<State>(*verified.state);
    kept->metrics.addedErrors = addedErrorCount(againstInput(session, *kept));
    TRY(session.commit(kept));
    return true;
}

Result<json> runRecover(CallContext& context, const json& args) {
    Session& session = *context.session;
    if (session.stagedStates().size() > 1) return fail(ErrorCode::NotAllowed, "session.recover: the session has states already; recover first.");
    try {
        for (const json& entry : args["states"]) TRY(rebuild(session, entry));
        TRY(session.restore(StateId(args["current"].get<std::int32_t>())));
        bool hasBest = false;
        if (args.contains("best")) {
            const StateId current = session.head()->id;
            const bool isOnCurrent = args["best"].at("base") == current.value();
            hasBest = isOnCurrent && TRY(keepBest(session, args["best"], context.actor));
            if (!hasBest) TRY(session.restore(current));
        }
        const StatePtr head = session.head();
        return json{{"states", session.stagedStates().size()},
                    {"best_kept", hasBest},
                    {"state", head->id.value()},
                    {"state_digest", head->digest},
                    {"open_total", head->metrics.open}};
    } catch (const json::exception&) { return fail(ErrorCode::InvalidArgs, "session.recover: the journal has a member that is missing or of a wrong type."); }
}

} // namespace

Command recoverCommand() {
    Command recover;
    recover.id = "session.recover";
    recover.title = "Recover after a crash";
    recover.description = "Rebuilds the states of a journal.";
    recover.kind = CommandKind::Session;
    recover.profile = Profile::Kicad; // of no client: the program itself calls it
    recover.argsSchema =
        schemas::object({{"states", schemas::list("", schemas::anyObject(), 1000)}, {"current", schemas::whole("", 0, 1000)}, {"best", schemas::anyObject()}},
                        {"states", "current"});
    recover.resultSchema = schemas::anyObject();
    recover.isHidden = true;
    recover.run = runRecover;
    return recover;
}

Result<json> recoverFromJournal(const CommandRegistry& registry, CallContext& context, const std::string& journalPath) {
    const JournalContents contents = TRY(readJournal(journalPath));
    const std::shared_ptr<Session> session = context.workspace->session();
    if (!session) return fail(ErrorCode::NoDocument, "No board is open.");
    if (contents.subject.boardSha256 != session->file().sha256)
        return fail(ErrorCode::CheckFailed, "The board changed since the journal " + journalPath + " was written; it cannot be restored onto this board.");
    if (contents.subject.rulesSha256 != session->project().sha256())
        return fail(ErrorCode::CheckFailed,
                    "The rule files changed since the journal " + journalPath + " was written; it cannot be restored under these rules.");
    const ReadOptions& options = session->file().options;
    if (contents.subject.strip != options.strip || contents.subject.keepLocked != options.keepLocked)
        return fail(ErrorCode::CheckFailed,
                    std::string("The journal ") + journalPath + " was written for the board " +
                        (contents.subject.strip ? "without its own tracks; open it with --strip." : "with its own tracks; open it without --strip."));
    const Profile asked = context.profile;
    context.profile = Profile::Kicad;
    const Result<json> result = registry.call(context, "session.recover", contents.args);
    context.profile = asked;
    if (result) removeJournal(journalPath);
    return result;
}

} // namespace viaduct
