// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jsonlines.h"

#include <cerrno>
#include <unistd.h>

#include "app/arguments.h"
#include "engine/session/sessionlog.h"

namespace viaduct {

namespace {

using nlohmann::json;

constexpr std::size_t kLongestLine = 1U << 20U;

std::string refusal(ErrorCode code, const std::string& text) { return toLine(errorJson(Error{code, text})); }

// Splits a descriptor into lines. A line beyond the limit is skipped to its end and reported as too long.
class LineReader final {
public:
    explicit LineReader(int descriptor) : m_descriptor(descriptor) {}
    enum class Outcome { Line, TooLong, End };
    Outcome next(std::string& line, const StopFlag* stop) {
        bool isTooLong = false;
        while (true) {
            const std::size_t end = m_buffer.find('\n', m_searched);
            if (end != std::string::npos) {
                line = m_buffer.substr(0, end);
                m_buffer.erase(0, end + 1);
                m_searched = 0;
                return isTooLong || line.size() > kLongestLine ? Outcome::TooLong : Outcome::Line;
            }
            if (m_buffer.size() > kLongestLine) {
                isTooLong = true;
                m_buffer.clear();
            }
            m_searched = m_buffer.size();
            char chunk[65536];
            const ssize_t n = ::read(m_descriptor, chunk, sizeof chunk);
            if (n > 0) {
                m_buffer.append(chunk, static_cast<std::size_t>(n));
                continue;
            }
            if (n < 0 && errno == EINTR && (stop == nullptr || !stop->isRequested())) continue;
            line = m_buffer;
            m_buffer.clear();
            m_searched = 0;
            if (n < 0 || (line.empty() && !isTooLong)) return Outcome::End;
            return isTooLong ? Outcome::TooLong : Outcome::Line;
        }
    }

private:
    int m_descriptor;
    std::string m_buffer;
    std::size_t m_searched{0};
};

} // namespace

std::string JsonLines::answer(const std::string& line) {
    const json request = parseJson(line);
    if (!request.is_object()) return refusal(ErrorCode::InvalidArgs, "A request is one JSON object a line: {\"tool\": name, \"args\": {...}}.");
    for (const auto& [key, value] : request.items())
        if (key != "tool" && key != "args") return refusal(ErrorCode::InvalidArgs, "A request has the keys tool and args, nothing else.");
    if (!request.contains("tool") || !request["tool"].is_string()) return refusal(ErrorCode::InvalidArgs, "tool: is missing or no text.");
    const json args = request.contains("args") ? request["args"] : json::object();
    const Result<json> result = m_registry.call(m_context, request["tool"].get<std::string>(), args);
    return toLine(result ? *result : errorJson(result.error()));
}

bool JsonLines::serve(int descriptor) {
    LineReader reader(descriptor);
    std::string line;
    while (m_context.stop == nullptr || !m_context.stop->isRequested()) {
        const LineReader::Outcome outcome = reader.next(line, m_context.stop);
        if (outcome == LineReader::Outcome::End) break;
        if (outcome == LineReader::Outcome::Line && line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const std::string text = outcome == LineReader::Outcome::TooLong ? refusal(ErrorCode::Limit, "A request line has at most 1 MB.") : answer(line);
        if (!writeOut(text + "\n")) return false;
    }
    return true;
}

} // namespace viaduct
