// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/base/result.h"
#include "engine/session/state.h"

namespace viaduct {

// Whose changes a journal holds.
struct JournalSubject final {
    std::string boardPath, boardSha256, rulesSha256;
    bool strip{false}, keepLocked{false};
};

// What survives a crash: every state of a session and the best that a running route has found so far. A file beside the board
// (.viaduct/NAME.journal), or in a folder of the user's where the board's folder is read-only. A session that ends in order removes it.
// Held by a file lock, which the system gives back when the process dies. Never part of a result; a journal that cannot be written any
// more says so once and the session goes on.
class Journal final {
public:
    // `fallbackFolder` may be empty: then no journal where the board's folder is read-only. Takes the first name that is free: journals that
    // wait for restoring are never overwritten.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> create(const JournalSubject& subject, const std::string& fallbackFolder);
    ~Journal(); // keeps the file

    void keep(const State& state, const State* parent); // appended and flushed
    void keepCurrent(StateId state);                    // after undo and restore
    void keepBest(StateId base, const Copper& routed);  // on top of `base`; written off the caller's thread; the newest wins
    void forgetBest();                                  // the route has ended: what it found is in a state, or was refused
    void remove();                                      // ended in order
    [[nodiscard]] const std::string& path() const noexcept;
    [[nodiscard]] bool isWhole() const; // everything that was to be kept is written

private:
    Journal();
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

// A journal read back.
struct JournalContents final {
    JournalSubject subject;
    std::size_t states{0};
    bool hasBest{false};
    nlohmann::json args; // of the command session.recover, which builds, checks and commits what is in it
};
[[nodiscard]] Result<JournalContents> readJournal(const std::string& path);
// The journals of this board that hold something and belong to no living process, oldest first: the window asks, headless verbs name them.
[[nodiscard]] std::vector<std::string> waitingJournals(const std::string& boardPath, const std::string& fallbackFolder);
void removeJournal(const std::string& path); // with its folder when nothing else is in it

} // namespace viaduct
