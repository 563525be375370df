// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/eventsfile.h"

#include "engine/base/log.h"
#include "engine/commands/eventjson.h"
#include "engine/session/sessionlog.h"

namespace viaduct {

Result<std::unique_ptr<EventsFile>> EventsFile::create(const std::string& path) {
    std::FILE* file = std::fopen(path.c_str(), "wbe");
    if (file == nullptr) return fail(ErrorCode::Unwritable, "the events file " + path + " cannot be created");
    return std::unique_ptr<EventsFile>(new EventsFile(file, path));
}

EventsFile::~EventsFile() {
    if (std::fclose(m_file) != 0 && !m_isBroken) logMessage(LogLevel::Warning, "The events file " + m_path + " is not complete; is the disk full?");
}

void EventsFile::receive(const RouterEvent& event) {
    if (!m_board || std::holds_alternative<RouterEvent::Attempt>(event.body) || std::holds_alternative<RouterEvent::Frontier>(event.body)) return;
    nlohmann::json line = eventJson(*m_board, event);
    const std::lock_guard lock(m_mutex);
    if (m_isBroken) return;
    line["seq"] = ++m_sequence;
    line["call"] = 1;
    const std::string text = toLine(line) + "\n";
    if (std::fwrite(text.data(), 1, text.size(), m_file) == text.size()) return;
    m_isBroken = true;
    logMessage(LogLevel::Warning, "The events file " + m_path + " cannot be written any more; is the disk full?");
}

} // namespace viaduct
