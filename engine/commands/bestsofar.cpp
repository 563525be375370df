// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/bestsofar.h"

namespace viaduct {

namespace {

const char* words(RouterPhase phase) noexcept {
    switch (phase) {
    case RouterPhase::Preparing: return "preparing";
    case RouterPhase::PinAccess: return "pin access";
    case RouterPhase::Negotiating: return "negotiating";
    case RouterPhase::Legalising: return "legalising";
    case RouterPhase::Repairing: return "repairing";
    case RouterPhase::Polishing: return "polishing";
    case RouterPhase::Finished: return "finished";
    }
    return "";
}

} // namespace

void BestSoFar::receive(const RouterEvent& event) {
    if (m_viewer != nullptr) m_viewer->receive(event);
    if (std::holds_alternative<RouterEvent::Attempt>(event.body) || std::holds_alternative<RouterEvent::Frontier>(event.body)) return;
    const std::lock_guard lock(m_mutex);
    if (m_journal != nullptr) keep(event);
    if (!m_progress) return;
    if (const auto* phase = std::get_if<RouterEvent::Phase>(&event.body)) m_phase[event.variant] = words(phase->phase);
    if (const auto* progress = std::get_if<RouterEvent::Progress>(&event.body))
        m_progress({m_phase[event.variant], static_cast<std::size_t>(std::max(0, progress->routed)),
                    static_cast<std::size_t>(std::max(0, progress->connections)), progress->workLeft});
}

void BestSoFar::keep(const RouterEvent& event) {
    if (const auto* laid = std::get_if<RouterEvent::Laid>(&event.body)) {
        m_laid[event.variant][laid->connection] = {laid->tracks, laid->vias};
    } else if (const auto* ripped = std::get_if<RouterEvent::Ripped>(&event.body)) {
        m_laid[event.variant].erase(ripped->connection);
    } else if (const auto* best = std::get_if<RouterEvent::Best>(&event.body)) {
        const std::tuple<int, int, Nanometres> rank{best->open, best->vias, best->length};
        if (m_best && rank >= *m_best) return;
        m_best = rank;
        Copper copper;
        for (const auto& [connection, piece] : m_laid[event.variant]) {
            copper.tracks.insert(copper.tracks.end(), piece.tracks.begin(), piece.tracks.end());
            copper.vias.insert(copper.vias.end(), piece.vias.begin(), piece.vias.end());
        }
        m_journal->keepBest(m_base, copper);
    }
}

} // namespace viaduct
