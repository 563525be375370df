// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

namespace viaduct {

// Where a .kicad_pro states things, counted from line 1; nothing is known of a text that is no JSON behind the place where it breaks.
struct ProjectLines final {
    std::map<std::string, int> classes;  // net_settings.classes[], by name: where the class begins
    std::map<std::string, int> minimums; // board.design_settings.rules, by key ("min_clearance")
    [[nodiscard]] int lineOfClass(const std::string& name) const;
    [[nodiscard]] int lineOfMinimum(const std::string& key) const;
};

[[nodiscard]] ProjectLines projectLines(const std::string& text);

} // namespace viaduct
