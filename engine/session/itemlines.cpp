// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/itemlines.h"

#include <algorithm>
#include <map>

#include "engine/base/digest.h"
#include "engine/kicad/copperitemline.h"

namespace viaduct {

namespace {

// An item without uuid is named by its own line and how many equal items of the board stand before it.
std::string lineAndOccurrence(const Board& board, const RemovedItem& item) {
    const auto occurrence = [&](const auto& items, const std::string& line) {
        std::size_t before = 0;
        for (std::size_t i = 0; i < item.index; ++i)
            if (items[i].uuid.empty() && copperItemLine(board, items[i]) == line) ++before;
        return line + "|" + std::to_string(before);
    };
    switch (item.kind) {
    case CopperKind::Track: return occurrence(board.copper.tracks, copperItemLine(board, board.copper.tracks.at(item.index)));
    case CopperKind::Arc: return occurrence(board.copper.arcs, copperItemLine(board, board.copper.arcs.at(item.index)));
    case CopperKind::Via: return occurrence(board.copper.vias, copperItemLine(board, board.copper.vias.at(item.index)));
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

std::vector<std::string> stateLines(const Board& board, const Copper& added, const std::vector<RemovedItem>& removed) {
    std::vector<std::string> lines;
    lines.reserve(added.size() + removed.size());
    for (const Track& track : added.tracks) lines.push_back(copperItemLine(board, track));
    for (const TrackArc& arc : added.arcs) lines.push_back(copperItemLine(board, arc));
    for (const Via& via : added.vias) lines.push_back(copperItemLine(board, via));
    for (const RemovedItem& item : removed) {
        const std::string& uuid = uuidOf(board, item);
        lines.push_back("removed|" + (uuid.empty() ? lineAndOccurrence(board, item) : jsonEscaped(uuid)));
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
