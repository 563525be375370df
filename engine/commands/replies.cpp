// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/replies.h"

#include <algorithm>
#include <map>

#include "engine/session/sessionlog.h"

namespace viaduct {

namespace {

using nlohmann::json;

struct NetCopper final {
    std::size_t tracks{0}, vias{0};
    Nanometres length;
};

} // namespace

double millimetres(Nanometres length) { return static_cast<double>(length.value()) / 1e6; }

json placeJson(Point place) { return {{"x", millimetres(place.x)}, {"y", millimetres(place.y)}}; }

json boxJson(const Box& box) {
    if (box.isEmpty()) return nullptr;
    return json::array({millimetres(box.min.x), millimetres(box.min.y), millimetres(box.max.x), millimetres(box.max.y)});
}

std::string shown(const std::string& fileText) {
    if (std::all_of(fileText.begin(), fileText.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80U; })) return fileText;
    return json::parse(toLine(json(fileText))).get<std::string>();
}

std::string layerName(const Board& board, LayerId layer) { return layer.isNone() ? std::string() : shown(board.layers[layer].name); }

std::string netName(const Board& board, NetId net) { return net.isNone() ? std::string() : shown(board.net(net).name); }

json layerNames(const Board& board, LayerSet layers) {
    json names = json::array();
    for (std::size_t i = 0; i < board.layers.count(); ++i) {
        const LayerId layer(static_cast<std::int32_t>(i));
        if (layers.contains(layer)) names.push_back(layerName(board, layer));
    }
    return names;
}

std::string endName(const Board& board, const ConnectionEnd& end) {
    if (!end.pad.isNone()) return shown(board.padName(end.pad));
    return end.zone.isNone() ? "copper" : "zone";
}

json openConnectionJson(const Board& board, const OpenConnection& open) {
    json place = placeJson(open.place);
    place["layer"] = layerName(board, open.layer);
    json blockers = json::array();
    for (const Blocker& blocker : open.blockers) blockers.push_back({{blocker.isNet ? "net" : "item", shown(blocker.name)}, {"share", blocker.share}});
    json result = {{"net", netName(board, open.edge.net)},
                   {"a", endName(board, open.edge.a)},
                   {"b", endName(board, open.edge.b)},
                   {"reason", toText(open.reason)},
                   {"end", toText(open.side)},
                   {"why", shown(open.why)},
                   {"place", place},
                   {"blockers", blockers},
                   {"tried", open.wasTried},
                   {"rips", open.rips},
                   {"fails", open.fails}};
    result["length_mm"] = millimetres(open.edge.length);
    return result;
}

json copperPerNetJson(const Board& board, const Copper& copper) {
    std::map<NetId, NetCopper> perNet;
    for (const Track& track : copper.tracks) perNet[track.net].tracks++, perNet[track.net].length += lengthOf(track);
    for (const TrackArc& arc : copper.arcs) perNet[arc.net].tracks++, perNet[arc.net].length += lengthOf(arc);
    for (const Via& via : copper.vias) perNet[via.net].vias++;
    json nets = json::array();
    for (const auto& [net, sum] : perNet)
        nets.push_back({{"net", netName(board, net)}, {"tracks", sum.tracks}, {"vias", sum.vias}, {"length_mm", millimetres(sum.length)}});
    return nets;
}

json metricsJson(const State& state) {
    const StateMetrics& metrics = state.metrics;
    json result = {{"open", metrics.open}, {"tracks", metrics.tracks}, {"vias", metrics.vias}, {"length_mm", millimetres(metrics.length)}};
    if (metrics.addedErrors)
        result["added_errors"] = *metrics.addedErrors;
    else
        result["added_errors"] = "unverified";
    return result;
}

json errorCountsJson(const CheckReport& report, bool onlyAdded) {
    std::map<std::string, std::size_t> counts;
    for (const Violation& violation : report.violations)
        if (violation.severity == "error" && !violation.isExcluded && (violation.isAdded || !onlyAdded)) ++counts[violation.type];
    return json(counts).is_null() ? json::object() : json(counts);
}

std::size_t addedErrorCount(const CheckReport& report) {
    return static_cast<std::size_t>(std::count_if(report.violations.begin(), report.violations.end(),
                                                  [](const Violation& v) { return v.severity == "error" && !v.isExcluded && v.isAdded; }));
}

json violationJson(const Board& board, const Violation& violation) {
    json items = json::array();
    for (const ViolationItem& item : violation.items)
        items.push_back({{"uuid", shown(item.uuid)}, {"description", shown(item.description)}, {"pos", placeJson(item.position)}});
    json rule = {{"name", shown(violation.rule.name)},
                 {"source", violation.rule.file.empty() ? std::string()
                            : violation.rule.line == 0  ? shown(violation.rule.file)
                                                        : shown(violation.rule.file) + ":" + std::to_string(violation.rule.line)}};
    if (violation.required) rule["required_mm"] = millimetres(*violation.required);
    if (violation.actual) rule["actual_mm"] = millimetres(*violation.actual);
    json result = {{"type", violation.type},
                   {"severity", violation.severity},
                   {"description", shown(violation.description)},
                   {"items", std::move(items)},
                   {"rule", std::move(rule)},
                   {"layer", layerName(board, violation.layer)},
                   {"added", violation.isAdded},
                   {"place", placeJson(violation.place)}};
    if (violation.isExcluded) result["excluded"] = true;
    return result;
}

json workJson(const Session& session, std::uint64_t used, std::uint64_t sessionTotal) {
    json result = {{"used", used}, {"total_used", sessionTotal}, {"left", nullptr}};
    const std::uint64_t limit = session.options().workLimit;
    if (limit > 0) result["left"] = limit > sessionTotal ? limit - sessionTotal : 0;
    return result;
}

Result<NetId> findNet(const Board& board, const std::string& name) {
    NetId found = board.findNet(name);
    if (found.isNone())
        for (const Net& net : board.nets)
            if (shown(net.name) == name) found = net.id;
    if (found.isNone() || found == kNoNet) return fail(ErrorCode::NotFound, "The board has no net of the given name.");
    return found;
}

Result<PadId> findPad(const Board& board, const std::string& refDotPin) {
    const std::vector<PadId> pads = board.findPads(refDotPin);
    if (pads.empty()) return fail(ErrorCode::NotFound, "The board has no pad of the given name (REF.PIN, like U1.3).");
    for (const PadId pad : pads)
        if (board.pad(pad).net != kNoNet) return pad;
    return pads.front();
}

namespace schemas {

json object(json properties, std::vector<std::string> required) {
    json schema = {{"type", "object"}, {"properties", properties.is_null() ? json::object() : std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) schema["required"] = std::move(required);
    return schema;
}

json anyObject() { return {{"type", "object"}}; }

json text(const std::string& description, std::size_t maxLength) { return {{"type", "string"}, {"description", description}, {"maxLength", maxLength}}; }

json whole(const std::string& description, std::int64_t minimum, std::int64_t maximum) {
    return {{"type", "integer"}, {"description", description}, {"minimum", minimum}, {"maximum", maximum}};
}

json number(const std::string& description, double minimum, double maximum) {
    return {{"type", "number"}, {"description", description}, {"minimum", minimum}, {"maximum", maximum}};
}

json flag(const std::string& description, bool fallback) { return {{"type", "boolean"}, {"description", description}, {"default", fallback}}; }

json list(const std::string& description, json items, std::size_t maxItems) {
    return {{"type", "array"}, {"description", description}, {"items", std::move(items)}, {"maxItems", maxItems}};
}

json withDefault(json schema, json fallback) {
    schema["default"] = std::move(fallback);
    return schema;
}

} // namespace schemas

} // namespace viaduct
