// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/geometry/core.h"
#include "engine/geometry/polygonops.h"

namespace viaduct {
namespace {

Ring startingLowest(const Ring& ring) {
    Ring result = ring;
    std::rotate(result.begin(), std::min_element(result.begin(), result.end()), result.end());
    return result;
}

// An outer ring waiting for its holes.
struct Outer final {
    IndexedPolygon polygon;
    SquareNanometres area;
    std::vector<Ring> holes;
};

} // namespace

PolygonList polygonsOfSimple(const Region& region) {
    std::vector<Outer> outers;
    for (const Ring& ring : region.rings) {
        const SquareNanometres area = doubledArea(ring);
        if (ring.size() >= 3 && area > 0) outers.push_back({IndexedPolygon({startingLowest(ring), {}}), area, {}});
    }
    // Smaller rings first: the first that holds a hole is the one directly around it.
    std::sort(outers.begin(), outers.end(),
              [](const Outer& a, const Outer& b) { return a.area != b.area ? a.area < b.area : a.polygon.polygon.outer < b.polygon.polygon.outer; });
    for (const Ring& ring : region.rings) {
        if (ring.size() < 3 || doubledArea(ring) >= 0) continue;
        const Point corner = *std::min_element(ring.begin(), ring.end());
        const auto owner = std::find_if(outers.begin(), outers.end(), [&](const Outer& outer) { return core::polygonContains(outer.polygon, corner); });
        if (owner != outers.end()) owner->holes.push_back(startingLowest(ring));
    }
    PolygonList polygons;
    for (Outer& outer : outers) {
        std::sort(outer.holes.begin(), outer.holes.end());
        polygons.push_back({std::move(outer.polygon.polygon.outer), std::move(outer.holes)});
    }
    std::sort(polygons.begin(), polygons.end(), [](const PolygonWithHoles& a, const PolygonWithHoles& b) { return a.outer < b.outer; });
    return polygons;
}

} // namespace viaduct
