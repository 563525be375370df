// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/board/designsettings.h"
#include "engine/board/zone.h"

namespace viaduct {

struct Net final {
    NetId id;
    std::string name; // unescaped, overbars as ~{X} also from older files (as KiCad shows it); invalid UTF-8 kept
    int code{0};      // the file's number; the id in KiCad 10 files, which have none; -1 where an older file declares none
};

struct Footprint final {
    FootprintId id;
    std::string reference, value, library;
    Point position;
    std::int64_t rotation{0}; // millidegrees
    bool isBack{false}, locked{false};
    std::vector<PadId> pads;
    std::optional<Nanometres> clearance, maskMargin; // local overrides
    ZoneConnection zoneConnection{ZoneConnection::Inherited};
    std::vector<std::vector<std::string>> netTieGroups; // pad numbers that may touch
    bool allowsMaskBridges{false};                      // its mask openings may join nets
    std::vector<PolygonWithHoles> frontCourtyard, backCourtyard;
    std::string uuid;
    std::string sheetPath;                                   // "/uuid/uuid" of its symbol; empty without a schematic
    std::string sheetName;                                   // of its sheet, "/Power/"
    std::vector<std::pair<std::string, std::string>> fields; // name and text, in the file's order; Reference and Value too
    std::vector<std::string> componentClasses;
};

// Items that the designer put together.
struct Group final {
    std::string name, uuid;
    std::vector<std::string> members; // uuids of items, footprints and other groups
};

// What the file states and KiCad's DRC reports whatever the copper: a padstack that makes no sense, an item on a layer that is not enabled.
struct FileFault final {
    std::string type; // kicad-cli's type name
    std::string text; // what KiCad writes behind the type's own words
    PadId pad;        // set for a pad; else uuid, description and place say what it is
    std::string uuid, description;
    Point place;
};

// How a text is set, for views; what it covers is in Graphic::shapes.
struct TextStyle final {
    Point position;           // on the board
    std::int64_t rotation{0}; // millidegrees, counter-clockwise, kept upright already
    Nanometres width, height, thickness;
    int horizontal{0}, vertical{0}; // -1 left / top, 0 centred, 1 right / bottom of the text at the position
    bool isMirrored{false}, isItalic{false}, isBold{false};
};

// A drawing. On copper it is an obstacle (net kNoNet unless the file gives one); on a mask layer an opening; on Edge.Cuts the outline.
struct Graphic final {
    enum class Kind : std::uint8_t { Line, Text };
    Kind kind{Kind::Line};
    std::variant<LayerId, TechLayer> layer{TechLayer::Other};
    ShapeList shapes; // strokes as capsules and arcs of half the stroke width, filled shapes as polygons
    Nanometres strokeWidth;
    bool isFilled{false};
    NetId net{kNoNet};
    FootprintId footprint;              // none() for a drawing of the board
    std::string text;                   // Kind::Text, variables of the footprint resolved
    std::optional<TextStyle> textStyle; // Kind::Text
    std::string uuid;
    [[nodiscard]] bool isOn(TechLayer tech) const noexcept { return std::holds_alternative<TechLayer>(layer) && std::get<TechLayer>(layer) == tech; }
    [[nodiscard]] LayerId copperLayer() const noexcept { return std::holds_alternative<LayerId>(layer) ? std::get<LayerId>(layer) : LayerId::none(); }
};

// The immutable input board. Everything is in board coordinates, integer nanometres.
struct Board final {
    std::string name; // file name without folder and extension
    int formatVersion{0};
    LayerStack layers;
    Nanometres thickness{1600000};
    std::vector<Net> nets; // nets[0] is "no net"
    std::vector<Footprint> footprints;
    std::vector<Pad> pads;
    std::vector<Zone> zones; // copper zones, rule areas, teardrops
    std::vector<Graphic> graphics;
    Copper copper; // the board's own tracks, arcs and vias
    // Board-wide settings of (setup ...).
    Nanometres padToMaskClearance, solderMaskMinWidth;
    bool allowMaskBridgesInFootprints{false};
    bool tentViasFront{true}, tentViasBack{true};
    // From each copper layer down to the next, by the stackup; empty where the file has none. One entry fewer than copper layers.
    std::vector<Nanometres> dielectricHeights;
    std::vector<Nanometres> copperThicknesses; // by copper layer; empty likewise
    std::vector<Group> groups;
    std::vector<FileFault> faults;
    StatedRules statedRules; // rules written in the board file itself (KiCad 4/5, and any later file that has them)
    // What was read with a warning or kept without understanding it, each with line and column.
    std::vector<std::string> warnings;

    [[nodiscard]] const Pad& pad(PadId id) const { return pads.at(id.index()); }
    [[nodiscard]] const Net& net(NetId id) const { return nets.at(id.index()); }
    [[nodiscard]] const Footprint& footprint(FootprintId id) const { return footprints.at(id.index()); }
    [[nodiscard]] const Zone& zone(ZoneId id) const { return zones.at(id.index()); }
    [[nodiscard]] NetId findNet(std::string_view netName) const noexcept;        // none() when there is none
    [[nodiscard]] std::vector<PadId> findPads(std::string_view refDotPin) const; // "U1.3"; several when ambiguous
    [[nodiscard]] std::string padName(PadId id) const;                           // "U1.3"
    [[nodiscard]] Box box() const;                                               // outline, else everything
};

} // namespace viaduct
