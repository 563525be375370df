// SPDX-License-Identifier: GPL-3.0-or-later
// length_out_of_range, skew_out_of_range and too_many_vias: custom rules only. KiCad 9.0.8 gathers the copper whose winning length, skew or via
// count is a rule's, sorts it by nets, and judges each net's sum by all three that the rule states; what belongs to the net and not to the rule
// does not count. Copper is measured as it lies: ends within pads count in full.
#include <algorithm>
#include <cmath>
#include <map>

#include "engine/check/checkrun.h"
#include "engine/check/itemtext.h"
#include "engine/check/shapepair.h"
#include "engine/check/tracklength.h"

namespace viaduct {

namespace {

double asDouble(Nanometres value) { return static_cast<double>(value.value()); }

constexpr ConstraintKind kKinds[] = {ConstraintKind::Length, ConstraintKind::Skew, ConstraintKind::ViaCount};

struct NetLength final {
    NetId net;
    std::vector<std::int32_t> items;
    double exact{0}; // nanometres
    int vias{0};
    [[nodiscard]] Nanometres total() const { return Nanometres(std::llround(exact)); }
};

class TrackLengths final {
public:
    explicit TrackLengths(CheckRun& run) : m_run(run) {}

    void run() {
        std::map<const RuleOrigin*, std::map<NetId, std::vector<std::int32_t>>, ByPlace> rules;
        for (std::int32_t item = 0; item < m_run.items.count(); ++item) {
            const CheckItem& self = m_run.items[item];
            if (self.isGone || (!self.isTrack() && self.kind != ItemKind::Pad)) continue;
            for (const ConstraintKind kind : kKinds) {
                const RuleLimits limits = m_run.rules.customLimits(kind, self.rule, nullptr, self.layers.first());
                if (limits.origin == nullptr) continue;
                std::vector<std::int32_t>& items = rules[limits.origin][self.net];
                if (items.empty() || items.back() != item) items.push_back(item);
            }
        }
        for (const auto& [rule, nets] : rules) {
            std::vector<NetLength> lengths;
            for (const auto& [net, items] : nets) lengths.push_back(measured(net, items));
            std::sort(lengths.begin(), lengths.end(),
                      [&](const NetLength& a, const NetLength& b) { return nameOf(a) != nameOf(b) ? nameOf(a) < nameOf(b) : a.net < b.net; });
            judgeLengths(m_run.rules.customLimitsOf(*rule, ConstraintKind::Length), lengths);
            judgeSkews(m_run.rules.customLimitsOf(*rule, ConstraintKind::Skew), lengths);
            judgeVias(m_run.rules.customLimitsOf(*rule, ConstraintKind::ViaCount), lengths);
        }
    }

private:
    struct ByPlace {
        bool operator()(const RuleOrigin* a, const RuleOrigin* b) const { return a->line != b->line ? a->line < b->line : a->name < b->name; }
    };
    [[nodiscard]] const std::string& nameOf(const NetLength& length) const { return m_run.board.net(length.net).name; }

    [[nodiscard]] NetLength measured(NetId net, const std::vector<std::int32_t>& items) const {
        NetLength length{net, items};
        for (const std::int32_t item : items) {
            const RuleItem& self = m_run.items[item].rule;
            if (self.track != nullptr) length.exact += exactLengthOf(*self.track);
            if (self.arc != nullptr) length.exact += exactLengthOf(*self.arc);
            if (self.pad != nullptr) length.exact += static_cast<double>(self.pad->dieLength.value());
            if (self.via == nullptr) continue;
            ++length.vias;
            if (m_run.rules.rules().minimums.useHeightForLengths) length.exact += static_cast<double>(heightOf(item).value());
        }
        return length;
    }

    // Of the barrel between the outermost layers on which tracks, vias or pads join the via.
    [[nodiscard]] Nanometres heightOf(std::int32_t via) const {
        const CheckItem& self = m_run.items[via];
        LayerSet joined;
        std::vector<std::int32_t> near;
        for (LayerSet left = self.layers; !left.isEmpty(); left.remove(left.first())) {
            near.clear();
            m_run.items.near(self.box, left.first(), Nanometres(), near);
            for (const std::int32_t other : near) {
                const CheckItem& against = m_run.items[other];
                if (other == via || against.net != self.net || (!against.isTrack() && against.kind != ItemKind::Pad)) continue;
                if (areTouching(m_run.items.shapesOn(via, left.first()), m_run.items.shapesOn(other, left.first())))
                    joined = joined | (against.layers & self.layers);
            }
        }
        return joined.isEmpty() ? Nanometres() : distanceBetween(m_run.board, joined.first(), joined.last());
    }

    void report(const char* type, const NetLength& length, const std::vector<std::int32_t>& items, const RuleLimits& limits, std::optional<Nanometres> required,
                std::optional<Nanometres> actual, std::string text) {
        std::vector<ViolationItem> involved;
        for (const std::int32_t item : items) involved.push_back(m_run.items.asViolationItem(item));
        const std::int32_t first = length.items.front();
        m_run.report(type, std::move(involved),
                     {m_run.items[first].layers.first(), m_run.items.positionOf(first), limits.origin, required, actual, std::move(text), length.net.value()});
    }

    // KiCad's report on a length names two items, pads first, and on skews and vias one.
    [[nodiscard]] std::vector<std::int32_t> two(const NetLength& length) const {
        std::vector<std::int32_t> items = length.items;
        std::stable_partition(items.begin(), items.end(), [&](std::int32_t item) { return m_run.items[item].kind == ItemKind::Pad; });
        items.resize(std::min<std::size_t>(items.size(), 2));
        return items;
    }
    static std::vector<std::int32_t> one(const NetLength& length) { return {length.items.front()}; }

    void judgeLengths(const RuleLimits& limits, const std::vector<NetLength>& lengths) {
        if (limits.origin == nullptr) return;
        for (const NetLength& length : lengths) {
            const bool isShort = limits.min && length.exact < asDouble(*limits.min), isLong = !isShort && limits.max && length.exact > asDouble(*limits.max);
            if (!isShort && !isLong) continue;
            const Nanometres limit = isShort ? *limits.min : *limits.max;
            report("length_out_of_range", length, two(length), limits, limit, length.total(),
                   "(" + limits.origin->name + (isShort ? " min length " : " max length ") + lengthText(limit) + "; actual " + lengthText(length.total()) +
                       ")");
        }
    }

    void judgeSkews(const RuleLimits& limits, const std::vector<NetLength>& lengths) {
        if (limits.origin == nullptr) return;
        if (!limits.isWithinPairs) return judgeGroup(limits, lengths);
        for (const NetLength& length : lengths) {
            const NetId partner = m_run.rules.pairPartnerOf(length.net);
            if (partner.isNone() || partner < length.net) continue;
            const auto other = std::find_if(lengths.begin(), lengths.end(), [&](const NetLength& entry) { return entry.net == partner; });
            if (other != lengths.end()) judgeGroup(limits, {length, *other});
        }
    }

    void judgeGroup(const RuleLimits& limits, const std::vector<NetLength>& group) {
        const auto longest = std::max_element(group.begin(), group.end(), [](const NetLength& a, const NetLength& b) { return a.exact < b.exact; });
        for (const NetLength& length : group) {
            const Nanometres skew(std::llround(length.exact - longest->exact)), behind = -skew;
            const bool isMuch = limits.max && behind > *limits.max, isLittle = !isMuch && limits.min && behind < *limits.min;
            if (!isMuch && !isLittle) continue;
            const Nanometres limit = isMuch ? *limits.max : *limits.min;
            report("skew_out_of_range", length, one(length), limits, limit, behind,
                   "(" + limits.origin->name + (isMuch ? " max skew " : " min skew ") + lengthText(limit) + "; actual " + lengthText(skew) +
                       "; target net length " + lengthText(longest->total()) + " (from " + nameOf(*longest) + "); actual " + lengthText(length.total()) + ")");
        }
    }

    void judgeVias(const RuleLimits& limits, const std::vector<NetLength>& lengths) {
        if (limits.origin == nullptr) return;
        for (const NetLength& length : lengths) {
            const bool isMuch = limits.max && length.vias > limits.max->value(), isLittle = !isMuch && limits.min && length.vias < limits.min->value();
            if (!isMuch && !isLittle) continue;
            report("too_many_vias", length, one(length), limits, {}, {},
                   std::string(isMuch ? "Too many" : "Too few") + " vias on a connection (" + limits.origin->name + (isMuch ? " max count " : " min count ") +
                       std::to_string((isMuch ? limits.max : limits.min)->value()) + "; actual " + std::to_string(length.vias) + ")");
        }
    }

    CheckRun& m_run;
};

} // namespace

void checkTrackLengths(CheckRun& run) {
    if (std::any_of(std::begin(kKinds), std::end(kKinds), [&](ConstraintKind kind) { return run.rules.hasCustom(kind); })) TrackLengths(run).run();
}

} // namespace viaduct
