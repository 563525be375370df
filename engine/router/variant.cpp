// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/variant.h"

#include <algorithm>
#include <numeric>

namespace viaduct {

Variant::Variant(const RoutingModel& model, const PinAccess& access, const VariantSettings& settings, int index, WorkBudget& work, EventSink* events)
    : m_model(model), m_access(access), m_settings(settings), m_index(index), m_work(work), m_events(events), m_search(model),
      m_random(settings.seed * 1000003U + static_cast<std::uint64_t>(index)), m_stateOfNet(model.board().nets.size(), -1), m_isActive(model.profiles().count()),
      m_soft(model.profiles().count()), m_history(model.lattice().nodeCount()) {
    for (const NetId net : model.nets()) {
        const std::size_t terminals = access.terminals(net).size();
        if (terminals < 2) continue;
        m_stateOfNet[net.index()] = static_cast<int>(m_nets.size());
        NetState state;
        state.net = net, state.profile = model.profiles().ofNet(net);
        state.sealed.resize(terminals), state.necked.resize(terminals);
        m_nets.push_back(std::move(state));
        m_connections += static_cast<int>(terminals) - 1;
    }
    if (!model.baseHistory().empty()) m_history = model.baseHistory();
    m_present = settings.present;
    for (const NetState& net : m_nets) activateProfile(net.profile);
    m_search.sampleFrontier(events != nullptr && events->wantsTransient());
    m_best.resize(m_nets.size());
    m_bestScore = scoreOf(m_best);
}

void Variant::report(RouterEvent::Body body) {
    if (m_events == nullptr) return;
    m_events->receive({m_index, m_eventNumber++, m_work.used(), std::move(body)});
}

void Variant::activateProfile(int profile) {
    if (m_isActive[static_cast<std::size_t>(profile)] != 0) return;
    m_isActive[static_cast<std::size_t>(profile)] = 1;
    SoftPlanes& soft = m_soft[static_cast<std::size_t>(profile)];
    soft.track.resize(m_model.lattice().nodeCount());
    soft.via.resize(m_model.lattice().planeSize());
    (void)m_model.planes(profile);
    // Paths that exist already get their claims against the new profile; the ones stamped now are the ones in m_nets.
    for (NetState& net : m_nets)
        for (PathPtr& path : net.paths) {
            RoutedPath grown = *path;
            const std::size_t before = grown.claims.size();
            m_work.countFlood(appendClaims(m_model, grown, profile, grown.claims));
            RoutedPath onlyNew;
            onlyNew.claims.assign(grown.claims.begin() + static_cast<std::ptrdiff_t>(before), grown.claims.end());
            if (&net != m_lifted) stamp(onlyNew, 1);
            path = std::make_shared<const RoutedPath>(std::move(grown));
        }
}

PathPtr Variant::withClaims(RoutedPath path) {
    path.claims.clear();
    for (std::size_t profile = 0; profile < m_isActive.size(); ++profile)
        if (m_isActive[profile] != 0) m_work.countFlood(appendClaims(m_model, path, static_cast<int>(profile), path.claims));
    return std::make_shared<const RoutedPath>(std::move(path));
}

void Variant::stamp(const RoutedPath& path, int sign) {
    const Lattice& lattice = m_model.lattice();
    const std::int32_t perProfile = lattice.layers + 1;
    std::uint64_t cells = 0;
    for (const Claim& claim : path.claims) {
        SoftPlanes& soft = m_soft[static_cast<std::size_t>(claim.plane / perProfile)];
        const std::int32_t layer = claim.plane % perProfile;
        std::uint8_t* row = layer == lattice.layers ? soft.via.data() : soft.track.data() + static_cast<std::size_t>(layer) * lattice.planeSize();
        row += static_cast<std::size_t>(claim.y) * static_cast<std::size_t>(lattice.nx);
        // Wraps round at 256 and back: a plane with that many overlaps misprices a cell for a while, but never stays wrong.
        for (std::int32_t x = claim.x0; x <= claim.x1; ++x) row[x] = static_cast<std::uint8_t>(row[x] + sign);
        cells += static_cast<std::uint64_t>(claim.x1 - claim.x0 + 1);
    }
    m_work.countFlood(cells);
}

void Variant::stampNet(const NetState& net, int sign) {
    for (const PathPtr& path : net.paths) stamp(*path, sign);
}

void Variant::lift(NetState& net) {
    stampNet(net, -1);
    m_lifted = &net;
}

void Variant::lower(NetState& net) {
    m_lifted = nullptr;
    stampNet(net, 1);
}

Variant::Layout Variant::layout() const {
    Layout layout;
    layout.reserve(m_nets.size());
    for (const NetState& net : m_nets) layout.push_back(net.paths);
    return layout;
}

void Variant::restore(const Layout& layout) {
    for (std::size_t i = 0; i < m_nets.size(); ++i) {
        NetState& net = m_nets[i];
        if (net.paths == layout[i]) continue;
        stampNet(net, -1);
        net.paths = layout[i];
        // A snapshot may be older than a profile: bring its claims up to date.
        for (PathPtr& path : net.paths) path = withClaims(*path);
        stampNet(net, 1);
    }
}

std::vector<int> Variant::componentsOf(const NetState& net, const std::vector<PathPtr>& paths) const {
    const std::size_t terminals = net.sealed.size();
    std::vector<int> parent(terminals + paths.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto find = [&](int i) {
        while (parent[static_cast<std::size_t>(i)] != i)
            i = parent[static_cast<std::size_t>(i)] = parent[static_cast<std::size_t>(parent[static_cast<std::size_t>(i)])];
        return i;
    };
    const auto join = [&](int a, int b) {
        a = find(a), b = find(b);
        parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    };
    for (std::size_t p = 0; p < paths.size(); ++p)
        for (const Attachment& attachment : {paths[p]->start, paths[p]->end}) {
            if (attachment.terminal >= 0) join(static_cast<int>(terminals + p), attachment.terminal);
            if (attachment.path < 0) continue;
            for (std::size_t q = 0; q < paths.size(); ++q)
                if (paths[q]->serial == attachment.path) join(static_cast<int>(terminals + p), static_cast<int>(terminals + q));
        }
    std::vector<int> components(terminals + paths.size());
    for (std::size_t i = 0; i < components.size(); ++i) components[i] = find(static_cast<int>(i));
    return components;
}

int Variant::openBy(const NetState& net, const std::vector<PathPtr>& paths) const {
    std::vector<int> roots = componentsOf(net, paths);
    roots.resize(net.sealed.size());
    std::sort(roots.begin(), roots.end());
    return static_cast<int>(std::unique(roots.begin(), roots.end()) - roots.begin()) - 1;
}

Score Variant::scoreOf(const Layout& layout) const {
    Score score;
    for (std::size_t i = 0; i < m_nets.size(); ++i) {
        score.open += openBy(m_nets[i], layout[i]);
        for (const PathPtr& path : layout[i]) score.cost += path->length + static_cast<std::int64_t>(path->vias.size()) * 3000000;
    }
    return score;
}

void Variant::keepBest() {
    Layout now = layout();
    const Score score = scoreOf(now);
    if (score >= m_bestScore) return;
    m_best = std::move(now), m_bestScore = score;
    int vias = 0;
    std::int64_t length = 0;
    for (const auto& paths : m_best)
        for (const PathPtr& path : paths) vias += static_cast<int>(path->vias.size()), length += path->length;
    report(RouterEvent::Best{score.open, vias, Nanometres(length)});
}

Copper Variant::copper() const {
    Copper copper;
    for (const auto& paths : m_best)
        for (const PathPtr& path : paths) appendCopper(m_model, *path, copper);
    return copper;
}

std::vector<PathPtr> Variant::paths() const {
    std::vector<PathPtr> all;
    for (const auto& paths : m_best) all.insert(all.end(), paths.begin(), paths.end());
    return all;
}

std::vector<Variant::Open> Variant::open() const {
    std::vector<Open> list;
    for (std::size_t i = 0; i < m_nets.size(); ++i) {
        const NetState& net = m_nets[i];
        const std::vector<int> roots = componentsOf(net, m_best[i]);
        std::vector<int> seen;
        for (std::size_t t = 0; t < net.sealed.size(); ++t) {
            if (std::find(seen.begin(), seen.end(), roots[t]) != seen.end()) continue;
            seen.push_back(roots[t]);
            if (seen.size() > 1) list.push_back({net.net, static_cast<int>(t), net.sealed[t] != 0, net.rips, net.fails});
        }
    }
    return list;
}

} // namespace viaduct
