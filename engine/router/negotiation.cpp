// SPDX-License-Identifier: GPL-3.0-or-later
// Negotiated congestion (PathFinder: McMurchie and Ebeling, 1995): nets may overlap at a price that rises, and cells that stay contested
// remember it, until nobody overlaps.
#include <algorithm>
#include <cmath>

#include "engine/router/variant.h"

namespace viaduct {

namespace {

constexpr std::uint32_t kMaxPresent = 3000;
constexpr int kPatience = 14; // iterations without fewer conflicts
constexpr std::uint16_t kHistoryStep = 20, kMaxHistory = 4000;

} // namespace

std::vector<std::size_t> Variant::netOrder() {
    std::vector<std::size_t> order(m_nets.size());
    std::vector<double> span(m_nets.size());
    std::vector<int> rank(m_nets.size(), 1);
    const auto& first = m_model.hints().firstNets;
    for (std::size_t i = 0; i < m_nets.size(); ++i) {
        order[i] = i;
        Box box;
        for (const Terminal& terminal : m_access.terminals(m_nets[i].net))
            for (const PadId pad : terminal.pads) box.include(m_model.board().pad(pad).position);
        span[i] = box.width().millimetres() + box.height().millimetres();
        if (std::find(first.begin(), first.end(), m_nets[i].net) != first.end()) rank[i] = 0;
        for (const auto& [a, b] : m_model.hints().priority)
            if (m_model.board().pad(a).net == m_nets[i].net) rank[i] = 0;
    }
    if (m_settings.order == VariantSettings::Order::Shuffled) m_random.shuffle(order);
    const double sign = m_settings.order == VariantSettings::Order::LongFirst ? -1.0 : m_settings.order == VariantSettings::Order::ShortFirst ? 1.0 : 0.0;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return std::pair(rank[a], sign * span[a]) < std::pair(rank[b], sign * span[b]); });
    return order;
}

std::vector<int> Variant::conflictsOf(const NetState& net) const {
    std::vector<int> serials;
    const Lattice& lattice = m_model.lattice();
    for (const PathPtr& path : net.paths) {
        const SoftPlanes& soft = m_soft[static_cast<std::size_t>(path->profile)];
        bool isContested = std::any_of(path->nodes.begin(), path->nodes.end(), [&](Node node) { return soft.track[node] != 0; });
        for (const Point via : path->vias)
            isContested = isContested || soft.via[lattice.cellOf(lattice.node(lattice.columnFrom(via.x.value()), lattice.rowFrom(via.y.value()), 0))] != 0;
        if (isContested) serials.push_back(path->serial);
    }
    return serials;
}

void Variant::raiseHistory(const NetState& net) {
    const Lattice& lattice = m_model.lattice();
    const auto raise = [&](Node node) {
        if (m_history[node] < kMaxHistory) m_history[node] = static_cast<std::uint16_t>(m_history[node] + kHistoryStep);
    };
    for (const PathPtr& path : net.paths) {
        const SoftPlanes& soft = m_soft[static_cast<std::size_t>(path->profile)];
        for (const Node node : path->nodes)
            if (soft.track[node] != 0) raise(node);
        for (const Point via : path->vias) {
            const Node cell = lattice.node(lattice.columnFrom(via.x.value()), lattice.rowFrom(via.y.value()), 0);
            if (soft.via[cell] == 0) continue;
            for (int l = 0; l < lattice.layers; ++l) raise(static_cast<Node>(cell + static_cast<std::size_t>(l) * lattice.planeSize()));
        }
    }
}

void Variant::routeAll(Mode mode) {
    for (const std::size_t i : netOrder()) {
        NetState& net = m_nets[i];
        if (m_work.isOver()) return;
        lift(net);
        connect(net, mode);
        lower(net);
    }
}

bool Variant::negotiate(int maxIterations) {
    int fewest = INT32_MAX, patience = kPatience;
    Layout best;
    for (int iteration = 0; iteration < maxIterations && !m_work.isOver(); ++iteration) {
        int conflicts = 0, open = 0;
        std::vector<std::size_t> contested;
        for (std::size_t i = 0; i < m_nets.size(); ++i) {
            NetState& net = m_nets[i];
            lift(net);
            const auto serials = conflictsOf(net);
            if (!serials.empty()) {
                conflicts += static_cast<int>(serials.size());
                contested.push_back(i);
                raiseHistory(net);
            }
            lower(net);
            open += openOf(net);
        }
        report(RouterEvent::Iteration{iteration, conflicts, open});
        report(RouterEvent::Progress{m_connections - open - conflicts, m_connections, m_work.limit() - std::min(m_work.limit(), m_work.used())});
        if (conflicts < fewest) {
            fewest = conflicts, patience = kPatience;
            best = layout();
        } else if (--patience == 0) {
            break;
        }
        if (conflicts == 0) break;
        if (m_settings.order == VariantSettings::Order::Shuffled || iteration > 6) m_random.shuffle(contested);
        for (const std::size_t i : contested) {
            if (m_work.isOver()) break;
            NetState& net = m_nets[i];
            lift(net);
            const auto serials = conflictsOf(net);
            if (!serials.empty()) {
                ripPaths(net, serials);
                connect(net, Mode::Soft);
            }
            lower(net);
        }
        m_present = std::min(m_present * m_settings.growth16 / 16 + 1, kMaxPresent);
    }
    if (fewest > 0 && !best.empty()) restore(best);
    return fewest == 0;
}

} // namespace viaduct
