// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/itemtext.h"

#include <cmath>

#include "engine/geometry/circulararc.h"

namespace viaduct {

namespace {

// Straight distance, rounded to the nanometre.
Nanometres distanceBetween(Point a, Point b) {
    const auto dx = static_cast<double>((b.x - a.x).value()), dy = static_cast<double>((b.y - a.y).value());
    return Nanometres(std::llround(std::hypot(dx, dy)));
}

Nanometres lengthOf(const TrackArc& arc) {
    Nanometres length;
    const std::vector<Point> points = arcToPolyline(arc.start, arc.mid, arc.end, Nanometres(50));
    for (std::size_t i = 1; i < points.size(); ++i) length += distanceBetween(points[i - 1], points[i]);
    return length;
}

std::string layersText(const Board& board, LayerSet layers) {
    if (layers == board.layers.all()) return "all copper layers";
    if (layers.isEmpty()) return "no layers";
    return layerText(board, layers.first()) + (layers.count() > 1 ? " and others" : "");
}

std::string referenceOf(const Board& board, FootprintId footprint) {
    return footprint.isNone() ? std::string() : " of " + board.footprint(footprint).reference;
}

const char* techName(TechLayer layer) {
    switch (layer) {
    case TechLayer::FrontSilk: return "F.Silkscreen";
    case TechLayer::BackSilk: return "B.Silkscreen";
    case TechLayer::FrontMask: return "F.Mask";
    case TechLayer::BackMask: return "B.Mask";
    case TechLayer::FrontPaste: return "F.Paste";
    case TechLayer::BackPaste: return "B.Paste";
    case TechLayer::FrontFab: return "F.Fab";
    case TechLayer::BackFab: return "B.Fab";
    case TechLayer::FrontCourtyard: return "F.Courtyard";
    case TechLayer::BackCourtyard: return "B.Courtyard";
    case TechLayer::EdgeCuts: return "Edge.Cuts";
    case TechLayer::Margin: return "Margin";
    case TechLayer::Comments: return "User.Comments";
    case TechLayer::Drawings: return "User.Drawings";
    case TechLayer::Other: return "a user layer";
    }
    return "";
}

} // namespace

std::string netText(const Board& board, NetId net) { return "[" + (board.net(net).name.empty() ? std::string("<no net>") : board.net(net).name) + "]"; }

std::string layerText(const Board& board, LayerId layer) {
    if (layer.isNone()) return "no layer";
    const CopperLayer& copper = board.layers[layer];
    return copper.userName.empty() ? copper.name : copper.userName;
}

std::string lengthText(Nanometres length) {
    const std::int64_t value = length.value(), magnitude = value < 0 ? -value : value;
    const std::int64_t tenths = (magnitude + 50) / 100; // of a micrometre
    const std::string fraction = std::to_string(tenths % 10000);
    std::string text(value < 0 && tenths != 0 ? 1 : 0, '-');
    text += std::to_string(tenths / 10000);
    text += '.';
    text.append(4 - fraction.size(), '0');
    text += fraction;
    text += " mm";
    return text;
}

std::string textOf(const Board& board, const Track& track) {
    return "Track " + netText(board, track.net) + " on " + layerText(board, track.layer) + ", length " + lengthText(distanceBetween(track.start, track.end));
}

std::string textOf(const Board& board, const TrackArc& arc) {
    return "Track (arc) " + netText(board, arc.net) + " on " + layerText(board, arc.layer) + ", length " + lengthText(lengthOf(arc));
}

std::string textOf(const Board& board, const Via& via) {
    const char* kind = via.kind == ViaKind::Micro ? "Micro Via " : via.kind == ViaKind::Through ? "Via " : "Blind/Buried Via ";
    return kind + netText(board, via.net) + " on " + layerText(board, via.from) + " - " + layerText(board, via.to);
}

std::string textOf(const Board& board, const Pad& pad) {
    const std::string reference = referenceOf(board, pad.footprint);
    if (pad.kind == PadKind::NonPlatedHole) return "NPTH pad" + reference;
    const std::string number = pad.number.empty() ? std::string() : pad.number + " ";
    if (pad.kind == PadKind::ThroughHole) return "PTH pad " + number + netText(board, pad.net) + reference;
    return "Pad " + number + netText(board, pad.net) + reference + " on " + layersText(board, pad.layers);
}

std::string textOf(const Board& board, const Zone& zone) {
    std::vector<LayerId> layers;
    for (std::size_t i = 0; i < board.layers.count(); ++i)
        if (zone.layers.contains(LayerId(static_cast<std::int32_t>(i)))) layers.emplace_back(static_cast<std::int32_t>(i));
    std::string on = layers.empty() ? std::string() : "on " + layerText(board, layers.front());
    if (layers.size() == 2) on += " and " + layerText(board, layers[1]);
    if (layers.size() == 3) on += ", " + layerText(board, layers[1]) + " and " + layerText(board, layers[2]);
    if (layers.size() > 3) on += ", " + layerText(board, layers[1]) + " and " + std::to_string(layers.size() - 2) + " more";
    const std::string name = zone.name.empty() ? std::string() : "'" + zone.name + "' ";
    if (zone.isRuleArea()) return "Rule Area " + name + on;
    if (zone.isTeardrop) return "Teardrop " + netText(board, zone.net) + " " + on;
    return "Zone " + name + netText(board, zone.net) + " " + on + ", priority " + std::to_string(zone.priority);
}

std::string textOf(const Board& board, const Graphic& graphic) {
    const LayerId layer = graphic.copperLayer();
    const std::string on = " on " + (layer.isNone() ? std::string(techName(std::get<TechLayer>(graphic.layer))) : layerText(board, layer));
    if (graphic.kind == Graphic::Kind::Text) return "Text '" + graphic.text + "'" + referenceOf(board, graphic.footprint) + on;
    const char* name = "Drawing";
    if (!graphic.shapes.empty()) {
        const Shape::Kind kind = graphic.shapes.front().kind();
        if (graphic.shapes.size() == 1)
            name = kind == Shape::Kind::Arc ? "Arc" : kind == Shape::Kind::Polygon ? "Polygon" : kind == Shape::Kind::Disc ? "Circle" : "Segment";
        else if (graphic.shapes.size() == 4 && kind == Shape::Kind::Capsule)
            name = "Rectangle";
        else if (graphic.shapes.size() == 2 && kind == Shape::Kind::Arc)
            name = "Circle";
        else
            name = "Polygon";
    }
    return name + (layer.isNone() ? std::string() : " " + netText(board, graphic.net)) + referenceOf(board, graphic.footprint) + on;
}

Point anchorOf(const Graphic& graphic) {
    if (graphic.shapes.empty()) return {};
    const Shape& first = graphic.shapes.front();
    return first.kind() == Shape::Kind::Polygon ? first.polygon().outer.front() : first.start();
}

Point anchorOf(const Zone& zone) { return zone.outline.empty() || zone.outline.front().outer.empty() ? Point{} : zone.outline.front().outer.front(); }

ViolationItem itemAt(const Board& board, const Copper& copper, const ConnectionEnd& end, NetId net) {
    if (!end.pad.isNone()) return {board.pad(end.pad).uuid, textOf(board, board.pad(end.pad)), board.pad(end.pad).position};
    if (!end.zone.isNone()) return {board.zone(end.zone).uuid, textOf(board, board.zone(end.zone)), anchorOf(board.zone(end.zone))};
    for (const Via& via : copper.vias)
        if (via.net == net && via.position == end.place) return {via.uuid, textOf(board, via), via.position};
    for (const Track& track : copper.tracks)
        if (track.net == net && end.layers.contains(track.layer) && (track.start == end.place || track.end == end.place))
            return {track.uuid, textOf(board, track), track.start};
    for (const TrackArc& arc : copper.arcs)
        if (arc.net == net && end.layers.contains(arc.layer) && (arc.start == end.place || arc.end == end.place))
            return {arc.uuid, textOf(board, arc), arc.start};
    return {"", "Copper " + netText(board, net), end.place};
}

} // namespace viaduct
