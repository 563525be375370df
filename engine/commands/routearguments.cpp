// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/routearguments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "engine/commands/replies.h"

namespace viaduct {

namespace {

using nlohmann::json;

constexpr std::int64_t kMostWork = 9'007'199'254'740'991; // 2^53 - 1: whole in every JSON reader
constexpr double kFarthest = 2000;                        // mm

json pairOfPads() {
    json pair = schemas::list("two pads, REF.PIN", schemas::text("REF.PIN"), 2);
    pair["minItems"] = 2;
    return pair;
}

json boxSchema() {
    json box = schemas::list("[x0, y0, x1, y1] in mm", schemas::number("mm", -kFarthest, kFarthest), 4);
    box["minItems"] = 4;
    return box;
}

json polygonSchema() {
    json point = schemas::list("[x, y] in mm", schemas::number("mm", -kFarthest, kFarthest), 2);
    point["minItems"] = 2;
    json polygon = schemas::list("corners in order", std::move(point), 256);
    polygon["minItems"] = 3;
    return polygon;
}

json factorOrForbid(double most) { return {{"anyOf", {schemas::number("cost factor", 1, most), {{"const", "forbid"}}}}}; }

json netList(const std::string& description, std::size_t most) { return schemas::list(description, schemas::text("net name"), most); }

Nanometres fromMillimetres(double value) { return Nanometres(std::llround(value * 1e6)); }

Error namedError(Error error, const std::string& key) { return Error{error.code, "route: " + key + ": " + error.text}; }

Result<std::vector<NetId>> netsOf(const Board& board, const json& names, const std::string& key) {
    std::vector<NetId> nets;
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto net = findNet(board, names[i].get<std::string>());
        if (!net) return tl::unexpected<Error>(namedError(net.error(), key + "[" + std::to_string(i) + "]"));
        nets.push_back(*net);
    }
    return nets;
}

Result<std::vector<std::pair<PadId, PadId>>> pairsOf(const Board& board, const json& pairs, const std::string& key) {
    std::vector<std::pair<PadId, PadId>> found;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        std::array<PadId, 2> ends;
        for (std::size_t k = 0; k < 2; ++k) {
            auto pad = findPad(board, pairs[i][k].get<std::string>());
            if (!pad) return tl::unexpected<Error>(namedError(pad.error(), key + "[" + std::to_string(i) + "][" + std::to_string(k) + "]"));
            ends[k] = *pad;
        }
        if (board.pad(ends[0]).net != board.pad(ends[1]).net || board.pad(ends[0]).net == kNoNet)
            return fail(ErrorCode::InvalidArgs, "route: " + key + "[" + std::to_string(i) + "]: the two pads are not of one net.");
        found.emplace_back(ends[0], ends[1]);
    }
    return found;
}

Result<LayerId> layerOf(const Board& board, const std::string& name, const std::string& key) {
    const LayerId layer = board.layers.find(name);
    if (layer.isNone()) return fail(ErrorCode::NotFound, "route: " + key + ": the board has no copper layer of this name.");
    return layer;
}

Ring ringOf(const json& region) {
    Ring ring;
    if (region.contains("polygon")) {
        for (const json& corner : region["polygon"]) ring.push_back({fromMillimetres(corner[0]), fromMillimetres(corner[1])});
        return ring;
    }
    const json& box = region["box"];
    const Nanometres x0 = fromMillimetres(std::min(box[0].get<double>(), box[2].get<double>())),
                     x1 = fromMillimetres(std::max(box[0].get<double>(), box[2].get<double>()));
    const Nanometres y0 = fromMillimetres(std::min(box[1].get<double>(), box[3].get<double>())),
                     y1 = fromMillimetres(std::max(box[1].get<double>(), box[3].get<double>()));
    return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
}

Result<RegionHint> regionOf(const Board& board, const json& region, const std::string& key) {
    if (region.contains("box") == region.contains("polygon")) return fail(ErrorCode::InvalidArgs, "route: " + key + ": give either box or polygon.");
    if (region.contains("nets") && region.contains("except_nets")) return fail(ErrorCode::InvalidArgs, "route: " + key + ": give either nets or except_nets.");
    RegionHint hint;
    hint.polygon = ringOf(region);
    for (const json& name : region.value("layers", json::array())) hint.layers.insert(TRY(layerOf(board, name.get<std::string>(), key + ".layers")));
    hint.nets = TRY(netsOf(board, region.value("nets", json::array()), key + ".nets"));
    hint.exceptNets = TRY(netsOf(board, region.value("except_nets", json::array()), key + ".except_nets"));
    hint.isForbidden = region["factor"].is_string();
    if (!hint.isForbidden) hint.factor = region["factor"].get<double>();
    return hint;
}

// What a router of this version does anyway is accepted; what it does not do is refused, never ignored.
Result<void> checkOptions(const json& options) {
    for (const auto& [name, value] : options.items()) {
        const bool isWhatItDoes = name == "soft_zones" ? value == true : name == "via_in_pad" ? false : value == false;
        if (!isWhatItDoes)
            return fail(ErrorCode::ServiceUnavailable,
                        "route: options." + name + " is not built yet; leave it out" + (name == "soft_zones" ? " (zones are always refilled)." : "."));
    }
    return {};
}

bool isInside(const Ring& box, Point place) { return box[0].x <= place.x && place.x <= box[2].x && box[0].y <= place.y && place.y <= box[2].y; }

// Takes open connections into the limits of the request. Where one ends on a zone or on loose copper, which a pair of pads cannot name, the
// limits are dropped and whole nets are routed.
class ConnectionLimits final {
public:
    explicit ConnectionLimits(RouteRequest& request) : m_request(request) {}
    ~ConnectionLimits() {
        if (!m_canName) m_request.connections.clear();
    }
    void add(const RatsnestEdge& edge) {
        if (edge.a.pad.isNone() || edge.b.pad.isNone())
            m_canName = false;
        else
            m_request.connections.emplace_back(edge.a.pad, edge.b.pad);
    }

private:
    RouteRequest& m_request;
    bool m_canName{true};
};

// Adds the open connections with an end on one of the parts, or in the area.
Result<void> select(const Board& board, const State& state, const json& args, RouteRequest& to, std::set<NetId>& nets) {
    std::set<FootprintId> parts;
    const json refs = args.value("refs", json::array());
    for (std::size_t i = 0; i < refs.size(); ++i) {
        bool isKnown = false;
        for (const Footprint& footprint : board.footprints)
            if (shown(footprint.reference) == refs[i].get<std::string>()) parts.insert(footprint.id), isKnown = true;
        if (!isKnown) return fail(ErrorCode::NotFound, "route: refs[" + std::to_string(i) + "]: the board has no part of the given reference.");
    }
    const Ring area = args.contains("area") ? ringOf({{"box", args["area"]}}) : Ring();
    const auto isMeant = [&](const ConnectionEnd& end) {
        return (!end.pad.isNone() && parts.count(board.pad(end.pad).footprint) > 0) || (!area.empty() && isInside(area, end.place));
    };
    const std::set<NetId> whole = nets;
    const bool isLimited = !to.connections.empty() || !parts.empty() || !area.empty();
    ConnectionLimits limits(to);
    for (const OpenConnection& open : state.open) {
        const bool isNamed = isMeant(open.edge.a) || isMeant(open.edge.b);
        if (isNamed || (isLimited && whole.count(open.edge.net) > 0)) limits.add(open.edge);
        if (isNamed) nets.insert(open.edge.net);
    }
    return {};
}

} // namespace

json hintsSchema() {
    json region = schemas::object({{"box", boxSchema()},
                                   {"polygon", polygonSchema()},
                                   {"layers", schemas::list("copper layers; all when absent", schemas::text("layer name"), 32)},
                                   {"nets", netList("only these", 256)},
                                   {"except_nets", netList("all but these", 256)},
                                   {"factor", factorOrForbid(100)}},
                                  {"factor"});
    json layers = {{"type", "object"},
                   {"description", "cost factor of tracks per layer, or forbid; vias still pass"},
                   {"additionalProperties", factorOrForbid(1000)},
                   {"maxProperties", 32}};
    json guides = {{"type", "object"},
                   {"description", "net: polyline to follow"},
                   {"additionalProperties", {{"type", "array"}, {"maxItems", 256}, {"items", json::object()}}},
                   {"maxProperties", 64}};
    json escapes = {{"type", "object"}, {"description", "pad: side, layer, via"}, {"additionalProperties", {{"type", "object"}}}, {"maxProperties", 256}};
    json hints = schemas::object({{"first_nets", netList("routed first, again after each restart, not ripped by others", 64)},
                                  {"priority", schemas::list("these connections first, no protection", pairOfPads(), 256)},
                                  {"layers", std::move(layers)},
                                  {"regions", schemas::list("where copper is dear or forbidden", std::move(region), 64)},
                                  {"guides", std::move(guides)},
                                  {"escapes", std::move(escapes)},
                                  {"keep", netList("session copper of these nets is not ripped", 256)}});
    hints["description"] = "advice for this call; it never changes a rule";
    return hints;
}

json routeArgsSchema() {
    json options = schemas::object({});
    for (const char* name : {"soft_zones", "via_in_pad", "diff_pairs", "vias_off_pads", "escape_plan"}) options["properties"][name] = {{"type", "boolean"}};
    json verify = {{"enum", {"refuse", "report", "off"}},
                   {"default", "refuse"},
                   {"description", "refuse: keep only what adds no DRC error; report: keep it and name the errors; off: do not check"}};
    json area = boxSchema();
    area["description"] = "only open connections with an end in this box, [x0, y0, x1, y1] in mm";
    return schemas::object({{"nets", netList("only these nets; all with an open connection when nothing is named", 4096)},
                            {"connections", schemas::list("only these", pairOfPads(), 256)},
                            {"refs", schemas::list("only open connections that end on these parts", schemas::text("reference"), 256)},
                            {"area", std::move(area)},
                            {"work", schemas::withDefault(schemas::whole("router steps per variant", 1, kMostWork), 40'000'000)},
                            {"variants", schemas::withDefault(schemas::whole("how many differently tuned runs; the best is kept", 1, 8), 4)},
                            {"seed", schemas::whole("of the random generator; the session's when absent", 0, kMostWork)},
                            {"hints", hintsSchema()},
                            {"options", std::move(options)},
                            {"verify", std::move(verify)},
                            {"commit", schemas::flag("false: a dry run, the state stays", true)},
                            {"ignore_rules_file", schemas::flag("route although the custom rules file does not parse", false)}});
}

Result<RouteHints> readHints(const Board& board, const json& hints) {
    for (const char* missing : {"guides", "escapes"})
        if (hints.contains(missing) && !hints[missing].empty())
            return fail(ErrorCode::ServiceUnavailable, std::string("route: hints.") + missing + " is not built yet; leave it out.");
    RouteHints read;
    read.firstNets = TRY(netsOf(board, hints.value("first_nets", json::array()), "hints.first_nets"));
    read.priority = TRY(pairsOf(board, hints.value("priority", json::array()), "hints.priority"));
    TRY(netsOf(board, hints.value("keep", json::array()), "hints.keep")); // a route never rips session copper: kept in any case
    const json layers = hints.value("layers", json::object());
    for (const auto& [name, factor] : layers.items())
        read.layerFactors[TRY(layerOf(board, name, "hints.layers"))] = factor.is_string() ? RouteHints::kForbidden : factor.get<double>();
    const json regions = hints.value("regions", json::array());
    for (std::size_t i = 0; i < regions.size(); ++i) read.regions.push_back(TRY(regionOf(board, regions[i], "hints.regions[" + std::to_string(i) + "]")));
    return read;
}

Result<RouteArguments> readRouteArguments(const CallContext& context, const State& state, const json& args) {
    const Board& board = *state.board;
    RouteArguments read;
    TRY(checkOptions(args.value("options", json::object())));
    const json names = args.value("nets", json::array());
    if (names.size() > context.caps.nets)
        return fail(ErrorCode::Limit, "route: nets: at most " + std::to_string(context.caps.nets) + " nets a call; leave nets out to route all.");
    read.request.work = args["work"].get<std::uint64_t>();
    if (read.request.work > context.caps.work) return fail(ErrorCode::Limit, "route: work: at most " + std::to_string(context.caps.work) + " a call.");
    read.request.variants = args["variants"].get<int>();
    read.request.seed = args.contains("seed") ? args["seed"].get<std::uint64_t>() : context.session->options().seed;
    read.request.threads = context.session->options().threads;
    read.request.stoppedAt = context.replayStops;
    if (args.contains("hints")) read.request.hints = TRY(readHints(board, args["hints"]));

    std::set<NetId> nets;
    for (const NetId net : TRY(netsOf(board, names, "nets"))) nets.insert(net);
    read.request.connections = TRY(pairsOf(board, args.value("connections", json::array()), "connections"));
    TRY(select(board, state, args, read.request, nets));
    for (const auto& [a, b] : read.request.connections) nets.insert(board.pad(a).net);
    read.isSelective = args.contains("nets") || args.contains("connections") || args.contains("refs") || args.contains("area");
    if (!read.isSelective) // every net: new tracks may also cut what only a pour joined
        for (const Net& net : board.nets) nets.insert(net.id);
    read.named.assign(nets.begin(), nets.end());
    if (read.isSelective) read.request.nets = read.named;

    const std::string verify = args["verify"].get<std::string>();
    read.verify = verify == "off" ? VerifyMode::Off : verify == "report" ? VerifyMode::Report : VerifyMode::Refuse;
    read.commits = args["commit"].get<bool>();
    read.ignoresRulesFile = args["ignore_rules_file"].get<bool>() || context.session->options().ignoreRulesFile;
    return read;
}

} // namespace viaduct
