// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/base/result.h"
#include "engine/router/eventsink.h"
#include "engine/session/state.h"

namespace viaduct {

// What survives a crash: every state of a session and the best a running route has found so far, in a file beside the board
// (.viaduct/NAME.journal), or in the user's data folder where the board's folder is read-only. A session that is closed or saved in order
// removes it. Not part of any result.
class Journal final {
public:
    // The journal's place for this board (the folder is made when the journal is).
    [[nodiscard]] static std::string pathFor(const std::string& boardPath, const std::string& fallbackFolder);
    // Fails when another living process holds it.
    [[nodiscard]] static Result<std::unique_ptr<Journal>> create(const std::string& path, const std::string& boardSha256, const std::string& rulesSha256,
                                                                 bool strip, bool keepLocked);
    ~Journal();

    void keep(const State& state);                          // appended and flushed
    void keepCurrent(StateId state);                        // after undo and restore
    void keepBest(const State& base, const Copper& routed); // best so far of a running route on top of `base`; written off the caller's thread
    void remove();                                          // ended in order
    [[nodiscard]] const std::string& path() const noexcept;

private:
    Journal();
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

// A journal read back. `args` is the argument of the command session.recover, which builds, checks and commits what is in it.
struct JournalContents final {
    std::string boardSha256, rulesSha256;
    bool strip{false}, keepLocked{false};
    std::size_t states{0};
    bool hasBest{false};
    nlohmann::json args;
};
[[nodiscard]] Result<JournalContents> readJournal(const std::string& path);
// Exists, belongs to no living process and holds at least one state: the window asks, headless verbs name it on stderr.
[[nodiscard]] bool isJournalWaiting(const std::string& path);

} // namespace viaduct
