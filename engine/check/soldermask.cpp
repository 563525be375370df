// SPDX-License-Identifier: GPL-3.0-or-later
// solder_mask_bridge: an opening in the solder mask that bares copper of two nets. Openings of pads and untented vias belong to a net; a
// drawing's opening takes the net of the first copper it bares.
#include <algorithm>
#include <map>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"

namespace viaduct {

namespace {

struct MaskItem final {
    std::int32_t item{-1}; // in CheckItems; -1 for a drawing on the mask layer
    const Graphic* graphic{nullptr};
    NetId net{kNoNet};
    bool hasNet{true};
    Shapes shapes;
    Nanometres expansion;
    FootprintId footprint;
    const Pad* pad{nullptr};
    bool isOpen{false};   // has an opening on this side
    bool hasCopper{true}; // on this side
    // A drawing, or a pad drawn for its opening alone: no copper on any layer.
    [[nodiscard]] bool isPlainOpening() const noexcept { return isOpen && (item < 0 || (pad != nullptr && pad->layers.isEmpty())); }
};

class SolderMask final {
public:
    SolderMask(CheckRun& run, bool isFront)
        : m_run(run), m_items(run.items), m_isFront(isFront), m_layer(isFront ? run.board.layers.front() : run.board.layers.back()) {
        gather();
    }

    void run() {
        std::vector<std::int32_t> near;
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(m_all.size()) && !m_run.isStopped(); ++i) {
            const MaskItem& self = m_all[static_cast<std::size_t>(i)];
            if (self.shapes.empty()) continue;
            near.clear();
            m_openings.query(boxOf(self.shapes).inflated(m_reach), near);
            for (const std::int32_t j : near) {
                const MaskItem& other = m_all[static_cast<std::size_t>(j)];
                if (i == j || (self.isOpen && other.isOpen && j < i)) continue; // a pair of openings once
                if (!self.isOpen && !self.hasCopper) continue;
                testPair(self, other);
            }
            if (self.isOpen) testZones(self);
        }
    }

private:
    void gather() {
        const Board& board = m_run.board;
        for (std::int32_t item = 0; item < m_items.firstVia(); ++item) addCopper(item);
        for (std::int32_t item = m_items.firstVia(); item < m_items.firstPad(); ++item) {
            const Via& via = *m_items[item].rule.via;
            // Openings and copper use the outer size, whatever the ring does elsewhere.
            if (addCopper(item) && (m_isFront ? !via.tentedFront : !via.tentedBack)) open(m_all.back(), board.padToMaskClearance);
        }
        addDrawings(false);
        for (std::int32_t item = m_items.firstPad(); item < m_items.firstGraphic(); ++item) addPad(item);
        addDrawings(true);
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(m_all.size()); ++i) {
            const MaskItem& item = m_all[static_cast<std::size_t>(i)];
            m_widest = std::max(m_widest, item.expansion);
            if (item.isOpen && !item.shapes.empty()) m_openings.insert(i, boxOf(item.shapes));
        }
        m_reach = 2 * m_widest + board.solderMaskMinWidth + m_run.rules.rules().minimums.solderMaskToCopper;
    }

    static Box boxOf(Shapes shapes) {
        Box box;
        for (const Shape& shape : shapes) box.include(shape.box());
        return box;
    }
    static void open(MaskItem& item, Nanometres expansion) { item.isOpen = true, item.expansion = expansion; }

    bool addCopper(std::int32_t item) {
        const CheckItem& self = m_items[item];
        if (!self.layers.contains(m_layer)) return false;
        m_all.push_back({item, nullptr, self.net, self.hasNet, m_items.shapesOn(item, m_layer), {}, m_items.footprintOf(item), self.rule.pad, false, true});
        return true;
    }

    void addPad(std::int32_t item) {
        const Pad& pad = *m_items[item].rule.pad;
        const bool isOpen = m_isFront ? pad.maskFront : pad.maskBack;
        // A bare hole opens nothing, but KiCad takes it for copper that an opening may bare. One with a wider opening is drawn for that alone.
        const bool isWide = std::any_of(pad.shapes.begin(), pad.shapes.end(), [&](const Shape& shape) {
            return pad.hole && (shape.kind() == Shape::Kind::Polygon || shape.radius() > pad.hole->radius());
        });
        const bool isBareHole = pad.kind == PadKind::NonPlatedHole && pad.layers.isEmpty() && !isWide;
        const bool hasCopper = pad.layers.contains(m_layer) || isBareHole;
        if (!isOpen && !hasCopper) return;
        MaskItem made{item, nullptr, pad.net, true, pad.shapesOn(m_layer), {}, pad.footprint, &pad, isOpen && !isBareHole, hasCopper};
        if (made.shapes.empty() && pad.hole) made.shapes = Shapes(&*pad.hole, 1);
        std::optional<Nanometres> margin = pad.maskMargin;
        if (!margin && !pad.footprint.isNone()) margin = m_run.board.footprint(pad.footprint).maskMargin;
        // KiCad adds the margin also where the pad has no opening of its own; one drawn for its opening alone has none.
        const Box box = boxOf(made.shapes);
        made.expansion = std::max(margin.value_or(m_run.board.padToMaskClearance), -(std::min(box.width(), box.height()) / 2));
        if (pad.layers.isEmpty() && !isBareHole) made.expansion = Nanometres();
        m_all.push_back(std::move(made));
    }

    void addDrawings(bool ofFootprints) {
        for (std::int32_t item = m_items.firstGraphic(); item < m_items.count(); ++item)
            if (m_items.footprintOf(item).isNone() != ofFootprints) addCopper(item);
        for (const Graphic& graphic : m_run.board.graphics)
            if (graphic.footprint.isNone() != ofFootprints && graphic.isOn(m_isFront ? TechLayer::FrontMask : TechLayer::BackMask)) {
                // KiCad's drawings can carry a net, texts can not; on the mask neither has one that counts.
                m_all.push_back({-1, &graphic, kNoNet, graphic.kind == Graphic::Kind::Line, graphic.shapes, {}, graphic.footprint, nullptr, true, false});
            }
    }

    [[nodiscard]] const Footprint* footprintOf(const MaskItem& item) const {
        return item.footprint.isNone() ? nullptr : &m_run.board.footprint(item.footprint);
    }
    [[nodiscard]] bool isTied(const MaskItem& a, const MaskItem& b) const {
        return a.item >= 0 && b.item >= 0 && m_run.rules.isNetTie(m_items[a.item].rule, m_items[b.item].rule);
    }
    static bool isSamePad(const MaskItem& a, const MaskItem& b) {
        return a.pad != nullptr && b.pad != nullptr && a.footprint == b.footprint && !a.pad->number.empty() && a.pad->number == b.pad->number;
    }

    [[nodiscard]] bool isExempt(const MaskItem& self, const MaskItem& other) const {
        if (other.hasNet && self.hasNet && other.net != kNoNet && other.net == self.net) return true;
        if (!self.footprint.isNone() && self.footprint == other.footprint && (m_run.board.allowMaskBridgesInFootprints || footprintOf(self)->allowsMaskBridges))
            return true;
        return isSamePad(self, other) || isTied(self, other) || isOnTie(self, other) || isOnTie(other, self);
    }
    // Copper of a net that a net tie's pad or drawing carries may lie in that pad's opening.
    [[nodiscard]] bool isOnTie(const MaskItem& tie, const MaskItem& other) const {
        const Footprint* footprint = footprintOf(tie);
        if (footprint == nullptr || footprint->netTieGroups.empty()) return false;
        if (!other.hasNet) return true;
        if (tie.pad == nullptr) return false;
        for (const auto& group : footprint->netTieGroups) {
            if (std::find(group.begin(), group.end(), tie.pad->number) == group.end()) continue;
            for (const PadId id : footprint->pads)
                if (m_run.board.pad(id).net == other.net && std::find(group.begin(), group.end(), m_run.board.pad(id).number) != group.end()) return true;
        }
        return false;
    }

    static bool collide(Shapes a, Shapes b, Nanometres clearance) { return clearance > Nanometres() ? areCloserThan(a, b, clearance) : areTouching(a, b); }

    void testPair(const MaskItem& self, const MaskItem& other) {
        if (isExempt(self, other)) return;
        Nanometres clearance = self.isOpen ? m_run.board.solderMaskMinWidth : m_run.rules.rules().minimums.solderMaskToCopper;
        clearance += self.expansion + other.expansion;
        if (!collide(self.shapes, other.shapes, clearance)) return;
        if (self.isPlainOpening())
            bare(self, other);
        else if (other.isPlainOpening())
            bare(other, self);
        else if (mayNotOpenOver(other))
            report({&self, &other}, self, other);
    }

    [[nodiscard]] bool mayNotOpenOver(const MaskItem& opening) const {
        const Footprint* footprint = footprintOf(opening);
        return footprint == nullptr || !footprint->allowsMaskBridges;
    }

    // A drawing's opening: the first net it bares is its own, every other one is a bridge.
    void bare(const MaskItem& opening, const MaskItem& copper) {
        if (!copper.hasCopper || !mayNotOpenOver(opening)) return;
        auto& bared = m_bared[&opening];
        if (bared.empty() || (bared.front()->hasNet == copper.hasNet && bared.front()->net == copper.net && copper.hasNet)) {
            bared.push_back(&copper);
            return;
        }
        if (!opening.footprint.isNone() && opening.footprint == copper.footprint && (isSamePad(*bared.front(), copper) || isTied(*bared.front(), copper)))
            return;
        for (const MaskItem* first : bared) report({&opening, first, &copper}, opening, copper);
    }

    void testZones(const MaskItem& self) {
        const Nanometres clearance = m_run.rules.rules().minimums.solderMaskToCopper + self.expansion;
        std::vector<ZoneId> reported;
        for (const FillIndex& fill : m_run.fills) {
            const Zone& zone = fill.zone();
            if (fill.fill().layer != m_layer || (self.hasNet && zone.net != kNoNet && zone.net == self.net)) continue;
            if (!fill.box().inflated(clearance).intersects(boxOf(self.shapes))) continue;
            if (!(clearance > Nanometres() ? fill.isCloserThan(self.shapes, clearance) : fill.touches(self.shapes))) continue;
            std::vector<ViolationItem> involved{asViolationItem(self)};
            if (self.isPlainOpening()) {
                if (!mayNotOpenOver(self)) continue;
                auto& bared = m_bared[&self];
                auto& zoneNets = m_baredZones[&self];
                const bool isFirst = bared.empty() && zoneNets.empty();
                const bool isSame = !isFirst && (bared.empty() ? zoneNets.front()->net == zone.net : bared.front()->hasNet && bared.front()->net == zone.net);
                if (isFirst || isSame) {
                    zoneNets.push_back(&zone);
                    continue;
                }
                involved.push_back(bared.empty() ? m_run.asViolationItem(*zoneNets.front()) : asViolationItem(*bared.front()));
            }
            involved.push_back(m_run.asViolationItem(zone));
            const auto gap = fill.gapWithin(self.shapes, std::max(clearance, Nanometres(1)));
            add(std::move(involved), gap ? gap->onA : self.shapes.front().box().centre());
        }
    }

    [[nodiscard]] ViolationItem asViolationItem(const MaskItem& item) const {
        return item.item >= 0 ? m_items.asViolationItem(item.item)
                              : ViolationItem{item.graphic->uuid, textOf(m_run.board, *item.graphic), anchorOf(*item.graphic)};
    }
    void report(const std::vector<const MaskItem*>& involved, const MaskItem& a, const MaskItem& b) {
        std::vector<ViolationItem> list;
        for (const MaskItem* item : involved) list.push_back(asViolationItem(*item));
        add(std::move(list), gapOf(a.shapes, b.shapes).onA);
    }
    void add(std::vector<ViolationItem> involved, Point place) {
        m_run.report(
            "solder_mask_bridge", std::move(involved),
            {m_layer,
             place,
             nullptr,
             {},
             {},
             m_isFront ? "Front solder mask aperture bridges items with different nets" : "Rear solder mask aperture bridges items with different nets"});
    }

    CheckRun& m_run;
    const CheckItems& m_items;
    bool m_isFront;
    LayerId m_layer;
    std::vector<MaskItem> m_all;
    SpatialIndex m_openings;
    Nanometres m_widest, m_reach;
    std::map<const MaskItem*, std::vector<const MaskItem*>> m_bared; // looked up only
    std::map<const MaskItem*, std::vector<const Zone*>> m_baredZones;
};

} // namespace

void checkSolderMask(CheckRun& run) {
    if (run.isIgnored("solder_mask_bridge") || run.board.layers.count() == 0) return;
    SolderMask(run, true).run();
    SolderMask(run, false).run();
}

} // namespace viaduct
