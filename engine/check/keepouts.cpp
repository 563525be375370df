// SPDX-License-Identifier: GPL-3.0-or-later
// items_not_allowed: rule areas (touching their border is allowed) and disallow rules. One report an item.
#include <algorithm>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {

namespace {

struct Area final {
    const Zone* zone{nullptr};
    ShapeList shrunk; // by KiCad's tolerance: what only touches the border is not inside
    RuleOrigin origin;
};

} // namespace

struct KeepOutTable final {
    std::vector<Area> areas;
};

namespace {

std::vector<Area> areasOf(const Board& board) {
    std::vector<Area> areas;
    for (const Zone& zone : board.zones) {
        if (!zone.keepOut) continue;
        Area area{&zone, {}, {zone.name.empty() ? "keepout area" : "keepout area '" + zone.name + "'", board.name + ".kicad_pcb", 0}};
        for (const PolygonWithHoles& outline : zone.outline)
            for (PolygonWithHoles& polygon : polygonsOf(offset(regionOf(outline), -kClearanceTolerance, Nanometres(100), Joins::Miter)))
                area.shrunk.push_back(Shape::polygon(std::move(polygon)));
        areas.push_back(std::move(area));
    }
    return areas;
}

bool forbids(const KeepOut& keepOut, ItemKind kind) {
    switch (kind) {
    case ItemKind::Track:
    case ItemKind::Arc: return keepOut.tracks;
    case ItemKind::Via: return keepOut.vias;
    case ItemKind::Pad: return keepOut.pads;
    case ItemKind::Zone: return keepOut.copperPour;
    default: return false;
    }
}

} // namespace

namespace {

const std::vector<Area>& areasFor(CheckRun& run) {
    if (!run.keepOuts) run.keepOuts = std::make_shared<KeepOutTable>(KeepOutTable{areasOf(run.board)});
    return run.keepOuts->areas;
}

} // namespace

void checkKeepOuts(CheckRun& run) {
    const std::vector<Area>& areas = areasFor(run);
    const CheckItems& items = run.items;
    for (const std::int32_t item : run.judged) {
        if (run.isStopped()) return;
        const CheckItem& self = items[item];
        const RuleOrigin* origin = nullptr;
        LayerId layer = self.layers.first();
        Point place = items.positionOf(item);
        for (const Area& area : areas) {
            if (!forbids(*area.zone->keepOut, self.kind)) continue;
            for (std::size_t i = 0; i < run.board.layers.count(); ++i) {
                const LayerId on(static_cast<std::int32_t>(i));
                const bool isItsOwn = self.kind != ItemKind::Pad || self.rule.pad->layers.contains(on);
                if (!isItsOwn || !(area.zone->layers & self.layers).contains(on) || !areTouching(area.shrunk, items.shapesOn(item, on))) continue;
                origin = &area.origin, layer = on;
                place = gapOf(items.shapesOn(item, on), area.shrunk).onA;
                break;
            }
        }
        if (const RuleOrigin* rule = run.rules.disallowRule(self.rule)) origin = rule;
        if (origin != nullptr) run.report("items_not_allowed", {items.asViolationItem(item)}, {layer, place, origin, {}, {}, "(" + origin->name + ")"});
        if (items.holeOf(item) == nullptr) continue;
        RuleItem hole = self.rule;
        hole.kind = ItemKind::Hole;
        if (const RuleOrigin* rule = run.rules.disallowRule(hole))
            run.report("items_not_allowed", {items.asViolationItem(item)}, {layer, items.positionOf(item), rule, {}, {}, "(" + rule->name + ")"});
    }
}

// Copper of zones: once a zone.
void checkZonesAllowed(CheckRun& run) {
    const std::vector<Area>& areas = areasFor(run);
    for (const Zone& zone : run.board.zones) {
        if (zone.isRuleArea()) continue;
        const ItemKind kind = zone.isTeardrop ? ItemKind::Track : ItemKind::Zone;
        const RuleOrigin* origin = nullptr;
        LayerId layer = zone.layers.first();
        for (const FillIndex& fill : run.fills) {
            if (fill.zone().id != zone.id) continue;
            for (const Area& area : areas)
                if (forbids(*area.zone->keepOut, kind) && area.zone->layers.contains(fill.fill().layer) && fill.touches(area.shrunk))
                    origin = &area.origin, layer = fill.fill().layer;
        }
        if (const RuleOrigin* rule = run.rules.disallowRule(RuleItem::of(zone))) origin = rule;
        if (origin != nullptr) run.report("items_not_allowed", {run.asViolationItem(zone)}, {layer, anchorOf(zone), origin, {}, {}, "(" + origin->name + ")"});
    }
}

} // namespace viaduct
