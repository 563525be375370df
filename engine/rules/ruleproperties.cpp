// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "engine/rules/rulevalue.h"

namespace viaduct {

namespace {

using Property = RuleProperty;

Value text(std::string_view words) { return Value::of(words); }
Value length(Nanometres value) { return Value::of(static_cast<double>(value.value())); }
Value stated(const std::optional<Nanometres>& value) { return value ? length(*value) : Value::of(Value::Type::Null); }
Value coordinate(Point point, bool isX) { return length(isX ? point.x : point.y); }
Value layerValue(LayerSet layers) {
    Value value = Value::of(Value::Type::Layer);
    value.layers = layers;
    return value;
}

std::string_view typeOf(const RuleItem& item) {
    switch (item.kind) {
    case ItemKind::Pad: return "Pad";
    case ItemKind::Track:
    case ItemKind::Arc: return "Track";
    case ItemKind::Via: return "Via";
    case ItemKind::Zone: return "Zone";
    case ItemKind::Text: return "Text";
    case ItemKind::Graphic: return "Graphic";
    case ItemKind::Hole: return item.pad != nullptr ? "Pad" : "Via";
    }
    return "";
}

std::string_view padTypeOf(const Pad& pad) {
    switch (pad.kind) {
    case PadKind::ThroughHole: return "Through-hole";
    case PadKind::Smd: return "SMD";
    case PadKind::EdgeConnector: return "Edge connector";
    case PadKind::NonPlatedHole: return "NPTH, mechanical";
    }
    return "";
}

Value padShapeOf(const Pad& pad) {
    if (pad.shapeName.empty()) return Value::unknown(); // a pad that is in no file
    return pad.shapeName == "circle"      ? text("Circle")
           : pad.shapeName == "rect"      ? text("Rectangle")
           : pad.shapeName == "oval"      ? text("Oval")
           : pad.shapeName == "trapezoid" ? text("Trapezoid")
           : pad.shapeName == "roundrect" ? text("Rounded rectangle")
           : pad.shapeName == "chamfered" ? text("Chamfered rectangle")
                                          : text("Custom");
}

std::string_view padPropertyOf(PadProperty property) {
    switch (property) {
    case PadProperty::None: return "None";
    case PadProperty::Bga: return "BGA pad";
    case PadProperty::FiducialGlobal: return "Fiducial, global to board";
    case PadProperty::FiducialLocal: return "Fiducial, local to footprint";
    case PadProperty::Testpoint: return "Test point pad";
    case PadProperty::Heatsink: return "Heatsink pad";
    case PadProperty::Castellated: return "Castellated pad";
    case PadProperty::Mechanical: return "Mechanical pad";
    }
    return "";
}

std::string_view connectionOf(ZoneConnection connection) {
    switch (connection) {
    case ZoneConnection::Inherited: return "Inherited";
    case ZoneConnection::None: return "None";
    case ZoneConnection::Thermal: return "Thermal reliefs";
    case ZoneConnection::Full: return "Solid";
    case ZoneConnection::ThermalThroughHoleOnly: return "Thermal reliefs for PTH";
    }
    return "";
}

// Of a slot the whole length and width, along the pad's own axes.
Value holeSizeOf(const Pad& pad, bool isX) {
    if (!pad.hole) return Value::of(0.0);
    const Nanometres radius = pad.hole->radius();
    if (pad.hole->kind() != Shape::Kind::Capsule) return length(radius * 2);
    const Box box = pad.hole->box();
    const bool isTurned = pad.rotation % 180000 != 0;
    if (pad.rotation % 90000 != 0) return Value::unknown();
    return length(isX != isTurned ? box.width() : box.height());
}

Value ofPad(Property property, const Pad& pad, const Board& board) {
    switch (property) {
    case Property::PadType: return text(padTypeOf(pad));
    case Property::PadShape: return padShapeOf(pad);
    case Property::PadNumber: return text(pad.number);
    case Property::HoleSizeX:
    case Property::HoleSizeY: return holeSizeOf(pad, property == Property::HoleSizeX);
    case Property::HoleShape: return text(pad.hole && pad.hole->kind() == Shape::Kind::Capsule ? "Oblong" : "Round");
    case Property::PositionX:
    case Property::PositionY: return coordinate(pad.position, property == Property::PositionX);
    case Property::Orientation: return Value::of(static_cast<double>(((pad.rotation % 360000) + 360000) % 360000) / 1000.0);
    case Property::FabricationProperty: return text(padPropertyOf(pad.property));
    case Property::MaskMargin: return stated(pad.maskMargin);
    case Property::OwnClearance: return stated(pad.clearance);
    case Property::PadToDieLength: return length(pad.dieLength);
    case Property::PadZoneConnection: return text(connectionOf(pad.zoneConnection));
    case Property::ThermalGap: return stated(pad.thermalGap);
    case Property::SpokeWidth: return stated(pad.thermalSpokeWidth);
    case Property::Parent: return pad.footprint.isNone() ? Value::unknown() : text(board.footprint(pad.footprint).reference);
    case Property::Locked: return Value::unknown();
    default: return Value::undefined();
    }
}

Value ofZone(Property property, const Zone& zone) {
    switch (property) {
    case Property::Name: return text(zone.name);
    // KiCad reads these with the wrong type and then gives up the condition (measured with 9.0.8).
    case Property::Priority:
    case Property::ThermalGap:
    case Property::SpokeWidth: return Value::of(Value::Type::Failed);
    case Property::ZoneClearance: return length(zone.clearance);
    case Property::MinimumWidth: return length(zone.minThickness);
    case Property::ZonePadConnections: return text(connectionOf(zone.padConnection));
    case Property::FillMode: return text(zone.isHatched ? "Hatch pattern" : "Solid fill");
    case Property::IslandRemoval:
        return text(zone.islandRemoval == IslandRemoval::Always ? "Always" : zone.islandRemoval == IslandRemoval::Never ? "Never" : "Below area limit");
    case Property::Layer: return layerValue(zone.layers.count() == 1 ? zone.layers : LayerSet());
    case Property::Locked: return Value::of(zone.locked ? 1.0 : 0.0);
    case Property::PositionX:
    case Property::PositionY:
        return zone.outline.empty() || zone.outline.front().outer.empty() ? Value::unknown()
                                                                          : coordinate(zone.outline.front().outer.front(), property == Property::PositionX);
    case Property::Parent: return Value::unknown();
    default: return Value::undefined();
    }
}

Value ofVia(Property property, const RuleItem& item) {
    const Via* via = item.via;
    const bool isPlaced = via != nullptr;
    switch (property) {
    case Property::Diameter: return length(isPlaced ? via->diameter : item.width);
    case Property::Hole: return isPlaced ? length(via->drill) : Value::unknown();
    case Property::ViaType: {
        const ViaKind kind = isPlaced ? via->kind : ViaKind::Through;
        return text(kind == ViaKind::Micro ? "Micro" : kind == ViaKind::Through ? "Through" : "Blind/buried");
    }
    case Property::LayerTop:
    case Property::LayerBottom: {
        const LayerSet layers = isPlaced ? via->layers() : item.layers;
        return layers.isEmpty() ? Value::unknown() : layerValue(LayerSet::of(property == Property::LayerTop ? layers.first() : layers.last()));
    }
    case Property::PositionX:
    case Property::PositionY: return isPlaced ? coordinate(via->position, property == Property::PositionX) : Value::unknown();
    case Property::Locked: return isPlaced ? Value::of(via->locked ? 1.0 : 0.0) : Value::of(0.0);
    case Property::Parent: return Value::unknown();
    default: return Value::undefined();
    }
}

Value ofTrack(Property property, const RuleItem& item) {
    switch (property) {
    case Property::Width: return length(item.width);
    case Property::Layer: return layerValue(item.layers.count() == 1 ? item.layers : LayerSet());
    case Property::Locked: return Value::of((item.track != nullptr && item.track->locked) || (item.arc != nullptr && item.arc->locked) ? 1.0 : 0.0);
    case Property::StartX:
    case Property::StartY:
    case Property::EndX:
    case Property::EndY: {
        if (item.track == nullptr && item.arc == nullptr) return Value::unknown();
        const bool isStart = property == Property::StartX || property == Property::StartY, isX = property == Property::StartX || property == Property::EndX;
        if (item.track != nullptr) return coordinate(isStart ? item.track->start : item.track->end, isX);
        return coordinate(isStart ? item.arc->start : item.arc->end, isX);
    }
    case Property::MaskMargin:
    case Property::Parent: return Value::unknown();
    default: return Value::undefined();
    }
}

Value ofDrawing(Property property, const RuleItem& item, const Board& board) {
    switch (property) {
    case Property::Layer: return layerValue(item.layers.count() == 1 ? item.layers : LayerSet());
    case Property::Parent: {
        const FootprintId footprint = footprintOf(item);
        return footprint.isNone() ? Value::unknown() : text(board.footprint(footprint).reference);
    }
    case Property::StartX:
    case Property::StartY:
    case Property::EndX:
    case Property::EndY:
    case Property::PositionX:
    case Property::PositionY:
    case Property::Orientation:
    case Property::Width:
    case Property::Name:
    case Property::MaskMargin:
    case Property::Locked: return Value::unknown();
    default: return Value::undefined();
    }
}

// What all items of a kind share about a property: that they have none, that KiCad fails on it, or else nothing that is known.
Value ofKind(Property property, ItemKind kind, const Board& board) {
    static const Pad kPad;
    static const Zone kZone;
    RuleItem item;
    item.kind = kind;
    Value sample = Value::unknown();
    switch (kind) {
    case ItemKind::Pad: sample = ofPad(property, kPad, board); break;
    case ItemKind::Zone: sample = ofZone(property, kZone); break;
    case ItemKind::Via: sample = ofVia(property, item); break;
    case ItemKind::Track:
    case ItemKind::Arc: sample = ofTrack(property, item); break;
    case ItemKind::Text:
    case ItemKind::Graphic: sample = ofDrawing(property, item, board); break;
    case ItemKind::Hole: break; // of a pad or of a via
    }
    return sample.type == Value::Type::Undefined || sample.type == Value::Type::Failed ? sample : Value::unknown();
}

} // namespace

FootprintId footprintOf(const RuleItem& item) noexcept {
    if (item.pad != nullptr) return item.pad->footprint;
    if (item.graphic != nullptr) return item.graphic->footprint;
    return item.zone != nullptr ? item.zone->footprint : FootprintId::none();
}

Value propertyOf(const RuleExpression::Node& node, const EvaluationContext& context) {
    const RuleItem* item = context.items[node.item];
    if (item == nullptr) return Value::undefined();
    const bool isStandIn = context.known == Known::NetAndKind;
    switch (node.property) {
    case Property::NetClass:
    case Property::NetName: {
        if (!isConnected(*item)) return Value::undefined();
        Value value = Value::of(node.property == Property::NetClass ? Value::Type::NetClass : Value::Type::Net);
        value.net = item->net;
        return value;
    }
    case Property::Net:
        if (!isConnected(*item)) return Value::undefined();
        return isStandIn ? Value::unknown() : Value::of(static_cast<double>(context.board.net(item->net).code));
    case Property::Type: return isStandIn && item->kind == ItemKind::Hole ? Value::unknown() : text(typeOf(*item));
    case Property::FootprintOnly:
    case Property::Unknown:
    case Property::ComponentClass: return Value::undefined(); // a part has them, which is not among the items here
    case Property::Unmodelled: return Value::unknown();
    default: break;
    }
    // What belongs to other kinds is undefined; the rest is not known of a stand-in.
    if (isStandIn) return ofKind(node.property, item->kind, context.board);
    if (item->pad != nullptr) return ofPad(node.property, *item->pad, context.board);
    if (item->zone != nullptr) return ofZone(node.property, *item->zone);
    if (item->via != nullptr || item->kind == ItemKind::Via) return ofVia(node.property, *item);
    if (isTrack(*item)) return ofTrack(node.property, *item);
    if (item->graphic != nullptr || item->kind == ItemKind::Graphic || item->kind == ItemKind::Text) return ofDrawing(node.property, *item, context.board);
    return Value::unknown();
}

} // namespace viaduct
