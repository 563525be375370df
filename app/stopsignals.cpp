// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stopsignals.h"

#include <atomic>
#include <chrono>
#include <csignal>

namespace viaduct {

namespace {

// A signal handler sees globals only; both are lock-free, which is all that a handler may touch.
std::atomic<StopFlag*> stopTarget{nullptr};
std::atomic<int> stopSignalCount{0};

void onStopSignal(int number) {
    if (stopSignalCount.fetch_add(1, std::memory_order_relaxed) > 0) {
        ::signal(number, SIG_DFL);
        ::raise(number);
        return;
    }
    if (StopFlag* flag = stopTarget.load(std::memory_order_relaxed)) flag->request();
}

void install(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    struct sigaction before {}; // a run that was started to outlive its terminal (nohup) goes on
    if (::sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

} // namespace

StopSignals::StopSignals(StopFlag& flag) {
    stopTarget.store(&flag);
    stopSignalCount.store(0);
    install(onStopSignal);
}

StopSignals::~StopSignals() {
    install(SIG_DFL);
    stopTarget.store(nullptr);
}

bool StopSignals::wereReceived() noexcept { return stopSignalCount.load(std::memory_order_relaxed) > 0; }

StopTimer::StopTimer(StopFlag& flag, double seconds)
    : m_thread([this, &flag, seconds] {
          std::unique_lock lock(m_mutex);
          if (!m_wake.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return m_isOver; })) flag.request();
      }) {}

StopTimer::~StopTimer() {
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_wake.notify_all();
    m_thread.join();
}

} // namespace viaduct
