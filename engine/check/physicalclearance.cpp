// SPDX-License-Identifier: GPL-3.0-or-later
// physical_clearance and physical_hole_clearance: exist only as custom rules, hold between items of one net too, and are reported as
// clearance and hole_clearance. Judged between tracks, arcs, vias and pads.
#include <algorithm>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"

namespace viaduct {

namespace {

// True when the pair gave a report.
bool testPair(CheckRun& run, std::int32_t a, std::int32_t b, LayerId layer) {
    const CheckItems& items = run.items;
    const Shapes shapesA = items.shapesOn(a, layer), shapesB = items.shapesOn(b, layer);
    if (shapesA.empty() || shapesB.empty()) return false;
    bool isFound = false;
    const auto judge = [&](const char* type, const RuleValue& rule, Shapes first, Shapes second) {
        const Nanometres limit = rule.sure - kClearanceTolerance;
        // Copper that touches is one piece (a track ending in its pad).
        if (!rule.isTested || limit <= Nanometres() || !areCloserThan(first, second, limit) || areTouching(first, second)) return;
        const Gap gap = gapOf(first, second);
        isFound = true;
        run.report(type, {items.asViolationItem(a), items.asViolationItem(b)},
                   {layer, gap.onA, rule.origin, rule.sure, gap.distance,
                    "(" + rule.origin->name + " clearance " + lengthText(rule.sure) + "; actual " + lengthText(gap.distance) + ")"});
    };
    judge("clearance", run.rules.physicalClearance(items[a].rule, items[b].rule, layer), shapesA, shapesB);
    if (const Shape* hole = items.holeOf(b))
        judge("hole_clearance", run.rules.physicalHoleClearance(items[a].rule, items[b].rule, layer), shapesA, Shapes(hole, 1));
    if (const Shape* hole = items.holeOf(a))
        judge("hole_clearance", run.rules.physicalHoleClearance(items[b].rule, items[a].rule, layer), shapesB, Shapes(hole, 1));
    return isFound;
}

} // namespace

void checkPhysicalClearance(CheckRun& run) {
    if (!run.rules.hasCustom(ConstraintKind::PhysicalClearance) && !run.rules.hasCustom(ConstraintKind::PhysicalHoleClearance)) return;
    const CheckItems& items = run.items;
    const Nanometres reach = run.rules.largestClearance();
    std::vector<std::int32_t> near, reported;
    for (const std::int32_t item : run.judged) {
        if (run.isStopped()) return;
        reported.clear();
        for (std::size_t i = 0; i < run.board.layers.count(); ++i) {
            const LayerId layer(static_cast<std::int32_t>(i));
            if (!items[item].layers.contains(layer)) continue;
            near.clear();
            items.near(items[item].box, layer, reach, near);
            for (const std::int32_t other : near) {
                if (other == item || (other < item && run.isJudged(other)) || std::find(reported.begin(), reported.end(), other) != reported.end()) continue;
                if (items.comesBefore(item, other) ? testPair(run, item, other, layer) : testPair(run, other, item, layer)) reported.push_back(other);
            }
        }
    }
}

} // namespace viaduct
