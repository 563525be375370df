// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/state.h"

#include <cmath>

namespace viaduct {

namespace {

// Corrected to the exact integer root: the same on every platform, whatever the C library makes of the last bit.
Nanometres distanceBetween(Point a, Point b) {
    const SquareNanometres square = squaredDistance(a, b);
    auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
    while (static_cast<SquareNanometres>(root) * root > square) --root;
    while (static_cast<SquareNanometres>(root + 1) * (root + 1) <= square) ++root;
    return Nanometres(root);
}

template <typename Item> void appendKept(std::vector<Item>& to, const std::vector<Item>& own, const std::vector<RemovedItem>& removed, CopperKind kind) {
    std::vector<char> isRemoved(own.size(), 0);
    for (const RemovedItem& item : removed)
        if (item.kind == kind && item.index < own.size()) isRemoved[item.index] = 1;
    for (std::size_t i = 0; i < own.size(); ++i)
        if (isRemoved[i] == 0) to.push_back(own[i]);
}

} // namespace

const char* toText(OpenReason reason) noexcept {
    switch (reason) {
    case OpenReason::NotTried: return "not_tried";
    case OpenReason::Budget: return "budget";
    case OpenReason::Stopped: return "stopped";
    case OpenReason::NoAccess: return "no_access";
    case OpenReason::BoxedIn: return "boxed_in";
    case OpenReason::NoPath: return "no_path";
    case OpenReason::Refused: return "refused";
    case OpenReason::Rule: return "rule";
    }
    return "not_tried";
}

const char* toText(OpenSide side) noexcept {
    switch (side) {
    case OpenSide::A: return "a";
    case OpenSide::B: return "b";
    case OpenSide::Both: return "both";
    }
    return "both";
}

Copper effectiveCopper(const Board& board, const std::vector<RemovedItem>& removed, const Copper& added) {
    Copper copper;
    copper.tracks.reserve(board.copper.tracks.size() + added.tracks.size());
    appendKept(copper.tracks, board.copper.tracks, removed, CopperKind::Track);
    appendKept(copper.arcs, board.copper.arcs, removed, CopperKind::Arc);
    appendKept(copper.vias, board.copper.vias, removed, CopperKind::Via);
    copper.tracks.insert(copper.tracks.end(), added.tracks.begin(), added.tracks.end());
    copper.arcs.insert(copper.arcs.end(), added.arcs.begin(), added.arcs.end());
    copper.vias.insert(copper.vias.end(), added.vias.begin(), added.vias.end());
    return copper;
}

Nanometres lengthOf(const Track& track) { return distanceBetween(track.start, track.end); }

Nanometres lengthOf(const TrackArc& arc) {
    Nanometres length;
    const std::vector<Point> line = arcToPolyline(arc.start, arc.mid, arc.end, Nanometres(500));
    for (std::size_t i = 1; i < line.size(); ++i) length += distanceBetween(line[i - 1], line[i]);
    return length;
}

Nanometres lengthOf(const Copper& copper) {
    Nanometres length;
    for (const Track& track : copper.tracks) length += lengthOf(track);
    for (const TrackArc& arc : copper.arcs) length += lengthOf(arc);
    return length;
}

} // namespace viaduct
