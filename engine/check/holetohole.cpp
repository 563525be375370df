// SPDX-License-Identifier: GPL-3.0-or-later
// hole_to_hole and holes_co_located: drilled (round) holes of any nets, the same net too. Slots are milled, not drilled.
#include <algorithm>
#include <cmath>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"

namespace viaduct {

namespace {

// KiCad measures from hole centre to hole centre and truncates to the nanometre.
Nanometres webBetween(const Shape& a, const Shape& b) {
    const auto dx = static_cast<long double>((b.start().x - a.start().x).value()), dy = static_cast<long double>((b.start().y - a.start().y).value());
    return std::max(Nanometres(), Nanometres(static_cast<std::int64_t>(std::sqrt(dx * dx + dy * dy))) - a.radius() - b.radius());
}

void testHoles(CheckRun& run, std::int32_t a, std::int32_t b) {
    const CheckItem &itemA = run.items[a], &itemB = run.items[b];
    const auto isMicro = [](const CheckItem& item) { return item.rule.via != nullptr && item.rule.via->kind == ViaKind::Micro; };
    if (isMicro(itemA) && isMicro(itemB)) return; // burnt by laser, one after the other
    if (itemA.kind == ItemKind::Via && itemB.kind == ItemKind::Via && (itemA.layers & itemB.layers).isEmpty()) return;
    const Shape &holeA = *run.items.holeOf(a), &holeB = *run.items.holeOf(b);
    const auto involved = [&] { return std::vector<ViolationItem>{run.items.asViolationItem(a), run.items.asViolationItem(b)}; };
    if (squaredDistance(holeA.start(), holeB.start()) < kClearanceTolerance * kClearanceTolerance)
        return run.report("holes_co_located", involved(), {LayerId::none(), holeA.start(), nullptr, {}, {}, ""});
    const RuleValue rule = run.rules.holeToHole(itemA.rule, itemB.rule);
    if (!rule.isTested) return;
    const Nanometres actual = webBetween(holeA, holeB), limit = std::max(Nanometres(), rule.sure - kClearanceTolerance);
    if (actual >= limit) return;
    run.report("hole_to_hole", involved(),
               {LayerId::none(), holeA.start(), rule.origin, rule.sure, actual,
                "(" + rule.origin->name + " min " + lengthText(limit) + "; actual " + lengthText(actual) + ")"});
}

} // namespace

void checkHoleToHole(CheckRun& run) {
    const CheckItems& items = run.items;
    const Nanometres reach = run.rules.largestClearance();
    std::vector<std::int32_t> near;
    for (const std::int32_t a : run.judged) {
        if (run.isStopped()) return;
        if (!items.isDrilled(a)) continue;
        const Shape& holeA = *items.holeOf(a);
        near.clear();
        items.holesNear(holeA.box().inflated(reach), near);
        for (const std::int32_t b : near)
            if (b != a && (b > a || !run.isJudged(b))) items.comesBefore(a, b) ? testHoles(run, a, b) : testHoles(run, b, a);
    }
}

} // namespace viaduct
