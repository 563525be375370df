// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "engine/base/stopflag.h"

namespace viaduct {

// SIGINT and SIGTERM are Stop: the flag is set and the running call keeps its best so far. A second one ends the process at once. System
// calls that wait are interrupted. One object at a time.
class StopSignals final {
public:
    explicit StopSignals(StopFlag& flag);
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    [[nodiscard]] static bool wereReceived() noexcept;
};

// Sets the flag after some seconds, unless it is destroyed before.
class StopTimer final {
public:
    StopTimer(StopFlag& flag, double seconds);
    ~StopTimer();
    StopTimer(const StopTimer&) = delete;
    StopTimer& operator=(const StopTimer&) = delete;

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_isOver{false};
    std::thread m_thread;
};

} // namespace viaduct
