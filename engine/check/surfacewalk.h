// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/stopflag.h"
#include "engine/check/conductors.h"

namespace viaduct {

// A way along the surface between the copper of two nets; lengths in nanometres.
struct SurfaceWay final {
    double length{0};              // as long as no way is found: what it has to be shorter than
    std::int32_t from{-1}, to{-1}; // conductors; -1: none found
    Point start, end;              // on them
    [[nodiscard]] bool isFound() const noexcept { return from >= 0; }
};

// True when the boxes alone show that what is in them is `length` or more apart.
[[nodiscard]] bool areApart(const Box& a, const Box& b, double length) noexcept;

// Looks for ways round corners of the surface, on one layer: the shortest, of straight legs that bend where they graze a corner. Corners
// are tried in the order of the least length that a way through them can have, so only those around the answer are looked at.
class SurfaceWalk final {
public:
    SurfaceWalk(const BoardSurface& surface, const Conductors& conductors) : m_surface(surface), m_conductors(conductors), m_states(surface.corners().size()) {}

    // Betters `way`, which joins the two nets, where it can. Leaves off when the flag is raised.
    void shorten(SurfaceWay& way, NetId source, NetId target, const StopFlag* stop);

private:
    struct State final {
        double length{-1};       // from the source; -1: not reached
        std::int32_t source{-1}; // the conductor the way to here begins on, and where
        Point start;
        bool isDone{false};
    };
    struct Waiting final {
        double least; // of all ways through the corner
        std::int32_t corner;
        bool operator>(const Waiting& other) const noexcept { return least != other.least ? least > other.least : corner > other.corner; }
    };
    [[nodiscard]] State& at(std::int32_t corner) { return m_states[static_cast<std::size_t>(corner)]; }
    [[nodiscard]] bool isImproved(std::int32_t corner, double length) { return at(corner).length < 0 || length < at(corner).length; }
    [[nodiscard]] double leastFrom(Point place) const; // to the target
    void reach(std::int32_t corner, const State& state);
    void leave(std::int32_t source);  // legs from a conductor to corners
    void goOn(std::int32_t corner);   // legs from a corner to corners
    void arrive(std::int32_t corner); // legs from a corner to the target

    const BoardSurface& m_surface;
    const Conductors& m_conductors;
    std::vector<State> m_states;         // by corner
    std::vector<std::int32_t> m_touched; // corners whose state the next search has to forget
    std::vector<Waiting> m_waiting;      // a heap, least first
    std::vector<std::int32_t> m_near;
    SurfaceWay* m_way{nullptr};
    NetId m_target;
    Box m_targetBox;
};

} // namespace viaduct
