// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arguments.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

#include "app/exitcode.h"
#include "engine/commands/saving.h"

namespace viaduct {

namespace {

namespace fs = std::filesystem;

} // namespace

std::optional<int> parseArguments(CLI::App& app, int argc, char** argv) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        app.exit(help);
        return kExitDone;
    } catch (const CLI::ParseError& problem) {
        // A mistyped option first: it is often why another one seems to be missing.
        const std::vector<std::string> unread = app.remaining();
        const std::string why = unread.empty() ? problem.what() : "unknown: " + unread.front();
        const bool isVerb = app.get_name() != "viaduct"; // the window is no verb
        return usageError((isVerb ? app.get_name() + ": " : std::string()) + why + "\nTry `viaduct " + (isVerb ? app.get_name() + " " : std::string()) +
                          "--help`.");
    }
    return std::nullopt;
}

std::optional<std::uint64_t> wholeNumber(const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end == text.data()) return std::nullopt;
    const std::string suffix(end, text.data() + text.size());
    std::uint64_t factor = 1;
    if (suffix == "k")
        factor = 1000;
    else if (suffix == "M")
        factor = 1'000'000;
    else if (suffix == "G")
        factor = 1'000'000'000;
    else if (!suffix.empty())
        return std::nullopt;
    if (value > UINT64_MAX / factor) return std::nullopt;
    return value * factor;
}

void addWhole(CLI::App& app, const std::string& option, std::uint64_t& to, std::uint64_t minimum, std::uint64_t maximum, const std::string& description) {
    app.add_option_function<std::string>(
           option,
           [&to, option, minimum, maximum](const std::string& text) {
               const std::optional<std::uint64_t> value = wholeNumber(text);
               if (!value || *value < minimum || *value > maximum)
                   throw CLI::ValidationError(option, "must be a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum) + " (is '" +
                                                          text + "')");
               to = *value;
           },
           description)
        ->type_name("N");
}

void addSeconds(CLI::App& app, const std::string& option, std::optional<double>& to, const std::string& description) {
    app.add_option_function<std::string>(
           option,
           [&to, option](const std::string& text) {
               double value = 0;
               const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
               if (problem != std::errc() || end != text.data() + text.size() || !(value > 0) || value > 1e7)
                   throw CLI::ValidationError(option, "must be a number of seconds above 0 and up to 10000000 (is '" + text + "')");
               to = value;
           },
           description)
        ->type_name("S");
}

bool writeOut(const std::string& text) { return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0; }

int failWith(const std::string& text, int exitCode) {
    std::fprintf(stderr, "viaduct: %s\n", text.c_str());
    return exitCode;
}

int usageError(const std::string& text) { return failWith(text, kExitUsage); }

CLI::Option* addFile(CLI::App& app, const std::string& option, std::string& to, const std::string& description) {
    const CLI::Validator isNamed([](std::string& text) { return text.empty() ? std::string("the name of the file is empty") : std::string(); }, "");
    return app.add_option(option, to, description)->type_name("FILE")->check(isNamed);
}

std::string clashOf(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written) {
    std::vector<std::string> inputs;
    for (const NamedFile& file : read) {
        if (file.path.empty()) continue;
        inputs.push_back(file.path);
        if (fs::path(file.path).extension() != ".kicad_pcb") continue;
        for (const char* extension : {".kicad_pro", ".kicad_dru", ".kicad_prl", ".kicad_sch"})
            inputs.push_back(fs::path(file.path).replace_extension(extension).string());
    }
    for (std::size_t i = 0; i < written.size(); ++i) {
        const NamedFile& file = written[i];
        if (file.path.empty()) continue;
        for (const std::string& input : inputs)
            if (isSameFile(file.path, input)) return file.option + " names " + file.path + ", which belongs to what is read; name another file";
        for (std::size_t k = 0; k < i; ++k)
            if (!written[k].path.empty() && isSameFile(file.path, written[k].path)) return file.option + " and " + written[k].option + " name one file";
    }
    return {};
}

std::string targetProblem(const std::string& path) {
    std::error_code error;
    if (path.empty()) return "the name of the file to write is empty";
    if (fs::is_directory(path, error)) return path + " is a folder; name a file to write to";
    if (fs::exists(path, error) && !fs::is_regular_file(path, error)) return path + " is no regular file";
    fs::path folder = fs::path(path).parent_path();
    if (folder.empty()) folder = ".";
    if (!fs::is_directory(folder, error)) return "the folder " + folder.string() + " does not exist";
    if (::access(folder.c_str(), W_OK) != 0) return "the folder " + folder.string() + " is read-only";
    if (fs::exists(path, error) && ::access(path.c_str(), W_OK) != 0) return path + " is read-only";
    return {};
}

std::string userDataFolder() {
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data == '/') return std::string(data) + "/viaduct";
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::string(home) + "/.local/share/viaduct" : std::string();
}

} // namespace viaduct
