// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "app/arguments.h"
#include "app/exitcode.h"
#include "app/verbs.h"
#include "engine/base/log.h"
#include "engine/check/checker.h"
#include "engine/commands/drcreport.h"
#include "engine/commands/storedfills.h"
#include "engine/fill/zonefill.h"
#include "engine/kicad/boardwriter.h"
#include "engine/session/rulesinuse.h"
#include "engine/session/sessionlog.h"

namespace viaduct {

namespace {

struct DrcLine final {
    std::string board, against, format{"text"}, out, saveFilled;
    bool refillZones{false}, exitCodeViolations{false}, ignoreRulesFile{false};
};

std::optional<int> parse(DrcLine& line, int argc, char** argv) {
    CLI::App app("Judges a board by its rules.", "drc");
    app.add_option("BOARD", line.board, "the board, .kicad_pcb")->required();
    app.add_option("--format", line.format, "text, or json in kicad-cli's report schema")->check(CLI::IsMember({"text", "json"}));
    app.add_flag("--refill-zones", line.refillZones, "judge with zones refilled, not as stored in the file");
    addFile(app, "--save-filled", line.saveFilled, "with --refill-zones: write the board with these fills there")->type_name("FILE");
    addFile(app, "--against", line.against, "mark what this board does not have as added")->type_name("OTHER");
    app.add_flag("--ignore-rules-file", line.ignoreRulesFile, "judge although the .kicad_dru does not parse");
    addFile(app, "--output,-o", line.out, "write the report there instead of to the terminal");
    app.add_flag("--exit-code-violations", line.exitCodeViolations, "exit with 1 when something is open or an error (with --against: an added error)");
    if (const auto ended = parseArguments(app, argc, argv)) return ended;
    const std::string clash = clashOf({{"", line.board}, {"--against", line.against}}, {{"--output", line.out}});
    if (!clash.empty()) return usageError("drc: " + clash + ".");
    if (!line.saveFilled.empty() && !line.refillZones) return usageError("drc: --save-filled needs --refill-zones.");
    const std::string filledClash = clashOf({{"", line.board}, {"--against", line.against}}, {{"--output", line.out}, {"--save-filled", line.saveFilled}});
    if (!filledClash.empty()) return usageError("drc: " + filledClash + ".");
    const std::string filledProblem = line.saveFilled.empty() ? std::string() : targetProblem(line.saveFilled);
    if (!filledProblem.empty()) return usageError("drc: --save-filled: " + filledProblem + ".");
    const std::string problem = line.out.empty() ? std::string() : targetProblem(line.out);
    if (!problem.empty()) return usageError("drc: --output: " + problem + ".");
    return std::nullopt;
}

struct Judged final {
    std::shared_ptr<const Board> board;
    CheckReport report;
};

// `saveFilled`: where the board goes with its fills; empty: nowhere.
Result<Judged> judge(const std::string& path, const DrcLine& line, const std::string& saveFilled) {
    BoardFile file = TRY(readBoardFile(path));
    ProjectFiles project = TRY(readProjectFiles(path));
    const RulesInUse rules = TRY(rulesFor(file.board, project));
    if (const auto& broken = rules.resolver->rules().brokenCustomRules; broken && !line.ignoreRulesFile)
        return fail(ErrorCode::Unreadable,
                    "drc: the custom rules file does not parse (" + broken->text + "); mend it, or judge without it by --ignore-rules-file.");
    for (const std::string& warning : rules.warnings) logMessage(LogLevel::Warning, warning);
    const std::vector<ZoneFill> fills = line.refillZones ? fillZones(*rules.resolver, file.board->copper) : storedFills(*file.board);
    if (!saveFilled.empty()) {
        BoardChanges changes;
        changes.fills = fills;
        const std::string text = TRY(writeBoardText(file, changes));
        TRY(writeFileAtomically(saveFilled, text));
        TRY(copyCompanions(path, saveFilled));
    }
    return Judged{file.board, check(*rules.resolver, file.board->copper, fills)};
}

} // namespace

int runDrcVerb(int argc, char** argv) {
    DrcLine line;
    if (const auto ended = parse(line, argc, argv)) return *ended;
    auto judged = judge(line.board, line, line.saveFilled);
    if (!judged) return failWith(judged.error().text, exitCodeOf(judged.error().code));
    if (!line.against.empty()) {
        const auto base = judge(line.against, line, {});
        if (!base) return failWith(base.error().text, exitCodeOf(base.error().code));
        markAdded(judged->report, base->report);
    }
    const Board& board = *judged->board;
    const DrcReportOptions options{std::filesystem::path(line.board).filename().string(), "Viaduct " VIADUCT_VERSION, false};
    const std::string text =
        line.format == "json" ? drcReportJson(board, board.copper, judged->report, options).dump(4, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"
                              : drcReportText(board, board.copper, judged->report, options);
    if (line.out.empty()) {
        if (!writeOut(text)) return failWith("drc: the report cannot be printed.", kExitInternal);
    } else {
        const auto written = writeFileAtomically(line.out, text);
        if (!written) return failWith(written.error().text, kExitInternal);
    }
    if (!line.exitCodeViolations) return kExitDone;
    if (!judged->report.unconnected.empty()) return kExitFindings;
    for (const Violation& violation : judged->report.violations)
        if (violation.severity == "error" && !violation.isExcluded && (line.against.empty() || violation.isAdded)) return kExitFindings;
    return kExitDone;
}

} // namespace viaduct
