// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/drcreport.h"

#include <cstdio>

#include "engine/commands/replies.h"

namespace viaduct {

namespace {

using nlohmann::json;

std::string layerWords(const Board& board, LayerSet layers) {
    if (layers.count() == 1) return layerName(board, layers.first());
    return layers == board.layers.all() ? "all copper layers" : layerName(board, layers.first()) + " - " + layerName(board, layers.last());
}

std::string bracketed(const Board& board, NetId net) { return "[" + (net == kNoNet ? std::string("<no net>") : netName(board, net)) + "]"; }

struct NamedItem final {
    std::string uuid, description;
    Point position;
};

// The item that a ratsnest edge ends on, in the words of KiCad's reports.
NamedItem itemAt(const Board& board, const Copper& copper, const ConnectionEnd& end, NetId net) {
    if (!end.pad.isNone()) {
        const Pad& pad = board.pad(end.pad);
        const std::string part = shown(board.footprint(pad.footprint).reference);
        const std::string kind = pad.hole ? "PTH pad " : "Pad ";
        return {shown(pad.uuid),
                kind + shown(pad.number) + " " + bracketed(board, net) + " of " + part + (pad.hole ? "" : " on " + layerWords(board, pad.layers)),
                pad.position};
    }
    if (!end.zone.isNone()) {
        const Zone& zone = board.zone(end.zone);
        return {shown(zone.uuid), "Zone " + bracketed(board, net) + " on " + layerWords(board, zone.layers), end.place};
    }
    for (const Track& track : copper.tracks)
        if (track.net == net && (track.start == end.place || track.end == end.place))
            return {shown(track.uuid), "Track " + bracketed(board, net) + " on " + layerName(board, track.layer), track.start};
    for (const TrackArc& arc : copper.arcs)
        if (arc.net == net && (arc.start == end.place || arc.end == end.place))
            return {shown(arc.uuid), "Track (arc) " + bracketed(board, net) + " on " + layerName(board, arc.layer), arc.start};
    for (const Via& via : copper.vias)
        if (via.net == net && via.position == end.place)
            return {shown(via.uuid), "Via " + bracketed(board, net) + " on " + layerWords(board, via.layers()), via.position};
    return {"", "Copper " + bracketed(board, net), end.place};
}

json unconnectedJson(const Board& board, const Copper& copper, const RatsnestEdge& edge) {
    NamedItem a = itemAt(board, copper, edge.a, edge.net), b = itemAt(board, copper, edge.b, edge.net);
    if (b.uuid < a.uuid) std::swap(a, b);
    json items = json::array();
    for (const NamedItem& item : {a, b}) items.push_back({{"uuid", item.uuid}, {"description", item.description}, {"pos", placeJson(item.position)}});
    return {{"type", "unconnected_items"}, {"severity", "error"}, {"description", "Missing connection between items"}, {"items", std::move(items)}};
}

std::string number(double value) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.4f", value);
    std::string text(buffer);
    for (char& c : text)
        if (c == ',') c = '.'; // whatever the locale
    return text;
}

void appendItems(std::string& text, const json& items) {
    for (const json& item : items)
        text += "    @(" + number(item["pos"]["x"].get<double>()) + " mm, " + number(item["pos"]["y"].get<double>()) +
                " mm): " + item["description"].get<std::string>() + "\n";
}

} // namespace

json drcReportJson(const Board& board, const Copper& copper, const CheckReport& report, const DrcReportOptions& options) {
    json violations = json::array(), unconnected = json::array(), severities = {"error", "warning"};
    if (options.showsIgnored) severities.push_back("ignore");
    for (const Violation& violation : report.violations)
        if (violation.severity != "ignore" || options.showsIgnored) violations.push_back(violationJson(board, violation));
    for (const RatsnestEdge& edge : report.unconnected) unconnected.push_back(unconnectedJson(board, copper, edge));
    return {{"$schema", "https://schemas.kicad.org/drc.v1.json"},
            {"source", shown(options.source)},
            {"date", ""},
            {"kicad_version", options.program},
            {"coordinate_units", "mm"},
            {"included_severities", std::move(severities)},
            {"violations", std::move(violations)},
            {"unconnected_items", std::move(unconnected)},
            {"schematic_parity", json::array()},
            {"not_checked", report.notChecked}};
}

std::string drcReportText(const Board& board, const Copper& copper, const CheckReport& report, const DrcReportOptions& options) {
    const json document = drcReportJson(board, copper, report, options);
    std::string text = "** Drc report for " + shown(options.source) + " **\n** " + options.program + " **\n\n";
    text += "** Found " + std::to_string(document["violations"].size()) + " DRC violations **\n";
    for (const json& violation : document["violations"]) {
        text += "[" + violation["type"].get<std::string>() + "]: " + violation["description"].get<std::string>() + "\n";
        const json& rule = violation["rule"];
        text += "    " + violation["severity"].get<std::string>() + (violation["added"] == true ? "; added" : "");
        if (!rule["name"].get_ref<const std::string&>().empty()) text += "; rule: " + rule["name"].get<std::string>();
        if (!rule["source"].get_ref<const std::string&>().empty()) text += " (" + rule["source"].get<std::string>() + ")";
        if (rule.contains("required_mm")) text += "; required " + number(rule["required_mm"].get<double>()) + " mm";
        if (rule.contains("actual_mm")) text += "; actual " + number(rule["actual_mm"].get<double>()) + " mm";
        text += "\n";
        appendItems(text, violation["items"]);
    }
    text += "\n** Found " + std::to_string(document["unconnected_items"].size()) + " unconnected pads **\n";
    for (const json& edge : document["unconnected_items"]) {
        text += "[unconnected_items]: " + edge["description"].get<std::string>() + "\n    error\n";
        appendItems(text, edge["items"]);
    }
    if (!report.notChecked.empty()) {
        text += "\n** Not checked: ";
        for (std::size_t i = 0; i < report.notChecked.size(); ++i) text += (i == 0 ? "" : ", ") + report.notChecked[i];
        text += " **\n";
    }
    return text + "\n** End of Report **\n";
}

} // namespace viaduct
