// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <tuple>

#include "engine/commands/command.h"
#include "engine/router/eventsink.h"
#include "engine/session/journal.h"

namespace viaduct {

// Stands between router and viewer: passes every event on, turns progress into the call's progress, and hands the best copper so far to the
// journal. Called on the router's threads; the copper is copied only when a variant has become better than everything before.
class BestSoFar final : public EventSink {
public:
    BestSoFar(EventSink* viewer, Journal* journal, StateId base, std::function<void(const CallProgress&)> progress)
        : m_viewer(viewer), m_journal(journal), m_base(base), m_progress(std::move(progress)) {}
    void receive(const RouterEvent& event) override;
    [[nodiscard]] bool wantsTransient() const noexcept override { return m_viewer != nullptr && m_viewer->wantsTransient(); }

private:
    struct Piece final {
        std::vector<Track> tracks;
        std::vector<Via> vias;
    };
    void keep(const RouterEvent& event);
    EventSink* m_viewer;
    Journal* m_journal;
    StateId m_base;
    std::function<void(const CallProgress&)> m_progress;
    std::mutex m_mutex;
    std::map<int, std::map<int, Piece>> m_laid; // variant, connection
    std::map<int, std::string> m_phase;
    std::optional<std::tuple<int, int, Nanometres>> m_best; // open, vias, length
};

} // namespace viaduct
