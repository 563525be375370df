// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/sessionlog.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <mutex>

#include "engine/base/digest.h"

namespace viaduct {

namespace {

using nlohmann::json;

// What differs between equal runs: where files are, who asked and what that client may do, how long it took.
bool isLeftOutOfDigest(const std::string& key) {
    return key == "path" || key == "client" || key == "clients" || key == "profile" || key == "seconds" || key == "date";
}

std::string numberText(double value) {
    if (!std::isfinite(value)) return "null";
    char buffer[400];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 6).ptr;
    std::string text(buffer, end);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

void writeCanonical(const json& value, std::string& to) {
    switch (value.type()) {
    case json::value_t::object: {
        to += '{';
        bool isFirst = true;
        for (const auto& [key, member] : value.items()) {
            if (isLeftOutOfDigest(key)) continue;
            if (!isFirst) to += ',';
            isFirst = false;
            to += toLine(json(key)) + ":";
            writeCanonical(member, to);
        }
        to += '}';
        return;
    }
    case json::value_t::array: {
        to += '[';
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i > 0) to += ',';
            writeCanonical(value[i], to);
        }
        to += ']';
        return;
    }
    case json::value_t::number_float: to += numberText(value.get<double>()); return;
    default: to += toLine(value); return;
    }
}

json lineOf(const LogEntry& entry) {
    json line = {{"n", entry.n},         {"tool", entry.tool},
                 {"args", entry.args},   {"actor", entry.actor},
                 {"ok", entry.ok},       {"result_digest", entry.resultDigest},
                 {"state", entry.state}, {"state_digest", entry.stateDigest},
                 {"work", entry.work}};
    if (!entry.stoppedAt.empty()) line["stopped_at"] = entry.stoppedAt;
    return line;
}

json lineOf(const LogHeader& header) {
    return {{"viaduct_log", header.format},       {"version", header.version}, {"board", {{"name", header.boardName}, {"sha256", header.boardSha256}}},
            {"rules_sha256", header.rulesSha256}, {"seed", header.seed},       {"options", header.options},
            {"work_weights", header.workWeights}};
}

Error lineError(const std::string& name, std::size_t number, const std::string& problem) {
    return Error{ErrorCode::Unreadable, name + ":" + std::to_string(number) + ": " + problem};
}

Result<LogHeader> headerFrom(const json& line, const std::string& name) {
    if (!line.is_object() || !line.contains("viaduct_log") || !line["viaduct_log"].is_number_integer())
        return fail(ErrorCode::Unreadable, name + ":1: This is no Viaduct log: the first line has no \"viaduct_log\".");
    LogHeader header;
    header.format = line["viaduct_log"].get<int>();
    if (header.format != 1) return fail(ErrorCode::Unreadable, name + ":1: Log format " + std::to_string(header.format) + " is not known here (1 is).");
    try {
        header.version = line.value("version", "");
        header.boardName = line.at("board").value("name", "");
        header.boardSha256 = line.at("board").value("sha256", "");
        header.rulesSha256 = line.value("rules_sha256", "");
        header.seed = line.value("seed", std::uint64_t{1});
        header.options = line.value("options", json::object());
        header.workWeights = line.value("work_weights", json::object());
        for (const char* flag : {"strip", "keep_locked", "ignore_rules_file"}) (void)header.options.value(flag, false);
        (void)header.options.value("work_limit", std::uint64_t{0});
    } catch (const json::exception&) { return fail(ErrorCode::Unreadable, name + ":1: The log's header has a member of a wrong type."); }
    return header;
}

Result<LogEntry> entryFrom(const json& line, const std::string& name, std::size_t number) {
    LogEntry entry;
    try {
        entry.n = line.at("n").get<std::uint64_t>();
        entry.tool = line.at("tool").get<std::string>();
        entry.args = line.at("args");
        entry.actor = line.value("actor", "script");
        entry.ok = line.at("ok").get<bool>();
        entry.resultDigest = line.at("result_digest").get<std::string>();
        entry.state = line.at("state").get<std::int32_t>();
        entry.stateDigest = line.at("state_digest").get<std::string>();
        entry.work = line.value("work", std::uint64_t{0});
        entry.chain = line.value("chain", "");
        if (line.contains("stopped_at")) entry.stoppedAt = line["stopped_at"].get<std::vector<std::pair<int, std::uint64_t>>>();
    } catch (const json::exception&) {
        return tl::unexpected<Error>(lineError(name, number, "This line is no log entry: a member is missing or has a wrong type."));
    }
    return entry;
}

} // namespace

json parseJson(const std::string& text) {
    // Deeper values are legal JSON, but whoever walks them by recursion would run out of stack.
    bool isTooDeep = false;
    json value = json::parse(
        text,
        [&](int depth, json::parse_event_t, json&) {
            isTooDeep = isTooDeep || depth > kDeepestJson;
            return !isTooDeep;
        },
        false);
    return isTooDeep ? json(json::value_t::discarded) : value;
}

std::string toLine(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string canonicalText(const json& value) {
    std::string text;
    writeCanonical(value, text);
    return text;
}

std::string resultDigest(const json& result) { return Fnv1a64().add(canonicalText(result)).hex(); }

struct SessionLog::Parts final {
    mutable std::mutex mutex;
    std::FILE* file{nullptr};
    std::string path, text, chain;
    std::vector<LogEntry> entries;
    ~Parts() {
        if (file != nullptr) std::fclose(file);
    }
    [[nodiscard]] Result<void> write(const std::string& line) {
        text += line;
        text += '\n';
        if (file == nullptr) return {};
        if (std::fputs(line.c_str(), file) < 0 || std::fputc('\n', file) == EOF || std::fflush(file) != 0)
            return fail(ErrorCode::Unwritable, "The log " + path + " cannot be written; is the disk full?");
        return {};
    }
};

SessionLog::SessionLog() : m_parts(std::make_unique<Parts>()) {}
SessionLog::~SessionLog() = default;

Result<std::unique_ptr<SessionLog>> SessionLog::create(const std::string& path, const LogHeader& header) {
    std::unique_ptr<SessionLog> log(new SessionLog);
    log->m_parts->path = path;
    if (!path.empty()) {
        log->m_parts->file = std::fopen(path.c_str(), "wbe");
        if (log->m_parts->file == nullptr)
            return fail(ErrorCode::Unwritable, "The log " + path + " cannot be created; check that the folder exists and may be written.");
    }
    const std::string line = toLine(lineOf(header));
    log->m_parts->chain = Sha256::hexOf(line);
    TRY(log->m_parts->write(line));
    return log;
}

Result<LogEntry> SessionLog::append(LogEntry entry) {
    const std::lock_guard lock(m_parts->mutex);
    entry.n = m_parts->entries.size() + 1;
    json line = lineOf(entry);
    entry.chain = Sha256::hexOf(m_parts->chain + toLine(line));
    line["chain"] = entry.chain;
    m_parts->chain = entry.chain;
    m_parts->entries.push_back(entry);
    TRY(m_parts->write(toLine(line)));
    return entry;
}

std::string SessionLog::text() const {
    const std::lock_guard lock(m_parts->mutex);
    return m_parts->text;
}

std::vector<LogEntry> SessionLog::entries() const {
    const std::lock_guard lock(m_parts->mutex);
    return m_parts->entries;
}

Result<LogFile> readLogText(const std::string& text, const std::string& name) {
    LogFile log;
    std::string chain;
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string raw = text.substr(at, end - at);
        const bool isWhole = end < text.size();
        at = end + 1;
        ++number;
        json line = parseJson(raw);
        if (line.is_discarded()) {
            if (!isWhole && number > 1) { // a run that was cut off
                log.tornLine = name + ":" + std::to_string(number) + ": The last line is cut off; it is left out.";
                break;
            }
            return tl::unexpected<Error>(lineError(name, number, "This line is no JSON."));
        }
        if (number == 1) {
            log.header = TRY(headerFrom(line, name));
            chain = Sha256::hexOf(toLine(line));
            continue;
        }
        LogEntry entry = TRY(entryFrom(line, name, number));
        line.erase("chain");
        chain = Sha256::hexOf(chain + toLine(line));
        if (chain != entry.chain && !log.brokenChain)
            log.brokenChain = name + ":" + std::to_string(number) + ": This line, or one before it, was changed after it was written.";
        log.entries.push_back(std::move(entry));
    }
    if (number == 0) return fail(ErrorCode::Unreadable, name + ": The log is empty.");
    return log;
}

} // namespace viaduct
