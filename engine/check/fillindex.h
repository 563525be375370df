// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/board/board.h"
#include "engine/geometry/distance.h"
#include "engine/geometry/spatialindex.h"

namespace viaduct {

// The copper of one zone on one layer with its edges in a grid: fills have thousands of corners, and every track asks.
class FillIndex final {
public:
    FillIndex(const Board& board, const ZoneFill& fill);

    [[nodiscard]] const ZoneFill& fill() const noexcept { return *m_fill; }
    [[nodiscard]] const Zone& zone() const noexcept { return *m_zone; }
    [[nodiscard]] const Box& box() const noexcept { return m_box; }
    [[nodiscard]] bool isEmpty() const noexcept { return m_edges.empty(); }

    [[nodiscard]] bool contains(Point point) const; // border included
    // dist < distance, strictly; overlapping counts as 0.
    [[nodiscard]] bool isCloserThan(std::span<const Shape> shapes, Nanometres distance) const;
    [[nodiscard]] bool touches(std::span<const Shape> shapes) const;
    // An edge comes that near, be the shape inside or outside (slits count as edges).
    [[nodiscard]] bool hasBorderWithin(std::span<const Shape> shapes, Nanometres distance) const;
    // The nearest points when closer than `limit`: onA on the shapes, onB on the fill.
    [[nodiscard]] std::optional<Gap> gapWithin(std::span<const Shape> shapes, Nanometres limit) const;
    // Nearest edges of two fills when closer than `limit` (edges only, as KiCad judges zone against zone).
    [[nodiscard]] std::optional<Gap> edgeGapWithin(const FillIndex& other, Nanometres limit) const;

    struct Edge final {
        Point a, b;
        std::int32_t island;
    };
    [[nodiscard]] std::vector<Edge> edgesIn(const Box& area) const;

private:
    void edgesNear(const Box& area, std::vector<std::int32_t>& found) const { m_grid.query(area, found); }
    [[nodiscard]] static Point somePointOf(const Shape& shape);

    const ZoneFill* m_fill;
    const Zone* m_zone;
    Box m_box;
    std::vector<Edge> m_edges;
    SpatialIndex m_grid;
    std::int64_t m_rowHeight{1};
    std::vector<std::vector<std::int32_t>> m_rows; // edges by horizontal stripes, for `contains`
};

} // namespace viaduct
