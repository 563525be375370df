// SPDX-License-Identifier: GPL-3.0-or-later
// solder_mask_bridge: an opening in the solder mask that bares copper of two nets. Openings of pads and untented vias belong to a net; a
// drawing's opening takes the net of the first copper it bares.
#include <algorithm>
#include <deque>

#include "engine/check/checkfamilies.h"
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
    bool isOpen{false};             // has an opening on this side
    bool hasCopper{true};           // on this side
    std::int32_t order{0}, rank{0}; // KiCad looks at tracks, arcs, vias, drawings of the board, pads, drawings of footprints, each in the file's order
    // A drawing, or a pad drawn for its opening alone: no copper on any layer.
    [[nodiscard]] bool isPlainOpening() const noexcept { return isOpen && (item < 0 || (pad != nullptr && pad->layers.isEmpty())); }
    [[nodiscard]] bool comesBefore(const MaskItem& other) const noexcept { return rank != other.rank ? rank < other.rank : order < other.order; }
};

Box boxOf(Shapes shapes) {
    Box box;
    for (const Shape& shape : shapes) box.include(shape.box());
    return box;
}

} // namespace

// One side of the board.
struct SolderMask final {
    SolderMask(CheckRun& run, bool isFrontSide)
        : m_run(run), m_items(run.items), m_isFront(isFrontSide), m_layer(isFrontSide ? run.board.layers.front() : run.board.layers.back()) {
        for (std::int32_t item = 0; item < m_items.count(); ++item) follow(item);
        std::int32_t order = m_items.count();
        for (const Graphic& graphic : run.board.graphics)
            if (graphic.isOn(isFrontSide ? TechLayer::FrontMask : TechLayer::BackMask)) {
                // KiCad's drawings can carry a net, texts can not; on the mask neither has one that counts.
                MaskItem made{-1, &graphic, kNoNet, graphic.kind == Graphic::Kind::Line, graphic.shapes, {}, graphic.footprint, nullptr, true, false};
                made.order = order++, made.rank = graphic.footprint.isNone() ? 3 : 5;
                addOpening(std::move(made));
            }
        Nanometres widest = run.board.padToMaskClearance; // a via may come
        for (const MaskItem& item : m_all) widest = std::max(widest, item.expansion);
        m_reach = 2 * widest + run.board.solderMaskMinWidth + run.rules.rules().minimums.solderMaskToCopper;
    }

    void run() {
        std::vector<std::int32_t> near;
        for (const std::int32_t item : m_run.judged) {
            if (m_run.isStopped()) return;
            const MaskItem* self = itemOf(item);
            if (self == nullptr || self->shapes.empty() || self->isPlainOpening()) continue;
            near.clear();
            m_openings.query(boxOf(self->shapes).inflated(m_reach), near);
            for (const std::int32_t number : near) {
                const MaskItem& other = m_all[static_cast<std::size_t>(number)];
                // A pair of openings once; plain openings ask for themselves.
                if (&other == self || other.isPlainOpening() || (!self->isOpen && !self->hasCopper)) continue;
                const bool isSecond = self->isOpen && other.comesBefore(*self);
                if (isSecond && m_run.isJudged(other.item)) continue;
                testPair(isSecond ? other : *self, isSecond ? *self : other);
            }
            if (!self->isOpen) continue;
            if (!m_run.isWhole) testCopperIn(*self);
            testZones(*self);
        }
        for (const std::int32_t number : plainOpenings())
            if (!m_run.isStopped()) testPlainOpening(number);
    }

    // What came into being after this was made.
    void follow(std::int32_t item) {
        if (static_cast<std::size_t>(item) < m_numbers.size()) return;
        m_numbers.resize(static_cast<std::size_t>(item) + 1, -1);
        const CheckItem& self = m_items[item];
        if (self.kind == ItemKind::Pad) return addPad(item);
        if (!self.layers.contains(m_layer)) return;
        MaskItem made{item, nullptr, self.net, self.hasNet, m_items.shapesOn(item, m_layer), {}, m_items.footprintOf(item), self.rule.pad, false, true};
        made.order = item;
        made.rank = self.kind == ItemKind::Track ? 0 : self.kind == ItemKind::Arc ? 1 : self.kind == ItemKind::Via ? 2 : made.footprint.isNone() ? 3 : 5;
        // Openings and copper use the outer size, whatever the ring does elsewhere.
        if (const Via* via = self.rule.via; via != nullptr && (m_isFront ? !via->tentedFront : !via->tentedBack))
            made.isOpen = true, made.expansion = m_run.board.padToMaskClearance;
        m_numbers[static_cast<std::size_t>(item)] = add(std::move(made));
    }
    void forget(std::int32_t item) {
        const std::int32_t number = m_numbers[static_cast<std::size_t>(item)];
        if (number < 0) return;
        const MaskItem& gone = m_all[static_cast<std::size_t>(number)];
        if (gone.isOpen && !gone.shapes.empty()) m_openings.remove(number, boxOf(gone.shapes));
        m_numbers[static_cast<std::size_t>(item)] = -1;
    }
    // The plain openings that something at `places` can concern; their violations are to be dropped.
    [[nodiscard]] std::vector<std::int32_t> plainOpenings() const {
        if (m_run.isWhole) return m_plain;
        std::vector<std::int32_t> found, near;
        for (const Box& box : m_run.judgedBoxes) {
            near.clear();
            m_openings.query(box.inflated(m_reach), near);
            for (const std::int32_t number : near)
                if (m_all[static_cast<std::size_t>(number)].isPlainOpening()) found.push_back(number);
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

private:
    [[nodiscard]] const MaskItem* itemOf(std::int32_t item) const {
        const std::int32_t number = m_numbers[static_cast<std::size_t>(item)];
        return number < 0 ? nullptr : &m_all[static_cast<std::size_t>(number)];
    }

    std::int32_t add(MaskItem item) {
        const auto number = static_cast<std::int32_t>(m_all.size());
        if (item.isOpen && !item.shapes.empty()) m_openings.insert(number, boxOf(item.shapes));
        m_all.push_back(std::move(item));
        return number;
    }
    std::int32_t addOpening(MaskItem item) {
        const bool isPlain = item.isPlainOpening() && !item.shapes.empty();
        const std::int32_t number = add(std::move(item));
        if (isPlain) m_plain.push_back(number);
        return number;
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
        made.order = item, made.rank = 4;
        if (made.shapes.empty() && pad.hole) made.shapes = Shapes(&*pad.hole, 1);
        std::optional<Nanometres> margin = pad.maskMargin;
        if (!margin && !pad.footprint.isNone()) margin = m_run.board.footprint(pad.footprint).maskMargin;
        // KiCad adds the margin also where the pad has no opening of its own; one drawn for its opening alone has none.
        const Box box = boxOf(made.shapes);
        made.expansion = std::max(margin.value_or(m_run.board.padToMaskClearance), -(std::min(box.width(), box.height()) / 2));
        if (pad.layers.isEmpty() && !isBareHole) made.expansion = Nanometres();
        m_numbers[static_cast<std::size_t>(item)] = addOpening(std::move(made));
    }

    // Copper without an opening of its own that lies in this one: it asks for itself where it is judged.
    void testCopperIn(const MaskItem& opening) {
        std::vector<std::int32_t> near;
        m_items.near(boxOf(opening.shapes), m_layer, m_reach, near);
        for (const std::int32_t item : near) {
            const MaskItem* copper = itemOf(item);
            if (copper != nullptr && copper != &opening && !copper->isOpen && copper->hasCopper && !copper->shapes.empty() && !m_run.isJudged(item))
                testPair(*copper, opening);
        }
    }

    void testPlainOpening(std::int32_t number) {
        const MaskItem& opening = m_all[static_cast<std::size_t>(number)];
        std::vector<std::int32_t> near;
        std::vector<const MaskItem*> before, openAfter, after;
        const auto sortIn = [&](const MaskItem& item) {
            if (&item == &opening || item.shapes.empty() || (!item.isOpen && !item.hasCopper)) return;
            (item.comesBefore(opening) ? before : item.isOpen ? openAfter : after).push_back(&item);
        };
        m_openings.query(boxOf(opening.shapes).inflated(m_reach), near);
        for (const std::int32_t other : near) sortIn(m_all[static_cast<std::size_t>(other)]);
        near.clear();
        m_items.near(boxOf(opening.shapes), m_layer, m_reach, near);
        for (const std::int32_t item : near)
            if (const MaskItem* copper = itemOf(item); copper != nullptr && !copper->isOpen) sortIn(*copper);
        m_bared.clear();
        m_baredZones.clear();
        m_opening = number;
        for (auto* list : {&before, &openAfter, &after}) {
            std::sort(list->begin(), list->end(), [](const MaskItem* a, const MaskItem* b) { return a->comesBefore(*b); });
            for (const MaskItem* item : *list) {
                const bool isFirst = list == &openAfter; // the opening asks of openings after it, all else asks of it
                testPair(isFirst ? opening : *item, isFirst ? *item : opening);
            }
        }
        testZones(opening);
        m_opening = -1;
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
        if (m_opening < 0 || &opening != &m_all[static_cast<std::size_t>(m_opening)]) return; // its own turn comes
        std::vector<const MaskItem*>& bared = m_bared;
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
                std::vector<const MaskItem*>& bared = m_bared;
                std::vector<const Zone*>& zoneNets = m_baredZones;
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
             m_isFront ? "Front solder mask aperture bridges items with different nets" : "Rear solder mask aperture bridges items with different nets",
             m_opening < 0 ? -1 : 2 * m_opening + (m_isFront ? 0 : 1)});
    }

    CheckRun& m_run;
    const CheckItems& m_items;
    bool m_isFront;
    LayerId m_layer;
    std::deque<MaskItem> m_all;
    std::vector<std::int32_t> m_numbers; // by item: its place in m_all; -1 for what has nothing on this side
    std::vector<std::int32_t> m_plain;
    SpatialIndex m_openings;
    Nanometres m_reach;
    std::int32_t m_opening{-1}; // the plain one whose turn it is, and what it bares
    std::vector<const MaskItem*> m_bared;
    std::vector<const Zone*> m_baredZones;
};

std::vector<std::int32_t> judgedOpenings(const CheckRun& run) {
    std::vector<std::int32_t> owners;
    if (!run.frontMask) return owners;
    for (const std::int32_t opening : run.frontMask->plainOpenings()) owners.push_back(2 * opening);
    for (const std::int32_t opening : run.backMask->plainOpenings()) owners.push_back(2 * opening + 1);
    std::sort(owners.begin(), owners.end());
    return owners;
}

void addToMasks(CheckRun& run, std::int32_t item) {
    if (run.frontMask) run.frontMask->follow(item), run.backMask->follow(item);
}
void takeFromMasks(CheckRun& run, std::int32_t item) {
    if (run.frontMask) run.frontMask->forget(item), run.backMask->forget(item);
}

void checkSolderMask(CheckRun& run) {
    if (run.isIgnored("solder_mask_bridge") || run.board.layers.count() == 0) return;
    if (!run.frontMask) run.frontMask = std::make_shared<SolderMask>(run, true), run.backMask = std::make_shared<SolderMask>(run, false);
    run.frontMask->run();
    run.backMask->run();
}

} // namespace viaduct
