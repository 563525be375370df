// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/ruleevaluation.h"

#include <algorithm>
#include <string_view>

#include "engine/geometry/distance.h"
#include "engine/geometry/polygonops.h"
#include "engine/rules/namepattern.h"
#include "engine/rules/pairnames.h"
#include "engine/rules/rulesfile.h"

namespace viaduct {

namespace {

using Kind = RuleExpression::Kind;
using Node = RuleExpression::Node;

// KiCad shrinks areas by this before it asks whether an item lies in them: touching is not inside.
constexpr Nanometres kAreaTolerance(500);

struct Value final {
    enum class Type : std::uint8_t { Unknown, Undefined, Null, Number, String, Net, NetClass, Layer };
    Type type{Type::Undefined};
    double number{0};
    std::string_view text{};
    bool isWildcard{false};
    NetId net{};
    LayerSet layers{};
    [[nodiscard]] static Value unknown() { return of(Type::Unknown); }
    [[nodiscard]] static Value undefined() { return of(Type::Undefined); }
    [[nodiscard]] static Value of(Type type) {
        Value value;
        value.type = type;
        return value;
    }
    [[nodiscard]] static Value of(double number) {
        Value value = of(Type::Number);
        value.number = number;
        return value;
    }
    [[nodiscard]] static Value of(Truth truth) { return truth == Truth::Unknown ? unknown() : of(truth == Truth::Yes ? 1.0 : 0.0); }
    [[nodiscard]] static Value of(std::string_view text) {
        Value value = of(Type::String);
        value.text = text;
        return value;
    }
};

Truth truthOf(bool value) { return value ? Truth::Yes : Truth::No; }

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool textMatches(std::string_view text, const Value& wanted) {
    return wanted.isWildcard ? matchesWildcard(wanted.text, text, true) : equalsIgnoringCase(text, wanted.text);
}

class Evaluator final {
public:
    Evaluator(const BoundExpression& condition, const EvaluationContext& context) : m_condition(condition), m_context(context) {}

    [[nodiscard]] Truth run(int node) const {
        const Value result = evaluate(node);
        if (result.type == Value::Type::Unknown) return Truth::Unknown;
        return truthOf(result.type == Value::Type::Number && result.number != 0);
    }

private:
    [[nodiscard]] const RuleItem* itemOf(const Node& node) const { return m_context.items[node.item]; }
    [[nodiscard]] bool isStandIn() const { return m_context.known == Known::NetAndKind; }

    [[nodiscard]] Value evaluate(int index) const {
        const Node& node = m_condition.expression.node(index);
        switch (node.kind) {
        case Kind::Number: return Value::of(node.number);
        case Kind::String: {
            Value value = Value::of(std::string_view(node.text));
            value.isWildcard = node.isWildcard;
            return value;
        }
        case Kind::Null: return Value::of(Value::Type::Null);
        case Kind::Item: return Value::undefined();
        case Kind::LayerOfTest: {
            if (isStandIn()) return Value::unknown();
            Value value = Value::of(Value::Type::Layer);
            if (!m_context.layer.isNone()) value.layers = LayerSet::of(m_context.layer);
            return value;
        }
        case Kind::Property: return property(node);
        case Kind::Function: return function(node, m_condition.bindings[static_cast<std::size_t>(index)]);
        case Kind::Not: {
            const Value inner = evaluate(node.left);
            return inner.type == Value::Type::Unknown ? inner : Value::of(numberOf(inner) != 0 ? 0.0 : 1.0);
        }
        default: return binary(node);
        }
    }

    static double numberOf(const Value& value) { return value.type == Value::Type::Number ? value.number : 0.0; }

    [[nodiscard]] Value binary(const Node& node) const {
        const Value left = evaluate(node.left), right = evaluate(node.right);
        const bool leftUnknown = left.type == Value::Type::Unknown, rightUnknown = right.type == Value::Type::Unknown;
        if (node.kind == Kind::And || node.kind == Kind::Or) {
            const double decides = node.kind == Kind::And ? 0.0 : 1.0;
            const auto isDecided = [&](const Value& value) { return value.type != Value::Type::Unknown && (numberOf(value) != 0) == (decides != 0); };
            if (isDecided(left) || isDecided(right)) return Value::of(decides);
            return leftUnknown || rightUnknown ? Value::unknown() : Value::of(1.0 - decides);
        }
        if (leftUnknown || rightUnknown) {
            // Nothing equals an undefined value, nor differs from it.
            if ((node.kind == Kind::Equal || node.kind == Kind::NotEqual) && (left.type == Value::Type::Undefined || right.type == Value::Type::Undefined))
                return Value::of(0.0);
            return Value::unknown();
        }
        if (node.kind == Kind::Equal) return equal(node, left, right);
        if (node.kind == Kind::NotEqual) {
            if (left.type == Value::Type::Undefined || right.type == Value::Type::Undefined) return Value::of(0.0);
            const Value same = equal(node, left, right);
            return same.type == Value::Type::Unknown ? same : Value::of(same.number != 0 ? 0.0 : 1.0);
        }
        const double a = numberOf(left), b = numberOf(right);
        switch (node.kind) {
        case Kind::Less: return Value::of(a < b ? 1.0 : 0.0);
        case Kind::LessEqual: return Value::of(a <= b ? 1.0 : 0.0);
        case Kind::Greater: return Value::of(a > b ? 1.0 : 0.0);
        case Kind::GreaterEqual: return Value::of(a >= b ? 1.0 : 0.0);
        case Kind::Add: return Value::of(a + b);
        case Kind::Subtract: return Value::of(a - b);
        case Kind::Multiply: return Value::of(a * b);
        case Kind::Divide: return Value::of(b == 0 ? 0.0 : a / b);
        default: return Value::of(0.0);
        }
    }

    [[nodiscard]] Value equal(const Node& node, const Value& left, const Value& right) const {
        using Type = Value::Type;
        if (left.type == Type::Undefined || right.type == Type::Undefined) return Value::of(0.0);
        if (left.type == Type::Null && right.type == Type::Null) return Value::of(1.0);
        if (left.type == Type::Number && right.type == Type::Number) return Value::of(left.number == right.number ? 1.0 : 0.0);
        if (left.type == Type::NetClass || left.type == Type::Net) return equalNets(left, right);
        if (left.type == Type::Layer) {
            if (right.type == Type::Layer) return Value::of(left.layers == right.layers ? 1.0 : 0.0);
            return Value::of(!(left.layers & m_condition.bindings[static_cast<std::size_t>(node.right)].layers).isEmpty() ? 1.0 : 0.0);
        }
        if (left.type == Type::String && right.type == Type::String) return Value::of(textMatches(left.text, right) ? 1.0 : 0.0);
        // 'X' == A.NetClass: plain text against the name.
        if (left.type == Type::String && (right.type == Type::Net || right.type == Type::NetClass))
            return Value::of(equalsIgnoringCase(left.text, nameOf(right)) ? 1.0 : 0.0);
        return Value::of(0.0);
    }

    [[nodiscard]] std::string_view nameOf(const Value& value) const {
        return value.type == Value::Type::Net ? std::string_view(m_context.board.net(value.net).name)
                                              : std::string_view(m_context.rules.classFor(value.net).name);
    }

    [[nodiscard]] Value equalNets(const Value& left, const Value& right) const {
        if (left.type == right.type) {
            if (left.type == Value::Type::NetClass)
                return Value::of(m_context.rules.classOfNet[left.net.index()] == m_context.rules.classOfNet[right.net.index()] ? 1.0 : 0.0);
            return isStandIn() ? Value::unknown() : Value::of(left.net == right.net ? 1.0 : 0.0);
        }
        if (right.type != Value::Type::String) return Value::of(0.0);
        if (left.type == Value::Type::NetClass)
            for (const std::string& member : m_context.rules.classFor(left.net).members)
                if (textMatches(member, right)) return Value::of(1.0);
        return Value::of(textMatches(nameOf(left), right) ? 1.0 : 0.0);
    }

    static bool isConnected(const RuleItem& item) { return item.kind != ItemKind::Text; }
    static bool isTrack(const RuleItem& item) { return item.kind == ItemKind::Track || item.kind == ItemKind::Arc; }

    [[nodiscard]] Value property(const Node& node) const {
        const RuleItem* item = itemOf(node);
        if (item == nullptr) return Value::undefined();
        const bool isVia = item->kind == ItemKind::Via, isPad = item->kind == ItemKind::Pad;
        switch (node.property) {
        case RuleProperty::NetClass:
        case RuleProperty::NetName: {
            if (!isConnected(*item)) return Value::undefined();
            Value value = Value::of(node.property == RuleProperty::NetClass ? Value::Type::NetClass : Value::Type::Net);
            value.net = item->net;
            return value;
        }
        case RuleProperty::Net:
            if (!isConnected(*item)) return Value::undefined();
            return isStandIn() ? Value::unknown() : Value::of(static_cast<double>(m_context.board.net(item->net).code));
        case RuleProperty::Type: return isStandIn() && item->kind == ItemKind::Hole ? Value::unknown() : Value::of(typeOf(*item));
        case RuleProperty::FootprintOnly:
        case RuleProperty::Unknown:
        case RuleProperty::ComponentClass: return Value::undefined();
        default: break;
        }
        // What belongs to other kinds is undefined; the rest is not known of a stand-in.
        switch (node.property) {
        case RuleProperty::Width:
            if (!isTrack(*item)) return Value::undefined();
            return isStandIn() ? Value::unknown() : Value::of(static_cast<double>(item->width.value()));
        case RuleProperty::Diameter:
            if (!isVia) return Value::undefined();
            return isStandIn() ? Value::unknown() : Value::of(static_cast<double>(item->width.value()));
        case RuleProperty::Hole:
            if (!isVia) return Value::undefined();
            return isStandIn() || item->via == nullptr ? Value::unknown() : Value::of(static_cast<double>(item->via->drill.value()));
        case RuleProperty::ViaType: {
            if (!isVia) return Value::undefined();
            if (isStandIn()) return Value::unknown();
            const ViaKind kind = item->via != nullptr ? item->via->kind : ViaKind::Through;
            return Value::of(kind == ViaKind::Micro     ? std::string_view("Micro")
                             : kind == ViaKind::Through ? std::string_view("Through")
                                                        : std::string_view("Blind/buried"));
        }
        case RuleProperty::LayerTop:
        case RuleProperty::LayerBottom: {
            if (!isVia) return Value::undefined();
            if (isStandIn()) return Value::unknown();
            Value value = Value::of(Value::Type::Layer);
            value.layers = LayerSet::of(node.property == RuleProperty::LayerTop ? item->layers.first() : item->layers.last());
            return value;
        }
        case RuleProperty::Layer: return isVia ? Value::undefined() : layerOf(*item);
        case RuleProperty::PadType:
            if (!isPad) return Value::undefined();
            return isStandIn() || item->pad == nullptr ? Value::unknown() : Value::of(padTypeOf(*item->pad));
        case RuleProperty::PadShape: {
            if (!isPad) return Value::undefined();
            if (isStandIn() || item->pad == nullptr || item->pad->shapes.size() != 1) return Value::unknown();
            const Shape::Kind kind = item->pad->shapes.front().kind();
            return kind == Shape::Kind::Disc      ? Value::of(std::string_view("Circle"))
                   : kind == Shape::Kind::Capsule ? Value::of(std::string_view("Oval"))
                                                  : Value::unknown();
        }
        case RuleProperty::PadNumber:
            if (!isPad) return Value::undefined();
            return isStandIn() || item->pad == nullptr ? Value::unknown() : Value::of(std::string_view(item->pad->number));
        case RuleProperty::HoleSizeX:
        case RuleProperty::HoleSizeY: return isPad ? Value::unknown() : Value::undefined();
        case RuleProperty::Name:
        case RuleProperty::Priority:
            if (item->kind != ItemKind::Zone) return Value::undefined();
            if (isStandIn() || item->zone == nullptr) return Value::unknown();
            return node.property == RuleProperty::Name ? Value::of(std::string_view(item->zone->name)) : Value::of(static_cast<double>(item->zone->priority));
        case RuleProperty::Parent: {
            if (isStandIn()) return Value::unknown();
            const FootprintId footprint = footprintOf(*item);
            return footprint.isNone() ? Value::unknown() : Value::of(std::string_view(m_context.board.footprint(footprint).reference));
        }
        case RuleProperty::Locked:
            if (isStandIn() || item->track == nullptr) return Value::unknown();
            return Value::of(item->track->locked ? 1.0 : 0.0);
        default: return Value::unknown();
        }
    }

    static std::string_view typeOf(const RuleItem& item) {
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

    static std::string_view padTypeOf(const Pad& pad) {
        switch (pad.kind) {
        case PadKind::ThroughHole: return "Through-hole";
        case PadKind::Smd: return "SMD";
        case PadKind::EdgeConnector: return "Edge connector";
        case PadKind::NonPlatedHole: return "NPTH, mechanical";
        }
        return "";
    }

    static FootprintId footprintOf(const RuleItem& item) {
        if (item.pad != nullptr) return item.pad->footprint;
        if (item.graphic != nullptr) return item.graphic->footprint;
        return item.zone != nullptr ? item.zone->footprint : FootprintId::none();
    }

    [[nodiscard]] Value layerOf(const RuleItem& item) const {
        if (isStandIn()) return Value::unknown();
        Value value = Value::of(Value::Type::Layer);
        if (item.kind == ItemKind::Pad) { // a pad's layer is its footprint's side
            if (item.pad == nullptr || item.pad->footprint.isNone()) return Value::unknown();
            value.layers = LayerSet::of(m_context.board.footprint(item.pad->footprint).isBack ? m_context.board.layers.back() : m_context.board.layers.front());
        } else if (item.layers.count() == 1) {
            value.layers = item.layers;
        }
        return value;
    }

    [[nodiscard]] Value function(const Node& node, const BoundExpression::Binding& binding) const {
        const RuleItem* item = itemOf(node);
        if (node.function == RuleFunction::IsCoupledDiffPair) return coupledPair();
        if (item == nullptr) return Value::of(0.0);
        const bool isVia = item->kind == ItemKind::Via;
        switch (node.function) {
        case RuleFunction::InDiffPair: return inPair(node, *item);
        case RuleFunction::HasNetclass:
        case RuleFunction::HasExactNetclass: {
            if (!isConnected(*item)) return Value::of(0.0);
            const NetClass& netClass = m_context.rules.classFor(item->net);
            if (node.function == RuleFunction::HasExactNetclass) return Value::of(netClass.name == node.text ? 1.0 : 0.0);
            return Value::of(std::find(netClass.members.begin(), netClass.members.end(), node.text) != netClass.members.end() ? 1.0 : 0.0);
        }
        case RuleFunction::Unknown: return Value::undefined();
        case RuleFunction::GetField: return Value::of(std::string_view()); // asked of a footprint only
        case RuleFunction::IsPlated:
            if (isVia) return Value::of(1.0);
            if (item->kind != ItemKind::Pad && item->kind != ItemKind::Hole) return Value::of(0.0);
            if (isStandIn()) return Value::unknown();
            return Value::of(item->via != nullptr || (item->pad != nullptr && item->pad->kind == PadKind::ThroughHole) ? 1.0 : 0.0);
        case RuleFunction::IsMicroVia:
        case RuleFunction::IsBlindBuriedVia: {
            if (!isVia) return Value::of(0.0);
            if (isStandIn()) return Value::unknown();
            const ViaKind kind = item->via != nullptr ? item->via->kind : ViaKind::Through;
            const bool isMicro = kind == ViaKind::Micro, isBuried = kind == ViaKind::Blind || kind == ViaKind::Buried;
            return Value::of((node.function == RuleFunction::IsMicroVia ? isMicro : isBuried) ? 1.0 : 0.0);
        }
        case RuleFunction::MemberOfFootprint: {
            if (isTrack(*item) || isVia) return Value::of(0.0);
            if (isStandIn()) return Value::unknown();
            const FootprintId footprint = footprintOf(*item);
            return Value::of(!footprint.isNone() && std::binary_search(binding.footprints.begin(), binding.footprints.end(), footprint) ? 1.0 : 0.0);
        }
        case RuleFunction::ExistsOnLayer:
            if (isStandIn()) return Value::unknown();
            return Value::of(!(item->layers & binding.layers).isEmpty() ||
                                     (item->pad != nullptr && ((binding.frontMask && item->pad->maskFront) || (binding.backMask && item->pad->maskBack)))
                                 ? 1.0
                                 : 0.0);
        case RuleFunction::IntersectsArea: return Value::of(inAnyArea(*item, binding, false));
        case RuleFunction::EnclosedByArea: return Value::of(inAnyArea(*item, binding, true));
        case RuleFunction::IntersectsCourtyard: return Value::of(inCourtyard(*item, binding, true, true));
        case RuleFunction::IntersectsFrontCourtyard: return Value::of(inCourtyard(*item, binding, true, false));
        case RuleFunction::IntersectsBackCourtyard: return Value::of(inCourtyard(*item, binding, false, true));
        default: return Value::unknown();
        }
    }

    [[nodiscard]] Value coupledPair() const {
        const RuleItem *a = m_context.items[0], *b = m_context.items[1];
        if (a == nullptr || m_context.partner[a->net.index()] < 0) return Value::of(0.0);
        if (isStandIn()) return Value::unknown();
        return Value::of(b != nullptr && m_context.partner[a->net.index()] == b->net.value() ? 1.0 : 0.0);
    }

    [[nodiscard]] Value inPair(const Node& node, const RuleItem& item) const {
        if (!isConnected(item) || m_context.partner[item.net.index()] < 0) return Value::of(0.0);
        std::string base = pairNameOf(m_context.board.net(item.net).name).base;
        if (matchesWildcard(node.text, base)) return Value::of(1.0);
        if (base.empty() || base.back() != '_') return Value::of(0.0);
        base.pop_back();
        return Value::of(matchesWildcard(node.text, base) ? 1.0 : 0.0);
    }

    // The item's copper on a layer; false when its place is not known.
    [[nodiscard]] bool shapesOf(const RuleItem& item, LayerId layer, ShapeList& shapes) const {
        if (item.track != nullptr)
            shapes.push_back(item.track->shape());
        else if (item.arc != nullptr)
            shapes.push_back(item.arc->shape());
        else if (item.via != nullptr && item.kind == ItemKind::Hole)
            shapes.push_back(item.via->hole());
        else if (item.via != nullptr)
            shapes.push_back(item.via->shapeOn(layer.isNone() ? item.via->from : layer));
        else if (item.pad != nullptr && item.kind == ItemKind::Hole && item.pad->hole)
            shapes.push_back(*item.pad->hole);
        else if (item.pad != nullptr) {
            shapes = item.pad->shapesOn(layer.isNone() ? item.pad->layers.first() : layer);
            if (item.pad->hole) shapes.push_back(*item.pad->hole);
        } else if (item.graphic != nullptr)
            shapes = item.graphic->shapes;
        else if (item.zone != nullptr)
            for (const PolygonWithHoles& area : item.zone->outline) shapes.push_back(Shape::polygon(area));
        else
            return false;
        return true;
    }

    [[nodiscard]] Truth inAnyArea(const RuleItem& item, const BoundExpression::Binding& binding, bool isWhole) const {
        if (isStandIn()) return Truth::Unknown;
        bool isUnknown = false;
        for (const ZoneId id : binding.zones) {
            const Zone& area = m_context.board.zone(id);
            if (item.zone == &area) continue;
            LayerSet layers = area.layers & item.layers;
            if (layers.isEmpty()) continue;
            if (!isWhole && !m_context.layer.isNone()) layers = layers & LayerSet::of(m_context.layer);
            if (layers.isEmpty()) continue;
            if (item.box.isEmpty()) {
                isUnknown = true;
                continue;
            }
            for (const PolygonWithHoles& outline : area.outline) {
                const Shape shape = Shape::polygon(outline);
                if (!shape.box().intersects(item.box)) continue;
                ShapeList shapes;
                if (!shapesOf(item, layers.first(), shapes)) {
                    isUnknown = true;
                } else if (isWhole ? isEnclosed(shapes, outline) : reachesInto(shapes, shape)) {
                    return Truth::Yes;
                }
            }
        }
        return isUnknown ? Truth::Unknown : Truth::No;
    }

    static bool reachesInto(const ShapeList& shapes, const Shape& area) {
        return std::any_of(shapes.begin(), shapes.end(), [&](const Shape& shape) {
            if (!touches(shape, area)) return false;
            if (shape.radius() > kAreaTolerance) return touches(shape.grown(-kAreaTolerance), area);
            return touches(shape, toShape(offset(regionOf(area.polygon()), -kAreaTolerance, Nanometres(1000), Joins::Miter)));
        });
    }
    static ShapeList toShape(const Region& region) {
        ShapeList shapes;
        for (PolygonWithHoles& polygon : polygonsOf(region)) shapes.push_back(Shape::polygon(std::move(polygon)));
        return shapes;
    }
    static bool touches(const Shape& shape, const Shape& area) { return viaduct::touches(shape, area); }
    static bool touches(const Shape& shape, const ShapeList& areas) { return viaduct::touches(ShapeList{shape}, areas); }

    static bool isEnclosed(const ShapeList& shapes, const PolygonWithHoles& outline) {
        const Region area = regionOf(outline);
        return std::all_of(shapes.begin(), shapes.end(),
                           [&](const Shape& shape) { return subtracted(regionOf(toPolygon(shape, Nanometres(5000), true)), area).isEmpty(); });
    }

    [[nodiscard]] Truth inCourtyard(const RuleItem& item, const BoundExpression::Binding& binding, bool front, bool back) const {
        if (binding.footprints.empty()) return Truth::No;
        if (isStandIn() || item.box.isEmpty()) return Truth::Unknown;
        ShapeList shapes;
        for (const FootprintId id : binding.footprints) {
            const Footprint& footprint = m_context.board.footprint(id);
            for (const auto* courtyard : {front ? &footprint.frontCourtyard : nullptr, back ? &footprint.backCourtyard : nullptr}) {
                if (courtyard == nullptr) continue;
                for (const PolygonWithHoles& outline : *courtyard) {
                    const Shape shape = Shape::polygon(outline);
                    if (!shape.box().intersects(item.box)) continue;
                    if (shapes.empty() && !shapesOf(item, m_context.layer, shapes)) return Truth::Unknown;
                    if (viaduct::touches(shapes, ShapeList{shape})) return Truth::Yes;
                }
            }
        }
        return Truth::No;
    }

    const BoundExpression& m_condition;
    const EvaluationContext& m_context;
};

} // namespace

BoundExpression bind(RuleExpression expression, const Board& board) {
    BoundExpression bound;
    bound.bindings.resize(expression.nodes().size());
    for (std::size_t i = 0; i < expression.nodes().size(); ++i) {
        const Node& node = expression.nodes()[i];
        BoundExpression::Binding& binding = bound.bindings[i];
        if (node.kind == Kind::String) binding.layers = layersNamed(board, node.text);
        if (node.kind != Kind::Function) continue;
        switch (node.function) {
        case RuleFunction::ExistsOnLayer:
            binding.layers = layersNamed(board, node.text);
            binding.frontMask = matchesWildcard(node.text, "F.Mask");
            binding.backMask = matchesWildcard(node.text, "B.Mask");
            break;
        case RuleFunction::IntersectsArea:
        case RuleFunction::EnclosedByArea:
            bound.usesPlace = true;
            for (const Zone& zone : board.zones)
                if (zone.uuid == node.text || matchesWildcard(node.text, zone.name)) binding.zones.push_back(zone.id);
            break;
        case RuleFunction::IntersectsCourtyard:
        case RuleFunction::IntersectsFrontCourtyard:
        case RuleFunction::IntersectsBackCourtyard:
        case RuleFunction::MemberOfFootprint:
            bound.usesPlace = bound.usesPlace || node.function != RuleFunction::MemberOfFootprint;
            for (const Footprint& footprint : board.footprints)
                if (matchesWildcard(node.text, footprint.reference) ||
                    (node.text.find(':') != std::string::npos && matchesWildcard(node.text, footprint.library)))
                    binding.footprints.push_back(footprint.id);
            break;
        default: break;
        }
    }
    bound.expression = std::move(expression);
    return bound;
}

Truth holds(const BoundExpression& condition, EvaluationContext context) {
    if (condition.expression.isEmpty()) return Truth::Yes;
    const Truth first = Evaluator(condition, context).run(condition.expression.root());
    if (first == Truth::Yes || context.items[1] == nullptr) return first;
    std::swap(context.items[0], context.items[1]);
    const Truth second = Evaluator(condition, context).run(condition.expression.root());
    if (second == Truth::Yes) return second;
    return first == Truth::Unknown || second == Truth::Unknown ? Truth::Unknown : Truth::No;
}

Truth holdsAt(const BoundExpression& condition, int node, const EvaluationContext& context) { return Evaluator(condition, context).run(node); }

} // namespace viaduct
