// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/rules/rulesfile.h"
#include "engine/rules/rulevalue.h"

namespace viaduct {

namespace {

using Kind = RuleExpression::Kind;
using Node = RuleExpression::Node;

template <typename Test> void keepParts(const Board& board, BoundExpression::Binding& binding, Test isNamed) {
    for (const Footprint& footprint : board.footprints)
        if (isNamed(footprint)) binding.footprints.push_back(footprint.id);
}

bool hasComponentClass(const Footprint& footprint, std::string_view name) {
    const auto& classes = footprint.componentClasses;
    return !name.empty() && std::find(classes.begin(), classes.end(), name) != classes.end();
}

std::string_view withoutLastSlash(std::string_view path) {
    if (!path.empty() && path.back() == '/') path.remove_suffix(1);
    return path;
}

std::vector<std::string_view> stepsOf(std::string_view path) {
    std::vector<std::string_view> steps;
    for (std::size_t from = 0; from <= path.size();) {
        const std::size_t slash = std::min(path.find('/', from), path.size());
        steps.push_back(path.substr(from, slash - from));
        from = slash + 1;
    }
    return steps;
}

// "/Power/Aux/" as the file has it; the wanted path may have wildcards, and "/" is the root sheet. A sheet's children have its steps first.
bool isOfSheet(std::string_view sheet, std::string_view wanted, bool orChildren) {
    sheet = withoutLastSlash(sheet);
    wanted = withoutLastSlash(wanted);
    if (wanted.empty() && sheet.empty()) return true;
    if (!orChildren) return matchesWildcard(wanted, sheet);
    const auto steps = stepsOf(sheet), first = stepsOf(wanted);
    return first.size() <= steps.size() && std::equal(first.begin(), first.end(), steps.begin(),
                                                      [](std::string_view pattern, std::string_view step) { return matchesWildcard(pattern, step); });
}

// Uuids of everything in the groups of that name, and in the groups within those.
std::vector<std::string> membersOfGroups(const Board& board, std::string_view pattern) {
    std::map<std::string_view, const Group*> groupOfUuid;
    for (const Group& group : board.groups) groupOfUuid.emplace(group.uuid, &group);
    std::vector<const Group*> open;
    std::map<const Group*, bool> seen;
    for (const Group& group : board.groups)
        if (matchesWildcard(pattern, group.name) && !std::exchange(seen[&group], true)) open.push_back(&group);
    std::vector<std::string> members;
    while (!open.empty()) {
        const Group* group = open.back();
        open.pop_back();
        for (const std::string& member : group->members) {
            members.push_back(member);
            const auto inner = groupOfUuid.find(member);
            if (inner != groupOfUuid.end() && !std::exchange(seen[inner->second], true)) open.push_back(inner->second);
        }
    }
    std::sort(members.begin(), members.end());
    return members;
}

} // namespace

bool isSelected(const Footprint& footprint, std::string_view selector) {
    constexpr std::string_view kClass = "${class:";
    if (selector.size() > kClass.size() && equalsIgnoringCase(selector.substr(0, kClass.size()), kClass) && selector.back() == '}')
        return hasComponentClass(footprint, selector.substr(kClass.size(), selector.size() - kClass.size() - 1));
    return matchesWildcard(selector, footprint.reference) || (selector.find(':') != std::string_view::npos && matchesWildcard(selector, footprint.library));
}

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
            if (node.text == "A" || node.text == "B") {
                binding.areaOf = node.text == "A" ? 0 : 1;
                break;
            }
            for (const Zone& zone : board.zones)
                if (zone.uuid == node.text || matchesWildcard(node.text, zone.name)) binding.zones.push_back(zone.id);
            break;
        case RuleFunction::IntersectsCourtyard:
        case RuleFunction::IntersectsFrontCourtyard:
        case RuleFunction::IntersectsBackCourtyard:
        case RuleFunction::MemberOfFootprint:
            bound.usesPlace = bound.usesPlace || node.function != RuleFunction::MemberOfFootprint;
            // A and B would be the items themselves, which are no parts.
            if (node.function == RuleFunction::MemberOfFootprint || (node.text != "A" && node.text != "B"))
                keepParts(board, binding, [&](const Footprint& footprint) { return isSelected(footprint, node.text); });
            break;
        case RuleFunction::MemberOfSheet:
        case RuleFunction::MemberOfSheetOrChildren:
            keepParts(board, binding, [&](const Footprint& footprint) {
                return !node.text.empty() && isOfSheet(footprint.sheetName, node.text, node.function == RuleFunction::MemberOfSheetOrChildren);
            });
            break;
        case RuleFunction::HasComponentClass:
            keepParts(board, binding, [&](const Footprint& footprint) { return hasComponentClass(footprint, node.text); });
            break;
        case RuleFunction::MemberOfGroup:
            if (!node.text.empty()) binding.members = membersOfGroups(board, node.text);
            break;
        default: break;
        }
    }
    bound.expression = std::move(expression);
    return bound;
}

} // namespace viaduct
