// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/geometry/circulararc.h"
#include "engine/geometry/exactsegment.h"
#include "engine/geometry/shape.h"

// Distances between cores: the point, segment, arc or filled polygon of a shape, its radius left aside. For the rest of this folder only.
namespace viaduct::core {

[[nodiscard]] bool polygonWithin(const IndexedPolygon& polygon, const Shape& other, const Reach& reach); // other: disc, capsule or polygon
[[nodiscard]] bool polygonContains(const IndexedPolygon& polygon, Point point);                          // border included
[[nodiscard]] bool arcWithin(const Shape& arc, const Shape& other, const Reach& reach);                  // other: anything

// How far apart two cores are and where, in long double. The zero of an overlap is found by the caller with polygonWithin.
struct RealGap final {
    long double distance{-1}; // negative: nothing measured yet
    RealPoint onA, onB;
    void offer(const RealPoint& a, const RealPoint& b) noexcept;
    [[nodiscard]] RealGap swapped() const noexcept { return {distance, onB, onA}; }
};
[[nodiscard]] RealGap arcToSegment(const CircularArc& arc, Point a, Point b);
[[nodiscard]] RealGap arcToArc(const CircularArc& a, const CircularArc& b);
[[nodiscard]] RealGap segmentToSegment(Point a, Point b, Point c, Point d);

} // namespace viaduct::core
