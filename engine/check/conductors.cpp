// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/conductors.h"

#include <algorithm>

#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

constexpr std::int64_t kLongestLook = 2'000'000; // as BoardSurface looks along a leg

Box boxOf(Point a, Point b) noexcept {
    Box box;
    box.include(a);
    box.include(b);
    return box;
}

} // namespace

Conductors::Conductors(const CheckRun& run, const BoardSurface& surface, LayerId layer, const std::vector<bool>& isWanted)
    : m_run(run), m_surface(surface), m_layer(layer), m_isWanted(isWanted), m_ofNet(run.board.nets.size()) {
    const CheckItems& items = run.items;
    addItems([](const CheckItem& item) { return item.kind == ItemKind::Pad; });
    addItems([](const CheckItem& item) { return item.isTrack(); });
    for (std::size_t i = 0; i < run.fills.size(); ++i) {
        const FillIndex& fill = run.fills[i];
        if (fill.fill().layer != layer || !isWanted[fill.zone().net.index()]) continue;
        for (const PolygonWithHoles& island : fill.fill().islands) add(items.count() + static_cast<std::int32_t>(i), fill.zone().net, Shape::polygon(island));
    }
    addItems([](const CheckItem& item) { return item.kind == ItemKind::Graphic || item.kind == ItemKind::Text; });
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        m_index.insert(static_cast<std::int32_t>(i), m_all[i].shape.box());
        m_ofNet[m_all[i].net.index()].push_back(static_cast<std::int32_t>(i));
    }
    for (const CheckItem& item : items.all()) {
        const Track* track = item.rule.track;
        if (track == nullptr || item.isGone || track->layer != layer) continue;
        m_trackIndex.insert(static_cast<std::int32_t>(m_tracks.size()), boxOf(track->start, track->end));
        m_tracks.push_back(track);
    }
}

void Conductors::addItems(bool (*isAsked)(const CheckItem& item)) {
    const CheckItems& items = m_run.items;
    for (std::int32_t item = 0; item < items.count(); ++item) {
        const CheckItem& self = items[item];
        if (!isAsked(self) || self.isGone || !self.hasNet || !self.layers.contains(m_layer) || !m_isWanted[self.net.index()]) continue;
        if (self.kind == ItemKind::Graphic && !self.rule.graphic->footprint.isNone()) continue;
        const bool isBareHole = self.kind == ItemKind::Pad && self.rule.pad->kind == PadKind::NonPlatedHole && !items.isFlashed(item, m_layer);
        if (isBareHole) continue;
        for (const Shape& shape : items.shapesOn(item, m_layer)) add(item, self.net, shape);
    }
}

void Conductors::add(std::int32_t owner, NetId net, const Shape& shape) {
    switch (shape.kind()) {
    case Shape::Kind::Disc:
    case Shape::Kind::Arc: m_all.push_back({owner, net, shape}); break;
    case Shape::Kind::Capsule: addLine(owner, net, shape.start(), shape.end(), shape.radius()); break;
    case Shape::Kind::Polygon: {
        const auto addRing = [&](const Ring& ring) {
            for (std::size_t i = 0; i < ring.size(); ++i) addLine(owner, net, ring[i], ring[i + 1 == ring.size() ? 0 : i + 1], shape.radius());
        };
        addRing(shape.polygon().outer);
        for (const Ring& hole : shape.polygon().holes) addRing(hole);
        break;
    }
    }
}

void Conductors::addLine(std::int32_t owner, NetId net, Point a, Point b, Nanometres radius) {
    if (a == b)
        m_all.push_back({owner, net, Shape::disc(a, radius)});
    else
        for (const auto& [from, to] : m_surface.divided(a, b)) m_all.push_back({owner, net, Shape::capsule(from, to, radius)});
}

bool Conductors::crossesTrack(Point a, Point b) const {
    const std::int64_t extent = std::max(boxOf(a, b).width(), boxOf(a, b).height()).value(), parts = extent / kLongestLook + 1;
    std::vector<std::int32_t> near;
    const auto at = [&](std::int64_t part) {
        return pointAt(a.x.value() + (b.x - a.x).value() * part / parts, a.y.value() + (b.y - a.y).value() * part / parts);
    };
    for (std::int64_t part = 0; part < parts; ++part) {
        near.clear();
        m_trackIndex.query(boxOf(at(part), at(part + 1)).inflated(Nanometres(1)), near);
        for (const std::int32_t number : near) {
            const Track& track = *m_tracks[static_cast<std::size_t>(number)];
            if (segmentsIntersect(a, b, track.start, track.end)) return true;
        }
    }
    return false;
}

} // namespace viaduct
