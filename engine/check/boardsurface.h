// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/board/board.h"
#include "engine/geometry/spatialindex.h"

namespace viaduct {

// Where a current can creep: the board's area without cutouts and without holes that have no plating. Grooves narrower than `grooveWidth`
// (0: none) count as surface; so do corners of an opening that a chord of that width cuts off. Curves are chords within 500 nm.
class BoardSurface final {
public:
    BoardSurface(const Board& board, Nanometres grooveWidth);

    // A place where a shortest path can bend: the surface goes round it by more than half a turn.
    struct Corner final {
        Point at, before, after; // and its neighbours along the rim
    };

    [[nodiscard]] bool isEmpty() const noexcept { return m_edges.empty(); }
    [[nodiscard]] const std::vector<Corner>& corners() const noexcept { return m_corners; }
    [[nodiscard]] const Corner& corner(std::int32_t number) const { return m_corners[static_cast<std::size_t>(number)]; }
    // Corners [begin, end) that follow each other along a rim, with their box: most are told to be too far away by that.
    struct Run final {
        Box box;
        std::int32_t begin{0}, end{0};
    };
    [[nodiscard]] const std::vector<Run>& runs() const noexcept { return m_runs; }

    [[nodiscard]] bool contains(Point point) const; // rim included, and 100 nm beyond it (as KiCad forgives)
    // The straight leg from a to b leaves the surface nowhere by more than that.
    [[nodiscard]] bool isOpen(Point a, Point b) const;
    // Only a leg that has both neighbours of the corner on one side can be part of a shortest path.
    [[nodiscard]] static bool grazes(const Corner& corner, Point from) noexcept;
    // A segment divided where it crosses the rim.
    [[nodiscard]] std::vector<std::pair<Point, Point>> divided(Point a, Point b) const;

private:
    struct Edge final {
        Point a, b;
    };
    void addRing(std::vector<Point> ring);
    void addCorner(const Corner& corner, bool startsRun);
    void indexRows();
    [[nodiscard]] bool isWithin(Point point) const; // even-odd, no tolerance
    [[nodiscard]] bool isAtRim(Point point) const;
    // Where on [0, 1] the segment meets the rim, ascending; false as soon as it is sure that it leaves the surface (`stopsEarly`).
    [[nodiscard]] bool meetings(Point a, Point b, bool stopsEarly, std::vector<double>& found) const;

    std::vector<Edge> m_edges;
    std::vector<Corner> m_corners;
    std::vector<Run> m_runs;
    SpatialIndex m_edgeIndex;
    Box m_box;
    std::int64_t m_rowHeight{1};
    std::vector<std::vector<std::int32_t>> m_rows; // edges by horizontal stripes
};

} // namespace viaduct
