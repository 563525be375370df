// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>
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
    std::int32_t index{0}; // pads and drawings: into the board's table; copper: into the shapes
    RuleItem rule;
    NetId net{kNoNet};
    bool hasNet{true}; // false for text: it belongs to no net, not even to "no net"
    LayerSet layers;   // copper of its own; every layer of the board when a hole goes through
    Box box;
    bool isGone{false}; // taken out again
    [[nodiscard]] bool isTrack() const noexcept { return kind == ItemKind::Track || kind == ItemKind::Arc || kind == ItemKind::Via; }
};

using Shapes = std::span<const Shape>;

// All copper of a board and its state, indexed by layer. Numbers: tracks, arcs, vias, pads, copper drawings, then what was added later. An
// item keeps its number for good.
class CheckItems final {
public:
    CheckItems(const RuleResolver& rules, const Copper& copper, const std::vector<FillIndex>& fills);
    CheckItems(const CheckItems&) = delete;
    CheckItems& operator=(const CheckItems&) = delete;

    [[nodiscard]] const std::vector<CheckItem>& all() const noexcept { return m_items; }
    [[nodiscard]] const CheckItem& operator[](std::int32_t item) const { return m_items[static_cast<std::size_t>(item)]; }
    [[nodiscard]] std::int32_t count() const noexcept { return static_cast<std::int32_t>(m_items.size()); }
    [[nodiscard]] std::int32_t firstPad() const noexcept { return m_firstPad; }
    [[nodiscard]] std::int32_t firstGraphic() const noexcept { return m_firstGraphic; }

    // The order in which a board lists items: by kind, then by number.
    [[nodiscard]] bool comesBefore(std::int32_t a, std::int32_t b) const;

    // What is added has its rings on every layer until decideRings is asked.
    std::int32_t add(const Track& track);
    std::int32_t add(const TrackArc& arc);
    std::int32_t add(const Via& via);
    void remove(std::int32_t item);
    // Decides anew on which layers a via or pad keeps its ring; true when that changed.
    bool decideRings(std::int32_t item, const std::vector<FillIndex>& fills);
    [[nodiscard]] bool mayDropRings(std::int32_t item) const { return (*this)[item].kind == ItemKind::Via || (*this)[item].kind == ItemKind::Pad; }

    // Copper on the layer; where the ring is left out, the hole (the barrel is copper there). Empty when nothing is on the layer.
    [[nodiscard]] Shapes shapesOn(std::int32_t item, LayerId layer) const;
    // False where KiCad leaves the ring out: "remove unused layers" and nothing of the own net touches there.
    [[nodiscard]] bool isFlashed(std::int32_t item, LayerId layer) const;
    [[nodiscard]] const Shape* holeOf(std::int32_t item) const; // null without a hole
    // One shape for all its layers: a pair of such items needs one test, not one a layer.
    [[nodiscard]] bool isUniform(std::int32_t item) const;

    // Drilled round holes whose box comes within `area`, ascending.
    void holesNear(const Box& area, std::vector<std::int32_t>& found) const { m_drilled.query(area, found); }
    [[nodiscard]] bool isDrilled(std::int32_t item) const; // slots are milled, not drilled
    // Items whose box on the layer comes within `margin` of `area`, ascending.
    void near(const Box& area, LayerId layer, Nanometres margin, std::vector<std::int32_t>& found) const;

    [[nodiscard]] const std::string& uuidOf(std::int32_t item) const;
    [[nodiscard]] Point positionOf(std::int32_t item) const; // the anchor, as KiCad gives it
    [[nodiscard]] std::string describe(std::int32_t item) const;
    [[nodiscard]] ViolationItem asViolationItem(std::int32_t item) const { return {uuidOf(item), describe(item), positionOf(item), item}; }
    [[nodiscard]] FootprintId footprintOf(std::int32_t item) const;

    [[nodiscard]] const Board& board() const noexcept { return m_rules.board(); }

private:
    struct Piece { // shapes of a track, arc or via
        Shape shape;
        std::optional<Shape> hole;
        std::vector<std::pair<LayerId, Shape>> layerShapes{};
    };
    std::int32_t insert(CheckItem item);
    std::int32_t insertPiece(const RuleItem& rule, LayerSet layers, Piece piece);
    std::int32_t insertVia(const Via& via);
    [[nodiscard]] const Piece& pieceOf(const CheckItem& item) const { return m_pieces[static_cast<std::size_t>(item.index)]; }
    [[nodiscard]] bool mayDropRing(std::int32_t item, LayerId layer) const;
    [[nodiscard]] bool areJoined(std::int32_t a, std::int32_t b) const;
    [[nodiscard]] Shapes fullShapesOn(std::int32_t item, LayerId layer) const;

    const RuleResolver& m_rules;
    std::vector<CheckItem> m_items;
    std::int32_t m_firstPad{0}, m_firstGraphic{0};
    std::deque<Piece> m_pieces;
    std::deque<Track> m_addedTracks;
    std::deque<TrackArc> m_addedArcs;
    std::deque<Via> m_addedVias;
    std::vector<LayerSet> m_unflashed; // by item: layers without a ring
    std::vector<SpatialIndex> m_index; // by layer
    SpatialIndex m_drilled;
};

} // namespace viaduct
