// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "engine/router/pathsearch.h"

namespace viaduct {

// A row of cells that a path claims in one soft plane: profile * (layers + 1) + layer, the last one for vias.
struct Claim final {
    std::int32_t plane, y, x0, x1;
};

struct PathSegment final {
    LayerId layer;
    Point a, b;
};

// What a path is attached to at an end: a terminal of its net (a cluster of fixed copper) or another path of the net.
struct Attachment final {
    int terminal{-1};
    int path{-1}; // serial of the path
};

// One routed connection of a net: an immutable value, shared between snapshots.
struct RoutedPath final {
    int serial{0};
    NetId net;
    int profile{0};
    std::vector<Node> nodes;
    Attachment start, end;
    bool startHasLeg{false}, endHasLeg{false};
    std::vector<PathSegment> segments; // collinear steps merged; legs included
    std::vector<Point> vias;
    std::int64_t length{0}; // nm
    std::vector<Claim> claims;
};

// Segments and vias of a found path: steps merged, legs to the exact pad points added.
void makeGeometry(const Lattice& lattice, const FoundPath& found, RoutedPath& path);
// The path's tracks and vias, at the sizes of its profile.
void appendCopper(const RoutingModel& model, const RoutedPath& path, Copper& copper);
// Appends the cells that the path claims from nets of profile `other`. Returns how many cells were walked.
std::uint64_t appendClaims(const RoutingModel& model, const RoutedPath& path, int other, std::vector<Claim>& claims);

} // namespace viaduct
