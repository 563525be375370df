// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/checkrun.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>

#include "engine/check/itemtext.h"

namespace viaduct {

namespace {

std::vector<FillIndex> indexed(const Board& board, const std::vector<ZoneFill>& fills) {
    std::vector<FillIndex> result;
    result.reserve(fills.size());
    for (const ZoneFill& fill : fills) result.emplace_back(board, fill);
    return result;
}

struct Title final {
    std::string_view type;
    const char* words;
};
constexpr Title kTitles[] = {
    {"annular_width", "Annular width"},
    {"clearance", "Clearance violation"},
    {"connection_width", "Copper connection too narrow"},
    {"copper_edge_clearance", "Board edge clearance violation"},
    {"copper_sliver", "Copper sliver"},
    {"creepage", "Creepage violation"},
    {"diff_pair_gap_out_of_range", "Differential pair gap out of range"},
    {"diff_pair_uncoupled_length_too_long", "Differential uncoupled length too long"},
    {"drill_out_of_range", "Hole size out of range"},
    {"hole_clearance", "Hole clearance violation"},
    {"hole_to_hole", "Drilled hole too close to other hole"},
    {"holes_co_located", "Drilled holes co-located"},
    {"invalid_outline", "Board has malformed outline"},
    {"isolated_copper", "Isolated copper fill"},
    {"item_on_disabled_layer", "Item on a disabled copper layer"},
    {"items_not_allowed", "Items not allowed"},
    {"length_out_of_range", "Track length out of range"},
    {"microvia_drill_out_of_range", "Micro via hole size out of range"},
    {"padstack", "Padstack is questionable"},
    {"padstack_invalid", "Padstack is not valid"},
    {"shorting_items", "Items shorting two nets"},
    {"skew_out_of_range", "Skew between tracks out of range"},
    {"starved_thermal", "Thermal relief connection to zone incomplete"},
    {"through_hole_pad_without_hole", "Through hole pad has no hole"},
    {"track_angle", "Track angle"},
    {"track_segment_length", "Track segment length"},
    {"track_dangling", "Track has unconnected end"},
    {"track_width", "Track width"},
    {"tracks_crossing", "Tracks crossing"},
    {"unconnected_items", "Missing connection between items"},
    {"via_dangling", "Via is not connected or connected on only one layer"},
    {"via_diameter", "Via diameter"},
    {"viaduct_outside_outline", "Copper outside the board outline"},
    {"zones_intersect", "Copper zones intersect"},
};

} // namespace

const char* titleOf(const std::string& type) {
    const auto found = std::find_if(std::begin(kTitles), std::end(kTitles), [&](const Title& title) { return title.type == type; });
    return found != std::end(kTitles) ? found->words : "";
}

CheckRun::CheckRun(const RuleResolver& ofRules, const Copper& ofCopper, const std::vector<ZoneFill>& ofFills, const CheckOptions& withOptions)
    : rules(ofRules), board(ofRules.board()), options(withOptions), zoneFills(ofFills), fills(indexed(board, ofFills)), outline(outlineOf(board)),
      connectivity(std::make_shared<const Connectivity>(board, ofCopper, &ofFills)), items(ofRules, ofCopper, fills),
      judged(static_cast<std::size_t>(items.count())), judgedNets(board.nets.size()), judgedLayers(board.layers.all()) {
    std::iota(judged.begin(), judged.end(), 0);
    std::iota(judgedNets.begin(), judgedNets.end(), 0);
}

const std::string& CheckRun::severityOf(const std::string& type) {
    const auto known = m_severities.find(type);
    return known != m_severities.end() ? known->second : m_severities.emplace(type, rules.rules().severityOf(type)).first->second;
}

void CheckRun::report(const std::string& type, std::vector<ViolationItem> involved, Found found) {
    Violation violation;
    violation.severity = found.rule != nullptr && !found.rule->severity.empty() ? found.rule->severity : severityOf(type);
    if (violation.severity == "ignore") return;
    violation.type = type;
    violation.description = titleOf(type);
    if (!found.text.empty()) violation.description += (violation.description.empty() ? "" : " ") + found.text;
    std::sort(involved.begin(), involved.end(), [](const ViolationItem& a, const ViolationItem& b) {
        return std::tie(a.uuid, a.position, a.description) < std::tie(b.uuid, b.position, b.description);
    });
    violation.items = std::move(involved);
    if (found.rule != nullptr) violation.rule = *found.rule;
    violation.required = found.required;
    violation.actual = found.actual;
    violation.layer = found.layer;
    violation.place = found.place;
    violation.owner = found.owner;
    violations.push_back(std::move(violation));
}

ViolationItem CheckRun::asViolationItem(const Zone& zone) const { return {zone.uuid, textOf(board, zone), anchorOf(zone)}; }

} // namespace viaduct
