// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/portfolio.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace viaduct {

namespace {

constexpr std::uint64_t kFirstRound = 3'000'000; // variant 0 alone: most boards end here

// Lets at most `permits` variants run at a time and holds each at its milestone until the round is judged.
class Rounds final {
public:
    explicit Rounds(int permits) : m_permits(permits) {}
    void acquire() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_permits > 0; });
        --m_permits;
    }
    void release() {
        const std::lock_guard lock(m_mutex);
        ++m_permits;
        m_changed.notify_all();
    }
    // Called by a variant at its milestone: gives the permit away until the next round begins.
    void pause(bool& isWaiting) {
        std::unique_lock lock(m_mutex);
        isWaiting = true, --m_running, ++m_permits;
        m_changed.notify_all();
        m_changed.wait(lock, [&] { return !isWaiting && m_permits > 0; });
        --m_permits;
    }
    void finish(bool& isFinished) {
        const std::lock_guard lock(m_mutex);
        isFinished = true, --m_running, ++m_permits;
        m_changed.notify_all();
    }
    void waitForAll() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_running == 0; });
    }
    void start(int count) {
        const std::lock_guard lock(m_mutex);
        m_running += count;
    }
    void resume(const std::vector<bool*>& waiting) {
        const std::lock_guard lock(m_mutex);
        for (bool* flag : waiting) *flag = false;
        m_running += static_cast<int>(waiting.size());
        m_changed.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_permits, m_running{0};
};

struct Entrant {
    WorkBudget work;
    std::unique_ptr<Variant> variant;
    std::jthread thread;
    bool isStarted{false}, isWaiting{false}, isFinished{false};
    bool isBarred{false}; // stopped before it began
};

} // namespace

VariantSettings settingsOf(int index, std::uint64_t seed) {
    using Order = VariantSettings::Order;
    VariantSettings settings;
    settings.seed = seed + static_cast<std::uint64_t>(index);
    switch (index % 8) {
    case 0: break;
    case 1: settings.directed = true, settings.viaNanometres = 2000000; break;
    case 2: settings.order = Order::LongFirst, settings.growth16 = 20; break;
    case 3: settings.order = Order::Shuffled, settings.viaNanometres = 1200000, settings.growth16 = 19; break;
    case 4: settings.order = Order::LongFirst, settings.directed = true, settings.viaNanometres = 1200000; break;
    case 5: settings.order = Order::Shuffled, settings.viaNanometres = 6000000; break;
    case 6: settings.order = Order::Shuffled, settings.present = 10, settings.growth16 = 26; break;
    default: settings.order = Order::Shuffled, settings.directed = true, settings.viaNanometres = 3000000, settings.growth16 = 18; break;
    }
    return settings;
}

PortfolioResult runPortfolio(const RouteRequest& request, const std::vector<const RoutingModel*>& modelOf, const std::vector<const PinAccess*>& accessOf,
                             const std::vector<PathPtr>& adopted, EventSink* events, const StopFlag* stop) {
    const int count = std::clamp(request.variants, 1, 64);
    Rounds rounds(std::max(1, request.threads));
    std::vector<Entrant> entrants(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        Entrant& entrant = entrants[static_cast<std::size_t>(i)];
        std::uint64_t stopAt = UINT64_MAX;
        const StopFlag* flag = stop;
        if (!request.stoppedAt.empty()) { // a replay: each variant ends where it was stopped, and no flag can end it elsewhere
            flag = nullptr;
            for (const auto& [variant, work] : request.stoppedAt)
                if (variant == i) stopAt = work, entrant.isBarred = work == 0;
        }
        entrant.work = WorkBudget(request.work, flag, stopAt);
    }
    const auto start = [&](int i, std::uint64_t milestone) {
        Entrant& entrant = entrants[static_cast<std::size_t>(i)];
        entrant.isStarted = true;
        entrant.work.pauseAt(milestone, [&rounds, &entrant] { rounds.pause(entrant.isWaiting); });
        entrant.thread = std::jthread([&rounds, &entrant, &modelOf, &accessOf, &request, &adopted, events, stop, i] {
            rounds.acquire();
            // Stopped before its turn came: a large board's planes would cost it most of a second before it could notice.
            if (i > 0 && request.stoppedAt.empty() && stop != nullptr && stop->isRequested()) {
                entrant.isBarred = true;
                rounds.finish(entrant.isFinished);
                return;
            }
            const auto index = static_cast<std::size_t>(i);
            entrant.variant = std::make_unique<Variant>(*modelOf[index], *accessOf[index], settingsOf(i, request.seed), i, entrant.work, events);
            if (!adopted.empty()) entrant.variant->adopt(adopted);
            entrant.variant->run();
            rounds.finish(entrant.isFinished);
        });
    };
    PortfolioResult result;
    std::uint64_t milestone = kFirstRound;
    int winner = -1;
    for (int round = 0;; ++round, milestone *= 2) {
        const int entering = round == 0 ? 1 : count;
        std::vector<bool*> waiting;
        int started = 0;
        for (int i = 0; i < entering; ++i) {
            const Entrant& entrant = entrants[static_cast<std::size_t>(i)];
            started += entrant.isStarted || entrant.isBarred ? 0 : 1;
        }
        rounds.start(started);
        for (int i = 0; i < entering; ++i) {
            Entrant& entrant = entrants[static_cast<std::size_t>(i)];
            if (entrant.isBarred) continue;
            if (!entrant.isStarted)
                start(i, milestone);
            else if (entrant.isWaiting)
                entrant.work.setMilestone(milestone), waiting.push_back(&entrant.isWaiting);
        }
        rounds.resume(waiting);
        rounds.waitForAll();
        // Judge the round: a complete layout wins, the cheapest of several, ties to the lower index.
        bool allFinished = true;
        for (int i = 0; i < count; ++i) {
            const Entrant& entrant = entrants[static_cast<std::size_t>(i)];
            if (!entrant.isFinished && !entrant.isBarred) allFinished = false;
            if (!entrant.variant || entrant.variant->score().open > 0) continue;
            if (winner < 0 || entrant.variant->score() < entrants[static_cast<std::size_t>(winner)].variant->score()) winner = i;
        }
        if (winner >= 0 || allFinished) break;
    }
    for (int i = 0; i < count; ++i) { // what the round cost, before the losers are sent home
        const WorkBudget& work = entrants[static_cast<std::size_t>(i)].work;
        if (i == winner) continue;
        result.work.total += work.used(), result.work.expansions += work.expansions(), result.work.floodSteps += work.floodSteps(),
            result.work.exactTests += work.exactTests();
        if (winner >= 0) entrants[static_cast<std::size_t>(i)].work.cancel();
    }
    std::vector<bool*> waiting;
    for (Entrant& entrant : entrants)
        if (entrant.isWaiting) entrant.work.setMilestone(UINT64_MAX), waiting.push_back(&entrant.isWaiting);
    rounds.resume(waiting);
    for (Entrant& entrant : entrants)
        if (entrant.thread.joinable()) entrant.thread.join();
    if (winner < 0)
        for (int i = 0; i < count; ++i) {
            const Entrant& entrant = entrants[static_cast<std::size_t>(i)];
            if (entrant.variant && (winner < 0 || entrant.variant->score() < entrants[static_cast<std::size_t>(winner)].variant->score())) winner = i;
        }
    else {
        const WorkBudget& work = entrants[static_cast<std::size_t>(winner)].work;
        result.work.total += work.used(), result.work.expansions += work.expansions(), result.work.floodSteps += work.floodSteps(),
            result.work.exactTests += work.exactTests();
    }
    for (int i = 0; i < count; ++i) {
        const Entrant& entrant = entrants[static_cast<std::size_t>(i)];
        if (entrant.work.wasStopped() || entrant.isBarred) result.wasStopped = true;
        if (entrant.work.ranOut()) result.ranOut = true;
    }
    result.wasStopped = result.wasStopped || !request.stoppedAt.empty();
    result.stoppedAt = request.stoppedAt;
    if (request.stoppedAt.empty())
        for (int i = 0; i < count; ++i) {
            const Entrant& entrant = entrants[static_cast<std::size_t>(i)];
            if (entrant.isBarred || entrant.work.wasStopped()) result.stoppedAt.emplace_back(i, entrant.isBarred ? 0 : entrant.work.stoppedAt());
        }
    result.winnerIndex = winner;
    result.winner = std::move(entrants[static_cast<std::size_t>(winner)].variant);
    return result;
}

} // namespace viaduct
