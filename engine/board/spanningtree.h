// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/geometry/point.h"

namespace viaduct {

// A place that belongs to a group (a cluster of joined copper).
struct TreeNode final {
    Point place;
    int group{0}; // 0 ... groups - 1
};

struct TreeEdge final {
    std::size_t a{0}, b{0}; // node indices, a < b
};

// The shortest set of node pairs that joins all groups; nodes of one group are joined already. Groups without nodes are left out.
// Ties go to the lower indices, so the result is one and the same for equal input.
[[nodiscard]] std::vector<TreeEdge> spanningTreeOfGroups(const std::vector<TreeNode>& nodes, int groups);

} // namespace viaduct
