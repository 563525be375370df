// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "engine/geometry/distance.h"

namespace viaduct {

// Unions of shapes against each other; most often one against one.
[[nodiscard]] inline bool areCloserThan(std::span<const Shape> a, std::span<const Shape> b, Nanometres distance) {
    for (const Shape& first : a) {
        const Box reach = first.box().inflated(distance);
        for (const Shape& second : b)
            if (reach.intersects(second.box()) && isCloserThan(first, second, distance)) return true;
    }
    return false;
}

[[nodiscard]] inline bool areTouching(std::span<const Shape> a, std::span<const Shape> b) {
    for (const Shape& first : a)
        for (const Shape& second : b)
            if (first.box().intersects(second.box()) && touches(first, second)) return true;
    return false;
}

// Both must not be empty.
[[nodiscard]] inline Gap gapOf(std::span<const Shape> a, std::span<const Shape> b) {
    Gap least = gapBetween(a.front(), b.front());
    for (const Shape& first : a)
        for (const Shape& second : b) {
            if (least.distance == Nanometres()) return least;
            if (!first.box().inflated(least.distance).intersects(second.box())) continue;
            const Gap gap = gapBetween(first, second);
            if (gap.distance < least.distance) least = gap;
        }
    return least;
}

} // namespace viaduct
