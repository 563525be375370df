// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace viaduct {

// Parses; an exit code when the program is to end (help was asked for, or the line is wrong, which was said on stderr).
[[nodiscard]] std::optional<int> parseArguments(CLI::App& app, int argc, char** argv);

// A whole number, "40M" style suffixes k, M and G (thousands) included; not locale-dependent. Errors name the option.
void addWhole(CLI::App& app, const std::string& option, std::uint64_t& to, std::uint64_t minimum, std::uint64_t maximum, const std::string& description);
void addSeconds(CLI::App& app, const std::string& option, std::optional<double>& to, const std::string& description);
[[nodiscard]] std::optional<std::uint64_t> wholeNumber(const std::string& text);

// To stdout, whole; false when it cannot be written (closed pipe, full disk).
[[nodiscard]] bool writeOut(const std::string& text);
int usageError(const std::string& text);             // says it on stderr, returns exit code 2
int failWith(const std::string& text, int exitCode); // the same with another code

// An option that names a file; an empty name is refused.
CLI::Option* addFile(CLI::App& app, const std::string& option, std::string& to, const std::string& description);

// Why nothing can be written there, seen before the work is done: a folder, a device, no such folder, read-only; empty when it looks possible.
[[nodiscard]] std::string targetProblem(const std::string& path);

// A file of a command line, with the option it was named by ("" for BOARD); an empty path is not there.
struct NamedFile final {
    std::string option, path;
};
// Why these files cannot all be written: one is read too (a board brings its .kicad_pro and .kicad_dru), or two are one. Empty when they can.
[[nodiscard]] std::string clashOf(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written);
// $XDG_DATA_HOME/viaduct or ~/.local/share/viaduct; empty without a home.
[[nodiscard]] std::string userDataFolder();

} // namespace viaduct
