// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

#include "engine/check/checker.h"
#include "engine/kicad/boardreader.h"
#include "engine/kicad/projectreader.h"
#include "engine/session/state.h"

namespace viaduct {

class Journal;
class SessionLog;

struct SessionOptions final {
    std::string outPath;        // where `save` writes; empty: saving answers not-allowed
    std::uint64_t workLimit{0}; // for the whole session; 0: none
    std::uint64_t seed{1};
    int threads{1};              // of the router; never changes a result
    bool ignoreRulesFile{false}; // route although the .kicad_dru does not parse
    std::size_t maxStates{256};
};

// What a change wants to become: the new copper as a whole, relative to the board as opened.
struct Proposal final {
    std::string label, tool, actor;
    Copper added;
    std::vector<RemovedItem> removed;
    std::vector<OpenConnection> explained; // reasons computed on exactly this copper; matched to its open connections
    std::optional<std::size_t> addedErrors;
};

// One session on one board: the only writer of states. Calls that change it run one at a time (the service's queue, or one thread); their
// states are staged and become visible, all at once and together with the call's log line, by publish(). Readers on other threads see
// published states only and need no lock beyond the calls below, which are safe from any thread.
class Session final {
public:
    // Reads nothing more from disk. Computes fills, connectivity and open connections of the board as opened.
    [[nodiscard]] static Result<std::shared_ptr<Session>> open(BoardFile file, ProjectFiles project, SessionOptions options);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // --- immutable, from any thread
    [[nodiscard]] const BoardFile& file() const noexcept { return m_file; }
    [[nodiscard]] const ProjectFiles& project() const noexcept { return m_project; }
    [[nodiscard]] const Board& board() const noexcept { return *m_file.board; }
    [[nodiscard]] const SessionOptions& options() const noexcept { return m_options; }
    [[nodiscard]] const RuleResolver& rules() const noexcept { return *m_rules; }
    [[nodiscard]] std::shared_ptr<const RuleResolver> rulesPtr() const noexcept { return m_rules; }
    [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return m_warnings; } // unread rules, file oddities

    // --- published snapshots, from any thread
    [[nodiscard]] StatePtr current() const;
    [[nodiscard]] std::vector<StatePtr> states() const; // by id
    [[nodiscard]] StatePtr state(StateId id) const;     // null when there is none
    [[nodiscard]] std::uint64_t workUsed() const;
    [[nodiscard]] bool isDirty() const; // the current state is neither the board as opened nor the one last saved

    // --- judged once per state, kept for the last few; from any thread
    [[nodiscard]] std::shared_ptr<const CheckReport> check(const State& state) const; // zones refilled
    [[nodiscard]] std::shared_ptr<const CheckReport> baseline() const;                // the board as opened, zones refilled

    // --- the writer's side: one call at a time
    [[nodiscard]] StatePtr head() const;            // the staged state, else the current one
    [[nodiscard]] std::uint64_t stagedWork() const; // as workUsed, with what the running call has spent
    [[nodiscard]] std::vector<StatePtr> stagedStates() const;
    // Builds the state (fills, connectivity, metrics, digest) without keeping it: what a dry run or a verification looks at.
    [[nodiscard]] StatePtr build(const Proposal& proposal) const;
    // Keeps a built state as a child of head(). `limit` after maxStates.
    [[nodiscard]] Result<StatePtr> commit(const StatePtr& built);
    // The same state, with reasons that a route computed on exactly its copper.
    void explain(const StatePtr& state, const std::vector<OpenConnection>& explained);
    [[nodiscard]] Result<StatePtr> undo(const std::string& actor, bool force);
    [[nodiscard]] Result<StatePtr> restore(StateId id);
    void addWork(std::uint64_t work);
    void markSaved(const StatePtr& state);
    void publish();
    void discardStaged();

    // Held shared by a reader from its snapshot to its log line, and alone by the writer from publish() to its log line, so that a log
    // line always stands where a replay meets the same state.
    [[nodiscard]] std::shared_mutex& turn() const noexcept { return m_turn; }

    void setJournal(std::unique_ptr<Journal> journal);
    [[nodiscard]] Journal* journal() const noexcept { return m_journal.get(); }
    void setLog(std::unique_ptr<SessionLog> log);
    [[nodiscard]] SessionLog* log() const noexcept { return m_log.get(); }

private:
    struct Caches;
    struct Timeline final {
        std::vector<StatePtr> states;
        StateId current;
        std::uint64_t work{0};
        std::string savedDigest; // of the state last saved; empty: none
    };
    Session(BoardFile file, ProjectFiles project, SessionOptions options);
    void forgetBest();
    [[nodiscard]] Timeline& staged();
    [[nodiscard]] StatePtr make(StateId id, StateId parent, const Proposal& proposal) const;

    BoardFile m_file;
    ProjectFiles m_project;
    SessionOptions m_options;
    std::shared_ptr<const RuleResolver> m_rules;
    std::vector<std::string> m_warnings;
    mutable std::mutex m_mutex; // guards m_published
    mutable std::shared_mutex m_turn;
    Timeline m_published;
    std::optional<Timeline> m_staged;
    std::unique_ptr<Caches> m_caches;
    std::unique_ptr<Journal> m_journal;
    std::unique_ptr<SessionLog> m_log;
};

} // namespace viaduct
