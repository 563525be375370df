// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "engine/board/board.h"

namespace viaduct {

// Layers of one technical kind as bits, index by TechLayer.
class TechSet final {
public:
    void insert(TechLayer layer) noexcept { m_bits |= 1U << static_cast<unsigned>(layer); }
    [[nodiscard]] bool contains(TechLayer layer) const noexcept { return ((m_bits >> static_cast<unsigned>(layer)) & 1U) != 0; }

private:
    std::uint32_t m_bits{0};
};

// The names a board file may use for its layers. Copper is found as KiCad finds it: the first lines of the (layers ...) table whose type is
// signal, power, mixed or jumper; the first is the front, the last the back, whatever their numbers or names are.
class LayerTable final {
public:
    struct Row final {
        std::string name, type, userName;
    };
    using Layer = std::variant<LayerId, TechLayer>;

    LayerTable(); // two copper layers, for a file without a table
    explicit LayerTable(const std::vector<Row>& rows);

    [[nodiscard]] const LayerStack& stack() const noexcept { return m_stack; }
    // absent: no layer of this board (an inner layer it does not have, or no layer name at all).
    [[nodiscard]] std::optional<Layer> find(std::string_view name) const;
    [[nodiscard]] LayerId copper(std::string_view name) const; // none() when it is no copper layer of this board

    // A copper layer that KiCad knows and this board has not enabled ("In5.Cu" on two layers).
    [[nodiscard]] bool isDisabledCopper(std::string_view name) const;

    struct Set final {
        LayerSet copper;
        TechSet tech;
    };
    // One word of a (layers ...) clause: a name or a pattern such as *.Cu, F&B.Cu, *.Mask. False when it names nothing known.
    bool addTo(Set& set, std::string_view word) const;

private:
    LayerStack m_stack;
    std::map<std::string, Layer, std::less<>> m_byName;
};

} // namespace viaduct
