// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/board/connectivity.h"
#include "engine/board/outline.h"
#include "engine/check/checker.h"
#include "engine/check/checkitems.h"
#include "engine/check/fillindex.h"

namespace viaduct {

// KiCad 9 forgives this much of a clearance (not of a width, a diameter or a ring).
inline constexpr Nanometres kClearanceTolerance(500);

// What some families make once for a board and use again when a part of it is judged anew; each is known in the family's own file only.
struct EdgeTable;
struct KeepOutTable;
struct SolderMask;
struct SpikeTable;

// One run of the checker: what every family of tests reads, and where they report. A run judges the whole board, or what a change can have
// touched: a family then looks at the judged items, nets and layers only, and reports all that it finds there.
struct CheckRun final {
    CheckRun(const RuleResolver& ofRules, const Copper& ofCopper, const std::vector<ZoneFill>& ofFills, const CheckOptions& withOptions);

    const RuleResolver& rules;
    const Board& board;
    const CheckOptions& options;
    const std::vector<ZoneFill>& zoneFills;
    std::vector<FillIndex> fills; // one per entry of zoneFills, in its order
    Outline outline;
    std::shared_ptr<const Connectivity> connectivity; // of all nets, or of the one judged net
    CheckItems items;

    bool isWhole{true};
    std::vector<std::int32_t> judged;     // numbers of items, ascending
    std::vector<std::int32_t> judgedNets; // net ids, ascending
    LayerSet judgedLayers;
    std::vector<Box> judgedBoxes; // where copper came or went; empty on a whole run
    [[nodiscard]] bool isJudged(std::int32_t item) const { return isWhole || std::binary_search(judged.begin(), judged.end(), item); }

    std::vector<Violation> violations;

    struct Found final {
        LayerId layer;
        Point place;
        const RuleOrigin* rule{nullptr};
        std::optional<Nanometres> required, actual;
        std::string text;       // what KiCad writes behind the type's own words
        std::int32_t owner{-1}; // Violation::owner
    };
    // Drops what the project or the rule ignores.
    void report(const std::string& type, std::vector<ViolationItem> items, Found found);
    [[nodiscard]] bool isIgnored(const std::string& type) { return severityOf(type) == "ignore"; }
    [[nodiscard]] bool isStopped() const { return options.stop != nullptr && options.stop->isRequested(); }

    [[nodiscard]] RuleItem zoneItem(const FillIndex& fill) const { return RuleItem::of(fill.zone()); }
    [[nodiscard]] ViolationItem asViolationItem(const Zone& zone) const;

    std::shared_ptr<EdgeTable> edges;
    std::shared_ptr<KeepOutTable> keepOuts;
    std::shared_ptr<SolderMask> frontMask, backMask;
    std::shared_ptr<SpikeTable> spikes;

private:
    const std::string& severityOf(const std::string& type);
    std::map<std::string, std::string> m_severities;
};

// Clusters of run.connectivity that hold a pad.
[[nodiscard]] std::set<int> clustersWithPads(const CheckRun& run);

// The words KiCad's reports begin with ("Clearance violation" for "clearance").
[[nodiscard]] const char* titleOf(const std::string& type);

// One function per rule family, each in a file of its name.
void checkCopperClearance(CheckRun& run);
void checkZoneClearance(CheckRun& run);
void checkHoleToHole(CheckRun& run);
void checkEdgeClearance(CheckRun& run);
void checkSizes(CheckRun& run);
void checkKeepOuts(CheckRun& run);
void checkPhysicalClearance(CheckRun& run);
void checkSolderMask(CheckRun& run);
void checkStarvedThermals(CheckRun& run);
void checkDangling(CheckRun& run);
void checkIsolatedCopper(CheckRun& run);
void checkConnectionWidth(CheckRun& run);
void checkCopperSlivers(CheckRun& run);
void checkTrackAngles(CheckRun& run);
void checkSegmentLengths(CheckRun& run);
// Of whole nets and pairs, where a custom rule asks.
void checkTrackLengths(CheckRun& run);
void checkPairCoupling(CheckRun& run);
void checkCreepage(CheckRun& run);
// Of what no track can change: on a whole run only.
void checkOutline(CheckRun& run);
void checkZonesIntersect(CheckRun& run);
void checkZonesApart(CheckRun& run);
void checkZonesAllowed(CheckRun& run);
void checkFileFaults(CheckRun& run);

} // namespace viaduct
