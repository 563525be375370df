// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <tuple>

#include "engine/commands/enginecommands.h"
#include "engine/commands/replies.h"
#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

using nlohmann::json;

constexpr std::size_t kMostPads = 60, kMostNearPads = 40, kMostRows = 30;

json openOf(const State& state, NetId net, PadId pad) {
    json list = json::array();
    for (const OpenConnection& open : state.open)
        if (open.edge.net == net && (pad.isNone() || open.edge.a.pad == pad || open.edge.b.pad == pad)) list.push_back(openConnectionJson(*state.board, open));
    return list;
}

ShapeList allShapes(const Pad& pad) {
    ShapeList shapes = pad.shapes;
    for (const auto& [layer, list] : pad.layerShapes) shapes.insert(shapes.end(), list.begin(), list.end());
    if (shapes.empty() && pad.hole) shapes.push_back(*pad.hole);
    if (shapes.empty()) shapes.push_back(Shape::disc(pad.position, Nanometres(1)));
    return shapes;
}

json padJson(const Board& board, const Pad& pad) {
    const Box box = pad.box();
    json result = {{"pad", shown(board.padName(pad.id))},     {"net", netName(board, pad.net)},
                   {"x", millimetres(pad.position.x)},        {"y", millimetres(pad.position.y)},
                   {"layers", layerNames(board, pad.layers)}, {"size_mm", {millimetres(box.width()), millimetres(box.height())}}};
    if (pad.hole) result["hole_mm"] = millimetres(std::min(pad.hole->box().width(), pad.hole->box().height()));
    return result;
}

struct NetSums final {
    std::size_t tracks{0}, vias{0};
    std::map<LayerId, Nanometres> lengths;
    Box box;
};

NetSums sumsOf(const Copper& copper, NetId net) {
    NetSums sums;
    const auto addLine = [&](const auto& item) {
        if (item.net != net) return;
        ++sums.tracks;
        sums.lengths[item.layer] += lengthOf(item);
        sums.box.include(item.shape().box());
    };
    for (const Track& track : copper.tracks) addLine(track);
    for (const TrackArc& arc : copper.arcs) addLine(arc);
    for (const Via& via : copper.vias) {
        if (via.net != net) continue;
        ++sums.vias;
        sums.box.include(via.shapeOn(via.from).box());
    }
    return sums;
}

Result<json> runInspectNet(CallContext& context, const json& args) {
    const Session& session = *context.session;
    const State& state = *context.state;
    const Board& board = *state.board;
    const NetId net = TRY(findNet(board, args["net"].get<std::string>()));
    json pads = json::array();
    Box box;
    std::size_t padCount = 0;
    for (const Pad& pad : board.pads) {
        if (pad.net != net) continue;
        box.include(pad.box());
        if (++padCount <= kMostPads) pads.push_back(padJson(board, pad));
    }
    const NetSums all = sumsOf(*state.copper, net), own = sumsOf(state.added, net);
    box.include(all.box);
    json lengths = json::object();
    for (const auto& [layer, length] : own.lengths) lengths[layerName(board, layer)] = millimetres(length);
    json zones = json::array();
    for (const Zone& zone : board.zones)
        if (zone.net == net && !zone.isRuleArea() && !zone.isTeardrop)
            zones.push_back({{"name", shown(zone.name)}, {"layers", layerNames(board, zone.layers)}, {"priority", zone.priority}});
    const RoutingSizes sizes = session.rules().routingSizes(net);
    return json{{"net", netName(board, net)},
                {"class", shown(session.rules().rules().classFor(net).name)},
                {"track_width_mm", millimetres(sizes.trackWidth)},
                {"clearance_mm", millimetres(sizes.clearance)},
                {"via_diameter_mm", millimetres(sizes.viaDiameter)},
                {"via_drill_mm", millimetres(sizes.viaDrill)},
                {"pads", std::move(pads)},
                {"pads_total", padCount},
                {"board_tracks", all.tracks - own.tracks},
                {"board_vias", all.vias - own.vias},
                {"session_tracks", own.tracks},
                {"session_vias", own.vias},
                {"session_length_mm", std::move(lengths)},
                {"zones", std::move(zones)},
                {"open", openOf(state, net, PadId())},
                {"box", boxJson(box)},
                {"state", state.id.value()}};
}

// Copper near a pad, one row per net, layer and owner: the nearest distance decides the order.
struct Row final {
    NetId net;
    std::string layer;
    bool isSession{false};
    auto operator<=>(const Row&) const = default;
};

struct RowSum final {
    Nanometres nearest{INT64_MAX / 4};
    std::size_t tracks{0}, vias{0};
    bool isWithinPad{false};
};

class Neighbourhood final {
public:
    Neighbourhood(const Board& board, const Pad& pad, Nanometres radius) : m_board(board), m_pad(pad), m_shapes(allShapes(pad)), m_radius(radius) {}

    void add(const Copper& copper, std::size_t firstOwnTrack, std::size_t firstOwnArc, std::size_t firstOwnVia) {
        for (std::size_t i = 0; i < copper.tracks.size(); ++i)
            addItem(copper.tracks[i].shape(), copper.tracks[i].net, layerName(m_board, copper.tracks[i].layer), LayerSet::of(copper.tracks[i].layer),
                    i >= firstOwnTrack, false);
        for (std::size_t i = 0; i < copper.arcs.size(); ++i)
            addItem(copper.arcs[i].shape(), copper.arcs[i].net, layerName(m_board, copper.arcs[i].layer), LayerSet::of(copper.arcs[i].layer), i >= firstOwnArc,
                    false);
        for (std::size_t i = 0; i < copper.vias.size(); ++i) {
            const Via& via = copper.vias[i];
            addItem(via.shapeOn(via.from), via.net, layerName(m_board, via.from) + " - " + layerName(m_board, via.to), via.layers(), i >= firstOwnVia, true);
        }
    }

    [[nodiscard]] json rows() const {
        std::vector<std::pair<Row, RowSum>> sorted(m_rows.begin(), m_rows.end());
        std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second.nearest < b.second.nearest; });
        json list = json::array();
        for (const auto& [row, sum] : sorted) {
            if (list.size() == kMostRows) break;
            json entry = {{"net", netName(m_board, row.net)},
                          {"layer", row.layer},
                          {"from", row.isSession ? "session" : "board"},
                          {"tracks", sum.tracks},
                          {"vias", sum.vias},
                          {"distance_mm", millimetres(sum.nearest)}};
            if (sum.isWithinPad) entry["within_pad_area"] = true;
            list.push_back(std::move(entry));
        }
        return list;
    }

    [[nodiscard]] json pads() const {
        std::vector<std::tuple<Nanometres, PadId>> near;
        for (const Pad& other : m_board.pads) {
            if (other.id == m_pad.id || !other.box().intersects(m_pad.box().inflated(m_radius))) continue;
            const Nanometres distance = gapBetween(m_shapes, allShapes(other)).distance;
            if (distance <= m_radius) near.emplace_back(distance, other.id);
        }
        std::sort(near.begin(), near.end());
        json list = json::array();
        for (const auto& [distance, id] : near) {
            if (list.size() == kMostNearPads) break;
            json entry = padJson(m_board, m_board.pad(id));
            entry["distance_mm"] = millimetres(distance);
            list.push_back(std::move(entry));
        }
        return list;
    }

private:
    void addItem(const Shape& shape, NetId net, const std::string& layer, LayerSet layers, bool isSession, bool isVia) {
        if (!shape.box().intersects(m_pad.box().inflated(m_radius))) return;
        const Nanometres distance = gapBetween(m_shapes, {shape}).distance;
        if (distance > m_radius) return;
        RowSum& sum = m_rows[{net, layer, isSession}];
        sum.nearest = std::min(sum.nearest, distance);
        ++(isVia ? sum.vias : sum.tracks);
        if (net != m_pad.net && distance == Nanometres() && !(layers & m_pad.layers).isEmpty()) sum.isWithinPad = true;
    }
    const Board& m_board;
    const Pad& m_pad;
    ShapeList m_shapes;
    Nanometres m_radius;
    std::map<Row, RowSum> m_rows;
};

Result<json> runInspectPad(CallContext& context, const json& args) {
    const State& state = *context.state;
    const Board& board = *state.board;
    const Pad& pad = board.pad(TRY(findPad(board, args["pad"].get<std::string>())));
    const Nanometres radius(static_cast<std::int64_t>(args["radius_mm"].get<double>() * 1e6));
    Neighbourhood near(board, pad, radius);
    near.add(*state.copper, state.copper->tracks.size() - state.added.tracks.size(), state.copper->arcs.size() - state.added.arcs.size(),
             state.copper->vias.size() - state.added.vias.size());
    const Box box = board.box();
    json result = padJson(board, pad);
    result["same_name"] = board.findPads(board.padName(pad.id)).size();
    if (!box.isEmpty())
        result["to_outline_box_mm"] =
            millimetres(std::min({pad.position.x - box.min.x, box.max.x - pad.position.x, pad.position.y - box.min.y, box.max.y - pad.position.y}));
    result["open"] = openOf(state, pad.net, pad.id);
    result["pads_near"] = near.pads();
    result["copper_near"] = near.rows();
    result["state"] = state.id.value();
    return result;
}

} // namespace

void addInspectCommands(CommandRegistry& registry) {
    Command net;
    net.id = "inspect_net";
    net.title = "Inspect a net";
    net.description =
        "One net: pads, tracks and vias of the board and of the session, length per layer, open connections, the box it spans, its class, width and clearance.";
    net.argsSchema = schemas::object({{"net", schemas::text("net name")}}, {"net"});
    net.resultSchema = schemas::anyObject();
    net.examples = {{"GND", {{"net", "GND"}}}};
    net.run = runInspectNet;
    registry.add(std::move(net));

    Command pad;
    pad.id = "inspect_pad";
    pad.title = "Inspect a pad";
    pad.description =
        "One pad: net, place, layers, size, the open connections that end on it with reasons and blockers, the pads and the copper near it, nearest first.";
    pad.argsSchema =
        schemas::object({{"pad", schemas::text("REF.PIN")}, {"radius_mm", schemas::withDefault(schemas::number("how far to look", 0.1, 10), 1.5)}}, {"pad"});
    pad.resultSchema = schemas::anyObject();
    pad.examples = {{"pin 3 of U1", {{"pad", "U1.3"}}}};
    pad.run = runInspectPad;
    registry.add(std::move(pad));
}

} // namespace viaduct
