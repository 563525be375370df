// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>
#include <fstream>
#include <sstream>
#include <unistd.h>

#include "app/arguments.h"
#include "app/exitcode.h"
#include "app/jsonlines.h"
#include "app/stopsignals.h"
#include "app/verbs.h"
#include "engine/base/log.h"
#include "engine/commands/recovery.h"
#include "engine/commands/replay.h"
#include "engine/commands/saving.h"
#include "engine/session/journal.h"
#include "engine/session/workspace.h"

namespace viaduct {

namespace {

using nlohmann::json;

struct SessionLine final {
    std::string board, out, log, replay, profile{"route"};
    std::uint64_t workLimit{0}, threads{1}, seed{1};
    bool jsonl{false}, restore{false}, strip{false}, keepLocked{false}, inPlace{false}, ignoreRulesFile{false};
};

std::optional<int> parse(SessionLine& line, int argc, char** argv) {
    CLI::App app("Holds a session on a board and answers calls on standard input.", "session");
    app.add_option("BOARD", line.board, "the board, .kicad_pcb")->required();
    addFile(app, "--out", line.out, "the file that `save` writes")->required();
    app.add_flag("--jsonl", line.jsonl, "one request and one answer a line, as JSON");
    addFile(app, "--log", line.log, "write the log, which --replay repeats");
    addFile(app, "--replay", line.replay, "repeat a log and write the board; ends with 4 at the first difference")->type_name("LOG");
    app.add_flag("--restore", line.restore, "bring back what an earlier session had not saved when it was cut short");
    app.add_flag("--strip", line.strip, "take the board's own tracks, vias, teardrops and fills out first");
    app.add_flag("--keep-locked", line.keepLocked, "with --strip: locked copper stays");
    app.add_flag("--ignore-rules-file", line.ignoreRulesFile, "route although the .kicad_dru does not parse");
    addWhole(app, "--work-limit", line.workLimit, 1, UINT64_MAX, "router steps of the whole session");
    addWhole(app, "--threads", line.threads, 1, 256, "never changes a result (1)");
    addWhole(app, "--seed", line.seed, 0, 9'007'199'254'740'991, "of calls that name none (1)");
    app.add_option("--profile", line.profile, "what clients may do: read, route, edit or kicad (route)")
        ->check(CLI::IsMember({"read", "route", "edit", "kicad"}));
    if (const auto ended = parseArguments(app, argc, argv)) return ended;
    if (line.jsonl == !line.replay.empty()) return usageError("session: give either --jsonl or --replay LOG (other fronts are not built yet).");
    if (line.restore && !line.replay.empty()) return usageError("session: --restore and --replay exclude each other.");
    if (isSameFile(line.out, line.board)) return usageError("session: --out names the board itself; name another file.");
    const std::string clash = clashOf({{"", line.board}, {"--replay", line.replay}}, {{"--out", line.out}, {"--log", line.log}});
    if (!clash.empty()) return usageError("session: " + clash + ".");
    const std::string problem = targetProblem(line.out);
    if (!problem.empty()) return usageError("session: --out: " + problem + ".");
    return std::nullopt;
}

Result<LogFile> readLogFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (!file) return fail(ErrorCode::Unreadable, "The log " + path + " cannot be read.");
    return readLogText(text.str(), path);
}

Result<void> restoreJournal(const CommandRegistry& registry, CallContext& context, const std::string& board) {
    const std::vector<std::string> waiting = waitingJournals(board, userDataFolder());
    if (waiting.empty()) return fail(ErrorCode::NotFound, "session: --restore: no journal of this board is waiting.");
    const json restored = TRY(recoverFromJournal(registry, context, waiting.back()));
    logMessage(LogLevel::Info, "Restored " + std::to_string(restored["states"].get<int>() - 1) + " states from " + waiting.back() + ".");
    return {};
}

int replayLog(const SessionLine& line, const CommandRegistry& registry, CallContext& context, const LogFile& log) {
    const std::shared_ptr<Session> session = context.workspace->session();
    const std::string obstacle = replayObstacle(*session, log.header);
    if (!obstacle.empty()) return failWith("session: --replay: " + obstacle + ".", kExitReplayDiffers);
    if (log.brokenChain) logMessage(LogLevel::Warning, *log.brokenChain);
    if (log.tornLine) logMessage(LogLevel::Warning, *log.tornLine);
    if (log.header.version != VIADUCT_VERSION)
        logMessage(LogLevel::Warning, "The log is of version " + log.header.version + ", this is " VIADUCT_VERSION "; going on until a digest differs.");
    const ReplayReport report = replay(registry, context, log);
    if (report.unwritable) return failWith("session: --replay: " + report.unwritable->text, kExitInternal);
    if (report.difference) {
        const ReplayDifference& difference = *report.difference;
        return failWith("session: --replay: call " + std::to_string(difference.n) + " (" + difference.tool + ") differs: the " + difference.what + " was " +
                            difference.logged + ", now it is " + difference.got + ".",
                        kExitReplayDiffers);
    }
    if (!report.hasSaved) {
        const auto saved = saveState(*session, *session->current(), line.out, true, false);
        if (!saved) return failWith(saved.error().text, kExitInternal);
    }
    const bool isPrinted = writeOut("Replayed " + std::to_string(report.calls) + " calls: every digest is the same" +
                                    (log.brokenChain ? ", but the log was changed after it was written" : "") + ". Wrote " + line.out + "\n");
    return isPrinted ? kExitDone : kExitInternal;
}

int serveLines(const CommandRegistry& registry, CallContext& context) {
    JsonLines lines(registry, context);
    const bool isAnswered = lines.serve(STDIN_FILENO);
    const std::shared_ptr<Session> session = context.workspace->session();
    // However it ended, changes that were not saved are kept: only session.close with `discard` gives them up.
    if (session && session->isDirty() && session->journal() != nullptr && session->journal()->isWhole()) {
        logMessage(LogLevel::Warning, "Changes were not saved; they are kept in " + session->journal()->path() + ", which --restore brings back.");
        return isAnswered ? kExitDone : kExitInternal;
    }
    if (session && session->isDirty()) logMessage(LogLevel::Warning, "The session ended with changes that were not saved, and no journal could keep them.");
    if (session) (void)context.workspace->close(true);
    return isAnswered ? kExitDone : kExitInternal;
}

} // namespace

int runSessionVerb(int argc, char** argv) {
    SessionLine line;
    if (const auto ended = parse(line, argc, argv)) return *ended;
    ::signal(SIGPIPE, SIG_IGN); // a reader that goes away is an error of write, not an end in the middle of a call
    StopFlag stop;
    const StopSignals signals(stop);

    std::optional<LogFile> log;
    if (!line.replay.empty()) {
        auto read = readLogFile(line.replay);
        if (!read) return failWith(read.error().text, exitCodeOf(read.error().code));
        log = std::move(read).value();
        line.strip = log->header.options.value("strip", false);
        line.keepLocked = log->header.options.value("keep_locked", false);
        line.ignoreRulesFile = log->header.options.value("ignore_rules_file", false);
        line.workLimit = log->header.options.value("work_limit", std::uint64_t{0});
        line.seed = log->header.seed;
    } else if (!line.restore) {
        for (const std::string& journal : waitingJournals(line.board, userDataFolder()))
            logMessage(LogLevel::Warning, "An earlier session on this board ended without being saved: " + journal + "; --restore brings it back.");
    }
    WorkspaceOptions options;
    options.session = {line.out, line.workLimit, line.seed, static_cast<int>(line.threads), line.ignoreRulesFile, 256};
    options.logPath = line.log;
    options.fallbackFolder = userDataFolder();
    options.version = VIADUCT_VERSION;
    options.keepsJournal = !log;
    options.hasFreePaths = true;
    Workspace workspace(options);
    const auto session = workspace.open(line.board, {line.strip, line.keepLocked});
    if (!session) return failWith(session.error().text, session.error().code == ErrorCode::Unwritable ? kExitUsage : exitCodeOf(session.error().code));
    for (const std::string& warning : (*session)->warnings()) logMessage(LogLevel::Warning, warning);

    CommandRegistry registry;
    addEngineCommands(registry);
    CallContext context;
    context.workspace = &workspace;
    context.stop = &stop;
    context.actor = "agent";
    context.profile = *profileFrom(line.profile);
    if (log) return replayLog(line, registry, context, *log);
    if (line.restore) {
        const auto restored = restoreJournal(registry, context, line.board);
        if (!restored) {
            (void)workspace.close(true);
            return failWith(restored.error().text, exitCodeOf(restored.error().code));
        }
    }
    return serveLines(registry, context);
}

} // namespace viaduct
