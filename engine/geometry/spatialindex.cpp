// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/geometry/spatialindex.h"

#include <algorithm>

namespace viaduct {
namespace {

constexpr std::int64_t kEmptyKey = INT64_MIN;
constexpr std::int64_t kMostBinsPerBox = 4096;

std::int64_t floorDivide(std::int64_t a, std::int64_t b) noexcept {
    const std::int64_t q = a / b;
    return (a % b != 0 && a < 0) ? q - 1 : q;
}

// The bins a box covers, ends included.
struct BinRange final {
    std::int64_t x0, y0, x1, y1;
    BinRange(const Box& box, Nanometres bin) noexcept
        : x0(floorDivide(box.min.x.value(), bin.value())), y0(floorDivide(box.min.y.value(), bin.value())), x1(floorDivide(box.max.x.value(), bin.value())),
          y1(floorDivide(box.max.y.value(), bin.value())) {}
    [[nodiscard]] bool isLarge(std::int64_t limit) const noexcept { return x1 - x0 >= limit || y1 - y0 >= limit || (x1 - x0 + 1) * (y1 - y0 + 1) > limit; }
};

std::int64_t keyOf(std::int64_t x, std::int64_t y) noexcept {
    return static_cast<std::int64_t>((static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)) << 32U) | static_cast<std::uint32_t>(y));
}

} // namespace

std::size_t SpatialIndex::slotOf(std::int64_t key) const {
    const std::size_t mask = m_bins.size() - 1;
    auto hash = static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15ULL;
    std::size_t slot = static_cast<std::size_t>(hash >> 32U) & mask;
    while (m_bins[slot].key != key && m_bins[slot].key != kEmptyKey) slot = (slot + 1) & mask;
    return slot;
}

void SpatialIndex::insert(std::int32_t value, const Box& box) {
    if (box.isEmpty()) return;
    const BinRange range(box, m_bin);
    if (range.isLarge(kMostBinsPerBox)) {
        m_large.push_back({value, box});
        return;
    }
    for (std::int64_t y = range.y0; y <= range.y1; ++y)
        for (std::int64_t x = range.x0; x <= range.x1; ++x) {
            if ((m_used + 1) * 2 > m_bins.size()) {
                std::vector<Bin> old = std::move(m_bins);
                m_bins.assign(std::max<std::size_t>(64, old.size() * 2), Bin{kEmptyKey, {}});
                for (Bin& bin : old)
                    if (bin.key != kEmptyKey) m_bins[slotOf(bin.key)] = std::move(bin);
            }
            const std::int64_t key = keyOf(x, y);
            Bin& bin = m_bins[slotOf(key)];
            if (bin.key == kEmptyKey) {
                bin.key = key;
                ++m_used;
            }
            bin.entries.push_back({value, box});
        }
}

void SpatialIndex::remove(std::int32_t value, const Box& box) {
    if (box.isEmpty()) return;
    const auto takeOut = [&](std::vector<Entry>& entries) {
        const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.value == value && entry.box == box; });
        if (found == entries.end()) return;
        *found = entries.back();
        entries.pop_back();
    };
    const BinRange range(box, m_bin);
    if (range.isLarge(kMostBinsPerBox)) {
        takeOut(m_large);
        return;
    }
    if (m_bins.empty()) return;
    for (std::int64_t y = range.y0; y <= range.y1; ++y)
        for (std::int64_t x = range.x0; x <= range.x1; ++x) {
            Bin& bin = m_bins[slotOf(keyOf(x, y))];
            if (bin.key != kEmptyKey) takeOut(bin.entries);
        }
}

void SpatialIndex::query(const Box& area, std::vector<std::int32_t>& found) const {
    if (area.isEmpty()) return;
    const std::size_t first = found.size();
    for (const Entry& entry : m_large)
        if (entry.box.intersects(area)) found.push_back(entry.value);
    if (m_used > 0) {
        const BinRange range(area, m_bin);
        if (range.isLarge(static_cast<std::int64_t>(m_bins.size()))) {
            for (const Bin& bin : m_bins)
                for (const Entry& entry : bin.entries)
                    if (entry.box.intersects(area)) found.push_back(entry.value);
        } else {
            for (std::int64_t y = range.y0; y <= range.y1; ++y)
                for (std::int64_t x = range.x0; x <= range.x1; ++x)
                    for (const Entry& entry : m_bins[slotOf(keyOf(x, y))].entries)
                        if (entry.box.intersects(area)) found.push_back(entry.value);
        }
    }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end());
    found.erase(std::unique(found.begin() + static_cast<std::ptrdiff_t>(first), found.end()), found.end());
}

} // namespace viaduct
