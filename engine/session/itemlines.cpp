// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/itemlines.h"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "engine/base/digest.h"

namespace viaduct {

namespace {

// The inside of a JSON string; bytes that are no UTF-8 become U+FFFD.
std::string escaped(const std::string& text) {
    const std::string quoted = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return quoted.substr(1, quoted.size() - 2);
}

std::string number(Nanometres length) { return std::to_string(length.value()); }

std::string place(Point point) { return number(point.x) + "|" + number(point.y); }

std::string netName(const Board& board, NetId net) { return escaped(net.isNone() ? std::string() : board.net(net).name); }

std::string layerName(const Board& board, LayerId layer) { return escaped(board.layers[layer].name); }

// An item without uuid is named by its own line and how many equal items of the board stand before it.
std::string lineAndOccurrence(const Board& board, const RemovedItem& item) {
    const auto occurrence = [&](const auto& items, const std::string& line) {
        std::size_t before = 0;
        for (std::size_t i = 0; i < item.index; ++i)
            if (items[i].uuid.empty() && itemLine(board, items[i]) == line) ++before;
        return line + "|" + std::to_string(before);
    };
    switch (item.kind) {
    case CopperKind::Track: return occurrence(board.copper.tracks, itemLine(board, board.copper.tracks.at(item.index)));
    case CopperKind::Arc: return occurrence(board.copper.arcs, itemLine(board, board.copper.arcs.at(item.index)));
    case CopperKind::Via: return occurrence(board.copper.vias, itemLine(board, board.copper.vias.at(item.index)));
    }
    return {};
}

const std::string& uuidOf(const Board& board, const RemovedItem& item) {
    switch (item.kind) {
    case CopperKind::Track: return board.copper.tracks.at(item.index).uuid;
    case CopperKind::Arc: return board.copper.arcs.at(item.index).uuid;
    case CopperKind::Via: break;
    }
    return board.copper.vias.at(item.index).uuid;
}

} // namespace

std::string itemLine(const Board& board, const Track& track) {
    const auto [first, second] = std::minmax(track.start, track.end);
    return "track|" + netName(board, track.net) + "|" + layerName(board, track.layer) + "|" + place(first) + "|" + place(second) + "|" + number(track.width);
}

std::string itemLine(const Board& board, const TrackArc& arc) {
    const auto [first, second] = std::minmax(arc.start, arc.end);
    return "arc|" + netName(board, arc.net) + "|" + layerName(board, arc.layer) + "|" + place(first) + "|" + place(arc.mid) + "|" + place(second) + "|" +
           number(arc.width);
}

std::string itemLine(const Board& board, const Via& via) {
    return "via|" + netName(board, via.net) + "|" + place(via.position) + "|" + number(via.diameter) + "|" + number(via.drill) + "|" +
           layerName(board, via.from) + "|" + layerName(board, via.to);
}

std::vector<std::string> stateLines(const Board& board, const Copper& added, const std::vector<RemovedItem>& removed) {
    std::vector<std::string> lines;
    lines.reserve(added.size() + removed.size());
    for (const Track& track : added.tracks) lines.push_back(itemLine(board, track));
    for (const TrackArc& arc : added.arcs) lines.push_back(itemLine(board, arc));
    for (const Via& via : added.vias) lines.push_back(itemLine(board, via));
    for (const RemovedItem& item : removed) {
        const std::string& uuid = uuidOf(board, item);
        lines.push_back("removed|" + (uuid.empty() ? lineAndOccurrence(board, item) : escaped(uuid)));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

std::string stateDigest(const Board& board, const Copper& added, const std::vector<RemovedItem>& removed) {
    Fnv1a64 digest;
    bool isFirst = true;
    for (const std::string& line : stateLines(board, added, removed)) {
        if (!isFirst) digest.add("\n");
        digest.add(line);
        isFirst = false;
    }
    return digest.hex();
}

} // namespace viaduct
