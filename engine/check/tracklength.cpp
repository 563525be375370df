// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/tracklength.h"

#include <algorithm>
#include <cmath>

#include "engine/geometry/circulararc.h"

namespace viaduct {

namespace {

double distanceOf(Point a, Point b) { return std::hypot(static_cast<double>((b.x - a.x).value()), static_cast<double>((b.y - a.y).value())); }

constexpr Nanometres kDefaultCopper(35'000), kDefaultMask(10'000);

} // namespace

double exactLengthOf(const Track& track) { return distanceOf(track.start, track.end); }

double exactLengthOf(const TrackArc& arc) {
    if (CircularArc::isStraight(arc.start, arc.mid, arc.end)) return distanceOf(arc.start, arc.end);
    const CircularArc circular(arc.start, arc.mid, arc.end);
    return static_cast<double>(circular.radius() * std::abs(circular.sweep()));
}

Nanometres distanceBetween(const Board& board, LayerId a, LayerId b) {
    if (a == b) return {};
    const bool isStated = board.copperThicknesses.size() == board.layers.count();
    const auto count = static_cast<std::int64_t>(board.layers.count());
    const Nanometres usual = (board.thickness - count * kDefaultCopper - 2 * kDefaultMask) / std::max<std::int64_t>(1, count - 1);
    const auto copper = [&](std::size_t layer) { return isStated ? board.copperThicknesses[layer] : kDefaultCopper; };
    const LayerId top = std::min(a, b), bottom = std::max(a, b);
    Nanometres distance = copper(top.index()) / 2 + copper(bottom.index()) / 2;
    for (std::size_t layer = top.index(); layer < bottom.index(); ++layer) {
        if (layer > top.index()) distance = distance + copper(layer);
        distance = distance + (isStated ? board.dielectricHeights[layer] : usual);
    }
    return distance;
}

} // namespace viaduct
