// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/routedpath.h"

#include <cmath>

namespace viaduct {

namespace {

std::int64_t lengthOf(Point a, Point b) {
    return static_cast<std::int64_t>(std::llround(std::hypot(static_cast<double>((a.x - b.x).value()), static_cast<double>((a.y - b.y).value()))));
}

bool isStraight(Point a, Point b, Point c) {
    const SquareNanometres cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    const SquareNanometres dot = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
    return cross == 0 && dot >= 0;
}

} // namespace

void makeGeometry(const Lattice& lattice, const FoundPath& found, RoutedPath& path) {
    path.nodes = found.nodes;
    path.segments.clear();
    path.vias.clear();
    path.length = 0;
    const auto add = [&](LayerId layer, Point a, Point b) {
        if (a == b) return;
        path.length += lengthOf(a, b);
        if (!path.segments.empty()) {
            PathSegment& last = path.segments.back();
            if (last.layer == layer && last.b == a && isStraight(last.a, a, b)) {
                last.b = b;
                return;
            }
        }
        path.segments.push_back({layer, a, b});
    };
    path.startHasLeg = found.start.hasLeg, path.endHasLeg = found.end.hasLeg;
    const auto layerOf = [&](Node node) { return LayerId(lattice.layerOf(node)); };
    if (found.start.hasLeg) add(layerOf(found.nodes.front()), found.start.point, lattice.pointOf(found.nodes.front()));
    for (std::size_t i = 1; i < found.nodes.size(); ++i) {
        const Point a = lattice.pointOf(found.nodes[i - 1]), b = lattice.pointOf(found.nodes[i]);
        if (layerOf(found.nodes[i - 1]) != layerOf(found.nodes[i]))
            path.vias.push_back(a);
        else
            add(layerOf(found.nodes[i]), a, b);
    }
    if (found.end.hasLeg) add(layerOf(found.nodes.back()), lattice.pointOf(found.nodes.back()), found.end.point);
}

void appendCopper(const RoutingModel& model, const RoutedPath& path, Copper& copper) {
    const NetProfile& profile = model.profiles()[path.profile];
    for (const PathSegment& segment : path.segments) {
        Track track;
        track.net = path.net, track.layer = segment.layer, track.start = segment.a, track.end = segment.b, track.width = profile.width;
        copper.tracks.push_back(std::move(track));
    }
    for (const Point at : path.vias) {
        Via via;
        via.net = path.net, via.position = at, via.diameter = profile.viaDiameter, via.drill = profile.viaDrill;
        via.from = model.board().layers.front(), via.to = model.board().layers.back();
        via.tentedFront = model.board().tentViasFront, via.tentedBack = model.board().tentViasBack;
        copper.vias.push_back(std::move(via));
    }
}

std::uint64_t appendClaims(const RoutingModel& model, const RoutedPath& path, int other, std::vector<Claim>& claims) {
    const Lattice& lattice = model.lattice();
    const PairNeeds& needs = model.profiles().needs(path.profile, other);
    const std::int32_t base = other * (lattice.layers + 1);
    std::vector<Run> runs;
    std::uint64_t walked = 0;
    const auto take = [&](std::int32_t plane) {
        for (const Run& run : runs) claims.push_back({plane, run.y, run.x0, run.x1}), walked += static_cast<std::uint64_t>(run.x1 - run.x0 + 1);
        runs.clear();
    };
    for (const PathSegment& segment : path.segments) {
        appendCloserToSegment(lattice, segment.a, segment.b, needs.trackTrack[segment.layer.index()], runs);
        take(base + segment.layer.value());
        appendCloserToSegment(lattice, segment.a, segment.b, needs.trackVia, runs);
        take(base + lattice.layers);
    }
    for (const Point via : path.vias) {
        for (int l = 0; l < lattice.layers; ++l) {
            appendCloserToSegment(lattice, via, via, needs.viaTrack, runs);
            take(base + l);
        }
        appendCloserToSegment(lattice, via, via, needs.viaVia, runs);
        take(base + lattice.layers);
    }
    return walked;
}

} // namespace viaduct
