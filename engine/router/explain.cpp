// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/explain.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "engine/geometry/distance.h"
#include "engine/geometry/millimetretext.h"

namespace viaduct {

namespace {

constexpr std::size_t kFloodLimit = 60'000; // cells, 150 mm2 at a pitch of 50 um: larger is no pocket

struct Pocket {
    bool isClosed{true};
    bool hasReachedGoal{false};
    std::size_t cells{0};
    std::map<std::string, std::size_t> fenceNets;  // movable nets, by cells of the fence
    std::map<std::string, std::size_t> fenceItems; // fixed items
};

std::string wordsFor(const Board& board, const Obstacle& obstacle) {
    switch (obstacle.kind) {
    case Obstacle::Kind::Edge: return "board edge";
    case Obstacle::Kind::TrackArea:
    case Obstacle::Kind::ViaArea: return "rule area";
    case Obstacle::Kind::MaskOpening:
    case Obstacle::Kind::Copper:
    case Obstacle::Kind::Hole:
    case Obstacle::Kind::SmdPad: break;
    }
    if (obstacle.item.pad != nullptr)
        return (obstacle.kind == Obstacle::Kind::MaskOpening ? "mask opening of pad " : "pad ") + board.padName(obstacle.item.pad->id);
    return obstacle.net != kNoNet ? "fixed copper of " + board.net(obstacle.net).name : "drawing on copper";
}

// The cells that laid copper claims from one profile: up to two different nets a cell, so that a net can look past its own copper.
struct Claims final {
    std::vector<Owner> first, second;       // by Node
    std::vector<Owner> firstVia, secondVia; // by cell
};

// The other net that claims the cell from `own`; kFree when none does.
Owner claimant(Owner first, Owner second, Owner own) { return first != own ? first : second; }

Claims claimsOn(const RoutingModel& model, const Copper& laid, int profile) {
    const Lattice& lattice = model.lattice();
    const NetProfile& own = model.profiles()[profile];
    Claims claims;
    claims.first.resize(lattice.nodeCount()), claims.second.resize(lattice.nodeCount());
    claims.firstVia.resize(lattice.planeSize()), claims.secondVia.resize(lattice.planeSize());
    std::vector<Run> runs;
    const auto stamp = [&](Owner* first, Owner* second, Owner net) {
        for (const Run& run : runs)
            for (std::int32_t x = run.x0; x <= run.x1; ++x) {
                const auto at = static_cast<std::size_t>(run.y) * static_cast<std::size_t>(lattice.nx) + static_cast<std::size_t>(x);
                if (first[at] == kFree)
                    first[at] = net;
                else if (first[at] != net)
                    second[at] = net;
            }
        runs.clear();
    };
    const auto claim = [&](NetId net, LayerId layer, const Shape& shape) {
        const int other = model.profiles().ofNet(net);
        const std::int64_t clearance =
            other < 0 ? 0 : model.profiles().needs(profile, other).trackTrack[0] - own.halfWidth() - model.profiles()[other].halfWidth();
        const auto owner = static_cast<Owner>(net.value());
        for (int l = 0; l < lattice.layers; ++l) {
            if (!layer.isNone() && layer.value() != l) continue;
            appendCloser(lattice, shape, clearance + own.halfWidth(), runs);
            const std::size_t base = static_cast<std::size_t>(l) * lattice.planeSize();
            stamp(claims.first.data() + base, claims.second.data() + base, owner);
        }
        appendCloser(lattice, shape, clearance + own.viaRadius(), runs);
        stamp(claims.firstVia.data(), claims.secondVia.data(), owner);
    };
    for (const Track& track : laid.tracks) claim(track.net, track.layer, track.shape());
    for (const Via& via : laid.vias) claim(via.net, LayerId::none(), Shape::disc(via.position, via.diameter / 2));
    return claims;
}

std::vector<Blocker> blockersOf(const Pocket& pocket) {
    std::size_t total = 0;
    for (const auto& [name, cells] : pocket.fenceNets) total += cells;
    for (const auto& [name, cells] : pocket.fenceItems) total += cells;
    std::vector<Blocker> blockers;
    for (const auto& [name, cells] : pocket.fenceNets) blockers.push_back({name, true, static_cast<double>(cells) / static_cast<double>(total)});
    for (const auto& [name, cells] : pocket.fenceItems) blockers.push_back({name, false, static_cast<double>(cells) / static_cast<double>(total)});
    std::stable_sort(blockers.begin(), blockers.end(), [](const Blocker& a, const Blocker& b) { return a.share > b.share; });
    if (blockers.size() > 8) blockers.resize(8);
    return blockers;
}

std::string millimetres(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

} // namespace

struct Explainer::Ground {
    const RoutingModel& model;
    const PinAccess& access;
    const Copper& laid;
    std::map<int, Claims> claims; // by profile, stamped on first use
    std::vector<std::uint8_t> seen;
    std::vector<Node> touched; // what is set in `seen`

    std::string culprit(NetId net, int profile, Node node) const {
        const Point at = model.lattice().pointOf(node);
        const Obstacle* obstacle = model.obstacles().trackConflict(net, model.profiles()[profile], LayerId(model.lattice().layerOf(node)), at, at);
        return obstacle != nullptr ? wordsFor(model.board(), *obstacle) : std::string("board edge");
    }

    // Floods from `starts` until nothing more is reached, a goal is, or the pocket is too large to be one.
    Pocket flood(NetId net, int profile, const std::vector<Access>& starts, const std::vector<Access>& goals, WorkUsed& work) {
        Pocket pocket;
        const Lattice& lattice = model.lattice();
        const StaticPlanes& planes = model.planes(profile);
        auto found = claims.find(profile);
        if (found == claims.end()) found = claims.emplace(profile, claimsOn(model, laid, profile)).first;
        const Claims& claimed = found->second;
        for (const Node node : touched) seen[node] = 0;
        touched.clear();
        const auto own = static_cast<Owner>(net.value());
        const auto isOpen = [&](Node n) { return planes.track[n] == kFree || planes.track[n] == own; };
        const auto takenBy = [&](Node n) { return claimant(claimed.first[n], claimed.second[n], own); };
        const auto fence = [&](Node node, Owner by) {
            if (by != kFree)
                ++pocket.fenceNets[model.board().net(NetId(by)).name];
            else if (pocket.fenceItems.size() < 40)
                ++pocket.fenceItems[culprit(net, profile, node)];
        };
        std::vector<Node> queue;
        const auto visit = [&](Node next, bool countsAsFence) {
            if (seen[next] != 0) return;
            seen[next] = 1, touched.push_back(next);
            const Owner by = isOpen(next) ? takenBy(next) : kFree;
            if (isOpen(next) && by == kFree)
                queue.push_back(next);
            else if (countsAsFence)
                fence(next, by);
        };
        for (const Access& start : starts) visit(start.node, true);
        for (std::size_t head = 0; head < queue.size(); ++head) {
            const Node node = queue[head];
            if (std::binary_search(goals.begin(), goals.end(), Access{node, 0, {}, false})) {
                pocket.isClosed = false, pocket.hasReachedGoal = true;
                break;
            }
            if (queue.size() > kFloodLimit) {
                pocket.isClosed = false;
                break;
            }
            for (const std::int64_t d : {std::int64_t{1}, std::int64_t{-1}, std::int64_t{lattice.nx}, -std::int64_t{lattice.nx}})
                visit(static_cast<Node>(static_cast<std::int64_t>(node) + d), true);
            const std::uint32_t cell = lattice.cellOf(node);
            if ((planes.via[cell] != kFree && planes.via[cell] != own) || claimant(claimed.firstVia[cell], claimed.secondVia[cell], own) != kFree) continue;
            for (int l = 0; l < lattice.layers; ++l) visit(static_cast<Node>(static_cast<std::size_t>(l) * lattice.planeSize() + cell), false);
        }
        pocket.cells = queue.size();
        work.floodSteps += queue.size();
        return pocket;
    }
};

Explainer::Explainer(const RoutingModel& model, const PinAccess& access, const Copper& laid)
    : m_ground(new Ground{model, access, laid, {}, std::vector<std::uint8_t>(model.lattice().nodeCount()), {}}) {}

Explainer::~Explainer() = default;

void Explainer::explain(OpenConnection& open, WorkUsed& work) {
    const RoutingModel& model = m_ground->model;
    const PinAccess& access = m_ground->access;
    const Board& board = model.board();
    const NetId net = open.edge.net;
    const int classProfile = model.profiles().ofNet(net);
    if (classProfile < 0) return;
    const int neck = model.profiles().neckOf(classProfile);
    const int profile = neck >= 0 ? neck : classProfile;
    const NetProfile& with = model.profiles()[profile];
    const auto& terminals = access.terminals(net);
    const auto terminalOf = [&](const ConnectionEnd& end) {
        for (std::size_t t = 0; t < terminals.size(); ++t)
            if (std::find(terminals[t].pads.begin(), terminals[t].pads.end(), end.pad) != terminals[t].pads.end()) return static_cast<int>(t);
        return -1;
    };
    const auto nameOf = [&](const ConnectionEnd& end) {
        if (!end.pad.isNone()) return board.padName(end.pad);
        if (!end.zone.isNone()) return std::string("the pour");
        return "the copper at (" + formatMillimetres(end.place.x) + ", " + formatMillimetres(end.place.y) + ")";
    };
    struct Side {
        const ConnectionEnd* end;
        bool hasAccess{true};
        Pocket pocket;
    };
    Side sides[2]{{&open.edge.a, true, {}}, {&open.edge.b, true, {}}};
    for (Side& side : sides) {
        const int terminal = terminalOf(*side.end);
        if (terminal < 0 || !terminals[static_cast<std::size_t>(terminal)].islands.empty()) {
            side.pocket.isClosed = false;
            continue;
        }
        const auto& starts = access.accesses(net, terminal, profile);
        side.hasAccess = !starts.empty();
        const int other = terminalOf(side.end == &open.edge.a ? open.edge.b : open.edge.a);
        static const std::vector<Access> nowhere;
        if (side.hasAccess) side.pocket = m_ground->flood(net, profile, starts, other < 0 ? nowhere : access.accesses(net, other, profile), work);
    }
    const bool closed[2] = {!sides[0].hasAccess || sides[0].pocket.isClosed, !sides[1].hasAccess || sides[1].pocket.isClosed};
    open.side = closed[0] && closed[1] ? OpenSide::Both : closed[1] ? OpenSide::B : OpenSide::A;
    if (!closed[0] && !closed[1]) open.side = OpenSide::Both;
    const Side& worse = !closed[0] && closed[1] ? sides[1] : (closed[0] && closed[1] && sides[1].pocket.cells < sides[0].pocket.cells ? sides[1] : sides[0]);
    open.place = worse.end->place;
    open.layer = worse.end->layers.first();
    const std::string width = millimetres(with.width.millimetres());
    if (!worse.hasAccess) {
        open.reason = OpenReason::NoAccess;
        const Obstacle* culprit = open.layer.isNone() ? nullptr : model.obstacles().trackConflict(net, with, open.layer, open.place, open.place);
        if (culprit != nullptr) open.blockers = {{wordsFor(board, *culprit), false, 1.0}};
        open.why = "No track of " + width + " mm can leave " + nameOf(*worse.end) + " under the rules" +
                   (culprit != nullptr ? ": " + wordsFor(board, *culprit) + " is too close." : ".");
    } else if (worse.pocket.isClosed) {
        open.blockers = blockersOf(worse.pocket);
        const bool byFixed = worse.pocket.fenceNets.empty();
        open.reason = byFixed ? OpenReason::NoAccess : OpenReason::BoxedIn;
        const double area =
            static_cast<double>(worse.pocket.cells) * static_cast<double>(model.lattice().pitch) * static_cast<double>(model.lattice().pitch) * 1e-12;
        open.why = nameOf(*worse.end) + " is fenced in by " + (byFixed ? "fixed items" : "routed copper") + ": a track of " + width + " mm reaches " +
                   millimetres(area) + " mm2 only" + (open.blockers.empty() ? "." : ", the largest part of the fence is " + open.blockers.front().name + ".");
    } else if (open.reason == OpenReason::NoPath && (sides[0].pocket.hasReachedGoal || sides[1].pocket.hasReachedGoal)) {
        open.reason = OpenReason::Budget;
        open.why =
            "A way of " + width + " mm is there between " + nameOf(open.edge.a) + " and " + nameOf(open.edge.b) + ", but the run ended before it was taken.";
    } else if (open.reason == OpenReason::Budget) {
        open.why = "The work ran out before " + nameOf(open.edge.a) + " and " + nameOf(open.edge.b) + " were joined; both ends are free.";
    } else if (open.reason == OpenReason::Stopped) {
        open.why = "The run was stopped before " + nameOf(open.edge.a) + " and " + nameOf(open.edge.b) + " were joined; both ends are free.";
    } else {
        open.reason = OpenReason::NoPath;
        open.why = "Both ends are free, but no way of " + width + " mm joins " + nameOf(open.edge.a) + " and " + nameOf(open.edge.b) +
                   " between the copper that is there.";
    }
}

} // namespace viaduct
