// SPDX-License-Identifier: GPL-3.0-or-later
// How one net is joined: component by component, each search from the whole of one component to everything else of the net.
#include <algorithm>

#include "engine/router/variant.h"

namespace viaduct {

SearchCosts Variant::costs(Mode mode) const {
    SearchCosts costs;
    const auto pitch = static_cast<std::uint64_t>(m_model.lattice().pitch);
    costs.via = static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{m_settings.viaNanometres} * 10 / pitch, 12000));
    costs.bend45 = m_settings.bend45, costs.bend90 = m_settings.bend90;
    costs.present = m_present;
    costs.hardPresent = mode == Mode::Hard ? 1 : 0;
    for (std::size_t l = 0; l < 32; ++l) {
        costs.layer16[l] = costs.vertical16[l] = costs.horizontal16[l] = 16;
        if (m_settings.directed) (l % 2 == 0 ? costs.vertical16 : costs.horizontal16)[l] = 24;
    }
    for (const auto& [layer, factor] : m_model.hints().layerFactors)
        if (factor >= 1 && layer.index() < 32) costs.layer16[layer.index()] = static_cast<std::uint32_t>(std::min(factor, 100.0) * 16);
    return costs;
}

bool Variant::joinTerminal(NetState& net, int terminal, Mode mode, int profile, bool& isClosed) {
    isClosed = false;
    activateProfile(profile);
    const Lattice& lattice = m_model.lattice();
    const std::vector<Terminal>& terminals = m_access.terminals(net.net);
    const std::vector<int> components = componentsOf(net, net.paths);
    const int root = components[static_cast<std::size_t>(terminal)];

    struct Owned {
        Access access;
        Attachment attachment;
    };
    std::vector<Owned> sources, targets;
    std::vector<int> islands;
    std::vector<Point> ownVias;
    const auto isAllowed = [&](Node node) {
        const Owner owner = m_model.planes(profile).track[node];
        return owner == kFree || owner == static_cast<Owner>(net.net.value());
    };
    for (std::size_t t = 0; t < terminals.size(); ++t) {
        const bool isSource = components[t] == root;
        for (const Access& access : m_access.accesses(net.net, static_cast<int>(t), profile)) {
            if (m_history[access.node] == PathSearch::kWall && access.hasLeg) continue;
            (isSource ? sources : targets).push_back({access, {static_cast<int>(t), -1}});
        }
        if (!isSource) islands.insert(islands.end(), terminals[t].islands.begin(), terminals[t].islands.end());
    }
    for (std::size_t p = 0; p < net.paths.size(); ++p) {
        const RoutedPath& path = *net.paths[p];
        const bool isSource = components[terminals.size() + p] == root;
        for (const Node node : path.nodes)
            if (isAllowed(node)) (isSource ? sources : targets).push_back({{node, 0, {}, false}, {-1, path.serial}});
        for (const Point via : path.vias) {
            ownVias.push_back(via);
            const std::int32_t x = lattice.columnFrom(via.x.value()), y = lattice.rowFrom(via.y.value());
            for (int l = 0; l < lattice.layers; ++l)
                if (isAllowed(lattice.node(x, y, l))) (isSource ? sources : targets).push_back({{lattice.node(x, y, l), 0, {}, false}, {-1, path.serial}});
        }
    }
    const auto settle = [](std::vector<Owned>& list) {
        std::sort(list.begin(), list.end(), [](const Owned& a, const Owned& b) {
            return std::tuple(a.access.node, a.access.cost, a.attachment.terminal, a.attachment.path) <
                   std::tuple(b.access.node, b.access.cost, b.attachment.terminal, b.attachment.path);
        });
        list.erase(std::unique(list.begin(), list.end(), [](const Owned& a, const Owned& b) { return a.access.node == b.access.node; }), list.end());
        std::vector<Access> accesses;
        accesses.reserve(list.size());
        for (const Owned& owned : list) accesses.push_back(owned.access);
        return accesses;
    };
    const std::vector<Access> from = settle(sources), to = settle(targets);
    PathSearch::Query query;
    query.net = net.net, query.profile = profile, query.sources = &from, query.targets = &to, query.targetIslands = islands;
    query.ownVias = &ownVias, query.soft = &m_soft[static_cast<std::size_t>(profile)], query.history = &m_history;
    if (m_events != nullptr && m_events->wantsTransient() && !from.empty() && !to.empty())
        report(RouterEvent::Attempt{net.net, lattice.pointOf(from.front().node), lattice.pointOf(to.front().node)});
    FoundPath found;
    const bool isFound = m_search.find(query, costs(mode), m_work, found);
    if (m_events != nullptr && m_events->wantsTransient() && !m_search.sampled().empty()) {
        RouterEvent::Frontier frontier{{}, LayerId(lattice.layerOf(m_search.sampled().front())), net.net};
        for (const Node node : m_search.sampled()) frontier.sampled.push_back(lattice.pointOf(node));
        report(std::move(frontier));
    }
    if (!isFound) {
        isClosed = m_search.isExhausted();
        ++net.fails;
        return false;
    }
    const auto attachmentAt = [](const std::vector<Owned>& list, Node node) {
        const auto it = std::lower_bound(list.begin(), list.end(), node, [](const Owned& owned, Node n) { return owned.access.node < n; });
        return it->attachment;
    };
    RoutedPath path;
    path.serial = m_nextSerial++, path.net = net.net, path.profile = profile;
    path.start = attachmentAt(sources, found.nodes.front());
    if (found.endsInZone) {
        const std::uint16_t island = m_model.islandAt()[found.nodes.back()];
        for (std::size_t t = 0; t < terminals.size(); ++t)
            if (std::find(terminals[t].islands.begin(), terminals[t].islands.end(), island - 1) != terminals[t].islands.end())
                path.end = {static_cast<int>(t), -1};
    } else {
        path.end = attachmentAt(targets, found.nodes.back());
    }
    makeGeometry(lattice, found, path);
    net.paths.push_back(withClaims(std::move(path)));
    if (m_events != nullptr) {
        const RoutedPath& laid = *net.paths.back();
        Copper copper;
        appendCopper(m_model, laid, copper);
        RouterEvent::Laid event{laid.serial, net.net, std::move(copper.tracks), std::move(copper.vias)};
        report(std::move(event));
    }
    return true;
}

bool Variant::connect(NetState& net, Mode mode) {
    const std::vector<Terminal>& terminals = m_access.terminals(net.net);
    const int neck = m_model.profiles().neckOf(net.profile);
    std::vector<std::uint8_t> skipped(terminals.size());
    while (!m_work.isOver()) {
        // The component to grow next: a lone one without a pour, few terminals first, then the lowest.
        const std::vector<int> components = componentsOf(net, net.paths);
        std::vector<int> size(components.size()), hasIsland(components.size());
        std::vector<std::uint8_t> isSkipped(components.size());
        int count = 0;
        for (std::size_t t = 0; t < terminals.size(); ++t) {
            const auto root = static_cast<std::size_t>(components[t]);
            if (size[root]++ == 0) ++count;
            if (!terminals[t].islands.empty()) hasIsland[root] = 1;
            if (skipped[t] != 0 || net.sealed[t] != 0) isSkipped[root] = 1;
        }
        if (count < 2) return true;
        int best = -1;
        for (std::size_t t = 0; t < terminals.size(); ++t) {
            const auto root = static_cast<std::size_t>(components[t]);
            if (root != t || isSkipped[root] != 0) continue;
            if (best < 0 || std::pair(hasIsland[root], size[root]) < std::pair(hasIsland[static_cast<std::size_t>(best)], size[static_cast<std::size_t>(best)]))
                best = static_cast<int>(t);
        }
        if (best < 0) return false;
        const auto terminal = static_cast<std::size_t>(best);
        bool isClosed = false;
        if (net.necked[terminal] == 0 && joinTerminal(net, best, mode, net.profile, isClosed)) continue;
        const bool classClosed = isClosed || net.necked[terminal] != 0;
        if (classClosed && neck >= 0) {
            if (joinTerminal(net, best, mode, neck, isClosed)) {
                if (mode == Mode::Soft) net.necked[terminal] = 1;
                continue;
            }
        }
        if (m_work.isOver()) return false;
        // In soft mode only fixed copper stops a search: a closed terminal stays closed for good.
        if (mode == Mode::Soft && isClosed) net.sealed[terminal] = 1;
        skipped[terminal] = 1;
    }
    return false;
}

void Variant::ripPaths(NetState& net, const std::vector<int>& serials) {
    std::vector<int> gone = serials;
    for (std::size_t i = 0; i < gone.size(); ++i)
        for (const PathPtr& path : net.paths)
            if ((path->start.path == gone[i] || path->end.path == gone[i]) && std::find(gone.begin(), gone.end(), path->serial) == gone.end())
                gone.push_back(path->serial);
    std::erase_if(net.paths, [&](const PathPtr& path) { return std::find(gone.begin(), gone.end(), path->serial) != gone.end(); });
    net.rips += static_cast<int>(gone.size());
    for (const int serial : gone) report(RouterEvent::Ripped{serial, net.net});
}

} // namespace viaduct
