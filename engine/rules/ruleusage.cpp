// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/ruleusage.h"

#include <set>
#include <utility>
#include <vector>

#include "engine/rules/resolvertables.h"

namespace viaduct {

namespace {

constexpr std::size_t kMostPairs = 250'000;

// One item for all of a kind on nets that no condition tells apart. Tracks, vias and holes may come to any net.
std::vector<RuleItem> standIns(const RuleResolver& rules) {
    const Board& board = rules.board();
    const auto& tables = rules.tables();
    std::set<std::pair<ItemKind, int>> seen;
    std::vector<RuleItem> items;
    const auto add = [&](ItemKind kind, NetId net) {
        const int profile = tables.custom ? tables.custom->profileOf(net) : tables.profile[net.index()];
        if (!seen.emplace(kind, profile).second) return;
        RuleItem item;
        item.kind = kind;
        item.net = net;
        items.push_back(item);
    };
    for (const Net& net : board.nets)
        for (const ItemKind kind : {ItemKind::Track, ItemKind::Via, ItemKind::Hole}) add(kind, net.id);
    for (const Pad& pad : board.pads) add(ItemKind::Pad, pad.net);
    for (const Zone& zone : board.zones) add(ItemKind::Zone, zone.net);
    for (const Graphic& graphic : board.graphics) add(graphic.kind == Graphic::Kind::Text ? ItemKind::Text : ItemKind::Graphic, graphic.net);
    return items;
}

} // namespace

bool canApply(const RuleResolver& rules, const RuleExpression& condition) {
    const auto& tables = rules.tables();
    const BoundExpression bound = bind(condition, rules.board());
    const std::vector<RuleItem> items = standIns(rules);
    const auto meets = [&](const RuleItem* a, const RuleItem* b) {
        return holds(bound, {rules.board(), rules.rules(), tables.partner, {a, b}, LayerId::none(), Known::NetAndKind}) != Truth::No;
    };
    for (const RuleItem& a : items)
        if (meets(&a, nullptr)) return true;
    if (items.size() * items.size() > kMostPairs) return true;
    for (std::size_t i = 0; i < items.size(); ++i)
        for (std::size_t j = i; j < items.size(); ++j)
            if (meets(&items[i], &items[j])) return true;
    return false;
}

} // namespace viaduct
