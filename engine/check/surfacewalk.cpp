// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/surfacewalk.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

constexpr std::size_t kFewConductors = 32; // not worth asking an index

double real(Nanometres length) noexcept { return static_cast<double>(length.value()); }
double lengthOf(Point a, Point b) noexcept {
    const double x = real(b.x - a.x), y = real(b.y - a.y);
    return std::sqrt(x * x + y * y);
}

double gapOf(const Box& a, const Box& b) noexcept {
    const double x = real(std::max({Nanometres(), a.min.x - b.max.x, b.min.x - a.max.x}));
    const double y = real(std::max({Nanometres(), a.min.y - b.max.y, b.min.y - a.max.y}));
    return x == 0 ? y : y == 0 ? x : std::sqrt(x * x + y * y);
}

Box boxAt(Point point) noexcept { return {point, point}; }

} // namespace

bool areApart(const Box& a, const Box& b, double length) noexcept { return gapOf(a, b) >= length; }

double SurfaceWalk::leastFrom(Point place) const { return gapOf(boxAt(place), m_targetBox); }

void SurfaceWalk::reach(std::int32_t corner, const State& state) {
    if (at(corner).length < 0) m_touched.push_back(corner);
    at(corner) = state;
    m_waiting.push_back({state.length + leastFrom(m_surface.corner(corner).at), corner});
    std::push_heap(m_waiting.begin(), m_waiting.end(), std::greater<>());
}

void SurfaceWalk::leave(std::int32_t source) {
    const Shape& shape = m_conductors[source].shape;
    for (const BoardSurface::Run& run : m_surface.runs()) {
        if (gapOf(shape.box(), run.box) + gapOf(run.box, m_targetBox) >= m_way->length) continue;
        for (std::int32_t number = run.begin; number < run.end; ++number) {
            const BoardSurface::Corner& corner = m_surface.corner(number);
            const double boxGap = gapOf(shape.box(), boxAt(corner.at)), onward = leastFrom(corner.at);
            if (at(number).isDone || !isImproved(number, boxGap) || boxGap + onward >= m_way->length) continue;
            const Gap gap = gapBetween(shape, Shape::disc(corner.at, Nanometres()));
            const double length = real(gap.distance);
            if (!isImproved(number, length) || length + onward >= m_way->length || !BoardSurface::grazes(corner, gap.onA)) continue;
            if (gap.onA == corner.at || m_conductors.isLegFree(gap.onA, corner.at)) reach(number, {length, source, gap.onA, false});
        }
    }
}

void SurfaceWalk::goOn(std::int32_t from) {
    const State state = at(from);
    const BoardSurface::Corner& start = m_surface.corner(from);
    const Box startBox = boxAt(start.at);
    for (const BoardSurface::Run& run : m_surface.runs()) {
        if (state.length + gapOf(startBox, run.box) + gapOf(run.box, m_targetBox) >= m_way->length) continue;
        for (std::int32_t number = run.begin; number < run.end; ++number) {
            const BoardSurface::Corner& end = m_surface.corner(number);
            const double length = state.length + lengthOf(start.at, end.at);
            if (number == from || at(number).isDone || !isImproved(number, length)) continue;
            if (length + leastFrom(end.at) >= m_way->length || !BoardSurface::grazes(end, start.at) || !BoardSurface::grazes(start, end.at)) continue;
            if (m_conductors.isLegFree(start.at, end.at)) reach(number, {length, state.source, state.start, false});
        }
    }
}

void SurfaceWalk::arrive(std::int32_t number) {
    const State& state = at(number);
    const BoardSurface::Corner& corner = m_surface.corner(number);
    const Shape point = Shape::disc(corner.at, Nanometres());
    const std::vector<std::int32_t>& all = m_conductors.of(m_target);
    const bool asksIndex = all.size() > kFewConductors;
    m_near.clear();
    if (asksIndex) m_conductors.near(point.box().inflated(Nanometres(static_cast<std::int64_t>(m_way->length - state.length) + 1)), m_near);
    for (const std::int32_t to : asksIndex ? m_near : all) {
        const Conductor& target = m_conductors[to];
        if (target.net != m_target || areApart(point.box(), target.shape.box(), m_way->length - state.length)) continue;
        const Gap gap = gapBetween(point, target.shape);
        const double length = state.length + real(gap.distance);
        if (length >= m_way->length || !BoardSurface::grazes(corner, gap.onB)) continue;
        if (gap.onB == corner.at || m_conductors.isLegFree(corner.at, gap.onB)) *m_way = {length, state.source, to, state.start, gap.onB};
    }
}

void SurfaceWalk::shorten(SurfaceWay& way, NetId source, NetId target, const StopFlag* stop) {
    for (const std::int32_t corner : m_touched) at(corner) = {};
    m_touched.clear();
    m_waiting.clear();
    m_way = &way;
    m_target = target;
    m_targetBox = {};
    for (const std::int32_t conductor : m_conductors.of(target)) m_targetBox.include(m_conductors[conductor].shape.box());
    const auto isStopped = [stop] { return stop != nullptr && stop->isRequested(); };
    for (const std::int32_t conductor : m_conductors.of(source))
        if (!isStopped()) leave(conductor);
    while (!m_waiting.empty() && !isStopped()) {
        std::pop_heap(m_waiting.begin(), m_waiting.end(), std::greater<>());
        const auto [least, corner] = m_waiting.back();
        m_waiting.pop_back();
        if (least >= way.length) return; // nor can any other be shorter
        if (at(corner).isDone) continue;
        at(corner).isDone = true;
        arrive(corner);
        goOn(corner);
    }
}

} // namespace viaduct
