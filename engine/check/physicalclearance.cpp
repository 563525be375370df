// SPDX-License-Identifier: GPL-3.0-or-later
// physical_clearance and physical_hole_clearance: exist only as custom rules, hold between items of one net too, and are reported as
// clearance and hole_clearance. Judged between tracks, arcs, vias and pads.
#include <algorithm>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"
#include "engine/rules/compiledrules.h"

namespace viaduct {

void checkPhysicalClearance(CheckRun& run) {
    const auto& compiled = run.rules.rules().compiled;
    if (!compiled || (!compiled->has(ConstraintKind::PhysicalClearance) && !compiled->has(ConstraintKind::PhysicalHoleClearance))) return;
    const CheckItems& items = run.items;
    const Nanometres reach = run.rules.largestClearance();
    std::vector<std::int32_t> near;
    for (std::int32_t a = 0; a < items.count() && !run.isStopped(); ++a) {
        std::vector<std::int32_t> reported;
        for (std::size_t i = 0; i < run.board.layers.count(); ++i) {
            const LayerId layer(static_cast<std::int32_t>(i));
            if (!items[a].layers.contains(layer)) continue;
            near.clear();
            items.near(items[a].box, layer, reach, near);
            for (const std::int32_t b : near) {
                if (b <= a || std::find(reported.begin(), reported.end(), b) != reported.end()) continue;
                const Shapes shapesA = items.shapesOn(a, layer), shapesB = items.shapesOn(b, layer);
                if (shapesA.empty() || shapesB.empty()) continue;
                const auto judge = [&](const char* type, const RuleValue& rule, Shapes first, Shapes second) {
                    const Nanometres limit = rule.sure - kClearanceTolerance;
                    // Copper that touches is one piece (a track ending in its pad).
                    if (!rule.isTested || limit <= Nanometres() || !areCloserThan(first, second, limit) || areTouching(first, second)) return;
                    const Gap gap = gapOf(first, second);
                    reported.push_back(b);
                    run.report(type, {items.asViolationItem(a), items.asViolationItem(b)},
                               {layer, gap.onA, rule.origin, rule.sure, gap.distance,
                                "(" + rule.origin->name + " clearance " + lengthText(rule.sure) + "; actual " + lengthText(gap.distance) + ")"});
                };
                judge("clearance", run.rules.physicalClearance(items[a].rule, items[b].rule, layer), shapesA, shapesB);
                if (const Shape* hole = items.holeOf(b))
                    judge("hole_clearance", run.rules.physicalHoleClearance(items[a].rule, items[b].rule, layer), shapesA, Shapes(hole, 1));
                if (const Shape* hole = items.holeOf(a))
                    judge("hole_clearance", run.rules.physicalHoleClearance(items[b].rule, items[a].rule, layer), shapesB, Shapes(hole, 1));
            }
        }
    }
}

} // namespace viaduct
