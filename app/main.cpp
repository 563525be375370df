// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cstdio>
#include <string_view>

#include "app/arguments.h"
#include "app/exitcode.h"
#include "app/verbs.h"
#include "app/windowverb.h"

namespace {

struct Verb final {
    std::string_view name;
    int (*run)(int, char**);
    const char* does;
};

constexpr std::array<Verb, 4> kVerbs{{
    {"route", viaduct::runRouteVerb, "routes a board and writes it to another file"},
    {"drc", viaduct::runDrcVerb, "judges a board by its rules"},
    {"session", viaduct::runSessionVerb, "holds a session on a board and answers calls; replays logs"},
    {"doctor", viaduct::runDoctorVerb, "says what is installed, found and missing, and how to mend it"},
}};
constexpr std::array<std::string_view, 6> kComing{"mcp", "serve", "replay", "relay", "eval", "run"};

int printHelp() {
    std::string text = "Usage: viaduct [BOARD]          opens the window\n       viaduct VERB [OPTIONS]   works without it\n\n";
    for (const Verb& verb : kVerbs) text += "  " + std::string(verb.name) + std::string(10 - verb.name.size(), ' ') + verb.does + "\n";
    text += "\n`viaduct VERB --help` lists a verb's options; --version prints the version.\n"
            "Exit codes: 0 done, 1 something is open or added (with --exit-code-violations), 2 usage, 3 input unreadable, 4 replay differs, 5 internal or not "
            "writable.\n";
    return viaduct::writeOut(text) ? viaduct::kExitDone : viaduct::kExitInternal;
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view first = argc > 1 ? argv[1] : "";
    if (first == "--version") return viaduct::writeOut("Viaduct " VIADUCT_VERSION "\n") ? viaduct::kExitDone : viaduct::kExitInternal;
    if (first == "--help" || first == "-h" || first == "help") return printHelp();
    for (const Verb& verb : kVerbs)
        if (first == verb.name) return verb.run(argc - 1, argv + 1);
    for (const std::string_view coming : kComing)
        if (first == coming) return viaduct::usageError("the verb " + std::string(first) + " is not built yet.");
    return viaduct::runWindow(argc, argv);
}
