// SPDX-License-Identifier: GPL-3.0-or-later
// clearance and hole_clearance of items against filled zones, and of zones against each other.
#include <algorithm>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"

namespace viaduct {

namespace {

std::string words(const RuleValue& rule, Nanometres actual) {
    return "(" + rule.origin->name + " clearance " + lengthText(rule.sure) + "; actual " + lengthText(actual) + ")";
}

class ZoneClearance final {
public:
    explicit ZoneClearance(CheckRun& run) : m_run(run), m_items(run.items), m_reach(run.rules.largestClearance()) {
        m_byLayer.resize(run.board.layers.count());
        for (std::size_t i = 0; i < run.fills.size(); ++i) {
            m_zoneItems.push_back(run.zoneItem(run.fills[i]));
            if (!run.fills[i].isEmpty()) m_byLayer[run.fills[i].fill().layer.index()].push_back(i);
        }
    }

    void run() {
        for (const std::int32_t item : m_run.judged) {
            if (m_run.isStopped()) return;
            const CheckItem& self = m_items[item];
            m_reported.clear();
            for (std::size_t layer = 0; layer < m_byLayer.size(); ++layer)
                if (self.layers.contains(LayerId(static_cast<std::int32_t>(layer))))
                    for (const std::size_t fill : m_byLayer[layer]) testItem(item, fill);
        }
    }

    void runZones() {
        for (std::size_t a = 0; a < m_run.fills.size(); ++a)
            for (std::size_t b = a + 1; b < m_run.fills.size() && !m_run.isStopped(); ++b) testZones(a, b);
    }

private:
    void testItem(std::int32_t item, std::size_t number) {
        const CheckItem& self = m_items[item];
        const FillIndex& fill = m_run.fills[number];
        const Zone& zone = fill.zone();
        if (zone.net != kNoNet && self.hasNet && self.net == zone.net) return;
        if (!fill.box().inflated(m_reach).intersects(self.box)) return;
        const LayerId layer = fill.fill().layer;
        const Shapes shapes = m_items.shapesOn(item, layer);
        if (isTieDrawing(self, zone, layer, shapes)) return;
        const bool isBareHole = self.kind == ItemKind::Pad && self.rule.pad->kind == PadKind::NonPlatedHole && !m_items.isFlashed(item, layer);
        if (!shapes.empty() && !isBareHole && !isReported(zone, "clearance")) {
            const RuleValue rule = m_run.rules.clearance(self.rule, m_zoneItems[number], layer);
            const Nanometres limit = std::max(Nanometres(), rule.sure - kClearanceTolerance);
            if (rule.isTested && (limit > Nanometres() ? fill.isCloserThan(shapes, limit) : fill.touches(shapes))) {
                const auto gap = fill.gapWithin(shapes, std::max(limit, Nanometres(1)));
                const Nanometres actual = gap ? gap->distance : Nanometres();
                report("clearance", item, zone, {layer, gap ? gap->onA : m_items.positionOf(item), rule.origin, rule.sure, actual, words(rule, actual)});
            }
        }
        const Shape* hole = m_items.holeOf(item);
        if (hole == nullptr || isReported(zone, "hole_clearance")) return;
        const RuleValue rule = m_run.rules.holeClearance(m_zoneItems[number], self.rule, layer);
        const Nanometres limit = std::max(Nanometres(), rule.sure - kClearanceTolerance);
        if (!rule.isTested || limit <= Nanometres()) return;
        if (const auto gap = fill.gapWithin({hole, 1}, limit))
            report("hole_clearance", item, zone, {layer, gap->onA, rule.origin, rule.sure, gap->distance, words(rule, gap->distance)});
    }

    // A net tie's drawing may lie in the zone of a net it ties.
    [[nodiscard]] bool isTieDrawing(const CheckItem& item, const Zone& zone, LayerId layer, Shapes shapes) const {
        if (item.kind != ItemKind::Graphic || zone.net == kNoNet || item.rule.graphic->footprint.isNone()) return false;
        const Footprint& footprint = m_run.board.footprint(item.rule.graphic->footprint);
        const auto isTied = [&](const Pad& pad) {
            return std::any_of(footprint.netTieGroups.begin(), footprint.netTieGroups.end(), [&](const auto& group) {
                if (std::find(group.begin(), group.end(), pad.number) == group.end()) return false;
                return std::any_of(footprint.pads.begin(), footprint.pads.end(), [&](PadId other) {
                    return m_run.board.pad(other).net == zone.net && std::find(group.begin(), group.end(), m_run.board.pad(other).number) != group.end();
                });
            });
        };
        if (footprint.netTieGroups.empty()) return false;
        return std::any_of(footprint.pads.begin(), footprint.pads.end(), [&](PadId id) {
            const Pad& pad = m_run.board.pad(id);
            return (pad.net == zone.net || isTied(pad)) && pad.layers.contains(layer) && areTouching(pad.shapesOn(layer), shapes);
        });
    }

    // One report per item, zone and type: a via in a wrong zone is one mistake, not one a layer.
    [[nodiscard]] bool isReported(const Zone& zone, const char* type) const {
        return std::find(m_reported.begin(), m_reported.end(), std::pair(zone.id, std::string(type))) != m_reported.end();
    }
    void report(const char* type, std::int32_t item, const Zone& zone, CheckRun::Found found) {
        m_reported.emplace_back(zone.id, type);
        m_run.report(type, {m_items.asViolationItem(item), m_run.asViolationItem(zone)}, std::move(found));
    }

    void testZones(std::size_t a, std::size_t b) {
        const FillIndex &first = m_run.fills[a], &second = m_run.fills[b];
        if (first.fill().layer != second.fill().layer || first.zone().id == second.zone().id || first.zone().net == second.zone().net) return;
        if (first.isEmpty() || second.isEmpty() || !first.box().inflated(m_reach).intersects(second.box())) return;
        const RuleValue rule = m_run.rules.clearance(m_zoneItems[a], m_zoneItems[b], first.fill().layer);
        if (!rule.isTested || rule.sure <= Nanometres()) return;
        // No tolerance here: KiCad rounds the gap to the nanometre and compares. Fills stand apart by more than the clearance.
        if (const auto gap = first.edgeGapWithin(second, rule.sure))
            m_run.report("clearance", {m_run.asViolationItem(first.zone()), m_run.asViolationItem(second.zone())},
                         {first.fill().layer, gap->onA, rule.origin, rule.sure, gap->distance, words(rule, gap->distance)});
    }

    CheckRun& m_run;
    const CheckItems& m_items;
    Nanometres m_reach;
    std::vector<RuleItem> m_zoneItems; // by fill
    std::vector<std::vector<std::size_t>> m_byLayer;
    std::vector<std::pair<ZoneId, std::string>> m_reported;
};

} // namespace

void checkZoneClearance(CheckRun& run) { ZoneClearance(run).run(); }
void checkZonesApart(CheckRun& run) { ZoneClearance(run).runZones(); }

} // namespace viaduct
