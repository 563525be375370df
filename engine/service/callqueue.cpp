// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/service/callqueue.h"

#include <utility>

namespace viaduct {

void CallQueue::add(Entry entry) { m_waiting.push_back(std::move(entry)); }

std::optional<CallQueue::Entry> CallQueue::take() {
    bool waitsChange = false, waitsQuery = false;
    for (auto next = m_waiting.begin(); next != m_waiting.end(); ++next) {
        // A query passes a waiting change only while another change runs; a change never passes a query.
        const bool isFree = next->isQuery ? !m_querying && (!waitsChange || m_changing) : !m_changing && !waitsQuery;
        (next->isQuery ? waitsQuery : waitsChange) = true;
        if (!isFree) continue;
        (next->isQuery ? m_querying : m_changing) = true;
        Entry entry = std::move(*next);
        m_waiting.erase(next);
        return entry;
    }
    return std::nullopt;
}

void CallQueue::release(bool isQuery) noexcept { (isQuery ? m_querying : m_changing) = false; }

std::deque<CallQueue::Entry> CallQueue::cancelWaiting() { return std::exchange(m_waiting, {}); }

} // namespace viaduct
