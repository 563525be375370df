// SPDX-License-Identifier: GPL-3.0-or-later
// hole_to_hole and holes_co_located: drilled (round) holes of any nets, the same net too. Slots are milled, not drilled.
#include <algorithm>
#include <cmath>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"

namespace viaduct {

namespace {

bool isDrilled(const CheckItem& item) {
    return item.kind == ItemKind::Via || (item.kind == ItemKind::Pad && item.rule.pad->hole && item.rule.pad->hole->kind() == Shape::Kind::Disc);
}

// KiCad measures from hole centre to hole centre and truncates to the nanometre.
Nanometres webBetween(const Shape& a, const Shape& b) {
    const auto dx = static_cast<long double>((b.start().x - a.start().x).value()), dy = static_cast<long double>((b.start().y - a.start().y).value());
    return std::max(Nanometres(), Nanometres(static_cast<std::int64_t>(std::sqrt(dx * dx + dy * dy))) - a.radius() - b.radius());
}

} // namespace

void checkHoleToHole(CheckRun& run) {
    const CheckItems& items = run.items;
    std::vector<std::int32_t> drilled;
    SpatialIndex holes;
    for (std::int32_t item = items.firstVia(); item < items.firstGraphic(); ++item)
        if (isDrilled(items[item])) {
            drilled.push_back(item);
            holes.insert(item, items.holeOf(item)->box());
        }
    const Nanometres reach = run.rules.largestClearance();
    std::vector<std::int32_t> near;
    for (const std::int32_t a : drilled) {
        const Shape& holeA = *items.holeOf(a);
        near.clear();
        holes.query(holeA.box().inflated(reach), near);
        for (const std::int32_t b : near) {
            if (b <= a) continue;
            const CheckItem &itemA = items[a], &itemB = items[b];
            const auto isMicro = [](const CheckItem& item) { return item.rule.via != nullptr && item.rule.via->kind == ViaKind::Micro; };
            if (isMicro(itemA) && isMicro(itemB)) continue; // burnt by laser, one after the other
            if (itemA.kind == ItemKind::Via && itemB.kind == ItemKind::Via && (itemA.layers & itemB.layers).isEmpty()) continue;
            const Shape& holeB = *items.holeOf(b);
            std::vector<ViolationItem> involved{items.asViolationItem(a), items.asViolationItem(b)};
            if (squaredDistance(holeA.start(), holeB.start()) < kClearanceTolerance * kClearanceTolerance) {
                run.report("holes_co_located", std::move(involved), {LayerId::none(), holeA.start(), nullptr, {}, {}, ""});
                continue;
            }
            const RuleValue rule = run.rules.holeToHole(itemA.rule, itemB.rule);
            if (!rule.isTested) continue;
            const Nanometres actual = webBetween(holeA, holeB), limit = std::max(Nanometres(), rule.sure - kClearanceTolerance);
            if (actual >= limit) continue;
            run.report("hole_to_hole", std::move(involved),
                       {LayerId::none(), holeA.start(), rule.origin, rule.sure, actual,
                        "(" + rule.origin->name + " min " + lengthText(limit) + "; actual " + lengthText(actual) + ")"});
        }
    }
}

} // namespace viaduct
