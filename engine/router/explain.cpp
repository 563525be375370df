// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/explain.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

constexpr std::size_t kFloodLimit = 400'000; // cells: a pocket larger than this is no pocket

struct Movable {
    NetId net;
    LayerId layer; // none(): a via, on every layer
    Shape shape;
};

struct Pocket {
    bool isClosed{true};
    bool hasReachedGoal{false};
    std::size_t cells{0};
    std::map<std::string, std::size_t> fenceNets;  // movable nets, by cells of the fence
    std::map<std::string, std::size_t> fenceItems; // fixed items
    Node firstFence{0};
    bool hasFence{false};
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

class Flood final {
public:
    Flood(const RoutingModel& model, const std::vector<Movable>& movables, NetId net, int profile)
        : m_model(model), m_movables(movables), m_net(net), m_profile(profile), m_seen(model.lattice().nodeCount()) {
        std::vector<Run> runs;
        const Profile& own = model.profiles()[profile];
        m_claimed.assign(model.lattice().nodeCount(), -1);
        m_viaClaimed.assign(model.lattice().planeSize(), -1);
        for (std::size_t i = 0; i < movables.size(); ++i) {
            const Movable& movable = movables[i];
            if (movable.net == net) continue;
            const int other = model.profiles().ofNet(movable.net);
            const std::int64_t clearance =
                other < 0 ? 0 : model.profiles().needs(profile, other).trackTrack[0] - own.halfWidth() - model.profiles()[other].halfWidth();
            for (int l = 0; l < model.lattice().layers; ++l) {
                if (!movable.layer.isNone() && movable.layer.value() != l) continue;
                runs.clear();
                appendCloser(model.lattice(), movable.shape, clearance + own.halfWidth(), runs);
                for (const Run& run : runs)
                    for (std::int32_t x = run.x0; x <= run.x1; ++x) m_claimed[model.lattice().node(x, run.y, l)] = movable.net.value();
            }
            runs.clear();
            appendCloser(model.lattice(), movable.shape, clearance + own.viaRadius(), runs);
            for (const Run& run : runs)
                for (std::int32_t x = run.x0; x <= run.x1; ++x) m_viaClaimed[static_cast<std::size_t>(run.y * model.lattice().nx + x)] = movable.net.value();
        }
    }

    // Floods from `starts` until nothing more is reached, a goal is, or the pocket is too large to be one.
    Pocket from(const std::vector<Access>& starts, const std::vector<Access>& goals, WorkUsed& work) {
        Pocket pocket;
        const Lattice& lattice = m_model.lattice();
        const StaticPlanes& planes = m_model.planes(m_profile);
        std::fill(m_seen.begin(), m_seen.end(), std::uint8_t{0});
        std::vector<Node> queue;
        for (const Access& access : starts)
            if (m_seen[access.node] == 0 && m_claimed[access.node] < 0)
                m_seen[access.node] = 1, queue.push_back(access.node);
            else if (m_claimed[access.node] >= 0)
                ++pocket.fenceNets[m_model.board().net(NetId(m_claimed[access.node])).name];
        const auto own = static_cast<Owner>(m_net.value());
        const auto fence = [&](Node node, int claimed) {
            if (!pocket.hasFence) pocket.firstFence = node, pocket.hasFence = true;
            if (claimed >= 0)
                ++pocket.fenceNets[m_model.board().net(NetId(claimed)).name];
            else if (pocket.fenceItems.size() < 40)
                ++pocket.fenceItems[culprit(node)];
        };
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
            const auto visit = [&](Node next, bool passable, int claimed) {
                if (m_seen[next] != 0) return;
                m_seen[next] = 1;
                if (passable && claimed < 0)
                    queue.push_back(next);
                else
                    fence(next, passable ? claimed : -1);
            };
            const auto isOpen = [&](Node n) { return planes.track[n] == kFree || planes.track[n] == own; };
            for (const std::int64_t d : {std::int64_t{1}, std::int64_t{-1}, std::int64_t{lattice.nx}, -std::int64_t{lattice.nx}}) {
                const auto next = static_cast<Node>(static_cast<std::int64_t>(node) + d);
                visit(next, isOpen(next), m_claimed[next]);
            }
            const std::uint32_t cell = lattice.cellOf(node);
            if ((planes.via[cell] == kFree || planes.via[cell] == own) && m_viaClaimed[cell] < 0)
                for (int l = 0; l < lattice.layers; ++l) {
                    const auto next = static_cast<Node>(static_cast<std::size_t>(l) * lattice.planeSize() + cell);
                    if (m_seen[next] == 0 && isOpen(next) && m_claimed[next] < 0) m_seen[next] = 1, queue.push_back(next);
                }
        }
        pocket.cells = queue.size();
        work.floodSteps += queue.size();
        return pocket;
    }

private:
    std::string culprit(Node node) const {
        const Point at = m_model.lattice().pointOf(node);
        const LayerId layer(m_model.lattice().layerOf(node));
        const Obstacle* obstacle = m_model.obstacles().trackConflict(m_net, m_model.profiles()[m_profile], layer, at, at);
        return obstacle != nullptr ? wordsFor(m_model.board(), *obstacle) : std::string("board edge");
    }

    const RoutingModel& m_model;
    const std::vector<Movable>& m_movables;
    NetId m_net;
    int m_profile;
    std::vector<std::uint8_t> m_seen;
    std::vector<std::int32_t> m_claimed, m_viaClaimed;
};

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

void explainOpen(const RoutingModel& model, const PinAccess& access, const Copper& laid, OpenConnection& open, WorkUsed& work) {
    const Board& board = model.board();
    const NetId net = open.edge.net;
    const int classProfile = model.profiles().ofNet(net);
    if (classProfile < 0) return;
    const int neck = model.profiles().neckOf(classProfile);
    const int profile = neck >= 0 ? neck : classProfile;
    const Profile& with = model.profiles()[profile];
    std::vector<Movable> movables;
    for (const Track& track : laid.tracks) movables.push_back({track.net, track.layer, track.shape()});
    for (const Via& via : laid.vias) movables.push_back({via.net, LayerId::none(), Shape::disc(via.position, via.diameter / 2)});
    Flood walled(model, movables, net, profile);
    static const std::vector<Movable> nothing;
    const auto& terminals = access.terminals(net);
    const auto terminalOf = [&](const ConnectionEnd& end) {
        for (std::size_t t = 0; t < terminals.size(); ++t)
            if (std::find(terminals[t].pads.begin(), terminals[t].pads.end(), end.pad) != terminals[t].pads.end()) return static_cast<int>(t);
        return -1;
    };
    const auto nameOf = [&](const ConnectionEnd& end) { return end.pad.isNone() ? std::string("the pour") : board.padName(end.pad); };
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
        if (side.hasAccess) side.pocket = walled.from(starts, other < 0 ? nowhere : access.accesses(net, other, profile), work);
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
