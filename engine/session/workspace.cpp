// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/workspace.h"

#include "engine/base/log.h"
#include "engine/base/workbudget.h"
#include "engine/session/journal.h"
#include "engine/session/sessionlog.h"

namespace viaduct {

namespace {

LogHeader headerFor(const Session& session, const std::string& version) {
    LogHeader header;
    header.version = version;
    header.boardName = session.board().name;
    header.boardSha256 = session.file().sha256;
    header.rulesSha256 = session.project().sha256();
    header.seed = session.options().seed;
    header.options = {{"strip", session.file().options.strip},
                      {"keep_locked", session.file().options.keepLocked},
                      {"ignore_rules_file", session.options().ignoreRulesFile},
                      {"work_limit", session.options().workLimit}};
    header.workWeights = {{"expansion", 1}, {"flood_steps_per_unit", WorkBudget::kFloodPerUnit}, {"exact_tests_per_unit", WorkBudget::kTestsPerUnit}};
    return header;
}

} // namespace

Workspace::Workspace(WorkspaceOptions options) : m_options(std::move(options)) {}

std::shared_ptr<Session> Workspace::session() const {
    const std::lock_guard lock(m_mutex);
    return m_session;
}

Result<std::shared_ptr<Session>> Workspace::open(const std::string& path, ReadOptions options) {
    if (session()) return fail(ErrorCode::NotAllowed, "A board is open in this process; close it first.");
    BoardFile file = TRY(readBoardFile(path, options));
    ProjectFiles project = TRY(readProjectFiles(path));
    std::shared_ptr<Session> opened = TRY(Session::open(std::move(file), std::move(project), m_options.session));
    // Kept in memory without a path, so that a session can always tell its log.
    opened->setLog(TRY(SessionLog::create(m_options.logPath, headerFor(*opened, m_options.version))));
    if (m_options.keepsJournal) {
        auto journal = Journal::create({path, opened->file().sha256, opened->project().sha256(), options.strip, options.keepLocked}, m_options.fallbackFolder);
        if (journal)
            opened->setJournal(std::move(journal).value());
        else
            logMessage(LogLevel::Warning, journal.error().text);
    }
    const std::lock_guard lock(m_mutex);
    m_session = opened;
    return opened;
}

Result<void> Workspace::close(bool discard) {
    const std::lock_guard lock(m_mutex);
    if (!m_session) return fail(ErrorCode::NoDocument, "No board is open.");
    if (!discard && m_session->isDirty()) return fail(ErrorCode::NotAllowed, "The session holds changes that are not saved; save them, or close with discard.");
    if (m_session->journal() != nullptr) m_session->journal()->remove();
    m_session.reset();
    return {};
}

} // namespace viaduct
