// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
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

// One run of the checker: what every family of tests reads, and where they report.
struct CheckRun final {
    CheckRun(const RuleResolver& ofRules, const Copper& ofCopper, const std::vector<ZoneFill>& ofFills, const CheckOptions& withOptions);

    const RuleResolver& rules;
    const Board& board;
    const Copper& copper;
    const CheckOptions& options;
    const std::vector<ZoneFill>& zoneFills;
    std::vector<FillIndex> fills; // one per entry of zoneFills, in its order
    Outline outline;
    Connectivity connectivity;
    CheckItems items;
    std::vector<Violation> violations;

    struct Found final {
        LayerId layer;
        Point place;
        const RuleOrigin* rule{nullptr};
        std::optional<Nanometres> required, actual;
        std::string text; // what KiCad writes behind the type's own words
    };
    // Drops what the project or the rule ignores.
    void report(const std::string& type, std::vector<ViolationItem> items, Found found);
    [[nodiscard]] bool isIgnored(const std::string& type) { return severityOf(type) == "ignore"; }
    [[nodiscard]] bool isStopped() const { return options.stop != nullptr && options.stop->isRequested(); }

    [[nodiscard]] RuleItem zoneItem(const FillIndex& fill) const { return RuleItem::of(fill.zone()); }
    [[nodiscard]] ViolationItem asViolationItem(const Zone& zone) const;

private:
    const std::string& severityOf(const std::string& type);
    std::map<std::string, std::string> m_severities;
};

// The words KiCad's reports begin with ("Clearance violation" for "clearance").
[[nodiscard]] const char* titleOf(const std::string& type);

// One function per rule family, each in a file of its name.
void checkCopperClearance(CheckRun& run);
void checkZoneClearance(CheckRun& run);
void checkHoleToHole(CheckRun& run);
void checkEdgeClearance(CheckRun& run);
void checkSizes(CheckRun& run);
void checkKeepOuts(CheckRun& run);
void checkSolderMask(CheckRun& run);
void checkStarvedThermals(CheckRun& run);
void checkDangling(CheckRun& run);
void checkIsolatedCopper(CheckRun& run);
void checkOutline(CheckRun& run);
void checkPhysicalClearance(CheckRun& run);
void checkZonesIntersect(CheckRun& run);
void checkFileFaults(CheckRun& run);
void checkConnectionWidth(CheckRun& run);
void checkCopperSlivers(CheckRun& run);

} // namespace viaduct
