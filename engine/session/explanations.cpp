// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/explanations.h"

namespace viaduct {

namespace {

// Two ends are the same when they are the same pad or zone, or, for loose copper, the same place.
bool isSameEnd(const ConnectionEnd& a, const ConnectionEnd& b) {
    if (!a.pad.isNone() || !b.pad.isNone()) return a.pad == b.pad;
    if (!a.zone.isNone() || !b.zone.isNone()) return a.zone == b.zone;
    return a.place == b.place;
}

OpenSide turned(OpenSide side) {
    if (side == OpenSide::A) return OpenSide::B;
    return side == OpenSide::B ? OpenSide::A : side;
}

OpenConnection withEdge(const RatsnestEdge& edge, const OpenConnection& reason, bool isTurned) {
    OpenConnection open = reason;
    open.edge = edge;
    if (isTurned) open.side = turned(open.side);
    return open;
}

OpenConnection notTried(const RatsnestEdge& edge) {
    OpenConnection open;
    open.edge = edge;
    open.why = "No route has tried this connection since the board last changed.";
    open.place = edge.a.place;
    open.layer = edge.a.layers.first();
    return open;
}

} // namespace

std::vector<OpenConnection> explained(const std::vector<RatsnestEdge>& open, const std::vector<OpenConnection>& reasons) {
    std::vector<OpenConnection> result(open.size());
    std::vector<char> isDone(open.size(), 0), isUsed(reasons.size(), 0);
    const auto matchAll = [&](bool wantsBothEnds) {
        for (std::size_t i = 0; i < open.size(); ++i) {
            for (std::size_t k = 0; k < reasons.size() && isDone[i] == 0; ++k) {
                if (isUsed[k] != 0 || reasons[k].edge.net != open[i].net) continue;
                const ConnectionEnd &a = open[i].a, &b = open[i].b, &ra = reasons[k].edge.a, &rb = reasons[k].edge.b;
                const bool isStraight = wantsBothEnds ? isSameEnd(a, ra) && isSameEnd(b, rb) : isSameEnd(a, ra) || isSameEnd(b, rb);
                const bool isTurned = wantsBothEnds ? isSameEnd(a, rb) && isSameEnd(b, ra) : isSameEnd(a, rb) || isSameEnd(b, ra);
                if (!isStraight && !isTurned) continue;
                result[i] = withEdge(open[i], reasons[k], !isStraight);
                isDone[i] = isUsed[k] = 1;
            }
        }
    };
    matchAll(true);
    matchAll(false);
    for (std::size_t i = 0; i < open.size(); ++i)
        if (isDone[i] == 0) result[i] = notTried(open[i]);
    return result;
}

} // namespace viaduct
