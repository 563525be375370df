// SPDX-License-Identifier: GPL-3.0-or-later
// clearance, shorting_items, tracks_crossing and hole_clearance between items (zones: zoneclearance.cpp). Which of them a pair gives, and
// which pairs are looked at, is as KiCad 9 has it; but touching copper of two nets is a short here whatever the clearance is, also 0.
#include <algorithm>
#include <map>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"

namespace viaduct {

namespace {

class CopperClearance final {
public:
    explicit CopperClearance(CheckRun& run)
        : m_run(run), m_items(run.items), m_reach(run.rules.largestClearance()), m_isUniform(run.rules.rules().compiled == nullptr) {}

    void run() {
        for (const std::int32_t item : m_run.judged) {
            if (m_run.isStopped()) return;
            m_outcomes.clear();
            const CheckItem& self = m_items[item];
            for (std::size_t i = 0; i < m_run.board.layers.count(); ++i) {
                const LayerId layer(static_cast<std::int32_t>(i));
                if (!self.layers.contains(layer)) continue;
                m_near.clear();
                m_items.near(self.box, layer, m_reach, m_near);
                for (const std::int32_t other : m_near) // each pair once
                    if (other != item && (other > item || !m_run.isJudged(other))) {
                        m_against = other;
                        m_items.comesBefore(item, other) ? test(item, other, layer) : test(other, item, layer);
                    }
            }
        }
    }

private:
    enum Outcome : std::uint8_t { kTested = 1, kClearanceError = 2, kHoleError = 4 };

    [[nodiscard]] bool needsOneLayer(std::int32_t a, std::int32_t b) const { return m_isUniform && m_items.isUniform(a) && m_items.isUniform(b); }

    void test(std::int32_t a, std::int32_t b, LayerId layer) {
        const CheckItem &first = m_items[a], &second = m_items[b];
        const auto isPad = [](const CheckItem& item) { return item.kind == ItemKind::Pad; };
        if (first.isTrack() || second.isTrack()) {
            const auto isSame = [](const CheckItem& track, const CheckItem& other) { return track.isTrack() && other.hasNet && other.net == track.net; };
            if (!isSame(first, second) && !isSame(second, first)) testPair(a, b, layer);
            // A bare hole without a net against a via without one: asked once more, from the pad's side.
            if (isPad(first) && second.kind == ItemKind::Via) testPads(a, b, layer);
            if (isPad(second) && first.kind == ItemKind::Via) testPads(b, a, layer);
        } else if (isPad(first) && isPad(second)) {
            testPads(a, b, layer);
        } else if (first.kind == ItemKind::Text || second.kind == ItemKind::Text) {
            if (isPad(first))
                testPads(a, b, layer);
            else if (isPad(second))
                testPads(b, a, layer);
            else if (first.kind != second.kind)
                testDrawing(first.kind == ItemKind::Graphic ? a : b, first.kind == ItemKind::Graphic ? b : a, layer);
        } else {
            testDrawing(first.kind == ItemKind::Graphic ? a : b, first.kind == ItemKind::Graphic ? b : a, layer);
        }
    }

    void testDrawing(std::int32_t drawing, std::int32_t other, LayerId layer) {
        const CheckItem &self = m_items[drawing], &against = m_items[other];
        const bool isOfOneFootprint = !m_items.footprintOf(drawing).isNone() && m_items.footprintOf(drawing) == m_items.footprintOf(other);
        if (against.kind == ItemKind::Graphic && isOfOneFootprint) return;
        if (self.net != kNoNet && against.hasNet && against.net == self.net) return;
        testPair(drawing, other, layer);
    }

    // KiCad lets a track end on a pad of a net tie, and a net tie's drawings meet the tie's pads.
    [[nodiscard]] bool isTieExclusion(NetId net, LayerId layer, Point place, std::int32_t colliding) const {
        const FootprintId id = m_items.footprintOf(colliding);
        if (id.isNone() || m_run.board.footprint(id).netTieGroups.empty()) return false;
        const Footprint& footprint = m_run.board.footprint(id);
        const Shape spot = Shape::disc(place, kClearanceTolerance);
        for (const PadId padId : footprint.pads) {
            const Pad& pad = m_run.board.pad(padId);
            if (pad.net != net || !isInTie(footprint, pad.number)) continue;
            const Shapes shapes = m_items.shapesOn(m_items.firstPad() + padId.value(), layer);
            if (areTouching(shapes, Shapes(&spot, 1))) return true;
        }
        return false;
    }
    [[nodiscard]] static bool isInTie(const Footprint& footprint, const std::string& number) {
        return std::any_of(footprint.netTieGroups.begin(), footprint.netTieGroups.end(),
                           [&](const auto& group) { return std::find(group.begin(), group.end(), number) != group.end(); });
    }

    // What the pair has been found guilty of on other layers; one report a pair and type is enough.
    std::uint8_t& outcomeOfPair() { return m_outcomes[m_against]; }

    void testPair(std::int32_t first, std::int32_t second, LayerId layer) {
        std::uint8_t& outcome = outcomeOfPair();
        if ((outcome & kTested) != 0 && needsOneLayer(first, second)) return;
        outcome |= kTested;
        std::int32_t a = first, b = second;
        if (m_items.uuidOf(b) < m_items.uuidOf(a)) std::swap(a, b); // reported in this order, as KiCad does
        const CheckItem &itemA = m_items[a], &itemB = m_items[b];
        // A drawing without a net and a pad without one are strangers to KiCad, two such drawings are not.
        const bool isStrange = itemA.net == kNoNet && (itemA.kind == ItemKind::Graphic) != (itemB.kind == ItemKind::Graphic);
        const bool isSameNet = itemA.hasNet == itemB.hasNet && itemA.net == itemB.net && !isStrange;
        const Shapes shapesA = m_items.shapesOn(a, layer), shapesB = m_items.shapesOn(b, layer);
        if (!isSameNet && (outcome & kClearanceError) == 0 && !shapesA.empty() && !shapesB.empty() && !isBareHole(a, layer) && !isBareHole(b, layer) &&
            testClearance(a, b, shapesA, shapesB, layer)) {
            outcome |= kClearanceError;
        }
        if ((outcome & kHoleError) == 0 && testHoles(a, b, shapesA, shapesB, layer)) outcome |= kHoleError;
    }

    [[nodiscard]] bool isBareHole(std::int32_t item, LayerId layer) const {
        return m_items[item].kind == ItemKind::Pad && m_items[item].rule.pad->kind == PadKind::NonPlatedHole && !m_items.isFlashed(item, layer);
    }

    bool testClearance(std::int32_t a, std::int32_t b, Shapes shapesA, Shapes shapesB, LayerId layer) {
        const CheckItem &itemA = m_items[a], &itemB = m_items[b];
        const RuleValue rule = m_run.rules.clearance(itemA.rule, itemB.rule, layer);
        if (!rule.isTested) return false;
        const Nanometres limit = rule.sure - kClearanceTolerance;
        const bool isClose = limit > Nanometres() ? areCloserThan(shapesA, shapesB, limit) : areTouching(shapesA, shapesB);
        if (!isClose) return false;
        if (rule.sure == Nanometres() && m_run.rules.isNetTie(itemA.rule, itemB.rule)) return false;
        if (itemA.kind == ItemKind::Track && itemB.kind == ItemKind::Track) {
            const Track &trackA = *itemA.rule.track, &trackB = *itemB.rule.track;
            if (segmentsIntersect(trackA.start, trackA.end, trackB.start, trackB.end)) {
                const Gap cross = gapBetween(Shape::capsule(trackA.start, trackA.end, Nanometres()), Shape::capsule(trackB.start, trackB.end, Nanometres()));
                m_run.report("tracks_crossing", itemsOf(a, b), {layer, cross.onA, rule.origin, rule.sure, Nanometres(), ""});
                return true;
            }
        }
        const Gap gap = gapOf(shapesA, shapesB);
        if (itemA.hasNet && isTieExclusion(itemA.net, layer, gap.onA, b)) return false;
        if (itemB.hasNet && isTieExclusion(itemB.net, layer, gap.onA, a)) return false;
        // A pair of pads is a short only when both have a net; copper text has none at all.
        const bool isPadPair = itemA.kind == ItemKind::Pad && itemB.kind == ItemKind::Pad;
        const bool canShort = isPadPair ? itemA.net != kNoNet && itemB.net != kNoNet : itemB.hasNet;
        if (gap.distance == Nanometres() && canShort) {
            m_run.report("shorting_items", itemsOf(a, b),
                         {layer, gap.onA, nullptr, rule.sure, Nanometres(), "(nets " + netName(itemA) + " and " + netName(itemB) + ")"});
        } else {
            m_run.report("clearance", itemsOf(a, b),
                         {layer, gap.onA, rule.origin, rule.sure, gap.distance,
                          "(" + rule.origin->name + " clearance " + lengthText(rule.sure) + "; actual " + lengthText(gap.distance) + ")"});
        }
        return true;
    }

    bool testHoles(std::int32_t a, std::int32_t b, Shapes shapesA, Shapes shapesB, LayerId layer) {
        for (const auto& [owner, copper, shapes] : {std::tuple(b, a, shapesA), std::tuple(a, b, shapesB)})
            if (testHole(owner, copper, shapes, layer)) return true;
        return false;
    }

    // Copper of one item against the hole of another. Also at clearance 0: nothing may lie in the hole.
    bool testHole(std::int32_t owner, std::int32_t copper, Shapes shapes, LayerId layer) {
        const Shape* hole = m_items.holeOf(owner);
        if (hole == nullptr || shapes.empty()) return false;
        const CheckItem &holeItem = m_items[owner], &copperItem = m_items[copper];
        if (!holeItem.layers.contains(layer)) return false;
        const Box reach = hole->box().inflated(m_reach);
        if (std::none_of(shapes.begin(), shapes.end(), [&](const Shape& shape) { return reach.intersects(shape.box()); })) return false;
        if (holeItem.net != kNoNet && isTieExclusion(holeItem.net, layer, hole->box().centre(), copper)) return false;
        const RuleValue rule = m_run.rules.holeClearance(copperItem.rule, holeItem.rule, layer);
        if (!rule.isTested) return false;
        const Nanometres limit = std::max(Nanometres(), rule.sure - kClearanceTolerance);
        const Shapes holes(hole, 1);
        if (!(limit > Nanometres() ? areCloserThan(shapes, holes, limit) : areTouching(shapes, holes))) return false;
        const Gap gap = gapOf(shapes, holes);
        m_run.report("hole_clearance", itemsOf(copper, owner),
                     {layer, gap.onA, rule.origin, rule.sure, gap.distance,
                      "(" + rule.origin->name + " clearance " + lengthText(rule.sure) + "; actual " + lengthText(gap.distance) + ")"});
        return true;
    }

    // A pad against another, against a text, or without a net against a via without one. Of two pads `item` is the first.
    void testPads(std::int32_t item, std::int32_t other, LayerId layer) {
        const CheckItem &self = m_items[item], &against = m_items[other];
        if (against.kind == ItemKind::Via && (against.net != kNoNet || self.net != kNoNet)) return;
        const Pad& pad = *self.rule.pad;
        std::uint8_t& outcome = outcomeOfPair();
        if ((outcome & (kClearanceError | kHoleError)) != 0 || ((outcome & kTested) != 0 && needsOneLayer(item, other))) return;
        if (against.hasNet && against.net != kNoNet && against.net == self.net) return;
        outcome |= kTested;
        const Pad* otherPad = against.rule.pad;
        const bool isSameFootprint = otherPad != nullptr && !pad.footprint.isNone() && pad.footprint == otherPad->footprint;
        const bool isSamePad = isSameFootprint && !pad.number.empty() && pad.number == otherPad->number;
        const Shapes shapes = m_items.shapesOn(item, layer), others = m_items.shapesOn(other, layer);
        if (shapes.empty() || others.empty()) return;
        const bool canTest = !isBareHole(item, layer) && !isBareHole(other, layer) && against.kind != ItemKind::Via &&
                             !(isSameFootprint && m_run.rules.isNetTie(self.rule, against.rule));
        if (isSamePad) { // one pad in several pieces: must be of one net
            if (canTest && self.net != kNoNet && !(isUnconnectedName(self.net) && isUnconnectedName(against.net))) {
                m_run.report("shorting_items", itemsOf(item, other),
                             {layer, otherPad->position, nullptr, {}, {}, "(nets " + netName(self) + " and " + netName(against) + ")"});
                outcome |= kClearanceError;
            }
            return;
        }
        if (canTest && testClearance(item, other, shapes, others, layer)) {
            outcome |= kClearanceError;
            return;
        }
        // Asked from the first pad's side only, and only where it has copper of its own, as KiCad does.
        if (m_items.holeOf(other) != nullptr && m_items.isFlashed(item, layer) && testHole(other, item, shapes, layer)) outcome |= kHoleError;
    }

    [[nodiscard]] bool isUnconnectedName(NetId net) const {
        const std::string& name = m_run.board.net(net).name;
        return name.compare(name.find_last_of('/') == std::string::npos ? 0 : name.find_last_of('/') + 1, 13, "unconnected-(") == 0;
    }
    [[nodiscard]] std::string netName(const CheckItem& item) const { return item.hasNet ? m_run.board.net(item.net).name : "<no net>"; }
    [[nodiscard]] std::vector<ViolationItem> itemsOf(std::int32_t a, std::int32_t b) const { return {m_items.asViolationItem(a), m_items.asViolationItem(b)}; }

    CheckRun& m_run;
    const CheckItems& m_items;
    Nanometres m_reach;
    bool m_isUniform;
    std::vector<std::int32_t> m_near;
    std::map<std::int32_t, std::uint8_t> m_outcomes; // of the item's pairs, by the other one
    std::int32_t m_against{-1};
};

} // namespace

void checkCopperClearance(CheckRun& run) { CopperClearance(run).run(); }

} // namespace viaduct
