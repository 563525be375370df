// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/liveoverlay.h"

#include <algorithm>
#include <cmath>

#include "engine/service/texts.h"
#include "views/viewtransform.h"

namespace viaduct {

namespace {

constexpr std::size_t kMaxRipped = 160, kMaxRefusals = 24, kMaxFresh = 400, kMaxHeat = 6000;
constexpr double kColdest = 0.04;

template <class... Handlers> struct Overloaded : Handlers... { using Handlers::operator()...; };
template <class... Handlers> Overloaded(Handlers...) -> Overloaded<Handlers...>;

QRectF boxOf(const LiveOverlay::Piece& piece) {
    Box box;
    for (const Track& track : piece.tracks) box.include(track.shape().box());
    for (const Via& via : piece.vias) box.include(Box{via.position, via.position}.inflated(via.diameter / 2));
    return toMillimetres(box);
}

} // namespace

void LiveOverlay::start(qint64 now) {
    *this = LiveOverlay();
    m_running = true;
    m_search.reset();
    static_cast<void>(now);
}

void LiveOverlay::finish() {
    m_running = false;
    m_variants.clear();
    m_isOver.clear();
    m_ripped.clear();
    m_refusals.clear();
    m_heat.clear();
    m_search.reset();
    m_dirty = QRectF();
}

const LiveOverlay::Pieces& LiveOverlay::shown() const {
    static const Pieces kNone;
    const auto pieces = m_variants.find(m_shown);
    return pieces == m_variants.end() ? kNone : pieces->second;
}

void LiveOverlay::apply(const EventBatch& batch, qint64 now, const std::vector<QString>* netNames) {
    if (!m_running) return;
    if (batch.isBroken) {
        for (const auto& [connection, piece] : shown()) markDirty(piece);
        m_variants.clear();
        ++m_sequence;
    }
    for (const RouterEvent& event : batch.events) applyOne(event, now, netNames);
}

void LiveOverlay::follow(int variant, qint64 now) {
    if (variant == m_shown) return;
    // Variants that run side by side would flicker: stay with one until it is over.
    const auto isOver = m_isOver.find(m_shown);
    const bool hasShown = m_variants.count(m_shown) > 0 || isOver != m_isOver.end();
    if (hasShown && (isOver == m_isOver.end() || !isOver->second)) return;
    for (const auto& [connection, piece] : shown()) markDirty(piece);
    m_variants.erase(m_shown);
    m_shown = variant;
    m_status.variant = variant;
    m_status.iteration = m_status.conflicts = 0;
    for (const auto& [connection, piece] : shown()) markDirty(piece);
    ++m_sequence;
    static_cast<void>(now);
}

void LiveOverlay::applyOne(const RouterEvent& event, qint64 now, const std::vector<QString>* netNames) {
    follow(event.variant, now);
    const bool isShown = event.variant == m_shown;
    if (isShown) m_status.work = event.work;
    std::visit(
        Overloaded{
            [&](const RouterEvent::Phase& phase) {
                if (phase.phase == RouterPhase::Finished) m_isOver[event.variant] = true;
                if (isShown) m_status.phase = phase.phase;
            },
            [&](const RouterEvent::Iteration& iteration) {
                if (!isShown) return;
                m_status.iteration = iteration.number;
                m_status.conflicts = iteration.conflicts;
                m_status.open = iteration.open;
            },
            [&](const RouterEvent::Attempt& attempt) {
                if (isShown) m_search = Search{toMillimetres(attempt.from), toMillimetres(attempt.to), attempt.net.value(), now};
            },
            [&](const RouterEvent::Frontier& frontier) {
                if (isShown) warm(frontier, now);
            },
            [&](const RouterEvent::Laid& laid) { lay(event.variant, laid, now); },
            [&](const RouterEvent::Ripped& ripped) { rip(event.variant, ripped.connection, now); },
            [&](const RouterEvent::Refused& refused) {
                if (!isShown) return;
                const bool hasName = netNames != nullptr && refused.net.value() >= 0 && refused.net.index() < netNames->size();
                m_refusals.push_back({toMillimetres(refused.place), toQString(refused.rule), hasName ? (*netNames)[refused.net.index()] : QString(), now});
                if (m_refusals.size() > kMaxRefusals) m_refusals.pop_front();
            },
            [&](const RouterEvent::Best& best) {
                m_status.bestOpen = best.open;
                m_status.bestVias = best.vias;
                m_status.bestLength = best.length;
            },
            [&](const RouterEvent::Progress& progress) {
                if (!isShown) return;
                m_status.routed = progress.routed;
                m_status.connections = progress.connections;
                m_status.workLeft = progress.workLeft;
            },
        },
        event.body);
}

void LiveOverlay::lay(int variant, const RouterEvent::Laid& laid, qint64 now) {
    rip(variant, laid.connection, now);
    Piece& piece = m_variants[variant][laid.connection];
    piece = Piece{laid.net.value(), laid.tracks, laid.vias, ++m_sequence, now};
    if (variant == m_shown) markDirty(piece);
}

void LiveOverlay::rip(int variant, int connection, qint64 now) {
    const auto pieces = m_variants.find(variant);
    if (pieces == m_variants.end()) return;
    const auto piece = pieces->second.find(connection);
    if (piece == pieces->second.end()) return;
    if (variant == m_shown) {
        markDirty(piece->second);
        m_ripped.push_back(std::move(piece->second));
        m_ripped.back().since = now;
        if (m_ripped.size() > kMaxRipped) m_ripped.pop_front();
        ++m_sequence;
    }
    pieces->second.erase(piece);
}

void LiveOverlay::warm(const RouterEvent::Frontier& frontier, qint64 now) {
    for (const Point point : frontier.sampled) {
        const QPointF at = toMillimetres(point);
        const std::pair place(static_cast<int>(std::floor(at.x() / kHeatCell)), static_cast<int>(std::floor(at.y() / kHeatCell)));
        if (m_heat.size() >= kMaxHeat && m_heat.count(place) == 0) continue;
        HeatCell& cell = m_heat[place];
        cell.level = std::min(1.0, heatAt(cell, now) + 0.34);
        cell.since = now;
    }
}

double LiveOverlay::heatAt(const HeatCell& cell, qint64 now) {
    return cell.level * std::exp2(-static_cast<double>(std::max<qint64>(0, now - cell.since)) / static_cast<double>(kHeatHalfLife));
}

void LiveOverlay::age(qint64 now) {
    while (!m_ripped.empty() && now - m_ripped.front().since > kFade) m_ripped.pop_front();
    while (!m_refusals.empty() && now - m_refusals.front().since > kRefusalShown) m_refusals.pop_front();
    std::erase_if(m_heat, [now](const auto& cell) { return heatAt(cell.second, now) < kColdest; });
    if (m_search && now - m_search->since > kFade) m_search.reset();
}

bool LiveOverlay::isMoving(qint64 now) const {
    if (m_running || !m_ripped.empty() || !m_refusals.empty() || !m_heat.empty() || m_search) return true;
    return std::any_of(shown().begin(), shown().end(), [now](const auto& piece) { return now - piece.second.since < kGlow; });
}

std::vector<const LiveOverlay::Piece*> LiveOverlay::freshPieces(quint64 after, qint64 now) const {
    std::vector<const Piece*> fresh;
    for (const auto& [connection, piece] : shown())
        if (piece.sequence > after || now - piece.since < kGlow) fresh.push_back(&piece);
    std::sort(fresh.begin(), fresh.end(), [](const Piece* a, const Piece* b) { return a->sequence < b->sequence; });
    if (fresh.size() > kMaxFresh) fresh.erase(fresh.begin(), fresh.end() - static_cast<std::ptrdiff_t>(kMaxFresh));
    return fresh;
}

Copper LiveOverlay::copper() const {
    Copper copper;
    for (const auto& [connection, piece] : shown()) {
        copper.tracks.insert(copper.tracks.end(), piece.tracks.begin(), piece.tracks.end());
        copper.vias.insert(copper.vias.end(), piece.vias.begin(), piece.vias.end());
    }
    return copper;
}

void LiveOverlay::markDirty(const Piece& piece) { m_dirty |= boxOf(piece); }

QRectF LiveOverlay::takeDirty() {
    const QRectF dirty = m_dirty;
    m_dirty = QRectF();
    return dirty;
}

std::vector<RatsnestLine> LiveOverlay::openLines(const std::vector<RatsnestLine>& all) const {
    // A line counts as joined once copper of its net ends at both of its ends: near enough for the eye, the state settles it.
    constexpr double kReach = 1.0; // millimetres
    std::map<std::int32_t, std::vector<QPointF>> ends;
    for (const auto& [connection, piece] : shown())
        for (const Track& track : piece.tracks)
            for (const Point end : {track.start, track.end}) ends[piece.net].push_back(toMillimetres(end));
    std::vector<RatsnestLine> open;
    for (const RatsnestLine& line : all) {
        const auto points = ends.find(line.net);
        const auto reaches = [&](QPointF place) {
            return points != ends.end() && std::any_of(points->second.begin(), points->second.end(),
                                                       [place](QPointF end) { return std::hypot(end.x() - place.x(), end.y() - place.y()) < kReach; });
        };
        if (!reaches(line.a) || !reaches(line.b)) open.push_back(line);
    }
    return open;
}

} // namespace viaduct
