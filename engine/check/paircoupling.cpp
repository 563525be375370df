// SPDX-License-Identifier: GPL-3.0-or-later
// diff_pair_gap_out_of_range (no less than the board's least clearance, and what custom rules say) and diff_pair_uncoupled_length_too_long
// (custom rules only). Two tracks of a pair are coupled where they run parallel
// on a layer with nothing between them; where their gap is out of the rule's range they count as uncoupled (KiCad 9.0.8's definition).
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"
#include "engine/check/tracklength.h"
#include "engine/geometry/circulararc.h"
#include "engine/rules/pairnames.h"

namespace viaduct {

namespace {

using Numbers = std::vector<std::int32_t>;

// A stretch where two pieces run side by side.
struct Coupled final {
    std::int32_t positive{-1}, negative{-1};
    Point nearPositive, nearNegative; // nearest points, and half-way points of arcs: nothing may lie between
    std::int64_t gap{0}, length{0};
    bool isNarrow{false}, isWide{false};
};

// One pair and the rules that its pieces meet. Pieces that meet both rules are listed twice, under the gap's rule alone and under both, as KiCad
// does; the first piece's rule stands for all of an entry.
struct Entry final {
    NetId positiveNet;
    RuleLimits gap, uncoupled;
    Numbers positive, negative;
    std::vector<Coupled> coupled;
};

Point operator*(Point p, long double by) {
    return {Nanometres(std::llround(by * static_cast<long double>(p.x.value()))), Nanometres(std::llround(by * static_cast<long double>(p.y.value())))};
}
long double dot(Point a, Point b) { return static_cast<long double>(a.x * b.x + a.y * b.y); }
Point projected(Point p, Point a, Point b) { return a + (b - a) * (dot(b - a, p - a) / dot(b - a, b - a)); }

// Lines whose meeting point lies beyond what 32 bits of nanometres can say count as parallel.
bool areParallel(const Track& one, const Track& other) {
    const Point e = one.end - one.start, f = other.end - other.start, between = other.start - one.start;
    const SquareNanometres d = f.x * e.y - f.y * e.x;
    if (d == 0) return true;
    const long double share = static_cast<long double>(e.x * between.y - e.y * between.x) / static_cast<long double>(d);
    const auto reaches = [&](Nanometres from, Nanometres along) {
        return std::abs(static_cast<long double>(from.value()) + share * static_cast<long double>(along.value())) > 2147483647.0L;
    };
    return reaches(other.start.x, f.x) || reaches(other.start.y, f.y);
}

class PairCoupling final {
public:
    explicit PairCoupling(CheckRun& run) : m_run(run) {}

    void run() {
        for (const std::int32_t item : inFileOrder()) sortIn(item);
        for (auto& [key, entry] : m_entries) {
            couple(entry);
            judge(entry);
        }
    }

private:
    using Key = std::tuple<NetId, NetId, bool, std::string>;

    [[nodiscard]] bool isJudged(NetId net) const {
        return net != kNoNet && !m_run.rules.pairPartnerOf(net).isNone() && std::binary_search(m_run.judgedNets.begin(), m_run.judgedNets.end(), net.value());
    }

    // KiCad lists copper as the file does.
    [[nodiscard]] Numbers inFileOrder() const {
        Numbers items;
        for (std::int32_t item = 0; item < m_run.items.count(); ++item)
            if (const CheckItem& self = m_run.items[item]; !self.isGone && self.isTrack() && isJudged(self.net)) items.push_back(item);
        const auto begin = [&](std::int32_t item) {
            const RuleItem& self = m_run.items[item].rule;
            return self.track != nullptr ? self.track->source.begin : self.arc != nullptr ? self.arc->source.begin : self.via->source.begin;
        };
        std::stable_sort(items.begin(), items.end(), [&](std::int32_t a, std::int32_t b) { return begin(a) < begin(b); });
        return items;
    }

    void sortIn(std::int32_t item) {
        const CheckItem& self = m_run.items[item];
        const NetId partner = m_run.rules.pairPartnerOf(self.net);
        const bool isPositive = pairNameOf(m_run.board.net(self.net).name).isPositive;
        const NetId positive = isPositive ? self.net : partner, negative = isPositive ? partner : self.net;
        RuleLimits gap, uncoupled;
        const auto add = [&] {
            const Key key{positive, negative, gap.origin == nullptr,
                          gap.origin != nullptr && uncoupled.origin != nullptr ? uncoupled.origin->name : std::string()};
            Entry& entry = m_entries.try_emplace(key, Entry{positive, gap, uncoupled, {}, {}, {}}).first->second;
            (isPositive ? entry.positive : entry.negative).push_back(item);
        };
        if (gap = m_run.rules.pairGap(self.rule, nullptr, self.layers.first()); gap.origin != nullptr) add();
        if (uncoupled = m_run.rules.customLimits(ConstraintKind::DiffPairUncoupled, self.rule, nullptr, self.layers.first()); uncoupled.origin != nullptr)
            add();
    }

    void couple(Entry& entry) {
        for (const std::int32_t positive : entry.positive)
            for (const std::int32_t negative : entry.negative) {
                const CheckItem &p = m_run.items[positive], &n = m_run.items[negative];
                if (p.kind != n.kind || p.kind == ItemKind::Via || (p.layers & n.layers).isEmpty()) continue;
                Coupled coupled;
                coupled.positive = positive, coupled.negative = negative;
                if (p.kind == ItemKind::Track ? coupleTracks(coupled) : coupleArcs(coupled)) entry.coupled.push_back(coupled);
            }
    }

    bool coupleTracks(Coupled& coupled) {
        const Track &p = *m_run.items[coupled.positive].rule.track, &n = *m_run.items[coupled.negative].rule.track;
        if (squaredDistance(p.start, p.end) <= 2 || squaredDistance(n.start, n.end) <= 2 || !areParallel(p, n)) return false;
        const Point along = p.end - p.start;
        const long double whole = dot(along, along);
        long double from = dot(along, projected(n.start, p.start, p.end) - p.start), to = dot(along, projected(n.end, p.start, p.end) - p.start);
        if (from > to) std::swap(from, to);
        if (whole <= from || to <= 0) return false;
        from = std::max(from, 0.0L), to = std::min(to, whole);
        const Point a = p.start + along * (from / whole), b = p.start + along * (to / whole);
        const Point c = projected(a, n.start, n.end), d = projected(b, n.start, n.end);
        const Gap gap = gapBetween(Shape::capsule(a, b, Nanometres()), Shape::capsule(c, d, Nanometres()));
        coupled.nearPositive = gap.onA, coupled.nearNegative = gap.onB;
        coupled.gap = gap.distance.value() - (p.width + n.width).value() / 2;
        coupled.length = static_cast<std::int64_t>(std::sqrt(static_cast<double>(squaredDistance(c, d))));
        const auto isBeside = [&](std::int32_t other) {
            const CheckItem& item = m_run.items[other];
            const Shapes shapes = m_run.items.shapesOn(other, p.layer);
            if (item.kind == ItemKind::Pad) return isLeft(shapes, p.start, p.end) || isLeft(shapes, n.start, n.end);
            return item.isTrack() && (holdsPoint(shapes, a) || holdsPoint(shapes, b) || holdsPoint(shapes, c) || holdsPoint(shapes, d));
        };
        return isFreeBetween(coupled, p.layer, isBeside);
    }

    bool coupleArcs(Coupled& coupled) {
        const TrackArc &p = *m_run.items[coupled.positive].rule.arc, &n = *m_run.items[coupled.negative].rule.arc;
        if (CircularArc::isStraight(p.start, p.mid, p.end) || CircularArc::isStraight(n.start, n.mid, n.end)) return false;
        const CircularArc one(p.start, p.mid, p.end), two(n.start, n.mid, n.end);
        const long double apart = std::hypot(one.centre().x - two.centre().x, one.centre().y - two.centre().y);
        const long double larger = std::max(one.radius(), two.radius());
        if (apart * apart >= static_cast<long double>(p.width * p.width) || std::abs(one.radius() - two.radius()) / larger > 0.5L || apart > larger * 0.5L)
            return false;
        // The stretch of directions that both arcs cover, seen from the first one's centre.
        const auto span = [](const CircularArc& arc, Point start, Point end) {
            const Point first = arc.sweep() >= 0 ? start : end;
            return std::pair(std::atan2(static_cast<long double>(first.y.value()) - arc.centre().y, static_cast<long double>(first.x.value()) - arc.centre().x),
                             std::abs(arc.sweep()));
        };
        const auto [startOne, sweepOne] = span(one, p.start, p.end);
        const auto [startTwo, sweepTwo] = span(two, n.start, n.end);
        const long double turn = 2 * 3.14159265358979323846L;
        long double offset = std::remainder(startTwo - startOne, turn);
        const long double from = std::max(0.0L, offset), to = std::min(sweepOne, offset + sweepTwo);
        if (to - from <= 0.001L * turn / 360) return false;
        const auto at = [&, first = startOne](const CircularArc& arc, long double share) {
            const long double angle = first + from + (to - from) * share;
            return Point{Nanometres(std::llround(arc.centre().x + arc.radius() * std::cos(angle))),
                         Nanometres(std::llround(arc.centre().y + arc.radius() * std::sin(angle)))};
        };
        const auto clipped = [&](const CircularArc& arc) { return Shape::arc(at(arc, 0), at(arc, 0.5L), at(arc, 1), Nanometres()); };
        coupled.gap = gapBetween(clipped(one), clipped(two)).distance.value() - (p.width + n.width).value() / 2;
        coupled.length = static_cast<std::int64_t>(two.radius() * (to - from));
        coupled.nearPositive = at(one, 0.5L), coupled.nearNegative = at(two, 0.5L);
        const auto isBeside = [&](std::int32_t other) {
            const CheckItem& item = m_run.items[other];
            const Shapes shapes = m_run.items.shapesOn(other, p.layer);
            if (item.kind == ItemKind::Pad) return isLeft(shapes, p.start, p.end) || isLeft(shapes, n.start, n.end);
            return item.isTrack() && (item.net == p.net || item.net == n.net);
        };
        return isFreeBetween(coupled, p.layer, isBeside);
    }

    static bool holdsPoint(Shapes shapes, Point point) {
        const Shape spot = Shape::disc(point, Nanometres());
        return areTouching(shapes, {&spot, 1});
    }
    // A track that begins in this pad and leaves it.
    static bool isLeft(Shapes pad, Point start, Point end) { return holdsPoint(pad, start) != holdsPoint(pad, end); }

    template <typename IsBeside> bool isFreeBetween(const Coupled& coupled, LayerId layer, const IsBeside& isBeside) {
        const Shape line = Shape::capsule(coupled.nearNegative, coupled.nearPositive, Nanometres());
        m_near.clear();
        m_run.items.near(line.box(), layer, Nanometres(), m_near);
        return std::none_of(m_near.begin(), m_near.end(), [&](std::int32_t other) {
            return other != coupled.positive && other != coupled.negative && !isBeside(other) && areTouching(m_run.items.shapesOn(other, layer), {&line, 1});
        });
    }

    [[nodiscard]] std::int64_t lengthOfAll(const Numbers& items) const {
        std::int64_t length = 0;
        for (const std::int32_t item : items) {
            const RuleItem& self = m_run.items[item].rule;
            if (self.track != nullptr) length = static_cast<std::int64_t>(static_cast<double>(length) + exactLengthOf(*self.track));
            if (self.arc != nullptr) length = static_cast<std::int64_t>(static_cast<double>(length) + exactLengthOf(*self.arc));
        }
        return length;
    }

    void judge(Entry& entry) {
        std::int64_t together = 0;
        for (Coupled& coupled : entry.coupled) {
            if (entry.gap.origin != nullptr) {
                coupled.isNarrow = entry.gap.min && coupled.gap < (*entry.gap.min - kClearanceTolerance).value();
                coupled.isWide = entry.gap.max && coupled.gap > (*entry.gap.max + kClearanceTolerance).value();
            }
            if (!coupled.isNarrow && !coupled.isWide) together += coupled.length;
        }
        const Nanometres apart(std::max(lengthOfAll(entry.positive), lengthOfAll(entry.negative)) - together);
        const RuleLimits& uncoupled = entry.uncoupled;
        const bool isTooLong = uncoupled.origin != nullptr && uncoupled.max && apart > *uncoupled.max;
        if (isTooLong) reportApart(entry, apart);
        if (entry.gap.origin == nullptr || (uncoupled.origin != nullptr && !isTooLong)) return;
        for (const Coupled& coupled : entry.coupled)
            if (coupled.isNarrow || coupled.isWide) judgeGap(entry, coupled);
    }

    void reportApart(const Entry& entry, Nanometres apart) {
        std::vector<ViolationItem> involved; // KiCad's report names the first piece of either net
        for (const Numbers* items : {&entry.positive, &entry.negative})
            if (!items->empty()) involved.push_back(m_run.items.asViolationItem(items->front()));
        const std::int32_t first = entry.positive.empty() ? entry.negative.front() : entry.positive.front();
        const RuleLimits& limits = entry.uncoupled;
        m_run.report("diff_pair_uncoupled_length_too_long", std::move(involved),
                     {m_run.items[first].layers.first(), m_run.items.positionOf(first), limits.origin, *limits.max, apart,
                      "(" + limits.origin->name + " maximum uncoupled length " + lengthText(*limits.max) + "; actual " + lengthText(apart) + ")",
                      entry.positiveNet.value()});
    }

    // The rule between the two pieces themselves decides: it may hold in a place only.
    void judgeGap(const Entry& entry, const Coupled& coupled) {
        const CheckItem &p = m_run.items[coupled.positive], &n = m_run.items[coupled.negative];
        const RuleLimits limits = m_run.rules.pairGap(p.rule, &n.rule, p.layers.first());
        const bool isNarrow = coupled.isNarrow && limits.min && coupled.gap < limits.min->value(),
                   isWide = coupled.isWide && limits.max && coupled.gap > limits.max->value();
        if (!isNarrow && !isWide) return;
        const Nanometres limit = isNarrow ? *limits.min : *limits.max, actual(coupled.gap);
        m_run.report(
            "diff_pair_gap_out_of_range", {m_run.items.asViolationItem(coupled.positive), m_run.items.asViolationItem(coupled.negative)},
            {p.layers.first(), coupled.nearPositive, entry.gap.origin, limit, actual,
             "(" + entry.gap.origin->name + (isNarrow ? " minimum gap " : " maximum gap ") + lengthText(limit) + "; actual " + lengthText(actual) + ")",
             entry.positiveNet.value()});
    }

    CheckRun& m_run;
    std::map<Key, Entry> m_entries;
    Numbers m_near;
};

} // namespace

void checkPairCoupling(CheckRun& run) {
    const auto hasPartner = [&](std::int32_t net) { return net > 0 && !run.rules.pairPartnerOf(NetId(net)).isNone(); };
    if (std::any_of(run.judgedNets.begin(), run.judgedNets.end(), hasPartner)) PairCoupling(run).run();
}

} // namespace viaduct
