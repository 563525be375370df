// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/router.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/fill/zonefill.h"
#include "engine/router/explain.h"
#include "engine/router/portfolio.h"
#include "engine/router/widthrecovery.h"

namespace viaduct {

namespace {

constexpr std::size_t kExplained = 256; // open connections that are looked into
constexpr int kRounds = 5;              // of which all but the first only mend what the new copper cut out of the pours
constexpr int kRoundStride = 64;        // round r's variant i is number 64 r + i in the list of stops

void append(Copper& to, const Copper& more) {
    to.tracks.insert(to.tracks.end(), more.tracks.begin(), more.tracks.end());
    to.arcs.insert(to.arcs.end(), more.arcs.begin(), more.arcs.end());
    to.vias.insert(to.vias.end(), more.vias.begin(), more.vias.end());
}

void add(WorkUsed& to, const WorkUsed& more) {
    to.total += more.total, to.expansions += more.expansions, to.floodSteps += more.floodSteps, to.exactTests += more.exactTests;
}

std::set<NetId> netsAskedFor(const RuleResolver& rules, const Connectivity& connectivity, const RouteRequest& request) {
    std::set<NetId> wanted(request.nets.begin(), request.nets.end()), nets;
    for (const auto& [a, b] : request.connections) wanted.insert(rules.board().pad(a).net);
    for (const RatsnestEdge& edge : connectivity.ratsnest())
        if (edge.net != kNoNet && (wanted.empty() || wanted.contains(edge.net))) nets.insert(edge.net);
    if (wanted.empty() && !nets.empty()) // everything: also what only its pour joins now, which new tracks may cut
        for (const Zone& zone : rules.board().zones)
            if (!zone.isRuleArea() && zone.net != kNoNet) nets.insert(zone.net);
    return nets;
}

// One request: a first round with the whole portfolio on the pours as they are, then rounds that take the layout over, movable, on the pours as
// they became, until the nets asked for are joined or it gets no better.
class Routing final {
public:
    Routing(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills, const RouteRequest& request, EventSink* events,
            const StopFlag* stop)
        : m_rules(rules), m_copper(copper), m_request(request), m_events(events), m_stop(stop), m_fills(fills) {
        const Connectivity before(rules.board(), copper, &fills);
        m_asked = netsAskedFor(rules, before, request);
        m_nets.assign(m_asked.begin(), m_asked.end());
        m_least = openIn(before);
        m_outcome.connections = m_least;
        m_hasPours = hasPours(rules.board());
    }

    RouteOutcome run() {
        if (m_nets.empty()) return std::move(m_outcome);
        m_pitch = RoutingModel::pitchFor(m_rules, m_nets);
        std::vector<ZoneFill> fills = m_fills;
        bool isLastBetter = true;
        for (int round = 0; round < kRounds && beginsRound(round); ++round) {
            Copper laid = round == 0 ? firstRound(fills) : laterRound(fills, round);
            if (m_outcome.wasStopped && round > 0) break; // how the pours took it is not known
            Copper all = m_copper;
            append(all, laid);
            // Cautiously: what only a neck as narrow as the minimum joins is joined again, as the judge may see no copper there.
            if (m_hasPours && !m_outcome.wasStopped) fills = fillZones(m_rules, all, {.caution = kChordCaution});
            const std::size_t open = openIn(Connectivity(m_rules.board(), all, &fills));
            const bool isBetter = round == 0 || open < m_least;
            if (isBetter) m_least = open, m_outcome.added = std::move(laid), m_fills = fills;
            if (!m_hasPours || open == 0 || m_outcome.wasStopped || (!isBetter && !isLastBetter)) break;
            isLastBetter = isBetter;
        }
        explainOpen();
        m_outcome.routed = m_outcome.connections - std::min(m_outcome.connections, m_outcome.open.size());
        return std::move(m_outcome);
    }

private:
    [[nodiscard]] std::size_t openIn(const Connectivity& connectivity) const {
        return static_cast<std::size_t>(std::count_if(connectivity.ratsnest().begin(), connectivity.ratsnest().end(),
                                                      [&](const RatsnestEdge& edge) { return m_asked.contains(edge.net); }));
    }

    // A stop between two rounds ends the request, and a replay ends it at the same place.
    bool beginsRound(int round) {
        if (round == 0) return true;
        const std::pair<int, std::uint64_t> end{round * kRoundStride, 0};
        const auto& stops = m_request.stoppedAt;
        const bool isOver = stops.empty() ? m_stop != nullptr && m_stop->isRequested() : std::find(stops.begin(), stops.end(), end) != stops.end();
        if (!isOver) return true;
        m_outcome.wasStopped = true;
        m_outcome.stoppedAt.push_back(end);
        return false;
    }

    // The part of the request that is a round's: its stops in a replay.
    [[nodiscard]] RouteRequest requestOf(int round) const {
        RouteRequest part = m_request;
        part.stoppedAt.clear();
        for (const auto& [variant, work] : m_request.stoppedAt)
            if (variant / kRoundStride == round) part.stoppedAt.emplace_back(variant % kRoundStride, work);
        return part;
    }

    void take(PortfolioResult& result, int round) {
        add(m_outcome.work, result.work);
        m_outcome.wasStopped = m_outcome.wasStopped || result.wasStopped, m_outcome.ranOut = m_outcome.ranOut || result.ranOut;
        for (const auto& [variant, work] : result.stoppedAt) m_outcome.stoppedAt.emplace_back(round * kRoundStride + variant, work);
        for (const Variant::Open& open : result.winner->open()) m_tries[open.net] = {open.rips, open.fails};
        m_layout = result.winner->paths();
    }

    Copper firstRound(const std::vector<ZoneFill>& fills) {
        const RoutingModel model(m_rules, m_copper, fills, m_nets, m_request.hints, m_pitch);
        const PinAccess access(model);
        std::unique_ptr<RoutingModel> fineModel;
        std::unique_ptr<PinAccess> fineAccess;
        std::vector<const RoutingModel*> modelOf(kRoundStride, &model);
        std::vector<const PinAccess*> accessOf(kRoundStride, &access);
        if (m_request.variants > 2 && m_pitch > 35000 && model.lattice().nodeCount() < 6'000'000) {
            const std::int64_t fine = std::max<std::int64_t>(m_pitch / 2 / 1000 * 1000, 20000);
            fineModel = std::make_unique<RoutingModel>(m_rules, m_copper, fills, m_nets, m_request.hints, fine);
            fineAccess = std::make_unique<PinAccess>(*fineModel);
            for (const std::size_t i : {std::size_t{2}, std::size_t{6}}) modelOf[i] = fineModel.get(), accessOf[i] = fineAccess.get();
        }
        PortfolioResult result = runPortfolio(requestOf(0), modelOf, accessOf, {}, m_events, m_stop);
        m_outcome.winner = result.winnerIndex;
        take(result, 0);
        Copper laid = result.winner->copper();
        const RoutingModel& winners = *modelOf[static_cast<std::size_t>(result.winnerIndex)];
        recoverWidths(winners, laid);
        m_pitch = winners.lattice().pitch;
        return laid;
    }

    Copper laterRound(const std::vector<ZoneFill>& fills, int round) {
        const RoutingModel model(m_rules, m_copper, fills, m_nets, m_request.hints, m_pitch);
        const PinAccess access(model);
        RouteRequest part = requestOf(round);
        part.variants = 1;
        PortfolioResult result = runPortfolio(part, {&model}, {&access}, m_layout, m_events, m_stop);
        take(result, round);
        Copper laid = result.winner->copper();
        recoverWidths(model, laid);
        return laid;
    }

    void explainOpen() {
        Copper all = m_copper;
        append(all, m_outcome.added);
        const Connectivity after(m_rules.board(), all, &m_fills);
        if (openIn(after) == 0) return;
        // Explained on the copper as it was given; what was laid counts as movable. A stopped run says so, and looks into nothing.
        std::optional<RoutingModel> model;
        std::optional<PinAccess> access;
        std::optional<Explainer> explainer;
        if (!m_outcome.wasStopped) {
            model.emplace(m_rules, m_copper, m_fills, m_nets, m_request.hints, RoutingModel::pitchFor(m_rules, m_nets));
            access.emplace(*model);
            explainer.emplace(*model, *access, m_outcome.added);
        }
        for (const RatsnestEdge& edge : after.ratsnest()) {
            if (!m_asked.contains(edge.net)) continue;
            OpenConnection open;
            open.edge = edge;
            open.wasTried = m_outcome.work.total > 0;
            open.rips = m_tries[edge.net].first, open.fails = m_tries[edge.net].second;
            open.reason = m_outcome.wasStopped ? OpenReason::Stopped : m_outcome.ranOut ? OpenReason::Budget : OpenReason::NoPath;
            if (!explainer)
                open.why = "The run was stopped before this was joined.";
            else if (m_outcome.open.size() < kExplained)
                explainer->explain(open, m_outcome.work);
            else
                open.why = "Not looked into: more than 256 connections are open.";
            m_outcome.open.push_back(std::move(open));
        }
    }

    const RuleResolver& m_rules;
    const Copper& m_copper;
    const RouteRequest& m_request;
    EventSink* m_events;
    const StopFlag* m_stop;
    std::set<NetId> m_asked;
    std::vector<NetId> m_nets; // the same, ascending
    bool m_hasPours{false};
    std::int64_t m_pitch{0};
    std::vector<ZoneFill> m_fills;                // round the best copper so far
    std::size_t m_least{0};                       // open connections with it
    std::vector<PathPtr> m_layout;                // of the last round
    std::map<NetId, std::pair<int, int>> m_tries; // rips, fails
    RouteOutcome m_outcome;
};

} // namespace

RouteOutcome route(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills, const RouteRequest& request, EventSink* events,
                   const StopFlag* stop) {
    return Routing(rules, copper, fills, request, events, stop).run();
}

} // namespace viaduct
