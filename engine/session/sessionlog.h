// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/base/result.h"

namespace viaduct {

// One call of a session as SPEC 9 writes it.
struct LogEntry final {
    std::uint64_t n{0};
    std::string tool;
    nlohmann::json args = nlohmann::json::object();
    std::string actor;
    bool ok{false};
    std::string resultDigest;
    std::int32_t state{0};
    std::string stateDigest;
    std::uint64_t work{0};                                // spent by this call
    std::vector<std::pair<int, std::uint64_t>> stoppedAt; // [[variant, work], ...] of a stopped route
    std::string chain;                                    // SHA-256 over the previous line's chain and this line without it
};

struct LogHeader final {
    int format{1};
    std::string version, boardName, boardSha256, rulesSha256;
    std::uint64_t seed{1};
    nlohmann::json options = nlohmann::json::object(); // strip, keep_locked, ignore_rules_file, work_limit
    nlohmann::json workWeights = nlohmann::json::object();
};

// The log as JSON lines. With a path every line is written and flushed at once; without one it is kept in memory only (`text()`).
class SessionLog final {
public:
    [[nodiscard]] static Result<std::unique_ptr<SessionLog>> create(const std::string& path, const LogHeader& header);
    ~SessionLog();
    // Fills n and chain. Safe from any thread.
    [[nodiscard]] Result<LogEntry> append(LogEntry entry);
    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::vector<LogEntry> entries() const;

private:
    SessionLog();
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

struct LogFile final {
    LogHeader header;
    std::vector<LogEntry> entries;
    std::optional<std::string> brokenChain; // which line was changed since it was written
    std::optional<std::string> tornLine;    // the last line was cut off, and is left out
};
[[nodiscard]] Result<LogFile> readLogText(const std::string& text, const std::string& name);

// SPEC 9: FNV-1a 64 (16 hex digits) over the result as JSON with sorted keys, without times, paths and client ids; numbers as integers or
// with at most six decimals.
[[nodiscard]] std::string resultDigest(const nlohmann::json& result);
[[nodiscard]] std::string canonicalText(const nlohmann::json& value);
// `discarded` where the text is no JSON, or is nested deeper than any of ours: what comes from outside is parsed here.
inline constexpr int kDeepestJson = 100;
[[nodiscard]] nlohmann::json parseJson(const std::string& text);
// One line of JSON that is always valid UTF-8 (what is not becomes U+FFFD).
[[nodiscard]] std::string toLine(const nlohmann::json& value);

} // namespace viaduct
