// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "engine/base/deterministicrandom.h"
#include "engine/board/spanningtree.h"

using namespace viaduct;

namespace {

double lengthOf(const std::vector<TreeNode>& nodes, const TreeEdge& edge) {
    const Point d = nodes[edge.b].place - nodes[edge.a].place;
    return std::hypot(static_cast<double>(d.x.value()), static_cast<double>(d.y.value()));
}

// Prim over all pairs of groups, the distance of two groups being that of their nearest nodes.
double shortestByTrying(const std::vector<TreeNode>& nodes, int groups) {
    std::vector<char> isIn(static_cast<std::size_t>(groups), 0);
    isIn[static_cast<std::size_t>(nodes.front().group)] = 1;
    double total = 0;
    while (true) {
        double best = INFINITY;
        int next = -1;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            for (std::size_t k = 0; k < nodes.size(); ++k)
                if (isIn[static_cast<std::size_t>(nodes[i].group)] != 0 && isIn[static_cast<std::size_t>(nodes[k].group)] == 0)
                    if (const double length = lengthOf(nodes, {i, k}); length < best) best = length, next = nodes[k].group;
        if (next < 0) return total;
        isIn[static_cast<std::size_t>(next)] = 1, total += best;
    }
}

} // namespace

class SpanningTreeTest final : public QObject {
    Q_OBJECT
private slots:
    void oneGroupNeedsNothing() { QVERIFY(spanningTreeOfGroups({{pointAt(0, 0), 0}, {pointAt(5, 5), 0}}, 1).empty()); }
    void nothingNeedsNothing() { QVERIFY(spanningTreeOfGroups({}, 0).empty()); }
    void groupsWithoutNodesAreLeftOut() { QCOMPARE(spanningTreeOfGroups({{pointAt(0, 0), 0}, {pointAt(9, 0), 3}}, 4).size(), std::size_t{1}); }
    void itIsTheShortest() {
        DeterministicRandom random(11);
        for (int round = 0; round < 60; ++round) {
            const int groups = 2 + static_cast<int>(random.below(9));
            std::vector<TreeNode> nodes;
            for (int group = 0; group < groups; ++group)
                for (std::uint64_t i = 0; i <= random.below(3); ++i)
                    nodes.push_back({pointAt(static_cast<std::int64_t>(random.below(20)) * 1000, static_cast<std::int64_t>(random.below(20)) * 1000), group});
            const std::vector<TreeEdge> tree = spanningTreeOfGroups(nodes, groups);
            QCOMPARE(tree.size(), static_cast<std::size_t>(groups - 1));
            double total = 0;
            for (const TreeEdge& edge : tree) {
                QVERIFY(edge.a < edge.b);
                total += lengthOf(nodes, edge);
            }
            QVERIFY(std::abs(total - shortestByTrying(nodes, groups)) < 1.0);
        }
    }
};

QTEST_GUILESS_MAIN(SpanningTreeTest)
#include "spanningtreetest.moc"
