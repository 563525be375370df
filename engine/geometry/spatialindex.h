// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/geometry/point.h"

namespace viaduct {

// A uniform grid of bins over boxes: insert, remove, and visit of what may intersect a box. Values are the caller's indices; each is
// visited once per query, in ascending order of value (so results never depend on insertion order).
class SpatialIndex final {
public:
    explicit SpatialIndex(Nanometres binSize = Nanometres(1000000)) : m_bin(binSize) {}
    void insert(std::int32_t value, const Box& box);
    void remove(std::int32_t value, const Box& box); // the same box as inserted
    // Values whose box intersects `area`; appended to `found` sorted and unique.
    void query(const Box& area, std::vector<std::int32_t>& found) const;

private:
    struct Entry {
        std::int32_t value;
        Box box;
    };
    struct Bin {
        std::int64_t key;
        std::vector<Entry> entries;
    };
    [[nodiscard]] std::size_t slotOf(std::int64_t key) const;
    Nanometres m_bin;
    std::vector<Bin> m_bins; // open addressing by key, deterministic
    std::size_t m_used{0};
    std::vector<Entry> m_large; // boxes that would cover very many bins
};

} // namespace viaduct
