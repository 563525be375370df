// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "engine/rules/pairnames.h"
#include "engine/rules/rulevalue.h"

namespace viaduct {

namespace {

using Node = RuleExpression::Node;

Value coupledPair(const EvaluationContext& context) {
    const RuleItem *a = context.items[0], *b = context.items[1];
    if (a == nullptr || context.partner[a->net.index()] < 0) return Value::of(0.0);
    if (context.known == Known::NetAndKind) return Value::unknown();
    return Value::of(b != nullptr && context.partner[a->net.index()] == b->net.value() ? 1.0 : 0.0);
}

Value inPair(const Node& node, const RuleItem& item, const EvaluationContext& context) {
    if (!isConnected(item) || context.partner[item.net.index()] < 0) return Value::of(0.0);
    std::string base = pairNameOf(context.board.net(item.net).name).base;
    if (matchesWildcard(node.text, base)) return Value::of(1.0);
    if (base.empty() || base.back() != '_') return Value::of(0.0);
    base.pop_back();
    return Value::of(matchesWildcard(node.text, base) ? 1.0 : 0.0);
}

// Parts that the argument names: by reference, sheet or component class, looked up once.
Value memberOfPart(const RuleItem& item, const BoundExpression::Binding& binding, bool isStandIn) {
    if (isTrack(item) || item.kind == ItemKind::Via || binding.footprints.empty()) return Value::of(0.0);
    if (isStandIn) return Value::unknown();
    const FootprintId footprint = footprintOf(item);
    return Value::of(truthOf(!footprint.isNone() && std::binary_search(binding.footprints.begin(), binding.footprints.end(), footprint)));
}

const std::string& uuidOf(const RuleItem& item) {
    static const std::string kNone;
    return item.pad != nullptr       ? item.pad->uuid
           : item.track != nullptr   ? item.track->uuid
           : item.arc != nullptr     ? item.arc->uuid
           : item.via != nullptr     ? item.via->uuid
           : item.zone != nullptr    ? item.zone->uuid
           : item.graphic != nullptr ? item.graphic->uuid
                                     : kNone;
}

// New copper is in no group. What belongs to a part is in the groups of the part, and cannot be in others.
Value memberOfGroup(const RuleItem& item, const BoundExpression::Binding& binding, const EvaluationContext& context) {
    if (binding.members.empty()) return Value::of(0.0);
    if (context.known == Known::NetAndKind) return Value::unknown();
    const FootprintId footprint = footprintOf(item);
    const std::string& uuid = footprint.isNone() ? uuidOf(item) : context.board.footprint(footprint).uuid;
    return Value::of(truthOf(!uuid.empty() && std::binary_search(binding.members.begin(), binding.members.end(), uuid)));
}

} // namespace

Value functionOf(const Node& node, const BoundExpression::Binding& binding, const EvaluationContext& context) {
    const RuleItem* item = context.items[node.item];
    const bool isStandIn = context.known == Known::NetAndKind;
    if (node.function == RuleFunction::IsCoupledDiffPair) return coupledPair(context);
    if (item == nullptr) return Value::of(0.0);
    const bool isVia = item->kind == ItemKind::Via;
    switch (node.function) {
    case RuleFunction::InDiffPair: return inPair(node, *item, context);
    case RuleFunction::HasNetclass:
    case RuleFunction::HasExactNetclass: {
        if (!isConnected(*item)) return Value::of(0.0);
        const NetClass& netClass = context.rules.classFor(item->net);
        if (node.function == RuleFunction::HasExactNetclass) return Value::of(netClass.name == node.text ? 1.0 : 0.0);
        return Value::of(std::find(netClass.members.begin(), netClass.members.end(), node.text) != netClass.members.end() ? 1.0 : 0.0);
    }
    case RuleFunction::Unknown: return Value::undefined();
    case RuleFunction::GetField: return Value::of(std::string_view()); // asked of a footprint only
    case RuleFunction::IsPlated:
        if (isVia) return Value::of(1.0);
        if (item->kind != ItemKind::Pad && item->kind != ItemKind::Hole) return Value::of(0.0);
        if (isStandIn) return Value::unknown();
        return Value::of(item->via != nullptr || (item->pad != nullptr && item->pad->kind == PadKind::ThroughHole) ? 1.0 : 0.0);
    case RuleFunction::IsMicroVia:
    case RuleFunction::IsBlindBuriedVia: {
        if (!isVia) return Value::of(0.0);
        if (isStandIn) return Value::unknown();
        const ViaKind kind = item->via != nullptr ? item->via->kind : ViaKind::Through;
        const bool isMicro = kind == ViaKind::Micro, isBuried = kind == ViaKind::Blind || kind == ViaKind::Buried;
        return Value::of((node.function == RuleFunction::IsMicroVia ? isMicro : isBuried) ? 1.0 : 0.0);
    }
    case RuleFunction::MemberOfFootprint:
    case RuleFunction::MemberOfSheet:
    case RuleFunction::MemberOfSheetOrChildren:
    case RuleFunction::HasComponentClass: return memberOfPart(*item, binding, isStandIn);
    case RuleFunction::MemberOfGroup: return memberOfGroup(*item, binding, context);
    case RuleFunction::ExistsOnLayer:
        if (isStandIn) return Value::unknown();
        return Value::of(!(item->layers & binding.layers).isEmpty() ||
                                 (item->pad != nullptr && ((binding.frontMask && item->pad->maskFront) || (binding.backMask && item->pad->maskBack)))
                             ? 1.0
                             : 0.0);
    case RuleFunction::IntersectsArea: return Value::of(inAnyArea(*item, binding, context, false));
    case RuleFunction::EnclosedByArea: return Value::of(inAnyArea(*item, binding, context, true));
    case RuleFunction::IntersectsCourtyard: return Value::of(inCourtyard(*item, binding, context, true, true));
    case RuleFunction::IntersectsFrontCourtyard: return Value::of(inCourtyard(*item, binding, context, true, false));
    case RuleFunction::IntersectsBackCourtyard: return Value::of(inCourtyard(*item, binding, context, false, true));
    default: return Value::unknown();
    }
}

} // namespace viaduct
