// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/check/boardsurface.h"
#include "engine/check/checkrun.h"
#include "engine/geometry/spatialindex.h"

namespace viaduct {

// One simple part of a net's copper on a layer: a disc, a capsule or an arc. Polygons come apart into their edges, and what crosses the
// board's rim into the parts on either side, so that the nearest points of two parts are where a leg can begin.
struct Conductor final {
    std::int32_t owner{0}; // an item's number; fills are numbered on from the last item
    NetId net{kNoNet};
    Shape shape;
};

// The copper of some nets on one layer, indexed; and the middle lines of all tracks there, which no leg may cross: what creeps to a
// third net's track creeps on from there, and both parts are judged by their own rules (KiCad 9.0.8, measured; pads and fills of third
// nets do not count).
class Conductors final {
public:
    // `isWanted` by net. In KiCad's order: pads, tracks with arcs and vias, fills, drawings; drawings of footprints and texts have no net.
    Conductors(const CheckRun& run, const BoardSurface& surface, LayerId layer, const std::vector<bool>& isWanted);

    [[nodiscard]] const std::vector<Conductor>& all() const noexcept { return m_all; }
    [[nodiscard]] const Conductor& operator[](std::int32_t number) const { return m_all[static_cast<std::size_t>(number)]; }
    [[nodiscard]] const std::vector<std::int32_t>& of(NetId net) const { return m_ofNet[net.index()]; } // ascending
    void near(const Box& area, std::vector<std::int32_t>& found) const { m_index.query(area, found); }
    [[nodiscard]] bool crossesTrack(Point a, Point b) const;
    // A straight leg that stays on the surface and crosses no track.
    [[nodiscard]] bool isLegFree(Point a, Point b) const { return !crossesTrack(a, b) && m_surface.isOpen(a, b); }

private:
    void add(std::int32_t owner, NetId net, const Shape& shape);
    void addLine(std::int32_t owner, NetId net, Point a, Point b, Nanometres radius);
    void addItems(bool (*isAsked)(const CheckItem& item));

    const CheckRun& m_run;
    const BoardSurface& m_surface;
    LayerId m_layer;
    const std::vector<bool>& m_isWanted;
    std::vector<Conductor> m_all;
    std::vector<std::vector<std::int32_t>> m_ofNet;
    std::vector<const Track*> m_tracks;
    SpatialIndex m_index, m_trackIndex;
};

} // namespace viaduct
