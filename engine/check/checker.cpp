// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/checker.h"

#include <algorithm>
#include <tuple>

#include "engine/check/checkfamilies.h"
#include "engine/check/exclusions.h"

namespace viaduct {

namespace {

bool comesBefore(const Violation& a, const Violation& b) {
    if (a.type != b.type) return a.type < b.type;
    if (a.place != b.place) return a.place < b.place;
    const auto lessItem = [](const ViolationItem& x, const ViolationItem& y) {
        return std::tie(x.uuid, x.position, x.description) < std::tie(y.uuid, y.position, y.description);
    };
    if (std::lexicographical_compare(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), lessItem)) return true;
    if (std::lexicographical_compare(b.items.begin(), b.items.end(), a.items.begin(), a.items.end(), lessItem)) return false;
    return std::tie(a.layer, a.description) < std::tie(b.layer, b.description);
}

} // namespace

std::span<const CheckFamily> checkFamilies() {
    static constexpr CheckFamily kFamilies[] = {
        {checkCopperClearance, CheckScope::Items},
        {checkZoneClearance, CheckScope::Items},
        {checkHoleToHole, CheckScope::Items},
        {checkEdgeClearance, CheckScope::Items},
        {checkSizes, CheckScope::Items},
        {checkKeepOuts, CheckScope::Items},
        {checkPhysicalClearance, CheckScope::Items},
        {checkSolderMask, CheckScope::Openings},
        {checkDangling, CheckScope::Touching},
        {checkStarvedThermals, CheckScope::Thermals},
        {checkIsolatedCopper, CheckScope::Net},
        {checkConnectionWidth, CheckScope::NetLayer},
        {checkCopperSlivers, CheckScope::Spikes},
        {checkTrackAngles, CheckScope::Items},
        {checkSegmentLengths, CheckScope::Items},
        {checkTrackLengths, CheckScope::Rules},
        {checkPairCoupling, CheckScope::Pairs},
        {checkCreepage, CheckScope::Rules},
        {checkZonesApart, CheckScope::Board},
        {checkZonesAllowed, CheckScope::Board},
        {checkZonesIntersect, CheckScope::Board},
        {checkOutline, CheckScope::Board},
        {checkFileFaults, CheckScope::Board},
    };
    return kFamilies;
}

CheckReport check(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills, const CheckOptions& options) {
    CheckRun run(rules, copper, fills, options);
    for (const CheckFamily& family : checkFamilies())
        if (!run.isStopped()) family.judge(run);
    CheckReport report = reportOf(rules.rules(), std::move(run.violations), run.connectivity->ratsnest());
    if (options.stop != nullptr && options.stop->isRequested()) report.notChecked.emplace_back("*");
    return report;
}

CheckReport reportOf(const RuleSet& rules, std::vector<Violation> violations, std::vector<RatsnestEdge> unconnected) {
    CheckReport report;
    report.violations = std::move(violations);
    std::sort(report.violations.begin(), report.violations.end(), comesBefore);
    markExcluded(report, rules.exclusions);
    if (rules.severityOf("unconnected_items") != "ignore") report.unconnected = std::move(unconnected);
    report.notChecked = {"courtyards_overlap",    "footprint_type_mismatch",
                         "lib_footprint_issues",  "lib_footprint_mismatch",
                         "malformed_courtyard",   "mirrored_text_on_front_layer",
                         "missing_courtyard",     "nonmirrored_text_on_back_layer",
                         "npth_inside_courtyard", "pth_inside_courtyard",
                         "silk_edge_clearance",   "silk_over_copper",
                         "silk_overlap",          "text_height",
                         "text_thickness"};
    return report;
}

} // namespace viaduct
