// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/board/spanningtree.h"

#include <algorithm>
#include <optional>

#include "engine/board/disjointsets.h"

namespace viaduct {
namespace {

constexpr std::size_t kLeafSize = 8;
constexpr int kMixed = -1;

struct Candidate final {
    SquareNanometres squared;
    TreeEdge edge;
    [[nodiscard]] bool isBetterThan(const Candidate& other) const noexcept {
        if (squared != other.squared) return squared < other.squared;
        return edge.a != other.edge.a ? edge.a < other.edge.a : edge.b < other.edge.b;
    }
};

SquareNanometres squaredDistanceTo(const Box& box, Point p) noexcept {
    const Nanometres dx = std::max({box.min.x - p.x, p.x - box.max.x, Nanometres()}), dy = std::max({box.min.y - p.y, p.y - box.max.y, Nanometres()});
    return dx * dx + dy * dy;
}

// A k-d tree over the nodes. Every branch knows whether all below it is of one component, so that a search for another one can pass it by.
class NodeTree final {
public:
    explicit NodeTree(const std::vector<TreeNode>& nodes) : m_nodes(nodes), m_order(nodes.size()) {
        for (std::size_t i = 0; i < m_order.size(); ++i) m_order[i] = i;
        m_branches.reserve(nodes.size() / 2 + 2);
        build(0, m_order.size());
    }
    void mark(const std::vector<int>& components) { mark(0, components); }
    // Improves `best` by the nearest node to `node` of another component.
    void findNearest(std::size_t node, const std::vector<int>& components, std::optional<Candidate>& best) const { search(0, node, components, best); }

private:
    struct Branch {
        std::size_t begin, end;
        std::size_t second; // the other child; the first stands right after its parent. 0: a leaf
        Box box;
        int component;
    };

    std::size_t build(std::size_t begin, std::size_t end) {
        const std::size_t index = m_branches.size();
        m_branches.push_back({begin, end, 0, {}, kMixed});
        Box box;
        for (std::size_t i = begin; i < end; ++i) box.include(m_nodes[m_order[i]].place);
        m_branches[index].box = box;
        if (end - begin <= kLeafSize) return index;
        const std::size_t middle = begin + (end - begin) / 2;
        const bool byX = box.width() >= box.height();
        std::nth_element(m_order.begin() + static_cast<std::ptrdiff_t>(begin), m_order.begin() + static_cast<std::ptrdiff_t>(middle),
                         m_order.begin() + static_cast<std::ptrdiff_t>(end), [&](std::size_t a, std::size_t b) {
                             const Point p = m_nodes[a].place, q = m_nodes[b].place;
                             const Nanometres u = byX ? p.x : p.y, v = byX ? q.x : q.y;
                             return u != v ? u < v : a < b;
                         });
        build(begin, middle);
        const std::size_t second = build(middle, end);
        m_branches[index].second = second;
        return index;
    }

    int mark(std::size_t index, const std::vector<int>& components) {
        Branch& branch = m_branches[index];
        if (branch.second == 0) {
            branch.component = components[m_order[branch.begin]];
            for (std::size_t i = branch.begin; i < branch.end; ++i)
                if (components[m_order[i]] != branch.component) branch.component = kMixed;
        } else {
            const int first = mark(index + 1, components), second = mark(branch.second, components);
            branch.component = first == second ? first : kMixed;
        }
        return branch.component;
    }

    void search(std::size_t index, std::size_t node, const std::vector<int>& components, std::optional<Candidate>& best) const {
        const Branch& branch = m_branches[index];
        if (branch.component == components[node]) return;
        const Point place = m_nodes[node].place;
        if (best && squaredDistanceTo(branch.box, place) > best->squared) return;
        if (branch.second == 0) {
            for (std::size_t i = branch.begin; i < branch.end; ++i) {
                const std::size_t other = m_order[i];
                if (components[other] == components[node]) continue;
                const Candidate candidate{squaredDistance(place, m_nodes[other].place), {std::min(node, other), std::max(node, other)}};
                if (!best || candidate.isBetterThan(*best)) best = candidate;
            }
            return;
        }
        std::size_t near = index + 1, far = branch.second;
        if (squaredDistanceTo(m_branches[far].box, place) < squaredDistanceTo(m_branches[near].box, place)) std::swap(near, far);
        search(near, node, components, best);
        search(far, node, components, best);
    }

    const std::vector<TreeNode>& m_nodes;
    std::vector<std::size_t> m_order;
    std::vector<Branch> m_branches;
};

} // namespace

std::vector<TreeEdge> spanningTreeOfGroups(const std::vector<TreeNode>& nodes, int groups) {
    std::vector<TreeEdge> edges;
    if (nodes.empty() || groups < 2) return edges;
    DisjointSets sets(static_cast<std::size_t>(groups));
    NodeTree tree(nodes);
    std::vector<int> components(nodes.size());
    std::vector<std::optional<Candidate>> best(static_cast<std::size_t>(groups));
    std::vector<std::size_t> sizes(static_cast<std::size_t>(groups));
    // Boruvka's rounds: every component but the largest takes its shortest way out.
    while (true) {
        std::fill(best.begin(), best.end(), std::nullopt);
        std::fill(sizes.begin(), sizes.end(), 0);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            components[i] = sets.find(nodes[i].group);
            ++sizes[static_cast<std::size_t>(components[i])];
        }
        const auto largest = std::max_element(sizes.begin(), sizes.end());
        if (*largest == nodes.size()) return edges;
        const int left = static_cast<int>(largest - sizes.begin());
        tree.mark(components);
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (components[i] != left) tree.findNearest(i, components, best[static_cast<std::size_t>(components[i])]);
        for (const std::optional<Candidate>& candidate : best)
            if (candidate && sets.join(nodes[candidate->edge.a].group, nodes[candidate->edge.b].group)) edges.push_back(candidate->edge);
    }
}

} // namespace viaduct
