// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "engine/base/workbudget.h"
#include "engine/router/routingmodel.h"

namespace viaduct {

// Costs in tenths of a lattice step.
struct SearchCosts final {
    std::uint32_t via{600};
    std::uint32_t bend45{4}, bend90{14}, acute{120};
    std::uint32_t present{3};                                   // per step and foreign net that claims the cell
    std::uint32_t hardPresent{0};                               // 1: claimed cells are walls
    std::uint32_t foreignZone{6};                               // per step through another net's pour: it would cut it
    std::uint32_t weight16{16};                                 // heuristic weight in sixteenths
    std::array<std::uint32_t, 32> layer16{};                    // per layer step factor in sixteenths, at least 16
    std::array<std::uint32_t, 32> vertical16{}, horizontal16{}; // direction factors in sixteenths, at least 16
};

// Where a search may start or end: a lattice node, what it costs to get there, and the exact point that copper runs on to (a pad's centre).
struct Access final {
    Node node{0};
    std::uint32_t cost{0};
    Point point;
    bool hasLeg{false}; // a straight leg from the node's centre to `point`
    auto operator<=>(const Access& other) const noexcept { return node <=> other.node; }
    bool operator==(const Access& other) const noexcept { return node == other.node; }
};

struct FoundPath final {
    std::vector<Node> nodes; // source to target
    Access start, end;
    std::uint32_t cost{0};
    bool endsInZone{false};
};

// Movable copper and history as the search sees them; owned by a variant.
struct SoftPlanes final {
    std::vector<std::uint8_t> track; // by Node: nets (other than the searched one) that claim the cell
    std::vector<std::uint8_t> via;   // by cell
};

// A* over the lattice with a bucket queue (Dial); deterministic: last in, first out within a bucket. One object per thread.
class PathSearch final {
public:
    explicit PathSearch(const RoutingModel& model);

    struct Query {
        NetId net;
        int profile{0};
        const std::vector<Access>* sources{nullptr}; // sorted by node, unique
        const std::vector<Access>* targets{nullptr};
        std::vector<int> targetIslands;             // indices of zone islands that are targets too
        const std::vector<Point>* ownVias{nullptr}; // vias of the net: no second hole beside them
        const SoftPlanes* soft{nullptr};
        const std::vector<std::uint16_t>* history{nullptr}; // by Node; kWall forbids
        std::uint64_t maxExpansions{UINT64_MAX};
    };
    static constexpr std::uint16_t kWall = 0xFFFF;

    // False when nothing joins them (`isExhausted`: every reachable cell was seen) or the budget ended.
    [[nodiscard]] bool find(const Query& query, const SearchCosts& costs, WorkBudget& work, FoundPath& path);
    [[nodiscard]] bool isExhausted() const noexcept { return m_isExhausted; }
    // Nodes that the last search closed, every `stride`-th (for the live view).
    [[nodiscard]] const std::vector<Node>& sampled() const noexcept { return m_sampled; }
    void sampleFrontier(bool on) noexcept { m_isSampling = on; }

private:
    struct State {
        std::uint32_t g;
        std::uint16_t epoch;
        std::uint8_t from; // 0-7 direction, 16 + layer: by via from that layer, 255: source
        std::uint8_t flags;
    };
    void prepareBound(const Query& query, const SearchCosts& costs);
    [[nodiscard]] std::uint32_t bound(Node node, int layer, std::int32_t x, std::int32_t y) const noexcept;
    void push(std::uint32_t f, Node node);
    void nextEpoch();
    void clearQueue();

    const RoutingModel& m_model;
    std::vector<State> m_states;
    std::vector<std::uint16_t> m_viaBlocked; // by cell, epoch
    std::uint16_t m_epoch{0};
    std::vector<std::vector<Node>> m_buckets;
    std::uint32_t m_current{0}, m_highest{0};
    // Lower bound to the targets.
    std::int32_t m_blocksX{0}, m_blocksY{0};
    std::vector<std::uint32_t> m_blockBound;
    bool m_hasBlockBound{false}, m_anyWhere{false};
    std::int32_t m_boxX0{0}, m_boxX1{0}, m_boxY0{0}, m_boxY1{0};
    std::uint64_t m_targetLayers{0};
    std::uint32_t m_viaBound{0}, m_weight16{16};
    bool m_isExhausted{false}, m_isSampling{false};
    std::vector<Node> m_sampled;
};

} // namespace viaduct
