// SPDX-License-Identifier: GPL-3.0-or-later
// From an almost legal layout to a legal one: drop what still overlaps, route it again between walls, then trade places with blockers.
#include <algorithm>
#include <map>

#include "engine/geometry/distance.h"
#include "engine/router/variant.h"

namespace viaduct {

namespace {

constexpr std::uint64_t kCleanUp = 15'000'000; // units that polishing may spend when the budget is gone

} // namespace

void Variant::dropConflicts() {
    // Worst first: the path with the most contested cells for its length goes, and the rest is looked at again.
    struct Candidate {
        std::size_t net;
        int serial;
        std::size_t contested;
    };
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < m_nets.size(); ++i) {
        lift(m_nets[i]);
        for (const int serial : conflictsOf(m_nets[i])) {
            const auto path = std::find_if(m_nets[i].paths.begin(), m_nets[i].paths.end(), [&](const PathPtr& p) { return p->serial == serial; });
            const SoftPlanes& soft = m_soft[static_cast<std::size_t>((*path)->profile)];
            std::size_t contested = (*path)->vias.size();
            for (const Node node : (*path)->nodes) contested += soft.track[node];
            candidates.push_back({i, serial, contested});
        }
        lower(m_nets[i]);
    }
    std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) { return a.contested > b.contested; });
    for (const Candidate& candidate : candidates) {
        NetState& net = m_nets[candidate.net];
        lift(net);
        const std::vector<int> still = conflictsOf(net);
        if (std::find(still.begin(), still.end(), candidate.serial) != still.end()) ripPaths(net, {candidate.serial});
        lower(net);
    }
}

void Variant::routeOpenHard() {
    for (const std::size_t i : netOrder()) {
        NetState& net = m_nets[i];
        if (m_work.isOver()) return;
        if (openOf(net) == 0) continue;
        lift(net);
        connect(net, Mode::Hard);
        lower(net);
    }
}

bool Variant::tryRepair(std::size_t index, int terminal) {
    // Route the open one softly, dear to cross; whoever it crosses is ripped and must find another way between walls.
    const Layout before = layout();
    const int openBefore = scoreOf(before).open;
    NetState& net = m_nets[index];
    const std::uint32_t present = m_present;
    m_present = std::max<std::uint32_t>(present, 25);
    lift(net);
    bool isClosed = false;
    const int neck = m_model.profiles().neckOf(net.profile);
    bool isJoined = joinTerminal(net, terminal, Mode::Soft, net.necked[static_cast<std::size_t>(terminal)] != 0 && neck >= 0 ? neck : net.profile, isClosed);
    lower(net);
    if (isJoined) {
        raiseHistory(net); // the next attempt looks elsewhere
        std::vector<std::size_t> victims;
        for (std::size_t i = 0; i < m_nets.size(); ++i) {
            if (i == index) continue;
            lift(m_nets[i]);
            const std::vector<int> serials = conflictsOf(m_nets[i]);
            if (!serials.empty()) {
                ripPaths(m_nets[i], serials);
                victims.push_back(i);
            }
            lower(m_nets[i]);
        }
        for (const std::size_t i : victims) {
            lift(m_nets[i]);
            connect(m_nets[i], Mode::Hard);
            lower(m_nets[i]);
        }
        lift(net);
        connect(net, Mode::Hard);
        lower(net);
    }
    m_present = present;
    if (isJoined && scoreOf(layout()).open < openBefore) return true;
    restore(before);
    return false;
}

bool Variant::repairOnce() {
    bool isBetter = false;
    for (std::size_t i = 0; i < m_nets.size() && !m_work.isOver(); ++i) {
        if (openOf(m_nets[i]) == 0) continue;
        const std::vector<int> components = componentsOf(m_nets[i], m_nets[i].paths);
        for (std::size_t t = 0; t < m_nets[i].sealed.size() && !m_work.isOver(); ++t) {
            if (components[t] != static_cast<int>(t) || m_nets[i].sealed[t] != 0) continue;
            if (tryRepair(i, static_cast<int>(t))) {
                isBetter = true;
                break;
            }
        }
    }
    return isBetter;
}

bool Variant::isExact(const NetState& net, std::vector<int>& offenders) {
    const Lattice& lattice = m_model.lattice();
    const NetProfiles& profiles = m_model.profiles();
    offenders.clear();
    for (const PathPtr& path : net.paths) {
        const NetProfile& profile = profiles[path->profile];
        bool isClean = true;
        const auto refuse = [&](Point at, const char* rule) {
            isClean = false;
            report(RouterEvent::Refused{net.net, at, rule});
        };
        for (const PathSegment& segment : path->segments) {
            m_work.countTests(16);
            const Obstacle* obstacle = m_model.obstacles().trackConflict(net.net, profile, segment.layer, segment.a, segment.b);
            if (obstacle == nullptr) continue;
            refuse(segment.a, "fixed item too close");
            // Wall off the cells of this stretch that lie at the obstacle, so that the next search goes round.
            const std::int64_t need = m_model.obstacles().trackNeed(*obstacle, profile, segment.layer) + lattice.pitch;
            for (const Node node : path->nodes)
                if (lattice.layerOf(node) == segment.layer.value() &&
                    isCloserThan(Shape::disc(lattice.pointOf(node), Nanometres()), obstacle->shape, Nanometres(need)) &&
                    pointCloserThan(lattice.pointOf(node), segment.a, segment.b, Nanometres(lattice.pitch)))
                    m_history[node] = PathSearch::kWall;
        }
        for (const Point via : path->vias) {
            m_work.countTests(16);
            if (m_model.obstacles().viaConflict(net.net, profile, via) == nullptr) continue;
            refuse(via, "fixed item too close to a via");
            const std::int32_t x = lattice.columnFrom(via.x.value()), y = lattice.rowFrom(via.y.value());
            for (int l = 0; l < lattice.layers; ++l) m_history[lattice.node(x, y, l)] = PathSearch::kWall;
        }
        if (!isClean) offenders.push_back(path->serial);
    }
    return offenders.empty();
}

namespace {

struct Piece {
    std::size_t net;
    int serial, profile;
    bool isVia;
    int layer;
    Point a, b;
};

} // namespace

bool Variant::makeExact() {
    // Every piece against fixed copper, then every pair of pieces of different nets, and vias of one net against each other.
    bool isClean = true;
    const NetProfiles& profiles = m_model.profiles();
    const Lattice& lattice = m_model.lattice();
    std::vector<std::vector<int>> rip(m_nets.size());
    for (std::size_t i = 0; i < m_nets.size(); ++i) (void)isExact(m_nets[i], rip[i]);
    std::vector<Piece> pieces;
    SpatialIndex index(Nanometres(2000000));
    std::int64_t reach = 0;
    for (std::size_t a = 0; a < profiles.count(); ++a)
        for (std::size_t b = 0; b < profiles.count(); ++b) {
            const PairNeeds& needs = profiles.needs(static_cast<int>(a), static_cast<int>(b));
            reach = std::max({reach, needs.trackVia, needs.viaTrack, needs.viaVia, *std::max_element(needs.trackTrack.begin(), needs.trackTrack.end())});
        }
    for (std::size_t i = 0; i < m_nets.size(); ++i)
        for (const PathPtr& path : m_nets[i].paths) {
            for (const PathSegment& s : path->segments) pieces.push_back({i, path->serial, path->profile, false, s.layer.value(), s.a, s.b});
            for (const Point via : path->vias) pieces.push_back({i, path->serial, path->profile, true, 0, via, via});
        }
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        Box box;
        box.include(pieces[p].a), box.include(pieces[p].b);
        index.insert(static_cast<std::int32_t>(p), box);
    }
    std::vector<std::int32_t> found;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        const Piece& a = pieces[p];
        Box box;
        box.include(a.a), box.include(a.b);
        found.clear();
        index.query(box.inflated(Nanometres(reach)), found);
        for (const std::int32_t q : found) {
            if (static_cast<std::size_t>(q) <= p) continue;
            const Piece& b = pieces[static_cast<std::size_t>(q)];
            const PairNeeds& needs = profiles.needs(a.profile, b.profile);
            std::int64_t need = 0;
            if (a.net == b.net) {
                if (!a.isVia || !b.isVia || a.a == b.a) continue;
                need = std::max(profiles.ownViaPitch(a.profile), profiles.ownViaPitch(b.profile));
            } else if (a.isVia)
                need = b.isVia ? needs.viaVia : needs.viaTrack;
            else if (b.isVia)
                need = needs.trackVia;
            else if (a.layer != b.layer)
                continue;
            else
                need = needs.trackTrack[static_cast<std::size_t>(a.layer)];
            m_work.countTests(1);
            if (!segmentsCloserThan(a.a, a.b, b.a, b.b, Nanometres(need))) continue;
            // The later net moves; a wall on its nearest cells keeps it from coming back to the same place.
            rip[b.net].push_back(b.serial);
            for (const PathPtr& path : m_nets[b.net].paths) {
                if (path->serial != b.serial) continue;
                for (const Node node : path->nodes)
                    if ((b.isVia || lattice.layerOf(node) == b.layer) &&
                        pointCloserThan(lattice.pointOf(node), a.a, a.b, Nanometres(need + lattice.pitch / 4)) && m_history[node] != PathSearch::kWall)
                        m_history[node] = static_cast<std::uint16_t>(std::min<int>(m_history[node] + 200, 4000));
            }
        }
    }
    for (std::size_t i = 0; i < m_nets.size(); ++i) {
        if (rip[i].empty()) continue;
        isClean = false;
        lift(m_nets[i]);
        ripPaths(m_nets[i], rip[i]);
        lower(m_nets[i]);
    }
    return isClean;
}

void Variant::polish() {
    // Each net alone between walls, with nothing to negotiate: keeps what is shorter or has fewer vias.
    report(RouterEvent::Phase{RouterPhase::Polishing});
    const auto costOf = [](const NetState& net) {
        std::int64_t cost = 0;
        for (const PathPtr& path : net.paths)
            cost += path->length + static_cast<std::int64_t>(path->vias.size()) * 4000000 + static_cast<std::int64_t>(path->segments.size()) * 100000;
        return cost;
    };
    const VariantSettings kept = m_settings;
    m_settings.viaNanometres = 6000000;
    m_settings.bend45 = 10, m_settings.bend90 = 40;
    std::vector<std::uint16_t> history = m_model.baseHistory();
    history.resize(m_history.size());
    for (std::size_t i = 0; i < history.size(); ++i)
        if (m_history[i] == PathSearch::kWall) history[i] = PathSearch::kWall;
    history.swap(m_history);
    for (int pass = 0; pass < 2 && !m_work.isOver(); ++pass) {
        bool isBetter = false;
        for (NetState& net : m_nets) {
            if (m_work.isOver()) break;
            if (net.paths.empty() || isAsAdopted(net)) continue;
            const std::int64_t before = costOf(net);
            const int openBefore = openOf(net);
            const std::vector<PathPtr> old = net.paths;
            lift(net);
            net.paths.clear();
            connect(net, Mode::Hard);
            if (openOf(net) > openBefore || (openOf(net) == openBefore && costOf(net) >= before)) {
                net.paths = old;
                for (PathPtr& path : net.paths) path = withClaims(*path);
            } else {
                isBetter = true;
            }
            lower(net);
        }
        if (!isBetter) break;
    }
    history.swap(m_history);
    m_settings = kept;
}

bool Variant::mend() {
    report(RouterEvent::Phase{RouterPhase::Repairing});
    routeOpenHard();
    while (!makeExact()) {}
    keepBest();
    return m_bestScore.open == 0 || m_work.isOver();
}

void Variant::run() {
    // What was taken over is changed as little as it can be: every track that moves may cut another pour.
    if (m_isAdopted && mend()) {
        restore(m_best);
        report(RouterEvent::Phase{RouterPhase::Finished});
        return;
    }
    report(RouterEvent::Phase{RouterPhase::Negotiating});
    routeAll(Mode::Soft);
    for (int restart = 0;; ++restart) {
        const bool isLegal = negotiate(restart == 0 ? 60 : 30);
        report(RouterEvent::Phase{RouterPhase::Legalising});
        if (!isLegal) dropConflicts();
        for (int round = 0; round < 12 && !makeExact(); ++round) routeOpenHard();
        while (!makeExact()) {}
        if (!m_work.isOver()) {
            routeOpenHard();
            while (!makeExact()) {}
        }
        keepBest();
        report(RouterEvent::Phase{RouterPhase::Repairing});
        for (int round = 0; round < 4 && m_bestScore.open > 0 && !m_work.isOver(); ++round) {
            const bool isBetter = repairOnce();
            while (!makeExact()) {}
            keepBest();
            if (!isBetter) break;
        }
        int sealed = 0; // connections that no restart can close
        for (const NetState& net : m_nets) sealed += static_cast<int>(std::count(net.sealed.begin(), net.sealed.end(), 1));
        if (m_bestScore.open == 0 || m_work.isOver() || (sealed > 0 && m_bestScore.open <= sealed && restart > 1)) break;
        // Again from the best, with what is open laid softly over the rest: history stays (halved now and then), the order changes.
        restore(m_best);
        if (restart % 3 == 2)
            for (std::uint16_t& h : m_history)
                if (h != PathSearch::kWall) h /= 2;
        m_present = std::max<std::uint32_t>(m_settings.present, 8U << static_cast<unsigned>(restart % 3));
        m_settings.order = VariantSettings::Order::Shuffled;
        routeAll(Mode::Soft);
    }
    restore(m_best);
    m_work.allowCleanUp(kCleanUp);
    if (!m_work.isOver()) {
        polish();
        for (int round = 0; round < 6 && !makeExact(); ++round) routeOpenHard();
        while (!makeExact()) {}
        keepBest();
    }
    report(RouterEvent::Phase{RouterPhase::Finished});
}

} // namespace viaduct
