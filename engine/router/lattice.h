// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/geometry/point.h"

namespace viaduct {

// A cell of the lattice on one layer: layer * planeSize + y * nx + x.
using Node = std::uint32_t;

// The uniform lattice of track and via centres. The outermost ring of cells is always blocked, so a step never leaves the arrays.
struct Lattice final {
    Point origin; // centre of cell (0, 0)
    std::int64_t pitch{50000};
    std::int32_t nx{0}, ny{0};
    int layers{0};

    [[nodiscard]] std::size_t planeSize() const noexcept { return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny); }
    [[nodiscard]] std::size_t nodeCount() const noexcept { return planeSize() * static_cast<std::size_t>(layers); }
    [[nodiscard]] Node node(std::int32_t x, std::int32_t y, int layer) const noexcept {
        return static_cast<Node>(static_cast<std::size_t>(layer) * planeSize() + static_cast<std::size_t>(y) * static_cast<std::size_t>(nx) +
                                 static_cast<std::size_t>(x));
    }
    // Narrow divisions: these run once per expansion.
    [[nodiscard]] int layerOf(Node node) const noexcept { return static_cast<int>(node / static_cast<std::uint32_t>(planeSize())); }
    [[nodiscard]] std::uint32_t cellOf(Node node) const noexcept { return node % static_cast<std::uint32_t>(planeSize()); }
    [[nodiscard]] std::int32_t xOf(Node node) const noexcept { return static_cast<std::int32_t>(cellOf(node) % static_cast<std::uint32_t>(nx)); }
    [[nodiscard]] std::int32_t yOf(Node node) const noexcept { return static_cast<std::int32_t>(cellOf(node) / static_cast<std::uint32_t>(nx)); }
    [[nodiscard]] Point pointAt(std::int32_t x, std::int32_t y) const noexcept {
        return {Nanometres(origin.x.value() + x * pitch), Nanometres(origin.y.value() + y * pitch)};
    }
    [[nodiscard]] Point pointOf(Node node) const noexcept { return pointAt(xOf(node), yOf(node)); }
    // The column at or after a coordinate, clamped to the lattice; `columnBefore` at or before.
    [[nodiscard]] std::int32_t columnFrom(std::int64_t x) const noexcept { return clamp(ceilDivide(x - origin.x.value()), nx); }
    [[nodiscard]] std::int32_t columnBefore(std::int64_t x) const noexcept { return clamp(floorDivide(x - origin.x.value()), nx); }
    [[nodiscard]] std::int32_t rowFrom(std::int64_t y) const noexcept { return clamp(ceilDivide(y - origin.y.value()), ny); }
    [[nodiscard]] std::int32_t rowBefore(std::int64_t y) const noexcept { return clamp(floorDivide(y - origin.y.value()), ny); }

private:
    [[nodiscard]] std::int64_t floorDivide(std::int64_t d) const noexcept { return d >= 0 ? d / pitch : -((-d + pitch - 1) / pitch); }
    [[nodiscard]] std::int64_t ceilDivide(std::int64_t d) const noexcept { return -floorDivide(-d); }
    [[nodiscard]] static std::int32_t clamp(std::int64_t v, std::int32_t n) noexcept { return static_cast<std::int32_t>(std::clamp<std::int64_t>(v, -1, n)); }
};

} // namespace viaduct
