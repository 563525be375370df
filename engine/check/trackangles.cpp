// SPDX-License-Identifier: GPL-3.0-or-later
// track_angle and track_segment_length: custom rules only, as KiCad 9.0.8 reads them. The angle is that between two tracks of a net where their
// centre lines meet, outside of pads; each pair is asked from both sides. Where they meet within one of them, an obtuse angle counts less 90 degrees.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"
#include "engine/check/tracklength.h"

namespace viaduct {

namespace {

SquareNanometres cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }

// Where two centre lines that are not parallel meet, ends included; rounded to the nanometre.
std::optional<Point> meetingOf(const Track& one, const Track& other) {
    const Point e = one.end - one.start, f = other.end - other.start, between = other.start - one.start;
    const SquareNanometres d = cross(f, e);
    if (d == 0 || !segmentsIntersect(one.start, one.end, other.start, other.end)) return std::nullopt;
    const long double share = static_cast<long double>(cross(e, between)) / static_cast<long double>(d);
    return Point{other.start.x + Nanometres(std::llround(share * static_cast<long double>(f.x.value()))),
                 other.start.y + Nanometres(std::llround(share * static_cast<long double>(f.y.value())))};
}

struct Direction final {
    double x{0}, y{0};
    bool isAtEnd{true}; // the meeting place is one of the track's ends
};

// Of a track as seen from the place where it meets another.
Direction directionFrom(const Track& track, Point place) {
    const double length = exactLengthOf(track);
    Direction direction{static_cast<double>((track.end.x - track.start.x).value()) / length,
                        static_cast<double>((track.end.y - track.start.y).value()) / length};
    if (track.end == place)
        direction.x = -direction.x, direction.y = -direction.y;
    else
        direction.isAtEnd = track.start == place;
    return direction;
}

double degreesBetween(const Direction& a, const Direction& b) {
    const double degrees = std::acos(std::clamp(a.x * b.x + a.y * b.y, -1.0, 1.0)) * 180.0 / 3.14159265358979323846;
    return (!a.isAtEnd || !b.isAtEnd) && degrees > 90.0 ? degrees - 90.0 : degrees;
}

std::string degreesText(double degrees) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", degrees);
    std::string result(text);
    if (result.size() > 2 && result.compare(result.size() - 2, 2, ".0") == 0) result.resize(result.size() - 2);
    return result + "\xC2\xB0";
}

class TrackAngles final {
public:
    explicit TrackAngles(CheckRun& run) : m_run(run) {}

    void test(std::int32_t item) {
        const CheckItem& self = m_run.items[item];
        m_near.clear();
        m_run.items.near(self.box, self.layers.first(), Nanometres(), m_near);
        for (const std::int32_t other : m_near) {
            const CheckItem& against = m_run.items[other];
            if (other == item || against.kind != ItemKind::Track || against.net != self.net) continue;
            testPair(item, other);
            if (!m_run.isJudged(other)) testPair(other, item);
        }
    }

private:
    void testPair(std::int32_t item, std::int32_t other) {
        const CheckItem &self = m_run.items[item], &against = m_run.items[other];
        const LayerId layer = self.layers.first();
        const auto place = meetingOf(*self.rule.track, *against.rule.track);
        if (!place || isOnPad(*place, layer)) return;
        const RuleLimits limits = m_run.rules.customLimits(ConstraintKind::TrackAngle, self.rule, &against.rule, layer);
        if (limits.origin == nullptr) return;
        const double actual = degreesBetween(directionFrom(*self.rule.track, *place), directionFrom(*against.rule.track, *place));
        const auto isMissed = [&](const std::optional<Nanometres>& limit, bool isMin) {
            const double degrees = limit ? static_cast<double>(limit->value()) : 0.0;
            return limit && (isMin ? actual < degrees : actual > degrees);
        };
        const bool isSmall = isMissed(limits.min, true);
        if (!isSmall && !isMissed(limits.max, false)) return;
        const double limit = static_cast<double>((isSmall ? limits.min : limits.max)->value());
        m_run.report("track_angle", {m_run.items.asViolationItem(item), m_run.items.asViolationItem(other)},
                     {layer,
                      *place,
                      limits.origin,
                      {},
                      {},
                      "(" + limits.origin->name + (isSmall ? " min angle " : " max angle ") + degreesText(limit) + "; actual " + degreesText(actual) + ")"});
    }

    [[nodiscard]] bool isOnPad(Point place, LayerId layer) {
        std::vector<std::int32_t> near;
        const Shape spot = Shape::disc(place, Nanometres());
        m_run.items.near(Box{place, place}, layer, Nanometres(), near);
        return std::any_of(near.begin(), near.end(), [&](std::int32_t item) {
            return m_run.items[item].kind == ItemKind::Pad && areTouching(m_run.items.shapesOn(item, layer), {&spot, 1});
        });
    }

    CheckRun& m_run;
    std::vector<std::int32_t> m_near;
};

} // namespace

void checkTrackAngles(CheckRun& run) {
    if (!run.rules.hasCustom(ConstraintKind::TrackAngle)) return;
    TrackAngles angles(run);
    for (const std::int32_t item : run.judged) {
        if (run.isStopped()) return;
        if (run.items[item].kind == ItemKind::Track) angles.test(item);
    }
}

void checkSegmentLengths(CheckRun& run) {
    if (!run.rules.hasCustom(ConstraintKind::TrackSegmentLength)) return;
    for (const std::int32_t item : run.judged) {
        const RuleItem& self = run.items[item].rule;
        if (self.track == nullptr && self.arc == nullptr) continue;
        const LayerId layer = run.items[item].layers.first();
        const RuleLimits limits = run.rules.customLimits(ConstraintKind::TrackSegmentLength, self, nullptr, layer);
        if (limits.origin == nullptr) continue;
        const Nanometres actual(
            static_cast<std::int64_t>(self.track != nullptr ? exactLengthOf(*self.track) : exactLengthOf(*self.arc))); // cut off, as KiCad does
        const bool isShort = limits.min && actual < *limits.min, isLong = limits.max && actual > *limits.max;
        if (!isShort && !isLong) continue;
        const Nanometres limit = isShort ? *limits.min : *limits.max;
        Point place = run.items.positionOf(item);
        if (self.track != nullptr) place = {(self.track->start.x + self.track->end.x) / 2, (self.track->start.y + self.track->end.y) / 2};
        run.report("track_segment_length", {run.items.asViolationItem(item)},
                   {layer, place, limits.origin, limit, actual,
                    "(" + limits.origin->name + (isShort ? " min length " : " max length ") + lengthText(limit) + "; actual " + lengthText(actual) + ")"});
    }
}

} // namespace viaduct
