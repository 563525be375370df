// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/board/copper.h"

namespace viaduct {

enum class PadKind : std::uint8_t { ThroughHole, Smd, EdgeConnector, NonPlatedHole };
// What a pad is for (KiCad's "fabrication property").
enum class PadProperty : std::uint8_t { None, Bga, FiducialGlobal, FiducialLocal, Testpoint, Heatsink, Castellated, Mechanical };
enum class ZoneConnection : std::uint8_t { Inherited, None, Thermal, Full, ThermalThroughHoleOnly };

struct Pad final {
    PadId id;
    FootprintId footprint;
    std::string number; // may be empty or repeated within a footprint
    NetId net{kNoNet};
    PadKind kind{PadKind::ThroughHole};
    Point position;  // the anchor on the board (KiCad's pad position, not shifted by the drill offset)
    LayerSet layers; // copper layers that carry copper of this pad; empty for a mechanical hole or a paste-only pad
    // Exact copper in board coordinates. Nearly always one list for all layers; padstacks list the layers that differ.
    ShapeList shapes;
    std::vector<std::pair<LayerId, ShapeList>> layerShapes;
    std::optional<Shape> hole; // disc or capsule (slot), board coordinates
    bool removeUnusedLayers{false}, keepEndLayers{true};
    bool isCastellated{false};              // cut by the board edge on purpose
    bool maskFront{false}, maskBack{false}; // has an opening in that solder mask
    std::optional<Nanometres> maskMargin;   // local; else footprint's, else board's
    std::optional<Nanometres> clearance;    // local override; 0 means none
    ZoneConnection zoneConnection{ZoneConnection::Inherited};
    std::optional<Nanometres> thermalGap, thermalSpokeWidth;
    std::optional<std::int64_t> thermalSpokeAngle; // millidegrees; the reader states KiCad's default by shape (45 degrees for circles) where the file has none
    Nanometres smallerSide; // the lesser of width and height as the file states them (of a custom pad: of its anchor); spokes are no wider
    Nanometres dieLength;   // from the pad to the die, inside the package: counts as length of a net
    PadProperty property{PadProperty::None};
    std::string shapeName;     // circle, rect, oval, trapezoid, roundrect, custom as in the file; chamfered: a roundrect with cut corners
    bool isHullInZones{false}; // a custom pad that zones keep away from by its convex hull
    std::int64_t rotation{0};  // millidegrees, board frame
    std::string uuid;
    [[nodiscard]] const ShapeList& shapesOn(LayerId layer) const noexcept {
        for (const auto& [on, list] : layerShapes)
            if (on == layer) return list;
        return shapes;
    }
    // Where KiCad lets tracks and zones join this pad: one without plating listed on several layers joins on the first of them only.
    [[nodiscard]] LayerSet connectionLayers() const noexcept {
        return kind == PadKind::ThroughHole || layers.isEmpty() ? layers : LayerSet::of(layers.first());
    }
    [[nodiscard]] bool isPlated() const noexcept { return hole.has_value() && kind != PadKind::NonPlatedHole; }
    [[nodiscard]] Box box() const; // over all layers and the hole
};

} // namespace viaduct
