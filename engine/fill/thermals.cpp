// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/thermals.h"

#include <algorithm>
#include <cmath>

#include "engine/fill/convexhull.h"
#include "engine/geometry/distance.h"
#include "engine/geometry/grow.h"

namespace viaduct {
namespace {

Box boxBeforeRotation(const Pad& pad, LayerId layer) {
    Box box;
    const auto turnedBack = [&](Point p) { return rotated(p, -pad.rotation, pad.position); };
    for (const Shape& shape : pad.shapesOn(layer)) {
        Box one;
        if (shape.kind() == Shape::Kind::Polygon) {
            for (const Point p : shape.polygon().outer) one.include(turnedBack(p));
        } else if (shape.kind() == Shape::Kind::Arc) {
            one = Shape::arc(turnedBack(shape.start()), turnedBack(shape.mid()), turnedBack(shape.end()), Nanometres()).box();
        } else {
            one.include(turnedBack(shape.start()));
            one.include(turnedBack(shape.end()));
        }
        box.include(one.inflated(shape.radius()));
    }
    return box;
}

Spoke spokeAlong(Point centre, double dx, double dy, double halfX, double halfY, double halfWidth) {
    double reach = 0;
    if (dx == 0)
        reach = halfY;
    else if (dy == 0)
        reach = halfX;
    else
        reach = std::min(halfX / std::abs(dx), halfY / std::abs(dy));
    const auto at = [&](double along, double aside) { return centre + pointAt(std::llround(dx * along - dy * aside), std::llround(dy * along + dx * aside)); };
    Spoke spoke;
    spoke.end = at(reach, 0);
    spoke.ring = {at(0, halfWidth), at(0, -halfWidth), at(reach, -halfWidth), spoke.end, at(reach, halfWidth)};
    return spoke;
}

// The relief of one pad as shapes.
ShapeList reliefOf(const ThermalPad& thermal, LayerId layer) {
    ShapeList shapes;
    if (thermal.pad->isHullInZones) {
        shapes.push_back(Shape::polygon(convexHullOf(thermal.pad->shapesOn(layer)), thermal.gap));
        return shapes;
    }
    for (const Shape& shape : thermal.pad->shapesOn(layer)) shapes.push_back(shape.grown(thermal.gap));
    return shapes;
}

// Decides whether the end of a bar lies in copper that survives the minimum width.
class SpokeTester final {
public:
    SpokeTester(const Region& working, const Obstacles& obstacles, const Obstacles& reliefs, Nanometres margin, Nanometres maxError)
        : m_sources{&obstacles, &reliefs}, m_margin(margin), m_maxError(maxError) {
        for (PolygonWithHoles& polygon : polygonsOfSimple(working)) m_working.push_back(Shape::polygon(std::move(polygon)));
        for (const Ring& ring : working.rings)
            for (std::size_t i = 0; i < ring.size(); ++i) m_rim.add(Shape::capsule(ring[i], ring[i + 1 == ring.size() ? 0 : i + 1], Nanometres()));
        m_shrunk = margin > Nanometres() ? offset(working, -margin, maxError, Joins::Chamfer) : working;
    }

    [[nodiscard]] bool isInCopper(Point end) const {
        if (std::none_of(m_working.begin(), m_working.end(), [&](const Shape& shape) { return contains(shape, end); })) return false;
        const Shape disc = Shape::disc(end, Nanometres());
        std::vector<const Shape*> near;
        bool isFree = true;
        for (const Obstacles* source : m_sources)
            for (const std::int32_t i : found(*source, end, 3 * m_margin)) {
                const Shape& shape = source->shapes()[static_cast<std::size_t>(i)];
                if (overlaps(shape, disc)) return false;
                near.push_back(&shape);
                isFree = isFree && !isCloserThan(shape, disc, m_margin);
            }
        for (const std::int32_t i : found(m_rim, end, m_margin)) isFree = isFree && !isCloserThan(m_rim.shapes()[static_cast<std::size_t>(i)], disc, m_margin);
        return isFree || isInOpening(end, near);
    }

private:
    static std::vector<std::int32_t> found(const Obstacles& obstacles, Point place, Nanometres within) {
        std::vector<std::int32_t> result;
        obstacles.query(Box{place, place}.inflated(within), result);
        return result;
    }

    // Copper about the place, shrunk by the margin: does any of it remain within the margin of the place?
    [[nodiscard]] bool isInOpening(Point end, const std::vector<const Shape*>& near) const {
        const Box window = Box{end, end}.inflated(2 * m_margin + Nanometres(2));
        const Region square{{{window.min, {window.max.x, window.min.y}, window.max, {window.min.x, window.max.y}}}};
        Region taken;
        for (const Shape* shape : near) appendGrown(*shape, m_margin, m_maxError, taken.rings);
        // Grown with square corners, as KiCad does it here: a place beside a tip of the copper still counts.
        const Region left = offset(subtracted(intersected(square, m_shrunk), taken), m_margin, m_maxError, Joins::Chamfer);
        const PolygonList grown = polygonsOfSimple(left);
        return std::any_of(grown.begin(), grown.end(), [&](const PolygonWithHoles& polygon) { return contains(polygon, end); });
    }

    const Obstacles* m_sources[2];
    Nanometres m_margin, m_maxError;
    ShapeList m_working;
    Obstacles m_rim;
    Region m_shrunk;
};

// Bars of pads that lie on each other end on each other's border. KiCad's test counts a border to the left of or below the bar as inside,
// the others not, and so do we.
bool holds(const Spoke& spoke, Point p) {
    bool isInside = false;
    for (std::size_t i = 0; i < spoke.ring.size(); ++i) {
        Point a = spoke.ring[i], b = spoke.ring[(i + 1) % spoke.ring.size()];
        if ((a.y >= p.y) == (b.y >= p.y)) continue;
        if (a.y > b.y) std::swap(a, b);
        if ((p.x - a.x) * (b.y - a.y) < (b.x - a.x) * (p.y - a.y)) isInside = !isInside; // the edge stands to the right
    }
    return isInside;
}

} // namespace

std::vector<Spoke> spokesOf(const ThermalPad& thermal, const Zone& zone, LayerId layer, Nanometres maxError) {
    const Pad& pad = *thermal.pad;
    const Nanometres width = std::min(thermal.spokeWidth, pad.smallerSide);
    if (width < zone.minThickness) return {};
    const Box box = boxBeforeRotation(pad, layer).inflated(thermal.gap + maxError + zone.minThickness / 2);
    const auto halfX = static_cast<double>((box.width() / 2).value()), halfY = static_cast<double>((box.height() / 2).value());
    const auto halfWidth = static_cast<double>((width / 2).value());
    const ShapeList& shapes = pad.shapesOn(layer);
    const bool isRound = shapes.size() == 1 && shapes.front().kind() == Shape::Kind::Disc;
    const std::int64_t angle = pad.thermalSpokeAngle.value_or(isRound ? 45000 : 90000);
    std::vector<Spoke> spokes;
    for (int quarter = 0; quarter < 4; ++quarter) {
        // A round pad's bars are as long in every direction; others end on the sides of the box.
        const std::int64_t direction = quarter * 90000 + (isRound ? 0 : angle);
        const double radians = static_cast<double>(direction) * (M_PI / 180000);
        const bool isUpright = direction % 180000 == 90000, isLevel = direction % 180000 == 0;
        Spoke spoke = spokeAlong(box.centre(), isUpright ? 0 : std::cos(radians), isLevel ? 0 : std::sin(radians), halfX, halfY, halfWidth);
        const auto place = [&](Point p) {
            if (isRound) p = rotated(p, angle, box.centre());
            return rotated(p, pad.rotation, pad.position);
        };
        for (Point& p : spoke.ring) p = place(p);
        spoke.end = place(spoke.end);
        spokes.push_back(std::move(spoke));
    }
    return spokes;
}

void addThermalReliefs(const std::vector<ThermalPad>& thermals, const FillContext& context, const Zone& zone, LayerId layer, const Region& working,
                       Nanometres margin, Obstacles& obstacles) {
    if (thermals.empty()) return;
    Obstacles reliefs;
    std::vector<Spoke> spokes;
    SpatialIndex spokeIndex;
    for (const ThermalPad& thermal : thermals) {
        for (Shape& shape : reliefOf(thermal, layer)) reliefs.add(std::move(shape));
        for (Spoke& spoke : spokesOf(thermal, zone, layer, context.maxError())) {
            spokeIndex.insert(static_cast<std::int32_t>(spokes.size()), Shape::polygon(spoke.ring).box());
            spokes.push_back(std::move(spoke));
        }
    }
    const SpokeTester tester(working, obstacles, reliefs, margin, context.maxError());
    std::vector<bool> isKept(spokes.size());
    std::vector<std::int32_t> found;
    for (std::size_t i = 0; i < spokes.size(); ++i) {
        isKept[i] = tester.isInCopper(spokes[i].end);
        if (isKept[i]) continue;
        // Two bars that end in each other join their pads.
        found.clear();
        spokeIndex.query(Box{spokes[i].end, spokes[i].end}.inflated(Nanometres(2)), found);
        for (const std::int32_t other : found)
            if (static_cast<std::size_t>(other) != i && holds(spokes[static_cast<std::size_t>(other)], spokes[i].end) &&
                holds(spokes[i], spokes[static_cast<std::size_t>(other)].end))
                isKept[i] = true;
    }
    for (const ThermalPad& thermal : thermals) {
        Region relief, bars;
        const ShapeList shapes = reliefOf(thermal, layer);
        for (const Shape& shape : shapes) appendGrown(shape, Nanometres(), context.maxError(), relief.rings);
        found.clear();
        spokeIndex.query(boxOf(relief), found);
        for (const std::int32_t i : found)
            if (isKept[static_cast<std::size_t>(i)]) bars.append(regionOfRing(spokes[static_cast<std::size_t>(i)].ring));
        if (bars.isEmpty()) {
            for (const Shape& shape : shapes) obstacles.add(shape);
        } else {
            for (PolygonWithHoles& piece : polygonsOf(subtracted(relief, bars))) obstacles.add(Shape::polygon(std::move(piece)));
        }
    }
}

} // namespace viaduct
