// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <unistd.h>

#include "app/arguments.h"
#include "app/exitcode.h"
#include "app/verbs.h"
#include "engine/session/instancefile.h"

namespace viaduct {

namespace {

namespace fs = std::filesystem;

struct Finding final {
    enum class Kind { Fine, Optional, Missing } kind;
    std::string text, remedy;
};

// First line of what a program says; empty when it is not there, fails or takes longer than ten seconds.
std::string firstLineOf(const std::string& command) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(("timeout 10 " + command + " 2>/dev/null").c_str(), "r"), ::pclose);
    if (!pipe) return {};
    std::array<char, 256> line{};
    if (std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) == nullptr) return {};
    std::string text(line.data());
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return text;
}

Finding kicadFinding() {
    const std::string version = firstLineOf("kicad-cli version");
    if (version.empty())
        return {Finding::Kind::Optional, "kicad-cli is not found: no comparison with KiCad's own DRC",
                "install KiCad 9 (Debian 12: package kicad from bookworm-backports)"};
    return {Finding::Kind::Fine, "kicad-cli " + version, {}};
}

Finding demoFinding() {
    const fs::path demo = "/usr/share/kicad/demos/pic_programmer/pic_programmer.kicad_pcb";
    std::error_code error;
    if (fs::exists(demo, error)) return {Finding::Kind::Fine, "demo board " + demo.string(), {}};
    return {Finding::Kind::Optional, "KiCad's demo boards are not installed: the demonstration uses a small board of our own", "sudo apt install kicad-demos"};
}

Finding displayFinding() {
    for (const char* name : {"WAYLAND_DISPLAY", "DISPLAY"}) {
        const char* value = std::getenv(name);
        if (value != nullptr && *value != '\0') return {Finding::Kind::Fine, std::string("display ") + name + "=" + value, {}};
    }
    return {Finding::Kind::Optional, "no display: the window cannot be shown here, the verbs work", "run inside a desktop session, or under xvfb-run"};
}

Finding folderFinding(const std::string& name, const std::string& folder) {
    if (folder.empty()) return {Finding::Kind::Missing, name + ": no home folder is known", "set HOME"};
    std::error_code error;
    fs::path existing = folder;
    while (!existing.empty() && existing.has_relative_path() && !fs::exists(existing, error)) existing = existing.parent_path();
    if (::access(existing.c_str(), W_OK) != 0) return {Finding::Kind::Missing, name + ": " + folder + " cannot be written", "make it writable for you"};
    return {Finding::Kind::Fine, name + ": " + folder, {}};
}

} // namespace

int runDoctorVerb(int argc, char** argv) {
    CLI::App app("Says what is installed, found and missing, and how to mend it.", "doctor");
    if (const auto ended = parseArguments(app, argc, argv)) return *ended;
    std::vector<Finding> findings;
    findings.push_back({Finding::Kind::Fine, "Viaduct " VIADUCT_VERSION, {}});
    findings.push_back(kicadFinding());
    findings.push_back(demoFinding());
    findings.push_back(displayFinding());
    findings.push_back(folderFinding("data folder", userDataFolder()));
    const auto runtime = instanceFolder();
    if (runtime)
        findings.push_back({Finding::Kind::Fine, "running sessions: " + *runtime, {}});
    else
        findings.push_back({Finding::Kind::Missing, runtime.error().text, "set XDG_RUNTIME_DIR to a folder of yours"});
    for (const Instance& instance : livingInstances())
        findings.push_back({Finding::Kind::Fine, "running: process " + std::to_string(instance.pid) + " on " + instance.board, {}});

    std::string text;
    bool isMissing = false;
    for (const Finding& finding : findings) {
        text += finding.kind == Finding::Kind::Fine ? "  ok        " : finding.kind == Finding::Kind::Optional ? "  optional  " : "  MISSING   ";
        text += finding.text + "\n";
        if (!finding.remedy.empty()) text += "            to mend: " + finding.remedy + "\n";
        isMissing = isMissing || finding.kind == Finding::Kind::Missing;
    }
    if (!writeOut(text)) return kExitInternal;
    return isMissing ? kExitFindings : kExitDone;
}

} // namespace viaduct
