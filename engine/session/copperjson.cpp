// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/copperjson.h"

namespace viaduct {

namespace {

using nlohmann::json;

constexpr std::int64_t kFarthest = 2'000'000'000; // nm; beyond KiCad's own limit

// Reads one item's members in turn; `isGood` turns false at the first that does not fit.
class ItemReader final {
public:
    ItemReader(const Board& board, const json& item) : m_board(board), m_item(item) {}
    [[nodiscard]] bool isGood() const noexcept { return m_isGood && m_next == m_item.size(); }
    [[nodiscard]] std::int64_t number(std::int64_t least, std::int64_t most) {
        if (!take(m_next < m_item.size() && m_item[m_next].is_number_integer())) return least;
        const auto value = m_item[m_next - 1].get<std::int64_t>();
        if (value < least || value > most) m_isGood = false;
        return value;
    }
    [[nodiscard]] NetId net() { return NetId(static_cast<std::int32_t>(number(0, static_cast<std::int64_t>(m_board.nets.size()) - 1))); }
    [[nodiscard]] LayerId layer() { return LayerId(static_cast<std::int32_t>(number(0, static_cast<std::int64_t>(m_board.layers.count()) - 1))); }
    [[nodiscard]] Point point() {
        const std::int64_t x = number(-kFarthest, kFarthest), y = number(-kFarthest, kFarthest);
        return pointAt(x, y);
    }
    [[nodiscard]] Nanometres size() { return Nanometres(number(1, kFarthest)); }

private:
    bool take(bool fits) {
        m_isGood = m_isGood && fits;
        if (m_isGood) ++m_next;
        return m_isGood;
    }
    const Board& m_board;
    const json& m_item;
    std::size_t m_next{1};
    bool m_isGood{true};
};

bool readItem(const Board& board, const json& item, Copper& to) {
    if (!item.is_array() || item.empty() || !item[0].is_string()) return false;
    const std::string kind = item[0].get<std::string>();
    ItemReader reader(board, item);
    if (kind == "track") {
        Track track;
        track.net = reader.net();
        track.layer = reader.layer();
        track.start = reader.point();
        track.end = reader.point();
        track.width = reader.size();
        if (reader.isGood()) to.tracks.push_back(track);
    } else if (kind == "arc") {
        TrackArc arc;
        arc.net = reader.net();
        arc.layer = reader.layer();
        arc.start = reader.point();
        arc.mid = reader.point();
        arc.end = reader.point();
        arc.width = reader.size();
        if (reader.isGood()) to.arcs.push_back(arc);
    } else if (kind == "via") {
        Via via;
        via.net = reader.net();
        via.position = reader.point();
        via.diameter = reader.size();
        via.drill = reader.size();
        via.from = reader.layer();
        via.to = reader.layer();
        via.kind = static_cast<ViaKind>(reader.number(0, 3));
        if (reader.isGood() && via.from <= via.to)
            to.vias.push_back(via);
        else
            return false;
    } else {
        return false;
    }
    return reader.isGood();
}

} // namespace

json copperJson(const Copper& copper) {
    json items = json::array();
    for (const Track& t : copper.tracks)
        items.push_back({"track", t.net.value(), t.layer.value(), t.start.x.value(), t.start.y.value(), t.end.x.value(), t.end.y.value(), t.width.value()});
    for (const TrackArc& a : copper.arcs)
        items.push_back({"arc", a.net.value(), a.layer.value(), a.start.x.value(), a.start.y.value(), a.mid.x.value(), a.mid.y.value(), a.end.x.value(),
                         a.end.y.value(), a.width.value()});
    for (const Via& v : copper.vias)
        items.push_back({"via", v.net.value(), v.position.x.value(), v.position.y.value(), v.diameter.value(), v.drill.value(), v.from.value(), v.to.value(),
                         static_cast<int>(v.kind)});
    return items;
}

Result<Copper> copperFrom(const Board& board, const json& items) {
    if (!items.is_array()) return fail(ErrorCode::InvalidArgs, "Copper must be a list of items.");
    Copper copper;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (!readItem(board, items[i], copper)) return fail(ErrorCode::InvalidArgs, "Copper item " + std::to_string(i) + " does not fit this board.");
    return copper;
}

} // namespace viaduct
