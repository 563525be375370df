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

// Why nothing can be written there, seen before the work is done: a folder, no such folder, read-only; empty when it looks possible.
[[nodiscard]] std::string targetProblem(const std::string& path);
// $XDG_DATA_HOME/viaduct or ~/.local/share/viaduct; empty without a home.
[[nodiscard]] std::string userDataFolder();

} // namespace viaduct
