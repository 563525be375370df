// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/incrementalcheck.h"

#include <algorithm>

#include "engine/check/checkfamilies.h"

namespace viaduct {

namespace {

using Numbers = std::vector<std::int32_t>;

void makeSet(Numbers& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}
bool holds(const Numbers& set, std::int32_t number) { return std::binary_search(set.begin(), set.end(), number); }

} // namespace

class IncrementalCheck::State final {
public:
    State(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills)
        : m_run(rules, copper, fills, m_options), m_found(checkFamilies().size()), m_copperOfNet(rules.board().nets.size()),
          m_padsOfNet(rules.board().nets.size()), m_ratsnest(rules.board().nets.size()) {
        for (std::size_t i = 0; i < checkFamilies().size(); ++i) judge(i);
        for (std::int32_t item = 0; item < m_run.items.count(); ++item) {
            const CheckItem& self = m_run.items[item];
            if (self.isTrack())
                m_copperOfNet[self.net.index()].push_back(item);
            else if (self.kind == ItemKind::Pad)
                m_padsOfNet[self.net.index()].push_back(item);
        }
        for (const RatsnestEdge& edge : m_run.connectivity->ratsnest()) m_ratsnest[edge.net.index()].push_back(edge);
        m_run.isWhole = false;
    }

    Numbers apply(const CopperChange& change) {
        m_changed.clear();
        m_nets.clear();
        m_run.judgedBoxes.clear();
        m_run.judgedLayers = {};
        Numbers added;
        for (const std::int32_t item : change.removed) take(item);
        for (const Track& track : change.added.tracks) added.push_back(put(m_run.items.add(track)));
        for (const TrackArc& arc : change.added.arcs) added.push_back(put(m_run.items.add(arc)));
        for (const Via& via : change.added.vias) added.push_back(put(m_run.items.add(via)));
        decideRings();
        makeSet(m_changed);
        makeSet(m_nets);
        for (std::size_t i = 0; i < checkFamilies().size(); ++i) judgeAgain(i);
        return added;
    }

    [[nodiscard]] CheckReport report() const {
        std::vector<Violation> violations;
        for (const auto& found : m_found) violations.insert(violations.end(), found.begin(), found.end());
        std::vector<RatsnestEdge> unconnected;
        for (const auto& edges : m_ratsnest) unconnected.insert(unconnected.end(), edges.begin(), edges.end());
        return reportOf(m_run.rules.rules(), std::move(violations), std::move(unconnected));
    }

    [[nodiscard]] std::vector<Violation> violationsOf(const Numbers& items) const {
        std::vector<Violation> found;
        for (const auto& list : m_found)
            for (const Violation& violation : list)
                if (concerns(violation, items)) found.push_back(violation);
        return found;
    }

private:
    void take(std::int32_t item) {
        if (item < 0 || item >= m_run.items.count() || !m_run.items[item].isTrack() || m_run.items[item].isGone) return;
        note(item);
        Numbers& ofNet = m_copperOfNet[m_run.items[item].net.index()];
        ofNet.erase(std::lower_bound(ofNet.begin(), ofNet.end(), item));
        takeFromMasks(m_run, item);
        m_run.items.remove(item);
    }
    std::int32_t put(std::int32_t item) {
        note(item);
        m_copperOfNet[m_run.items[item].net.index()].push_back(item);
        addToMasks(m_run, item);
        return item;
    }
    void note(std::int32_t item) {
        const CheckItem& self = m_run.items[item];
        m_changed.push_back(item);
        m_nets.push_back(self.net.value());
        m_run.judgedBoxes.push_back(self.box);
        m_run.judgedLayers = m_run.judgedLayers | self.layers;
    }

    // Copper that comes to a via or pad, or leaves it, can give it a ring on a layer or take it.
    void decideRings() {
        Numbers near;
        for (std::size_t i = 0; i < m_run.judgedBoxes.size(); ++i)
            for (LayerSet left = m_run.judgedLayers; !left.isEmpty(); left.remove(left.first()))
                m_run.items.near(m_run.judgedBoxes[i], left.first(), Nanometres(), near);
        makeSet(near);
        for (const std::int32_t item : near)
            if (m_run.items.mayDropRings(item) && m_run.items.decideRings(item, m_run.fills)) note(item);
    }

    // Violations by family; judging appends to the run's list, which is emptied into here.
    void judge(std::size_t family) {
        checkFamilies()[family].judge(m_run);
        auto& found = m_found[family];
        found.insert(found.end(), std::make_move_iterator(m_run.violations.begin()), std::make_move_iterator(m_run.violations.end()));
        m_run.violations.clear();
    }
    [[nodiscard]] static bool concerns(const Violation& violation, const Numbers& items) {
        return std::any_of(violation.items.begin(), violation.items.end(),
                           [&](const ViolationItem& item) { return item.number >= 0 && holds(items, item.number); });
    }
    template <typename Old> void drop(std::size_t family, const Old& isOld) {
        auto& found = m_found[family];
        found.erase(std::remove_if(found.begin(), found.end(), isOld), found.end());
    }
    void setJudged(const Numbers& items) {
        m_run.judged.clear();
        for (const std::int32_t item : items)
            if (!m_run.items[item].isGone) m_run.judged.push_back(item);
    }

    void judgeAgain(std::size_t family) {
        switch (checkFamilies()[family].scope) {
        case CheckScope::Items: return judgeItems(family, m_changed);
        case CheckScope::Touching: return judgeItems(family, touching());
        case CheckScope::Openings: {
            const Numbers openings = judgedOpenings(m_run);
            drop(family, [&](const Violation& old) { return old.owner >= 0 ? holds(openings, old.owner) : concerns(old, m_changed); });
            setJudged(m_changed);
            return judge(family);
        }
        case CheckScope::Thermals: return forEachNet([&](NetId net) { judgeItems(family, padsToAskAgain(net)); });
        case CheckScope::Net:
            return forEachNet([&](NetId net) {
                m_ratsnest[net.index()] = m_run.connectivity->ratsnest();
                drop(family, [&](const Violation& old) { return old.owner == net.value(); });
                judge(family);
            });
        case CheckScope::NetLayer:
            m_run.judgedNets = m_nets;
            drop(family, [&](const Violation& old) { return m_run.judgedLayers.contains(old.layer) && holds(m_nets, old.owner); });
            return judge(family);
        case CheckScope::Spikes: {
            const Numbers spikes = judgedSpikes(m_run);
            drop(family, [&](const Violation& old) { return holds(spikes, old.owner); });
            return judge(family);
        }
        case CheckScope::Rules: m_found[family].clear(); return judge(family);
        case CheckScope::Board: return;
        }
    }

    void judgeItems(std::size_t family, const Numbers& items) {
        drop(family, [&](const Violation& old) { return concerns(old, items); });
        setJudged(items);
        judge(family);
    }

    [[nodiscard]] Numbers touching() const {
        Numbers found;
        for (const Box& box : m_run.judgedBoxes)
            for (LayerSet left = m_run.judgedLayers; !left.isEmpty(); left.remove(left.first())) m_run.items.near(box, left.first(), Nanometres(), found);
        found.erase(std::remove_if(found.begin(), found.end(), [&](std::int32_t item) { return !m_run.items[item].isTrack(); }), found.end());
        found.insert(found.end(), m_changed.begin(), m_changed.end());
        makeSet(found);
        return found;
    }

    // A spoke is a matter of the pad and what touches it; whether its island leads anywhere is a matter of everything that the island touches.
    [[nodiscard]] Numbers padsToAskAgain(NetId net) const {
        const Numbers& pads = m_padsOfNet[net.index()];
        const auto isNear = [&](const Box& box) {
            return std::any_of(m_run.judgedBoxes.begin(), m_run.judgedBoxes.end(), [&](const Box& changed) { return changed.intersects(box); });
        };
        if (std::any_of(m_run.fills.begin(), m_run.fills.end(), [&](const FillIndex& fill) { return fill.zone().net == net && isNear(fill.box()); }))
            return pads;
        Numbers found;
        for (const std::int32_t pad : pads)
            if (isNear(m_run.items[pad].box)) found.push_back(pad);
        return found;
    }

    // What lies between two tracks can uncouple them; that matters to custom rules only.
    [[nodiscard]] Numbers pairsToAskAgain() const {
        Numbers nets;
        const bool isAll = m_run.rules.hasCustom(ConstraintKind::DiffPairGap) || m_run.rules.hasCustom(ConstraintKind::DiffPairUncoupled);
        for (std::size_t i = 0; isAll && i < m_ratsnest.size(); ++i) nets.push_back(static_cast<std::int32_t>(i));
        if (isAll) return nets;
        for (const std::int32_t net : m_nets)
            if (const NetId partner = m_run.rules.pairPartnerOf(NetId(net)); net > 0 && !partner.isNone()) nets.insert(nets.end(), {net, partner.value()});
        makeSet(nets);
        return nets;
    }

    template <typename Visit> void forEachNet(const Visit& visit) {
        for (const std::int32_t id : m_nets) {
            const NetId net(id);
            if (net == kNoNet) continue;
            m_run.judgedNets = {id};
            m_run.connectivity = connectivityOf(net);
            visit(net);
        }
    }
    // Made once a change and net.
    [[nodiscard]] std::shared_ptr<const Connectivity> connectivityOf(NetId net) {
        Copper copper;
        for (const std::int32_t item : m_copperOfNet[net.index()]) {
            const RuleItem& self = m_run.items[item].rule;
            if (self.track != nullptr) copper.tracks.push_back(*self.track);
            if (self.arc != nullptr) copper.arcs.push_back(*self.arc);
            if (self.via != nullptr) copper.vias.push_back(*self.via);
        }
        return std::make_shared<const Connectivity>(m_run.board, copper, &m_run.zoneFills, net);
    }

    CheckOptions m_options;
    CheckRun m_run;
    std::vector<std::vector<Violation>> m_found; // by family
    std::vector<Numbers> m_copperOfNet, m_padsOfNet;
    std::vector<std::vector<RatsnestEdge>> m_ratsnest; // by net
    Numbers m_changed, m_nets;                         // of the change in hand; removed items too
};

IncrementalCheck::IncrementalCheck(const RuleResolver& rules, const Copper& copper, const std::vector<ZoneFill>& fills)
    : m_state(std::make_unique<State>(rules, copper, fills)) {}
IncrementalCheck::~IncrementalCheck() = default;
std::vector<std::int32_t> IncrementalCheck::apply(const CopperChange& change) { return m_state->apply(change); }
CheckReport IncrementalCheck::report() const { return m_state->report(); }
std::vector<Violation> IncrementalCheck::violationsOf(const std::vector<std::int32_t>& items) const { return m_state->violationsOf(items); }

} // namespace viaduct
