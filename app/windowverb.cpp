// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowverb.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/arguments.h"
#include "app/exitcode.h"
#include "app/windowline.h"

namespace viaduct {

namespace {

bool isSet(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
}

bool hasDisplay() {
    if (isSet("QT_QPA_PLATFORM")) {
        const std::string platform = std::getenv("QT_QPA_PLATFORM");
        return platform.rfind("offscreen", 0) != 0 && platform.rfind("minimal", 0) != 0;
    }
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
}

std::string pictureProblem(const std::string& path) { return path.empty() ? std::string() : targetProblem(path); }

} // namespace

std::optional<int> parseWindowLine(WindowLine& line, int argc, char** argv) {
    CLI::App app("Opens the window on a board.", "viaduct");
    std::string size;
    app.add_option("BOARD", line.board, "the board, .kicad_pcb");
    app.add_flag("--strip", line.strip, "open it without its own tracks, vias, teardrops and fills");
    app.add_flag("--demo", line.demo, "let the built-in agent route it; without a display: write board, log and a picture");
    app.add_flag("--exit,--exit-when-done", line.exits, "end when that is done");
    addFile(app, "--screenshot", line.screenshot, "write a picture of the window (PNG)");
    addFile(app, "--screenshot-at-half", line.screenshotAtHalf, "another when half of the connections are routed");
    app.add_option("--at", line.at, "the moment of --screenshot: start, mid or done (done)")->check(CLI::IsMember({"start", "mid", "done"}));
    app.add_option("--size", size, "of the window in pixels (1600x1000)")->type_name("WxH");
    app.add_option("--theme", line.theme, "dark, light or system")->check(CLI::IsMember({"dark", "light", "system"}));
    app.add_flag("--window", line.inWindow, "make a window although there is no display")->group("");
    addWhole(app, "--threads", line.threads, 1, 256, "of the router; never changes a result (1)");
    if (const auto ended = parseArguments(app, argc, argv)) return ended;
    if (!size.empty() && (std::sscanf(size.c_str(), "%5dx%5d", &line.width, &line.height) != 2 || line.width < 320 || line.height < 240 || line.width > 8192 ||
                          line.height > 8192))
        return usageError("--size: must be WxH, from 320x240 to 8192x8192 (is '" + size + "').");
    for (const std::string& picture : {line.screenshot, line.screenshotAtHalf})
        if (const std::string problem = pictureProblem(picture); !problem.empty()) return usageError("the picture " + picture + ": " + problem + ".");
    const std::string clash = clashOf({{"", line.board}}, {{"--screenshot", line.screenshot}, {"--screenshot-at-half", line.screenshotAtHalf}});
    if (!clash.empty()) return usageError(clash + ".");
    if (line.demo && line.board.empty()) return usageError("--demo needs a BOARD.");
    if (line.board.rfind("-", 0) == 0) return usageError("unknown option " + line.board + ".");
    return std::nullopt;
}

int runWindow(int argc, char** argv) {
    WindowLine line;
    if (const auto ended = parseWindowLine(line, argc, argv)) return *ended;
    if (hasDisplay() || line.inWindow) {
        if (!hasDisplay()) ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
        return runInWindow(line, argc, argv);
    }
    ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
    if (line.demo) return runWithoutWindow(line, argc, argv);
    std::error_code error;
    if (!line.board.empty() && !std::filesystem::exists(line.board, error))
        return failWith(line.board + ": no such file, and no verb of this program (see --help).", kExitUnreadable);
    return usageError("there is no display to open a window on. `viaduct route BOARD --out FILE` routes without one, and so does `viaduct BOARD --demo`.");
}

} // namespace viaduct
