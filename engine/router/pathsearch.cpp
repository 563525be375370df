// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/pathsearch.h"

#include <algorithm>
#include <cmath>

namespace viaduct {

namespace {

constexpr std::uint32_t kBuckets = 32768, kMask = kBuckets - 1, kMaxStep = 16000, kFar = 0x3FFFFFFF;
constexpr std::uint8_t kClosed = 1, kTarget = 2, kSource = 255, kByVia = 16;
constexpr std::int32_t kBlock = 8; // cells along the side of a bound block
constexpr std::array<std::int32_t, 8> kDx{1, 1, 0, -1, -1, -1, 0, 1}, kDy{0, 1, 1, 1, 0, -1, -1, -1};

std::uint32_t octile(std::int32_t dx, std::int32_t dy) noexcept {
    const auto a = static_cast<std::uint32_t>(std::abs(dx)), b = static_cast<std::uint32_t>(std::abs(dy));
    return a > b ? 10 * a + 4 * b : 10 * b + 4 * a;
}

} // namespace

PathSearch::PathSearch(const RoutingModel& model)
    : m_model(model), m_states(model.lattice().nodeCount()), m_viaBlocked(model.lattice().planeSize()), m_buckets(kBuckets) {
    m_blocksX = model.lattice().nx / kBlock + 1, m_blocksY = model.lattice().ny / kBlock + 1;
    m_blockBound.resize(static_cast<std::size_t>(m_blocksX) * static_cast<std::size_t>(m_blocksY));
}

void PathSearch::nextEpoch() {
    if (++m_epoch != 0) return;
    std::fill(m_states.begin(), m_states.end(), State{});
    std::fill(m_viaBlocked.begin(), m_viaBlocked.end(), std::uint16_t{0});
    m_epoch = 1;
}

void PathSearch::clearQueue() {
    for (std::uint32_t f = m_current; f <= m_highest && f < m_current + kBuckets; ++f) m_buckets[f & kMask].clear();
}

void PathSearch::push(std::uint32_t f, Node node) {
    f = std::max(f, m_current);
    m_highest = std::max(m_highest, f);
    m_buckets[f & kMask].push_back(node);
}

void PathSearch::prepareBound(const Query& query, const SearchCosts& costs) {
    const Lattice& lattice = m_model.lattice();
    m_boxX0 = m_boxY0 = INT32_MAX, m_boxX1 = m_boxY1 = INT32_MIN;
    m_targetLayers = 0;
    m_weight16 = costs.weight16;
    m_viaBound = costs.via;
    m_anyWhere = !query.targetIslands.empty();
    for (const Access& target : *query.targets) {
        const std::int32_t x = lattice.xOf(target.node), y = lattice.yOf(target.node);
        m_boxX0 = std::min(m_boxX0, x), m_boxX1 = std::max(m_boxX1, x), m_boxY0 = std::min(m_boxY0, y), m_boxY1 = std::max(m_boxY1, y);
        m_targetLayers |= std::uint64_t{1} << lattice.layerOf(target.node);
    }
    if (m_anyWhere) return; // a pour is all around: the search is a small flood
    // Spread-out targets: octile distance between blocks (chamfer transform), which never exceeds the true distance by more than one block.
    m_hasBlockBound = m_boxX1 - m_boxX0 > 4 * kBlock || m_boxY1 - m_boxY0 > 4 * kBlock;
    if (!m_hasBlockBound) return;
    std::fill(m_blockBound.begin(), m_blockBound.end(), kFar);
    for (const Access& target : *query.targets)
        m_blockBound[static_cast<std::size_t>(lattice.yOf(target.node) / kBlock * m_blocksX + lattice.xOf(target.node) / kBlock)] = 0;
    const auto relax = [&](std::int32_t x, std::int32_t y, std::int32_t dx, std::int32_t dy, std::uint32_t& value) {
        const std::int32_t fromX = x + dx, fromY = y + dy;
        if (fromX < 0 || fromY < 0 || fromX >= m_blocksX || fromY >= m_blocksY) return;
        value = std::min(value, m_blockBound[static_cast<std::size_t>(fromY * m_blocksX + fromX)] + (dx != 0 && dy != 0 ? 14U : 10U) * kBlock);
    };
    for (std::int32_t y = 0; y < m_blocksY; ++y)
        for (std::int32_t x = 0; x < m_blocksX; ++x) {
            std::uint32_t& value = m_blockBound[static_cast<std::size_t>(y * m_blocksX + x)];
            relax(x, y, -1, 0, value), relax(x, y, -1, -1, value), relax(x, y, 0, -1, value), relax(x, y, 1, -1, value);
        }
    for (std::int32_t y = m_blocksY - 1; y >= 0; --y)
        for (std::int32_t x = m_blocksX - 1; x >= 0; --x) {
            std::uint32_t& value = m_blockBound[static_cast<std::size_t>(y * m_blocksX + x)];
            relax(x, y, 1, 0, value), relax(x, y, 1, 1, value), relax(x, y, 0, 1, value), relax(x, y, -1, 1, value);
        }
}

std::uint32_t PathSearch::bound(Node, int layer, std::int32_t x, std::int32_t y) const noexcept {
    if (m_anyWhere) return 0;
    std::uint32_t h = octile(std::max({m_boxX0 - x, 0, x - m_boxX1}), std::max({m_boxY0 - y, 0, y - m_boxY1}));
    if (m_hasBlockBound) {
        const std::uint32_t blocks = m_blockBound[static_cast<std::size_t>(y / kBlock * m_blocksX + x / kBlock)];
        h = std::max(h, blocks > 14 * kBlock ? blocks - 14 * kBlock : 0U);
    }
    if (((m_targetLayers >> static_cast<unsigned>(layer)) & 1U) == 0) h += m_viaBound;
    return h * m_weight16 / 16;
}

bool PathSearch::find(const Query& query, const SearchCosts& costs, WorkBudget& work, FoundPath& path) {
    const Lattice& lattice = m_model.lattice();
    const StaticPlanes& planes = m_model.planes(query.profile);
    const std::size_t plane = lattice.planeSize();
    const auto own = static_cast<Owner>(query.net.value());
    const std::uint8_t* soft = query.soft != nullptr ? query.soft->track.data() : nullptr;
    const std::uint8_t* softVia = query.soft != nullptr ? query.soft->via.data() : nullptr;
    const std::uint16_t* history = query.history != nullptr ? query.history->data() : nullptr;
    const std::uint8_t* penalty = m_model.penalties(query.net);
    const std::uint16_t* islandAt = m_model.islandAt().empty() ? nullptr : m_model.islandAt().data();
    std::vector<std::uint8_t> isTargetIsland(m_model.islands().size() + 1);
    for (const int island : query.targetIslands) isTargetIsland[static_cast<std::size_t>(island) + 1] = 1;

    nextEpoch();
    m_isExhausted = false;
    m_sampled.clear();
    prepareBound(query, costs);
    if (query.sources->empty() || (query.targets->empty() && query.targetIslands.empty())) {
        m_isExhausted = true;
        return false;
    }
    if (query.ownVias != nullptr) {
        const std::int64_t reach = m_model.profiles().ownViaPitch(query.profile);
        std::vector<Run> runs;
        for (const Point via : *query.ownVias) appendCloserToSegment(lattice, via, via, reach, runs);
        for (const Run& run : runs) std::fill_n(m_viaBlocked.begin() + run.y * lattice.nx + run.x0, run.x1 - run.x0 + 1, m_epoch);
    }
    for (const Access& target : *query.targets) m_states[target.node] = {kFar, m_epoch, kSource, kTarget};
    std::uint32_t lowest = kFar;
    for (const Access& source : *query.sources)
        lowest = std::min(lowest, source.cost + bound(source.node, lattice.layerOf(source.node), lattice.xOf(source.node), lattice.yOf(source.node)));
    m_current = m_highest = lowest;
    for (const Access& source : *query.sources) {
        State& state = m_states[source.node];
        const auto flags = static_cast<std::uint8_t>(state.epoch == m_epoch ? state.flags : 0);
        if (state.epoch == m_epoch && state.g <= source.cost) continue;
        state = {source.cost, m_epoch, kSource, flags};
        push(
            std::min(source.cost + bound(source.node, lattice.layerOf(source.node), lattice.xOf(source.node), lattice.yOf(source.node)), lowest + kBuckets - 1),
            source.node);
    }

    std::array<std::int64_t, 8> offset{};
    for (std::size_t d = 0; d < 8; ++d) offset[d] = static_cast<std::int64_t>(kDy[d]) * lattice.nx + kDx[d];
    const std::array<std::uint32_t, 5> turn{0, costs.bend45, costs.bend90, costs.acute, costs.acute};
    std::array<std::array<std::uint32_t, 8>, 32> step{};
    for (std::size_t l = 0; l < static_cast<std::size_t>(lattice.layers) && l < 32; ++l)
        for (std::size_t d = 0; d < 8; ++d) {
            const std::uint32_t factor = costs.layer16[l] == 0 ? 16 : costs.layer16[l];
            const std::uint32_t direction = d % 4 == 0   ? costs.horizontal16[l]
                                            : d % 4 == 2 ? costs.vertical16[l]
                                                         : (costs.horizontal16[l] + costs.vertical16[l]) / 2;
            step[l][d] = (d % 2 == 0 ? 10U : 14U) * factor / 16 * std::max(direction, 16U) / 16;
        }
    const auto unit = [&](std::uint32_t count) { return std::min(count * costs.present, kMaxStep); };

    std::uint64_t expansions = 0;
    Node reached = 0;
    bool isFound = false;
    while (m_current <= m_highest) {
        std::vector<Node>& bucket = m_buckets[m_current & kMask];
        if (bucket.empty()) {
            ++m_current;
            continue;
        }
        const Node node = bucket.back();
        bucket.pop_back();
        State& state = m_states[node];
        if ((state.flags & kClosed) != 0) continue;
        state.flags |= kClosed;
        ++expansions;
        const int layer = lattice.layerOf(node);
        const std::uint32_t cell = node - static_cast<std::uint32_t>(layer) * static_cast<std::uint32_t>(plane);
        if ((state.flags & kTarget) != 0 || (islandAt != nullptr && islandAt[node] != 0 && isTargetIsland[islandAt[node]] != 0)) {
            reached = node, isFound = true;
            break;
        }
        if ((expansions & 4095U) == 0) {
            work.countExpansions(4096);
            if (work.isOver() || expansions >= query.maxExpansions) {
                clearQueue();
                return false;
            }
        }
        if (m_isSampling && (expansions & 255U) == 0 && m_sampled.size() < 256) m_sampled.push_back(node);
        const auto x = static_cast<std::int32_t>(cell % static_cast<std::uint32_t>(lattice.nx)),
                   y = static_cast<std::int32_t>(cell / static_cast<std::uint32_t>(lattice.nx));
        const std::uint32_t g = state.g;
        const std::uint8_t from = state.from;
        for (std::size_t d = 0; d < 8; ++d) {
            const auto next = static_cast<Node>(static_cast<std::int64_t>(node) + offset[d]);
            const Owner owner = planes.track[next];
            if (owner != kFree && owner != own) continue;
            State& other = m_states[next];
            const bool isKnown = other.epoch == m_epoch;
            std::uint32_t cost = step[static_cast<std::size_t>(layer)][d];
            if (from < 8) {
                const std::size_t difference = (d + 8 - from) & 7U;
                cost += turn[difference > 4 ? 8 - difference : difference];
            }
            if (soft != nullptr && soft[next] != 0) {
                if (costs.hardPresent != 0) continue;
                cost += unit(soft[next]);
            }
            if (history != nullptr && history[next] != 0) {
                if (history[next] == kWall) continue;
                cost += history[next];
            }
            if (penalty != nullptr && penalty[next] != 0) {
                if (penalty[next] == 255) continue;
                cost += penalty[next];
            }
            if (islandAt != nullptr && islandAt[next] != 0 && m_model.islands()[islandAt[next] - 1U].net != query.net) cost += costs.foreignZone;
            const std::uint32_t total = g + std::min(cost, kMaxStep);
            if (isKnown && other.g <= total) continue;
            other = {total, m_epoch, static_cast<std::uint8_t>(d), static_cast<std::uint8_t>(isKnown ? other.flags & kTarget : 0)};
            push(total + bound(next, layer, x + kDx[d], y + kDy[d]), next);
        }
        if (lattice.layers < 2 || (from >= kByVia && from != kSource)) continue;
        const Owner viaOwner = planes.via[cell];
        if ((viaOwner != kFree && viaOwner != own) || m_viaBlocked[cell] == m_epoch) continue;
        std::uint32_t viaCost = costs.via;
        if (softVia != nullptr && softVia[cell] != 0) {
            if (costs.hardPresent != 0) continue;
            viaCost += std::min(unit(softVia[cell]) * 8U, kMaxStep);
        }
        for (int l = 0; l < lattice.layers; ++l) {
            if (l == layer) continue;
            const auto next = static_cast<Node>(static_cast<std::size_t>(l) * plane + cell);
            const Owner owner = planes.track[next];
            if (owner != kFree && owner != own) continue;
            if (history != nullptr && history[next] == kWall) continue;
            State& other = m_states[next];
            const bool isKnown = other.epoch == m_epoch;
            const std::uint32_t total = g + std::min(viaCost + (history != nullptr ? history[next] : 0U), kMaxStep);
            if (isKnown && other.g <= total) continue;
            other = {total, m_epoch, static_cast<std::uint8_t>(kByVia + layer), static_cast<std::uint8_t>(isKnown ? other.flags & kTarget : 0)};
            push(total + bound(next, l, x, y), next);
        }
    }
    work.countExpansions(expansions & 4095U);
    if (!isFound) {
        m_isExhausted = true;
        return false;
    }
    clearQueue();
    path.cost = m_states[reached].g;
    path.nodes.clear();
    for (Node node = reached;;) {
        path.nodes.push_back(node);
        const std::uint8_t from = m_states[node].from;
        if (from == kSource) break;
        node = from < 8 ? static_cast<Node>(static_cast<std::int64_t>(node) - offset[from])
                        : static_cast<Node>(static_cast<std::size_t>(from - kByVia) * plane + lattice.cellOf(node));
    }
    std::reverse(path.nodes.begin(), path.nodes.end());
    const auto accessAt = [](const std::vector<Access>& list, Node node, Access& access) {
        const auto it = std::lower_bound(list.begin(), list.end(), Access{node, 0, {}, false});
        if (it == list.end() || it->node != node) return false;
        access = *it;
        return true;
    };
    (void)accessAt(*query.sources, path.nodes.front(), path.start);
    path.endsInZone = !accessAt(*query.targets, reached, path.end);
    if (path.endsInZone) path.end = {reached, 0, lattice.pointOf(reached), false};
    return true;
}

} // namespace viaduct
