// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

namespace viaduct {

// Asks a running engine call to keep its best result so far and end. Set from any thread, read where work is counted.
class StopFlag final {
public:
    void request() noexcept { m_requested.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isRequested() const noexcept { return m_requested.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> m_requested{false};
};

} // namespace viaduct
