// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/geometry/polygonops.h"
#include "engine/kicad/boardreading.h"
#include "engine/kicad/drawingshapes.h"

namespace viaduct {

namespace {

KeepOut readKeepOut(const SNode& list) {
    KeepOut keepOut;
    for (const SNode part : list.arguments()) {
        const bool isForbidden = part.at(1).word() == "not_allowed";
        const std::string_view head = part.head();
        if (head == "tracks")
            keepOut.tracks = isForbidden;
        else if (head == "vias")
            keepOut.vias = isForbidden;
        else if (head == "pads")
            keepOut.pads = isForbidden;
        else if (head == "copperpour")
            keepOut.copperPour = isForbidden;
        else if (head == "footprints")
            keepOut.footprints = isForbidden;
    }
    return keepOut;
}

void readConnectPads(BoardReading& reading, const SNode& list, Zone& zone) {
    for (const SNode part : list.arguments()) {
        if (part.isList()) {
            if (part.is("clearance"))
                zone.clearance = reading.lengthIn(part);
            else
                reading.unread(part, "connect_pads");
            continue;
        }
        const std::string_view word = part.word();
        if (word == "yes" || word == "full")
            zone.padConnection = ZoneConnection::Full;
        else if (word == "no")
            zone.padConnection = ZoneConnection::None;
        else if (word == "thru_hole_only")
            zone.padConnection = ZoneConnection::ThermalThroughHoleOnly;
    }
}

SquareNanometres squareNanometres(double squareMillimetres) {
    if (!(std::abs(squareMillimetres) < 1e9)) return 0;
    return static_cast<SquareNanometres>(std::llround(squareMillimetres * 1e6)) * 1'000'000;
}

void readFillSettings(BoardReading& reading, const SNode& list, Zone& zone) {
    for (const SNode part : list.arguments()) {
        if (part.isLeaf()) {
            if (part.word() == "yes") zone.isFilled = true;
            continue;
        }
        const std::string_view head = part.head();
        if (head == "mode") {
            const std::string_view mode = part.at(1).word();
            zone.isHatched = mode == "hatch" || mode == "hatched";
        } else if (head == "thermal_gap")
            zone.thermalGap = reading.lengthIn(part);
        else if (head == "thermal_bridge_width")
            zone.thermalSpokeWidth = reading.lengthIn(part);
        else if (head == "smoothing")
            zone.cornerSmoothing = part.at(1).word() == "chamfer" ? 1 : part.at(1).word() == "fillet" ? 2 : 0;
        else if (head == "radius")
            zone.cornerRadius = reading.lengthIn(part);
        else if (head == "island_removal_mode") {
            const std::int64_t mode = reading.integerIn(part);
            zone.islandRemoval = mode == 1 ? IslandRemoval::Never : mode == 2 ? IslandRemoval::BelowArea : IslandRemoval::Always;
        } else if (head == "island_area_min")
            zone.minIslandArea = squareNanometres(reading.numberIn(part));
        else if (head == "hatch_thickness")
            zone.hatchThickness = reading.lengthIn(part);
        else if (head == "hatch_gap")
            zone.hatchGap = reading.lengthIn(part);
        else if (head == "hatch_orientation")
            zone.hatchOrientation = std::llround(reading.numberIn(part) * 1000.0);
        else if (head != "arc_segments" && head != "hatch_smoothing_level" && head != "hatch_smoothing_value" && head != "hatch_border_algorithm" &&
                 head != "hatch_min_hole_area")
            reading.unread(part, "fill");
    }
}

// KiCad 4 and 5 write one list of points for the zone's only layer.
void readFilledPolygon(BoardReading& reading, const SNode& list, Zone& zone) {
    LayerId layer = zone.layers.first();
    if (const SNode named = list.find("layer")) layer = reading.layers.copper(named.at(1).word()); // none for an area on silk or mask
    zone.fillSources.push_back(reading.sourceOf(list));
    if (layer.isNone()) return;
    Ring ring = readRing(reading, list.find("pts"), Frame());
    if (ring.size() < 3) return;
    if (zone.storedFills.empty() || zone.storedFills.back().layer != layer) {
        const auto known = std::find_if(zone.storedFills.begin(), zone.storedFills.end(), [&](const ZoneFill& fill) { return fill.layer == layer; });
        if (known == zone.storedFills.end())
            zone.storedFills.push_back({zone.id, layer, {}});
        else
            std::rotate(known, known + 1, zone.storedFills.end()); // the layer in work is the last one
    }
    zone.storedFills.back().islands.push_back({std::move(ring), {}});
}

// Until KiCad 6 a fill was stored without the pen that draws round it: half the zone's minimum width on each side.
constexpr int kFillsWithoutPen = 20220211;
constexpr Nanometres kPenError{2000};

void drawWithPen(Zone& zone) {
    for (ZoneFill& fill : zone.storedFills) {
        Region outlines;
        for (const PolygonWithHoles& island : fill.islands) outlines.append(regionOf(island));
        fill.islands = polygonsOf(offset(outlines, zone.minThickness / 2, kPenError));
    }
}

} // namespace

void readZone(BoardReading& reading, const SNode& list, FootprintId footprint) {
    Zone zone;
    zone.id = ZoneId(static_cast<std::int32_t>(reading.board.zones.size()));
    zone.footprint = footprint;
    zone.source = reading.sourceOf(list);
    zone.isFilled = false;
    bool isOnCopper = false, hasPennedFills = reading.board.formatVersion < kFillsWithoutPen;
    std::string netName;
    for (const SNode part : list.arguments()) {
        if (part.isLeaf()) {
            if (part.word() == "locked") zone.locked = true;
            continue;
        }
        const std::string_view head = part.head();
        if (head == "net")
            zone.net = reading.netIn(part);
        else if (head == "net_name")
            netName = reading.label(part.at(1));
        else if (head == "layer" || head == "layers") {
            const LayerTable::Set set = reading.layersIn(part);
            zone.layers = set.copper;
            isOnCopper = !set.copper.isEmpty();
        } else if (head == "uuid" || head == "tstamp")
            zone.uuid = part.at(1).text();
        else if (head == "name")
            zone.name = part.at(1).text();
        else if (head == "priority")
            zone.priority = static_cast<int>(std::clamp<std::int64_t>(reading.integerIn(part), 0, INT32_MAX));
        else if (head == "locked")
            zone.locked = BoardReading::flagIn(part);
        else if (head == "attr")
            zone.isTeardrop = zone.isTeardrop || static_cast<bool>(part.find("teardrop"));
        else if (head == "connect_pads")
            readConnectPads(reading, part, zone);
        else if (head == "min_thickness")
            zone.minThickness = reading.lengthIn(part);
        else if (head == "keepout")
            zone.keepOut = readKeepOut(part);
        else if (head == "filled_areas_thickness")
            hasPennedFills = hasPennedFills && BoardReading::flagIn(part);
        else if (head == "fill")
            readFillSettings(reading, part, zone);
        else if (head == "polygon") {
            Ring ring = readRing(reading, part.find("pts"), Frame());
            if (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
            if (ring.size() < 3) continue;
            if (zone.outline.empty())
                zone.outline.push_back({std::move(ring), {}});
            else
                zone.outline.front().holes.push_back(std::move(ring)); // every further polygon is a hole of the first
        } else if (head == "filled_polygon")
            readFilledPolygon(reading, part, zone);
        else if (head != "hatch" && head != "fill_segments" && head != "placement" && head != "property")
            reading.unread(part, "zone");
    }
    // Where number and name differ KiCad believes the name.
    if (!netName.empty() && (zone.net == kNoNet || reading.board.net(zone.net).name != netName)) zone.net = reading.netNamed(netName, true);
    if (zone.keepOut) zone.net = kNoNet;
    std::stable_sort(zone.storedFills.begin(), zone.storedFills.end(), [](const ZoneFill& a, const ZoneFill& b) { return a.layer < b.layer; });
    if (reading.options.strip && zone.isTeardrop && isStripped(reading.options, zone.locked)) return;
    if (reading.options.strip) zone.storedFills.clear(), zone.fillSources.clear();
    if (hasPennedFills && zone.minThickness.value() > 1) drawWithPen(zone);
    if (!isOnCopper && !zone.keepOut) return; // a filled area on silk or mask is no copper
    reading.board.zones.push_back(std::move(zone));
}

} // namespace viaduct
