// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <mutex>
#include <vector>

#include "engine/router/pathsearch.h"

namespace viaduct {

// A cluster of fixed copper of a net that routing must join with the net's other clusters.
struct Terminal final {
    int cluster{-1};
    std::vector<PadId> pads;
    std::vector<std::size_t> tracks, arcs, vias; // indices into the fixed copper
    std::vector<int> islands;                    // indices into RoutingModel::islands()
};

// The terminals of a net, by cluster number. Fewer than two: nothing to route.
[[nodiscard]] std::vector<Terminal> terminalsOf(const RoutingModel& model, NetId net);

// Where tracks of a profile may start on fixed copper: cells inside the copper that are legal, else exact off-lattice stubs from the pad's
// centre to legal cells nearby (ROUTER 2, pin access). Cached per terminal and profile; thread-safe.
class PinAccess final {
public:
    explicit PinAccess(const RoutingModel& model);
    [[nodiscard]] const std::vector<Terminal>& terminals(NetId net) const { return m_terminals.at(net.index()); }
    // Sorted by node, unique; empty when no legal copper leaves the terminal.
    [[nodiscard]] const std::vector<Access>& accesses(NetId net, int terminal, int profile) const;

private:
    void appendPad(const Pad& pad, int profile, std::vector<Access>& list) const;
    void appendStubs(const Pad& pad, int profile, std::vector<Access>& list) const;
    void appendFixed(NetId net, const Terminal& terminal, int profile, std::vector<Access>& list) const;
    [[nodiscard]] bool isLegal(NetId net, int profile, Node node) const;

    const RoutingModel& m_model;
    std::vector<std::vector<Terminal>> m_terminals;
    mutable std::mutex m_mutex;
    mutable std::map<std::tuple<int, int, int>, std::vector<Access>> m_cache;
};

} // namespace viaduct
