// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/thermalstubs.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/check/fillindex.h"
#include "engine/geometry/distance.h"
#include "engine/router/obstacles.h"

namespace viaduct {

namespace {

constexpr std::int64_t kStep = 25'000;                                            // nm, along a stub
constexpr std::int64_t kReach = 3'000'000;                                        // nm beyond the pad: no relief gap is as wide
constexpr std::size_t kMostStubs = 3;                                             // for a pad on a layer
constexpr std::int64_t kUnit = 1'000'000;                                         // length of the directions below
constexpr std::array<std::int64_t, 5> kSine{0, 382'683, 707'107, 923'880, kUnit}; // of 0 to 90 degrees by 22.5

// Sixteen directions, in whole numbers so that every machine finds the same stub.
Point directionOf(int sixteenth) {
    const int quarter = sixteenth / 4, rest = sixteenth % 4;
    const std::int64_t x = kSine[static_cast<std::size_t>(4 - rest)], y = kSine[static_cast<std::size_t>(rest)];
    switch (quarter) {
    case 0: return pointAt(x, y);
    case 1: return pointAt(-y, x);
    case 2: return pointAt(-x, -y);
    default: return pointAt(y, -x);
    }
}

// A way from a pad into the fill. Across the bare gap is better than along a spoke, then the shorter.
struct Leg final {
    bool isAlongSpoke{false};
    std::int64_t length{0};
    friend auto operator<=>(const Leg&, const Leg&) = default;
};

class Stubs final {
public:
    Stubs(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills) : m_rules(rules), m_obstacles(rules, copper) {
        for (const ZoneFill& fill : fills) m_fills.emplace_back(rules.board(), fill);
    }

    [[nodiscard]] std::optional<Track> of(const Pad& pad, LayerId layer, const std::vector<Point>& tried) const {
        const NetProfiles profiles(m_rules, {pad.net});
        for (int profile = profiles.ofNet(pad.net); profile >= 0; profile = profiles.neckOf(profile))
            if (const std::optional<Track> stub = with(profiles[profile], pad, layer, tried)) return stub;
        return std::nullopt;
    }

private:
    [[nodiscard]] bool isInFill(NetId net, LayerId layer, Point at) const {
        return std::any_of(m_fills.begin(), m_fills.end(), [&](const FillIndex& fill) {
            return fill.fill().layer == layer && fill.zone().net == net && fill.box().contains(at) && fill.contains(at);
        });
    }

    [[nodiscard]] std::optional<Track> with(const NetProfile& profile, const Pad& pad, LayerId layer, const std::vector<Point>& tried) const {
        std::optional<Track> best;
        Leg least;
        for (int i = 0; i < 16; ++i) {
            const std::optional<Leg> leg = legAlong(directionOf(i), profile, pad, layer);
            if (!leg || (best && *leg >= least)) continue;
            const Point end = along(pad, directionOf(i), leg->length);
            if (std::find(tried.begin(), tried.end(), end) != tried.end()) continue;
            if (m_obstacles.trackConflict(pad.net, profile, layer, pad.position, end) != nullptr) continue;
            least = *leg;
            best = Track{};
            best->net = pad.net, best->layer = layer, best->width = profile.width;
            best->start = pad.position, best->end = end;
        }
        return best;
    }

    static Point along(const Pad& pad, Point direction, std::int64_t length) {
        return pad.position + pointAt(direction.x.value() * length / kUnit, direction.y.value() * length / kUnit);
    }

    // How far it is to where the whole end of the track lies in the fill.
    [[nodiscard]] std::optional<Leg> legAlong(Point direction, const NetProfile& profile, const Pad& pad, LayerId layer) const {
        const ShapeList& shapes = pad.shapesOn(layer);
        Leg leg{true, 0};
        std::int64_t beyond = 0;
        for (leg.length = 0; beyond < kReach; leg.length += kStep) {
            const Point at = along(pad, direction, leg.length);
            if (std::any_of(shapes.begin(), shapes.end(), [&](const Shape& shape) { return contains(shape, at); })) continue;
            beyond += kStep;
            if (!isInFill(pad.net, layer, at))
                leg.isAlongSpoke = false;
            else if (leg.length += profile.halfWidth(); isInFill(pad.net, layer, along(pad, direction, leg.length)))
                return leg;
            else
                leg.length -= profile.halfWidth();
        }
        return std::nullopt;
    }

    const RuleResolver& m_rules;
    std::vector<FillIndex> m_fills;
    Obstacles m_obstacles;
};

} // namespace

std::vector<Track> thermalStubs(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills, const std::vector<Violation>& violations,
                                StubbedPads& stubbed) {
    std::vector<Track> tracks;
    std::optional<Stubs> stubs;
    for (const Violation& violation : violations) {
        if (violation.type != "starved_thermal") continue;
        for (const Pad& pad : rules.board().pads) {
            if (pad.position != violation.place || pad.net == kNoNet || !pad.layers.contains(violation.layer)) continue;
            std::vector<Point>& tried = stubbed[{pad.id, violation.layer}];
            if (tried.size() >= kMostStubs) continue;
            if (!stubs) stubs.emplace(rules, copper, fills);
            if (std::optional<Track> stub = stubs->of(pad, violation.layer, tried)) {
                tried.push_back(stub->end);
                tracks.push_back(std::move(*stub));
            }
        }
    }
    return tracks;
}

} // namespace viaduct
