// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string_view>

#include "engine/rules/ruleset.h"

namespace viaduct {

namespace {

// KiCad 9's defaults; every other type is an error.
constexpr std::array<std::string_view, 23> kWarnings{"connection_width",
                                                     "copper_sliver",
                                                     "duplicate_footprints",
                                                     "extra_footprint",
                                                     "footprint_symbol_mismatch",
                                                     "generic_warning",
                                                     "hole_to_hole",
                                                     "holes_co_located",
                                                     "isolated_copper",
                                                     "lib_footprint_issues",
                                                     "lib_footprint_mismatch",
                                                     "mirrored_text_on_front_layer",
                                                     "missing_footprint",
                                                     "net_conflict",
                                                     "nonmirrored_text_on_back_layer",
                                                     "padstack",
                                                     "silk_edge_clearance",
                                                     "silk_over_copper",
                                                     "silk_overlap",
                                                     "text_height",
                                                     "text_thickness",
                                                     "track_dangling",
                                                     "via_dangling"};
constexpr std::array<std::string_view, 5> kIgnored{"footprint_filters_mismatch", "footprint_type_mismatch", "missing_courtyard", "npth_inside_courtyard",
                                                   "pth_inside_courtyard"};

} // namespace

std::string RuleSet::severityOf(const std::string& drcType) const {
    auto stated = severities.find(drcType);
    if (stated == severities.end() && drcType == "hole_to_hole") stated = severities.find("hole_near_hole"); // the name of older projects
    if (stated != severities.end() && (stated->second == "error" || stated->second == "warning" || stated->second == "ignore")) return stated->second;
    if (std::find(kWarnings.begin(), kWarnings.end(), drcType) != kWarnings.end()) return "warning";
    if (std::find(kIgnored.begin(), kIgnored.end(), drcType) != kIgnored.end()) return "ignore";
    return "error";
}

} // namespace viaduct
