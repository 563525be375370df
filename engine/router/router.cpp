// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/router.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/fill/zonefill.h"
#include "engine/router/explain.h"
#include "engine/router/portfolio.h"
#include "engine/router/widthrecovery.h"

namespace viaduct {

namespace {

constexpr std::size_t kExplained = 256; // open connections that are looked into
constexpr int kPourRounds = 3;          // routing after the pours were refilled round the new copper

void append(Copper& to, const Copper& more) {
    to.tracks.insert(to.tracks.end(), more.tracks.begin(), more.tracks.end());
    to.arcs.insert(to.arcs.end(), more.arcs.begin(), more.arcs.end());
    to.vias.insert(to.vias.end(), more.vias.begin(), more.vias.end());
}

void add(WorkUsed& to, const WorkUsed& more) {
    to.total += more.total, to.expansions += more.expansions, to.floodSteps += more.floodSteps, to.exactTests += more.exactTests;
}

std::vector<NetId> netsToRoute(const RuleResolver& rules, const Connectivity& connectivity, const RouteRequest& request) {
    std::set<NetId> wanted(request.nets.begin(), request.nets.end()), nets;
    for (const auto& [a, b] : request.connections) wanted.insert(rules.board().pad(a).net);
    for (const RatsnestEdge& edge : connectivity.ratsnest())
        if (edge.net != kNoNet && (wanted.empty() || wanted.contains(edge.net))) nets.insert(edge.net);
    return {nets.begin(), nets.end()};
}

} // namespace

RouteOutcome route(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills, const RouteRequest& request, EventSink* events,
                   const StopFlag* stop) {
    RouteOutcome outcome;
    const Connectivity before(rules.board(), copper, &fills);
    const std::vector<NetId> nets = netsToRoute(rules, before, request);
    std::set<NetId> asked(nets.begin(), nets.end());
    if (request.nets.empty() && request.connections.empty()) // everything: also what only its pour joins now, which new tracks may cut
        for (const Zone& zone : rules.board().zones)
            if (!zone.isRuleArea() && zone.net != kNoNet) asked.insert(zone.net);
    for (const RatsnestEdge& edge : before.ratsnest()) outcome.connections += asked.contains(edge.net) ? 1 : 0;

    Copper fixed = copper;
    std::vector<ZoneFill> filled = fills;
    const bool hasPours =
        std::any_of(rules.board().zones.begin(), rules.board().zones.end(), [](const Zone& zone) { return !zone.isRuleArea() && !zone.isTeardrop; });
    std::vector<NetId> left = nets;
    std::map<NetId, std::pair<int, int>> tries; // rips, fails
    for (int round = 0; round < kPourRounds && !left.empty(); ++round) {
        const std::int64_t pitch = RoutingModel::pitchFor(rules, left);
        const RoutingModel model(rules, fixed, filled, left, request.hints, pitch);
        const PinAccess access(model);
        std::unique_ptr<RoutingModel> fineModel;
        std::unique_ptr<PinAccess> fineAccess;
        std::vector<const RoutingModel*> modelOf(64, &model);
        std::vector<const PinAccess*> accessOf(64, &access);
        if (request.variants > 2 && pitch > 35000 && model.lattice().nodeCount() < 6'000'000) {
            fineModel = std::make_unique<RoutingModel>(rules, fixed, filled, left, request.hints, std::max<std::int64_t>(pitch / 2 / 1000 * 1000, 20000));
            fineAccess = std::make_unique<PinAccess>(*fineModel);
            for (const std::size_t i : {std::size_t{2}, std::size_t{6}}) modelOf[i] = fineModel.get(), accessOf[i] = fineAccess.get();
        }
        RouteRequest part = request;
        if (round > 0) { // what pours need is little: one variant's worth of the work that is left
            if (outcome.wasStopped || (stop != nullptr && stop->isRequested() && request.stoppedAt.empty())) break;
            part.variants = 1;
            part.stoppedAt.clear();
        }
        PortfolioResult result = runPortfolio(part, modelOf, accessOf, events, stop);
        add(outcome.work, result.work);
        if (round == 0) outcome.winner = result.winnerIndex;
        outcome.wasStopped = outcome.wasStopped || result.wasStopped, outcome.ranOut = outcome.ranOut || result.ranOut;
        if (round == 0) outcome.stoppedAt = result.stoppedAt;
        const auto winner = static_cast<std::size_t>(result.winnerIndex);
        Copper laid = result.winner->copper();
        recoverWidths(*modelOf[winner], laid);
        for (const Variant::Open& open : result.winner->open()) tries[open.net] = {open.rips, open.fails};
        result.winner.reset();
        append(outcome.added, laid);
        append(fixed, laid);
        if (!hasPours) break;
        filled = fillZones(rules, fixed);
        const Connectivity now(rules.board(), fixed, &filled);
        std::set<NetId> open;
        for (const RatsnestEdge& edge : now.ratsnest())
            if (asked.contains(edge.net)) open.insert(edge.net);
        left.assign(open.begin(), open.end());
        if (laid.isEmpty() && round > 0) break;
    }

    const Connectivity after(rules.board(), fixed, &filled);
    std::set<NetId> concerned(nets.begin(), nets.end());
    bool isAnyOpen = false;
    for (const RatsnestEdge& edge : after.ratsnest())
        if (asked.contains(edge.net)) concerned.insert(edge.net), isAnyOpen = true;
    if (isAnyOpen) {
        // Explained on the copper as it was given; what was laid counts as movable.
        const std::vector<NetId> explained(concerned.begin(), concerned.end());
        const RoutingModel model(rules, copper, filled, explained, request.hints, RoutingModel::pitchFor(rules, explained));
        const PinAccess access(model);
        Explainer explainer(model, access, outcome.added);
        for (const RatsnestEdge& edge : after.ratsnest()) {
            if (!asked.contains(edge.net)) continue;
            OpenConnection open;
            open.edge = edge;
            open.wasTried = outcome.work.total > 0;
            open.rips = tries[edge.net].first, open.fails = tries[edge.net].second;
            open.reason = outcome.wasStopped ? OpenReason::Stopped : outcome.ranOut ? OpenReason::Budget : OpenReason::NoPath;
            if (outcome.open.size() < kExplained)
                explainer.explain(open, outcome.work);
            else
                open.why = "Not looked into: more than 256 connections are open.";
            outcome.open.push_back(std::move(open));
        }
    }
    outcome.routed = outcome.connections - std::min(outcome.connections, outcome.open.size());
    return outcome;
}

} // namespace viaduct
