// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <optional>

#include "engine/service/callrecord.h"

namespace viaduct {

// The order of calls: one change at a time, in the order they were asked for; queries have a lane of their own, so that a person can look
// while a route runs. Pure bookkeeping, knows no thread.
class CallQueue final {
public:
    struct Entry final {
        CallRecord record;
        std::function<void(const CallRecord&)> done;
        bool isQuery{false};
    };

    void add(Entry entry);
    // The next call of a free lane, or nothing. The lane is taken until `release`.
    [[nodiscard]] std::optional<Entry> take();
    void release(bool isQuery) noexcept;
    // Takes out what has not started.
    [[nodiscard]] std::deque<Entry> cancelWaiting();
    [[nodiscard]] bool isIdle() const noexcept { return m_waiting.empty() && !m_changing && !m_querying; }
    [[nodiscard]] bool isChanging() const noexcept { return m_changing; }
    [[nodiscard]] std::size_t waiting() const noexcept { return m_waiting.size(); }

private:
    std::deque<Entry> m_waiting;
    bool m_changing{false}, m_querying{false};
};

} // namespace viaduct
