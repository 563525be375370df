// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/board/board.h"
#include "engine/rules/constraintkind.h"
#include "engine/rules/ruleset.h"

namespace viaduct {

enum class ItemKind : std::uint8_t { Pad, Track, Arc, Via, Zone, Graphic, Text, Hole };

// What a rule condition can ask about an item. Pointers may be null where the item is not of that kind or is only planned.
struct RuleItem final {
    ItemKind kind{ItemKind::Track};
    NetId net{kNoNet};
    LayerSet layers; // copper layers of the item
    Box box;         // its extent; empty when the place is not known yet (a planned item)
    const Pad* pad{nullptr};
    const Zone* zone{nullptr};
    const Via* via{nullptr};
    const Track* track{nullptr};
    const TrackArc* arc{nullptr};
    const Graphic* graphic{nullptr};
    Nanometres width; // track or arc width, via diameter
    [[nodiscard]] static RuleItem of(const Board& board, const Pad& pad);
    [[nodiscard]] static RuleItem of(const Track& track);
    [[nodiscard]] static RuleItem of(const TrackArc& arc);
    [[nodiscard]] static RuleItem of(const Via& via);
    [[nodiscard]] static RuleItem of(const Zone& zone);
    [[nodiscard]] static RuleItem of(const Graphic& graphic);
    [[nodiscard]] static RuleItem plannedTrack(NetId net, LayerId layer, Nanometres width);
    [[nodiscard]] static RuleItem plannedVia(NetId net, LayerSet layers, Nanometres diameter);
};

// The winning rule and its value. `isTested` false: KiCad does not look at this pair at all (same net, severity ignore).
struct RuleValue final {
    bool isTested{true};
    Nanometres value;
    const RuleOrigin* origin{nullptr}; // name, file and line; never null when isTested
    // Differs from `value` where a rule's condition cannot be decided (an unread function, or a place that is not known yet): `value` is then
    // the greatest that could hold, for the router; this one leaves such rules out, for the checker. Equal to `value` otherwise.
    Nanometres sure{value};
};

// Limits of one kind for one item: absent means no limit.
struct RuleLimits final {
    std::optional<Nanometres> min, opt, max;
    const RuleOrigin* origin{nullptr};
    bool isWithinPairs{false}; // skew: between the two nets of a pair, not among all
};

// What the router lays for a net: class values, raised to the board's minimums, and how far a boxed pin may go below the class.
struct RoutingSizes final {
    Nanometres trackWidth, viaDiameter, viaDrill;
    Nanometres minTrackWidth, minViaDiameter, minViaDrill; // board minimums (custom rules included); via sizes keep the annulus minimum
    Nanometres clearance;                                  // the class's own, for choosing a lattice pitch and for listings
};

// The only place that knows a clearance. Immutable; safe to ask from several threads. Precedence and values as KiCad 9.0.8 has them:
// same net not tested; net ties 0; pad / footprint override floored by the board minimum; class rules by value, pair gap, then custom
// rules in file order with the last match winning; an explicit match stops; else the greatest of class, zone and board minimum.
// Values are full clearances: KiCad's 500 nm tolerance is applied by the checker only, so that the router is never laxer than the judge.
class RuleResolver final {
public:
    RuleResolver(std::shared_ptr<const Board> board, std::shared_ptr<const RuleSet> rules);
    ~RuleResolver();
    RuleResolver(const RuleResolver&) = delete;
    RuleResolver& operator=(const RuleResolver&) = delete;

    [[nodiscard]] const Board& board() const noexcept { return *m_board; }
    [[nodiscard]] const RuleSet& rules() const noexcept { return *m_rules; }

    [[nodiscard]] RuleValue clearance(const RuleItem& a, const RuleItem& b, LayerId layer) const;
    [[nodiscard]] RuleValue holeClearance(const RuleItem& copper, const RuleItem& holeOwner, LayerId layer) const; // copper to a hole of another net
    [[nodiscard]] RuleValue holeToHole(const RuleItem& a, const RuleItem& b) const;                                // any nets, same net too
    [[nodiscard]] RuleValue edgeClearance(const RuleItem& copper) const;                                           // negative minimum: isTested false
    [[nodiscard]] RuleValue physicalClearance(const RuleItem& a, const RuleItem& b, LayerId layer) const;          // isTested false without such a rule
    [[nodiscard]] RuleValue physicalHoleClearance(const RuleItem& copper, const RuleItem& holeOwner, LayerId layer) const;

    [[nodiscard]] RuleLimits trackWidth(const RuleItem& track, LayerId layer) const;
    [[nodiscard]] RuleLimits viaDiameter(const RuleItem& via) const;
    [[nodiscard]] RuleLimits annularWidth(const RuleItem& viaOrPad) const;
    [[nodiscard]] RuleLimits holeSize(const RuleItem& viaOrPad) const;
    [[nodiscard]] RuleLimits minResolvedSpokes(const RuleItem& zone) const; // counts, as nanometre values of 1

    // Copper of one net on a layer, made by one or two items.
    [[nodiscard]] RuleLimits connectionWidth(const RuleItem& a, const RuleItem* b, LayerId layer) const;
    [[nodiscard]] std::vector<Nanometres> connectionWidths() const; // every width that could be asked for, ascending

    // What custom rules alone say of a kind; no limit and no origin without such a rule. `b` may be null.
    [[nodiscard]] RuleLimits customLimits(ConstraintKind kind, const RuleItem& a, const RuleItem* b, LayerId layer) const;
    [[nodiscard]] bool hasCustom(ConstraintKind kind) const noexcept;
    // What that rule (an origin of customLimits) states of a kind; no origin when it states nothing.
    [[nodiscard]] RuleLimits customLimitsOf(const RuleOrigin& rule, ConstraintKind kind) const;
    // Between the tracks of a differential pair: the board's least clearance at least, and what custom rules say. `b` may be null.
    [[nodiscard]] RuleLimits pairGap(const RuleItem& a, const RuleItem* b, LayerId layer) const;
    [[nodiscard]] NetId pairPartnerOf(NetId net) const; // the other net of its differential pair; none() without one

    // The rule area or disallow rule that forbids this item where it is (box and shapes are tested by the caller for areas: `areas` lists
    // the rule areas that forbid its kind on its layers); null when nothing but areas could forbid it.
    [[nodiscard]] const RuleOrigin* disallowRule(const RuleItem& item) const;
    [[nodiscard]] std::vector<ZoneId> forbiddingAreas(ItemKind kind, LayerId layer) const;
    [[nodiscard]] std::optional<ZoneConnection> zoneConnection(const RuleItem& pad, const RuleItem& zone) const; // custom rules only
    [[nodiscard]] std::optional<Nanometres> thermalGap(const RuleItem& pad, const RuleItem& zone) const;
    [[nodiscard]] std::optional<Nanometres> thermalSpokeWidth(const RuleItem& pad, const RuleItem& zone) const;

    [[nodiscard]] RoutingSizes routingSizes(NetId net) const;
    // Nets with equal profiles meet the same rules against every item that is not of their own net; dense from 0.
    [[nodiscard]] int profileOf(NetId net) const;
    [[nodiscard]] int profileCount() const noexcept;
    // True when some rule's answer can depend on where a track or via is (insideArea and the like): planes then ask with the place.
    [[nodiscard]] bool hasPlaceDependentRules() const noexcept;
    [[nodiscard]] Nanometres largestClearance() const noexcept; // no clearance, hole or edge rule exceeds it: a safe query margin
    // Pads of one footprint whose net-tie group lets these two touch.
    [[nodiscard]] bool isNetTie(const RuleItem& a, const RuleItem& b) const;

    struct Tables; // what is worked out once (resolvertables.h)
    [[nodiscard]] const Tables& tables() const noexcept { return *m_tables; }

private:
    std::shared_ptr<const Board> m_board;
    std::shared_ptr<const RuleSet> m_rules;
    std::unique_ptr<const Tables> m_tables;
};

} // namespace viaduct
