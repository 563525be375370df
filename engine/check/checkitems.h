// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/check/violation.h"
#include "engine/geometry/shape.h"
#include "engine/geometry/spatialindex.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

class FillIndex;

// One thing with copper, or a hole through copper, made ready for tests.
struct CheckItem final {
    ItemKind kind{ItemKind::Track};
    std::int32_t index{0}; // into the table of its kind: copper.tracks, arcs, vias; board.pads, graphics
    RuleItem rule;
    NetId net{kNoNet};
    bool hasNet{true}; // false for text: it belongs to no net, not even to "no net"
    LayerSet layers;   // copper of its own; every layer of the board when a hole goes through
    Box box;
    [[nodiscard]] bool isTrack() const noexcept { return kind == ItemKind::Track || kind == ItemKind::Arc || kind == ItemKind::Via; }
};

using Shapes = std::span<const Shape>;

// All copper of a board and its state, indexed by layer. Items in the order tracks, arcs, vias, pads, copper drawings.
class CheckItems final {
public:
    CheckItems(const RuleResolver& rules, const Copper& copper, const std::vector<FillIndex>& fills);

    [[nodiscard]] const std::vector<CheckItem>& all() const noexcept { return m_items; }
    [[nodiscard]] const CheckItem& operator[](std::int32_t item) const { return m_items[static_cast<std::size_t>(item)]; }
    [[nodiscard]] std::int32_t count() const noexcept { return static_cast<std::int32_t>(m_items.size()); }
    [[nodiscard]] std::int32_t firstArc() const noexcept { return m_firstArc; }
    [[nodiscard]] std::int32_t firstVia() const noexcept { return m_firstVia; }
    [[nodiscard]] std::int32_t firstPad() const noexcept { return m_firstPad; }
    [[nodiscard]] std::int32_t firstGraphic() const noexcept { return m_firstGraphic; }

    // Copper on the layer; where the ring is left out, the hole (the barrel is copper there). Empty when nothing is on the layer.
    [[nodiscard]] Shapes shapesOn(std::int32_t item, LayerId layer) const;
    // False where KiCad leaves the ring out: "remove unused layers" and nothing of the own net touches there.
    [[nodiscard]] bool isFlashed(std::int32_t item, LayerId layer) const;
    [[nodiscard]] const Shape* holeOf(std::int32_t item) const; // null without a hole
    // One shape for all its layers: a pair of such items needs one test, not one a layer.
    [[nodiscard]] bool isUniform(std::int32_t item) const;

    // Items whose box on the layer comes within `margin` of `area`, ascending.
    void near(const Box& area, LayerId layer, Nanometres margin, std::vector<std::int32_t>& found) const;

    [[nodiscard]] const std::string& uuidOf(std::int32_t item) const;
    [[nodiscard]] Point positionOf(std::int32_t item) const; // the anchor, as KiCad gives it
    [[nodiscard]] std::string describe(std::int32_t item) const;
    [[nodiscard]] ViolationItem asViolationItem(std::int32_t item) const { return {uuidOf(item), describe(item), positionOf(item)}; }
    [[nodiscard]] FootprintId footprintOf(std::int32_t item) const;

    [[nodiscard]] const Board& board() const noexcept { return m_rules.board(); }
    [[nodiscard]] const Copper& copper() const noexcept { return m_copper; }

private:
    void add(CheckItem item);
    void findFlashed(const std::vector<FillIndex>& fills);
    [[nodiscard]] bool mayDropRing(std::int32_t item, LayerId layer) const;
    [[nodiscard]] bool areJoined(std::int32_t a, std::int32_t b) const;
    [[nodiscard]] Shapes fullShapesOn(std::int32_t item, LayerId layer) const;

    const RuleResolver& m_rules;
    const Copper& m_copper;
    std::vector<CheckItem> m_items;
    std::int32_t m_firstArc{0}, m_firstVia{0}, m_firstPad{0}, m_firstGraphic{0};
    std::vector<Shape> m_shapes; // of tracks, arcs and vias, by item
    std::vector<Shape> m_holes;  // of vias, by item - firstVia
    std::vector<std::vector<std::pair<LayerId, Shape>>> m_viaLayerShapes;
    std::vector<LayerSet> m_unflashed; // by item - firstVia, vias and pads; layers without a ring
    std::vector<SpatialIndex> m_index; // by layer
};

} // namespace viaduct
