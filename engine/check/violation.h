// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/board/connectivity.h"
#include "engine/rules/ruleset.h"

namespace viaduct {

struct ViolationItem final {
    std::string uuid;        // the file's uuid or tstamp; empty where the item has none
    std::string description; // "Track [GND] on F.Cu", as KiCad words it
    Point position;          // the item's anchor: track start, pad or via centre
    std::int32_t number{-1}; // in the checker's own table of items, for the checker alone; -1 for what is not in it
};

struct Violation final {
    std::string type;     // kicad-cli's type name ("clearance", "shorting_items", ...); our own types start with "viaduct_"
    std::string severity; // error | warning | ignore, from the project
    std::string description;
    std::vector<ViolationItem> items; // one or two, ordered by uuid, then position
    RuleOrigin rule;
    std::optional<Nanometres> required, actual;
    LayerId layer; // none() where there is no one layer
    Point place;   // where it is on the board
    bool isAdded{false};
    bool isExcluded{false};
    std::int32_t owner{-1}; // for the checker alone, where no item is to blame: the net, the opening or the spike it is about
};

struct CheckReport final {
    std::vector<Violation> violations; // sorted by type, place, items: the same for equal boards
    std::vector<RatsnestEdge> unconnected;
    std::vector<std::string> notChecked;                   // KiCad types that are not judged here
    [[nodiscard]] std::size_t errorCount() const noexcept; // violations of severity error that are not excluded; opens are counted apart
};

// Marks in `report` what occurs more often than in `base`, by type and items (uuid; where it is empty: description and position).
void markAdded(CheckReport& report, const CheckReport& base);

} // namespace viaduct
