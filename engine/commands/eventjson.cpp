// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/eventjson.h"

#include "engine/commands/replies.h"

namespace viaduct {

namespace {

using nlohmann::json;

json pointJson(Point point) { return json::array({point.x.value(), point.y.value()}); }

const char* phaseName(RouterPhase phase) noexcept {
    switch (phase) {
    case RouterPhase::Preparing: return "preparing";
    case RouterPhase::PinAccess: return "pin_access";
    case RouterPhase::Negotiating: return "negotiating";
    case RouterPhase::Legalising: return "legalising";
    case RouterPhase::Repairing: return "repairing";
    case RouterPhase::Polishing: return "polishing";
    case RouterPhase::Finished: return "finished";
    }
    return "";
}

class Writer final {
public:
    Writer(const Board& board, json& to) : m_board(board), m_to(to) {}
    void operator()(const RouterEvent::Phase& e) { m_to.update({{"type", "phase"}, {"phase", phaseName(e.phase)}}); }
    void operator()(const RouterEvent::Iteration& e) {
        m_to.update({{"type", "iteration"}, {"number", e.number}, {"conflicts", e.conflicts}, {"open", e.open}});
    }
    void operator()(const RouterEvent::Attempt& e) {
        m_to.update({{"type", "attempt"}, {"net", net(e.net)}, {"from", pointJson(e.from)}, {"to", pointJson(e.to)}});
    }
    void operator()(const RouterEvent::Frontier& e) {
        json points = json::array();
        for (const Point point : e.sampled) points.push_back(pointJson(point));
        m_to.update({{"type", "frontier"}, {"net", net(e.net)}, {"layer", layer(e.layer)}, {"points", std::move(points)}});
    }
    void operator()(const RouterEvent::Laid& e) {
        json tracks = json::array(), vias = json::array();
        for (const Track& track : e.tracks)
            tracks.push_back({{"layer", layer(track.layer)}, {"start", pointJson(track.start)}, {"end", pointJson(track.end)}, {"width", track.width.value()}});
        for (const Via& via : e.vias)
            vias.push_back({{"at", pointJson(via.position)},
                            {"diameter", via.diameter.value()},
                            {"drill", via.drill.value()},
                            {"from", layer(via.from)},
                            {"to", layer(via.to)}});
        m_to.update({{"type", "laid"}, {"connection", e.connection}, {"net", net(e.net)}, {"tracks", std::move(tracks)}, {"vias", std::move(vias)}});
    }
    void operator()(const RouterEvent::Ripped& e) { m_to.update({{"type", "ripped"}, {"connection", e.connection}, {"net", net(e.net)}}); }
    void operator()(const RouterEvent::Refused& e) {
        m_to.update({{"type", "refused"}, {"net", net(e.net)}, {"place", pointJson(e.place)}, {"rule", shown(e.rule)}});
    }
    void operator()(const RouterEvent::Best& e) { m_to.update({{"type", "best"}, {"open", e.open}, {"vias", e.vias}, {"length", e.length.value()}}); }
    void operator()(const RouterEvent::Progress& e) {
        m_to.update({{"type", "progress"}, {"routed", e.routed}, {"connections", e.connections}, {"work_left", e.workLeft}});
    }

private:
    [[nodiscard]] std::string net(NetId id) const { return netName(m_board, id); }
    [[nodiscard]] std::string layer(LayerId id) const { return layerName(m_board, id); }
    const Board& m_board;
    json& m_to;
};

} // namespace

json eventJson(const Board& board, const RouterEvent& event) {
    json line = {{"variant", event.variant}, {"n", event.number}, {"work", event.work}};
    std::visit(Writer(board, line), event.body);
    return line;
}

} // namespace viaduct
