// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace viaduct {

// Union-find. The representative of a set is its smallest member, whatever the order of joining.
class DisjointSets final {
public:
    explicit DisjointSets(std::size_t count) : m_parent(count) {
        for (std::size_t i = 0; i < count; ++i) m_parent[i] = static_cast<int>(i);
    }
    [[nodiscard]] int find(int member) noexcept {
        while (parent(member) != member) {
            parent(member) = parent(parent(member));
            member = parent(member);
        }
        return member;
    }
    // False when they were in one set already.
    bool join(int a, int b) noexcept {
        a = find(a);
        b = find(b);
        if (a == b) return false;
        if (a < b)
            parent(b) = a;
        else
            parent(a) = b;
        return true;
    }

private:
    int& parent(int member) noexcept { return m_parent[static_cast<std::size_t>(member)]; }
    std::vector<int> m_parent;
};

} // namespace viaduct
