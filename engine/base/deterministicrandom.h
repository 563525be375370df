// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <utility>

namespace viaduct {

// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). The same numbers on every platform.
class DeterministicRandom final {
public:
    constexpr explicit DeterministicRandom(std::uint64_t seed) noexcept : m_state(seed) {}
    constexpr std::uint64_t next() noexcept {
        std::uint64_t z = (m_state += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31U);
    }
    // Uniform in [0, bound), bound > 0.
    constexpr std::uint64_t below(std::uint64_t bound) noexcept { return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64U); }
    template <typename Container> void shuffle(Container& items) {
        for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    }

private:
    std::uint64_t m_state;
};

} // namespace viaduct
