// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/arguments.h"
#include "app/eventsfile.h"
#include "app/exitcode.h"
#include "app/stopsignals.h"
#include "app/verbs.h"
#include "engine/base/log.h"
#include "engine/commands/commandregistry.h"
#include "engine/commands/saving.h"
#include "engine/session/journal.h"
#include "engine/session/sessionlog.h"
#include "engine/session/workspace.h"

namespace viaduct {

namespace {

using nlohmann::json;

constexpr std::uint64_t kUnlimitedWork = 9'007'199'254'740'991; // the greatest that a log carries

struct RouteLine final {
    std::string board, out, hints, log, events;
    std::vector<std::string> nets;
    std::uint64_t work{40'000'000}, variants{4}, threads{1}, seed{1};
    std::optional<double> seconds;
    bool strip{false}, keepLocked{false}, inPlace{false}, json{false}, exitCodeViolations{false}, ignoreRulesFile{false}, noRefill{false}, hasWork{false};
};

std::optional<int> parse(RouteLine& line, int argc, char** argv) {
    CLI::App app("Routes a board and writes it to another file.", "route");
    app.add_option("BOARD", line.board, "the board, .kicad_pcb")->required();
    addFile(app, "--out", line.out, "the file to write");
    app.add_flag("--in-place", line.inPlace, "write over BOARD itself");
    addWhole(app, "--work", line.work, 1, kUnlimitedWork, "router steps per variant (40M); k, M and G are understood");
    addSeconds(app, "--time", line.seconds, "stop after S seconds with the best so far; without --work, work is unlimited");
    addWhole(app, "--variants", line.variants, 1, 8, "differently tuned runs, the best is kept (4)");
    addWhole(app, "--threads", line.threads, 1, 256, "never changes the result (1)");
    addWhole(app, "--seed", line.seed, 0, kUnlimitedWork, "of the random generator (1)");
    app.add_option("--net", line.nets, "route this net; repeat for more")->type_name("NAME")->allow_extra_args(false);
    addFile(app, "--hints", line.hints, "advice for the router as JSON");
    app.add_flag("--strip", line.strip, "take the board's own tracks, vias, teardrops and fills out first");
    app.add_flag("--keep-locked", line.keepLocked, "with --strip: locked copper stays");
    app.add_flag("--no-refill", line.noRefill, "leave the zone fills as they are in the file");
    app.add_flag("--ignore-rules-file", line.ignoreRulesFile, "route although the .kicad_dru does not parse");
    app.add_flag("--json", line.json, "print the result as JSON");
    addFile(app, "--events", line.events, "write the router's events as JSON lines");
    addFile(app, "--log", line.log, "write the session's log, which `viaduct session --replay` repeats");
    app.add_flag("--exit-code-violations", line.exitCodeViolations, "exit with 1 when something is open or added");
    if (const auto ended = parseArguments(app, argc, argv)) return ended;
    line.hasWork = app.count("--work") > 0;
    if (line.out.empty() == !line.inPlace) return usageError("route: give either --out FILE or --in-place.");
    if (!line.inPlace && isSameFile(line.out, line.board)) return usageError("route: --out names the board itself; use --in-place to write over it.");
    const std::string clash = clashOf({{"", line.board}, {"--hints", line.hints}}, {{"--out", line.out}, {"--log", line.log}, {"--events", line.events}});
    if (!clash.empty()) return usageError("route: " + clash + ".");
    std::error_code error;
    const std::string target = line.inPlace ? line.board : line.out;
    const std::string problem = line.inPlace && !std::filesystem::exists(target, error) ? std::string() : targetProblem(target); // no board: said on opening
    if (!problem.empty()) return usageError(std::string("route: ") + (line.inPlace ? "--in-place: " : "--out: ") + problem + ".");
    return std::nullopt;
}

Result<json> hintsFrom(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (!file) return fail(ErrorCode::Unreadable, "the hints file " + path + " cannot be read");
    json hints = parseJson(text.str());
    if (hints.is_discarded()) return fail(ErrorCode::InvalidArgs, "the hints file " + path + " is no JSON, or is nested too deeply");
    if (!hints.is_object()) return fail(ErrorCode::InvalidArgs, "the hints file " + path + " holds no JSON object");
    return hints;
}

json routeArgs(const RouteLine& line, json hints) {
    json args = {{"work", line.seconds && !line.hasWork ? kUnlimitedWork : line.work}, {"variants", line.variants}, {"seed", line.seed}};
    if (!line.nets.empty()) args["nets"] = line.nets;
    if (!hints.is_null()) args["hints"] = std::move(hints);
    if (line.ignoreRulesFile) args["ignore_rules_file"] = true;
    return args;
}

std::string summary(const json& routed, const json& saved) {
    std::ostringstream text;
    text << "Routed " << routed["routed"] << " of " << routed["connections"] << " connections, " << saved["open_total"] << " open; " << saved["tracks"]
         << " tracks, " << saved["vias"] << " vias, " << canonicalText(saved["length_mm"]) << " mm; work " << routed["work"]["used"]
         << (routed["stopped"] == true ? ", stopped" : "") << ".\n";
    if (routed["committed"] == false) text << "Nothing was kept: " << routed["reason"].get<std::string>() << ".\n";
    for (const json& open : routed["open"])
        text << "  open: " << open["net"].get<std::string>() << " " << open["a"].get<std::string>() << " - " << open["b"].get<std::string>() << ": "
             << open["reason"].get<std::string>() << ". " << open["why"].get<std::string>() << "\n";
    for (const auto& [type, count] : saved["added_errors"].items()) text << "  added: " << type << " " << count << "\n";
    text << "Wrote " << saved["path"].get<std::string>() << "\n";
    return text.str();
}

void nameWaitingJournals(const std::string& board) {
    for (const std::string& journal : waitingJournals(board, userDataFolder()))
        logMessage(LogLevel::Warning, "An earlier session on this board ended without being saved: " + journal + "; `viaduct session " + board +
                                          " --restore --out FILE --jsonl` brings it back.");
}

// Result and saved board. The journal stays where the result could not be written, so that it is not lost.
int routeAndSave(const RouteLine& line, Workspace& workspace, CallContext& context, json args) {
    CommandRegistry registry;
    addEngineCommands(registry);
    const auto routed = registry.call(context, "route", args);
    if (!routed) {
        (void)workspace.close(true);
        return failWith(routed.error().text, exitCodeOf(routed.error().code));
    }
    json saveArgs = {{"refill", !line.noRefill}};
    if (line.inPlace) saveArgs["in_place"] = true;
    const auto saved = registry.call(context, "save", saveArgs);
    if (!saved) {
        std::string text = saved.error().text;
        const std::shared_ptr<Session> session = workspace.session();
        if (session->journal() != nullptr && session->journal()->isWhole() && session->current()->id != StateId(0))
            text += "\nThe routed copper is kept in " + session->journal()->path() + "; `viaduct session " + line.board + (line.strip ? " --strip" : "") +
                    " --restore --out FILE --jsonl` brings it back.";
        return failWith(text, kExitInternal);
    }
    const bool hasFindings = (*saved)["open_total"] != 0 || !(*saved)["added_errors"].empty();
    (void)workspace.close(true);
    json result = *routed;
    result["saved"] = *saved;
    if (!writeOut(line.json ? toLine(result) + "\n" : summary(*routed, *saved)))
        return failWith("the result cannot be printed; the board is written.", kExitInternal);
    return line.exitCodeViolations && hasFindings ? kExitFindings : kExitDone;
}

} // namespace

int runRouteVerb(int argc, char** argv) {
    RouteLine line;
    if (const auto ended = parse(line, argc, argv)) return *ended;
    StopFlag stop;
    const StopSignals signals(stop);
    std::optional<StopTimer> timer;
    if (line.seconds) timer.emplace(stop, *line.seconds);

    json hints;
    if (!line.hints.empty()) {
        auto read = hintsFrom(line.hints);
        if (!read) return failWith("route: " + read.error().text + ".", exitCodeOf(read.error().code));
        hints = std::move(read).value();
    }
    nameWaitingJournals(line.board);
    WorkspaceOptions options;
    options.session = {line.out, 0, line.seed, static_cast<int>(line.threads), line.ignoreRulesFile, 256};
    options.logPath = line.log;
    options.fallbackFolder = userDataFolder();
    options.version = VIADUCT_VERSION;
    options.hasFreePaths = true;
    Workspace workspace(options);
    std::unique_ptr<EventsFile> events;
    if (!line.events.empty()) {
        auto created = EventsFile::create(line.events);
        if (!created) return usageError("route: " + created.error().text + ".");
        events = std::move(created).value();
    }
    const auto session = workspace.open(line.board, {line.strip, line.keepLocked});
    if (!session) return failWith(session.error().text, session.error().code == ErrorCode::Unwritable ? kExitUsage : exitCodeOf(session.error().code));
    for (const std::string& warning : (*session)->warnings()) logMessage(LogLevel::Warning, warning);
    if (events) events->setBoard((*session)->file().board);

    CallContext context;
    context.workspace = &workspace;
    context.events = events.get();
    context.stop = &stop;
    context.actor = "person";
    context.profile = Profile::Edit;
    context.caps = {UINT64_MAX, SIZE_MAX};
    context.mayOverwriteInput = line.inPlace;
    return routeAndSave(line, workspace, context, routeArgs(line, std::move(hints)));
}

} // namespace viaduct
