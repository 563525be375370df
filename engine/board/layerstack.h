// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/board/ids.h"
#include "engine/geometry/nanometres.h"

namespace viaduct {

// Copper layers as a bit set (KiCad: at most 32).
class LayerSet final {
public:
    constexpr LayerSet() noexcept = default;
    constexpr explicit LayerSet(std::uint64_t bits) noexcept : m_bits(bits) {}
    [[nodiscard]] static constexpr LayerSet of(LayerId layer) noexcept { return LayerSet(std::uint64_t{1} << layer.index()); }
    [[nodiscard]] static constexpr LayerSet all(std::size_t count) noexcept {
        return LayerSet(count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
    }
    [[nodiscard]] static constexpr LayerSet range(LayerId from, LayerId to) noexcept { // both included
        return LayerSet(all(to.index() + 1).m_bits & ~all(from.index()).m_bits);
    }
    [[nodiscard]] constexpr bool contains(LayerId layer) const noexcept { return !layer.isNone() && ((m_bits >> layer.index()) & 1U) != 0; }
    [[nodiscard]] constexpr bool isEmpty() const noexcept { return m_bits == 0; }
    [[nodiscard]] constexpr int count() const noexcept { return std::popcount(m_bits); }
    [[nodiscard]] constexpr LayerId first() const noexcept { return m_bits == 0 ? LayerId() : LayerId(std::countr_zero(m_bits)); }
    [[nodiscard]] constexpr LayerId last() const noexcept { return m_bits == 0 ? LayerId() : LayerId(63 - std::countl_zero(m_bits)); }
    [[nodiscard]] constexpr std::uint64_t bits() const noexcept { return m_bits; }
    constexpr void insert(LayerId layer) noexcept { m_bits |= of(layer).m_bits; }
    constexpr void remove(LayerId layer) noexcept { m_bits &= ~of(layer).m_bits; }
    friend constexpr LayerSet operator&(LayerSet a, LayerSet b) noexcept { return LayerSet(a.m_bits & b.m_bits); }
    friend constexpr LayerSet operator|(LayerSet a, LayerSet b) noexcept { return LayerSet(a.m_bits | b.m_bits); }
    constexpr bool operator==(const LayerSet&) const noexcept = default;

private:
    std::uint64_t m_bits{0};
};

// Layers without copper that matter to rules or to the eye. `Other` is any user layer.
enum class TechLayer : std::uint8_t {
    FrontSilk,
    BackSilk,
    FrontMask,
    BackMask,
    FrontPaste,
    BackPaste,
    FrontFab,
    BackFab,
    FrontCourtyard,
    BackCourtyard,
    EdgeCuts,
    Margin,
    Comments,
    Drawings,
    Other
};

struct CopperLayer final {
    std::string name;     // the name the file's items use ("F.Cu", or free names in KiCad 4/5 files)
    std::string userName; // shown to people; empty when the same
};

// The board's copper layers in stack order.
class LayerStack final {
public:
    LayerStack() = default;
    explicit LayerStack(std::vector<CopperLayer> layers) : m_layers(std::move(layers)) {}
    [[nodiscard]] std::size_t count() const noexcept { return m_layers.size(); }
    [[nodiscard]] LayerId front() const noexcept { return LayerId(0); }
    [[nodiscard]] LayerId back() const noexcept { return LayerId(static_cast<std::int32_t>(m_layers.size()) - 1); }
    [[nodiscard]] LayerSet all() const noexcept { return LayerSet::all(m_layers.size()); }
    [[nodiscard]] const CopperLayer& operator[](LayerId layer) const { return m_layers.at(layer.index()); }
    // By file name or user name; none() when there is no such copper layer.
    [[nodiscard]] LayerId find(std::string_view name) const noexcept {
        for (std::size_t i = 0; i < m_layers.size(); ++i)
            if (m_layers[i].name == name || (!m_layers[i].userName.empty() && m_layers[i].userName == name)) return LayerId(static_cast<std::int32_t>(i));
        return LayerId::none();
    }

private:
    std::vector<CopperLayer> m_layers;
};

} // namespace viaduct
