// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/session.h"

#include <algorithm>
#include <map>

#include "engine/fill/zonefill.h"
#include "engine/session/explanations.h"
#include "engine/session/itemlines.h"
#include "engine/session/journal.h"
#include "engine/session/rulesinuse.h"
#include "engine/session/sessionlog.h"

namespace viaduct {

namespace {

constexpr std::size_t kReportsKept = 8;

} // namespace

struct Session::Caches final {
    std::mutex mutex;
    std::shared_ptr<const CheckReport> baseline;
    std::vector<std::pair<std::shared_ptr<const Copper>, std::shared_ptr<const CheckReport>>> reports; // newest last
};

Session::Session(BoardFile file, ProjectFiles project, SessionOptions options)
    : m_file(std::move(file)), m_project(std::move(project)), m_options(std::move(options)), m_caches(std::make_unique<Caches>()) {}

Session::~Session() = default;

Result<std::shared_ptr<Session>> Session::open(BoardFile file, ProjectFiles project, SessionOptions options) {
    std::shared_ptr<Session> session(new Session(std::move(file), std::move(project), std::move(options)));
    RulesInUse rules = TRY(rulesFor(session->m_file.board, session->m_project));
    session->m_rules = std::move(rules.resolver);
    session->m_warnings = std::move(rules.warnings);

    Proposal opened;
    opened.label = "board as opened";
    opened.tool = "open";
    opened.actor = "file";
    session->m_published.states.push_back(session->make(StateId(0), StateId::none(), opened));
    session->m_published.current = StateId(0);
    return session;
}

StatePtr Session::make(StateId id, StateId parent, const Proposal& proposal) const {
    auto state = std::make_shared<State>();
    state->id = id;
    state->parent = parent;
    state->label = proposal.label;
    state->tool = proposal.tool;
    state->actor = proposal.actor;
    state->board = m_file.board;
    state->added = proposal.added;
    for (Via& via : state->added.vias) via.tentedFront = board().tentViasFront, via.tentedBack = board().tentViasBack; // as they will be read again
    state->removed = proposal.removed;
    std::sort(state->removed.begin(), state->removed.end());
    state->removed.erase(std::unique(state->removed.begin(), state->removed.end()), state->removed.end());
    state->copper = std::make_shared<const Copper>(effectiveCopper(board(), state->removed, state->added));
    state->fills = std::make_shared<const std::vector<ZoneFill>>(fillZones(*m_rules, *state->copper));
    const Connectivity connectivity(board(), *state->copper, state->fills.get());
    state->open = explained(connectivity.ratsnest(), proposal.explained);
    state->metrics.open = state->open.size();
    state->metrics.tracks = state->added.tracks.size() + state->added.arcs.size();
    state->metrics.vias = state->added.vias.size();
    state->metrics.length = lengthOf(state->added);
    state->metrics.addedErrors = proposal.addedErrors;
    state->digest = stateDigest(board(), state->added, state->removed);
    if (state->added.isEmpty() && state->removed.empty()) state->metrics.addedErrors = 0;
    return state;
}

StatePtr Session::current() const {
    const std::lock_guard lock(m_mutex);
    return m_published.states.at(m_published.current.index());
}

std::vector<StatePtr> Session::states() const {
    const std::lock_guard lock(m_mutex);
    return m_published.states;
}

StatePtr Session::state(StateId id) const {
    const std::lock_guard lock(m_mutex);
    return id.isNone() || id.index() >= m_published.states.size() ? nullptr : m_published.states[id.index()];
}

std::uint64_t Session::workUsed() const {
    const std::lock_guard lock(m_mutex);
    return m_published.work;
}

bool Session::isDirty() const {
    const std::lock_guard lock(m_mutex);
    const std::string& digest = m_published.states.at(m_published.current.index())->digest;
    return digest != (m_published.savedDigest.empty() ? m_published.states.front()->digest : m_published.savedDigest);
}

std::shared_ptr<const CheckReport> Session::check(const State& state) const {
    const std::lock_guard lock(m_caches->mutex);
    for (const auto& [copper, report] : m_caches->reports)
        if (copper == state.copper) return report;
    auto report = std::make_shared<const CheckReport>(viaduct::check(*m_rules, *state.copper, *state.fills));
    if (state.id == StateId(0)) m_caches->baseline = report;
    if (m_caches->reports.size() >= kReportsKept) m_caches->reports.erase(m_caches->reports.begin());
    m_caches->reports.emplace_back(state.copper, report);
    return report;
}

std::shared_ptr<const CheckReport> Session::baseline() const {
    {
        const std::lock_guard lock(m_caches->mutex);
        if (m_caches->baseline) return m_caches->baseline;
    }
    return check(*state(StateId(0)));
}

StatePtr Session::head() const { return m_staged ? m_staged->states.at(m_staged->current.index()) : current(); }

std::uint64_t Session::stagedWork() const { return m_staged ? m_staged->work : workUsed(); }

std::vector<StatePtr> Session::stagedStates() const { return m_staged ? m_staged->states : states(); }

Session::Timeline& Session::staged() {
    if (!m_staged) {
        const std::lock_guard lock(m_mutex);
        m_staged = m_published;
    }
    return *m_staged;
}

StatePtr Session::build(const Proposal& proposal) const { return make(StateId::none(), StateId::none(), proposal); }

Result<StatePtr> Session::commit(const StatePtr& built) {
    Timeline& timeline = staged();
    if (timeline.states.size() > m_options.maxStates)
        return fail(ErrorCode::Limit,
                    "The session holds " + std::to_string(m_options.maxStates) + " states, as many as it keeps; save, then open the saved board anew.");
    auto kept = std::make_shared<State>(*built);
    kept->id = StateId(static_cast<std::int32_t>(timeline.states.size()));
    kept->parent = timeline.current;
    timeline.states.push_back(kept);
    timeline.current = kept->id;
    return StatePtr(kept);
}

void Session::explain(const StatePtr& state, const std::vector<OpenConnection>& reasons) {
    Timeline& timeline = staged();
    if (state->id.isNone() || state->id.index() >= timeline.states.size()) return;
    auto explainedState = std::make_shared<State>(*timeline.states[state->id.index()]);
    std::vector<RatsnestEdge> edges;
    for (const OpenConnection& open : explainedState->open) edges.push_back(open.edge);
    std::vector<OpenConnection> fresh = explained(edges, reasons);
    for (std::size_t i = 0; i < fresh.size(); ++i)
        if (fresh[i].reason != OpenReason::NotTried) explainedState->open[i] = fresh[i];
    timeline.states[state->id.index()] = explainedState;
}

Result<StatePtr> Session::undo(const std::string& actor, bool force) {
    const StatePtr from = head();
    if (from->parent.isNone()) return fail(ErrorCode::CheckFailed, "Nothing to undo: the session is at the board as opened.");
    if (!force && from->actor != actor)
        return fail(ErrorCode::NotAllowed, "The last state was made by another client; restore a state by its id, or undo with force.");
    Timeline& timeline = staged();
    timeline.current = from->parent;
    return timeline.states.at(timeline.current.index());
}

Result<StatePtr> Session::restore(StateId id) {
    Timeline& timeline = staged();
    if (id.isNone() || id.index() >= timeline.states.size())
        return fail(ErrorCode::NotFound,
                    "There is no state " + std::to_string(id.value()) + "; the session holds 0 to " + std::to_string(timeline.states.size() - 1) + ".");
    timeline.current = id;
    return timeline.states[id.index()];
}

void Session::addWork(std::uint64_t work) { staged().work += work; }

void Session::markSaved(const StatePtr& state) { staged().savedDigest = state->digest; }

void Session::publish() {
    if (!m_staged) return forgetBest();
    std::vector<StatePtr> added;
    bool hasMoved = false;
    StatePtr now;
    {
        const std::lock_guard lock(m_mutex);
        added.assign(m_staged->states.begin() + static_cast<std::ptrdiff_t>(m_published.states.size()), m_staged->states.end());
        hasMoved = m_staged->current != m_published.current;
        m_published = std::move(*m_staged);
        now = m_published.states.at(m_published.current.index());
    }
    m_staged.reset();
    if (!m_journal) return;
    for (const StatePtr& kept : added) m_journal->keep(*kept, kept->parent.isNone() ? nullptr : state(kept->parent).get());
    if (hasMoved) m_journal->keepCurrent(now->id);
    forgetBest();
}

void Session::discardStaged() {
    m_staged.reset();
    forgetBest();
}

void Session::forgetBest() {
    if (m_journal) m_journal->forgetBest();
}

void Session::setJournal(std::unique_ptr<Journal> journal) { m_journal = std::move(journal); }
void Session::setLog(std::unique_ptr<SessionLog> log) { m_log = std::move(log); }

} // namespace viaduct
