// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

#include "engine/base/stopflag.h"

namespace viaduct {

// Counts router work, the only budget (never time). The weights make one unit cost about the same CPU wherever it is spent: measured
// once on the search of a 4 M cell board, where an expansion takes about 100 ns.
class WorkBudget final {
public:
    static constexpr std::uint64_t kFloodPerUnit = 32; // cells stamped or flooded
    static constexpr std::uint64_t kTestsPerUnit = 2;  // exact kernel tests

    WorkBudget() = default;
    // `stopAt`: in a replay, the count at which the first run was stopped.
    WorkBudget(std::uint64_t limit, const StopFlag* stop, std::uint64_t stopAt = UINT64_MAX) : m_limit(limit), m_stopAt(stopAt), m_stop(stop) {}

    void countExpansions(std::uint64_t n) noexcept { m_expansions += n; }
    void countFlood(std::uint64_t n) noexcept { m_flood += n; }
    void countTests(std::uint64_t n) noexcept { m_tests += n; }
    [[nodiscard]] std::uint64_t expansions() const noexcept { return m_expansions; }
    [[nodiscard]] std::uint64_t floodSteps() const noexcept { return m_flood; }
    [[nodiscard]] std::uint64_t exactTests() const noexcept { return m_tests; }
    [[nodiscard]] std::uint64_t used() const noexcept { return m_checks + m_expansions + m_flood / kFloodPerUnit + m_tests / kTestsPerUnit; }
    [[nodiscard]] std::uint64_t limit() const noexcept { return m_limit; }

    // True once the run must end: the work is spent, a stop was asked for, or (in a replay) the count is reached at which the first run was
    // stopped. Sticky. Every question counts one unit, so a count names one question and a replay ends at the very same place.
    [[nodiscard]] bool isOver() {
        if (m_isOver) return true;
        ++m_checks;
        if (used() >= m_milestone && m_pause) m_pause();
        if (used() >= m_stopAt) return m_isOver = m_wasStopped = true;
        if (used() >= m_limit) return m_isOver = true;
        if (m_stop != nullptr && m_stop->isRequested()) m_isOver = m_wasStopped = true, m_stopAt = used();
        return m_isOver;
    }
    // Calls `pause` (which may block) whenever the milestone is reached; it sets the next one.
    void pauseAt(std::uint64_t milestone, std::function<void()> pause) { m_milestone = milestone, m_pause = std::move(pause); }
    void setMilestone(std::uint64_t milestone) noexcept { m_milestone = milestone; }
    // What a clean-up may spend beyond a spent budget; nothing after a stop.
    void allowCleanUp(std::uint64_t extra) noexcept {
        if (ranOut()) m_isOver = false, m_hasRunOut = true;
        if (!m_isOver) m_limit = std::max(m_limit, used() + extra);
    }
    void cancel() noexcept { m_isOver = m_wasCancelled = true; }

    [[nodiscard]] bool wasStopped() const noexcept { return m_wasStopped; }
    // The count at the question that a stop answered: work counted on the way out afterwards does not belong to it.
    [[nodiscard]] std::uint64_t stoppedAt() const noexcept { return m_stopAt; }
    [[nodiscard]] bool wasCancelled() const noexcept { return m_wasCancelled; }
    [[nodiscard]] bool ranOut() const noexcept { return m_hasRunOut || (m_isOver && !m_wasStopped && !m_wasCancelled); }

private:
    std::uint64_t m_expansions{0}, m_flood{0}, m_tests{0}, m_checks{0}, m_limit{UINT64_MAX}, m_stopAt{UINT64_MAX}, m_milestone{UINT64_MAX};
    std::function<void()> m_pause;
    const StopFlag* m_stop{nullptr};
    bool m_isOver{false}, m_wasStopped{false}, m_wasCancelled{false}, m_hasRunOut{false};
};

} // namespace viaduct
