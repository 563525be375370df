// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "engine/session/session.h"

namespace viaduct {

struct WorkspaceOptions final {
    SessionOptions session;     // outPath: where `save` writes, for a session opened by a client NAME-routed.kicad_pcb beside the board when empty
    std::string logPath;        // empty: no log file
    std::string fallbackFolder; // for journals where the board's folder is read-only; empty: no journal there
    std::string version;        // of the program, for the log header
    std::string folder;         // paths given by clients must lie in it; empty: the folder of the first board opened
    bool keepsJournal{true};
    bool hasFreePaths{false}; // the person's own front may open any path
};

// Holds the one session of a process: opened only while nothing is open.
class Workspace final {
public:
    explicit Workspace(WorkspaceOptions options);
    [[nodiscard]] const WorkspaceOptions& options() const noexcept { return m_options; }
    [[nodiscard]] std::shared_ptr<Session> session() const; // null while nothing is open; from any thread

    // Reads board, project and rules; starts log and journal.
    [[nodiscard]] Result<std::shared_ptr<Session>> open(const std::string& path, ReadOptions options);
    // `discard` false: not-allowed with unsaved states. Ends log and journal.
    [[nodiscard]] Result<void> close(bool discard);

private:
    WorkspaceOptions m_options;
    mutable std::mutex m_mutex;
    std::shared_ptr<Session> m_session;
};

} // namespace viaduct
