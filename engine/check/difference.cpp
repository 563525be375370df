// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <string>

#include "engine/check/violation.h"

namespace viaduct {

namespace {

// What makes two violations the same one: type and items; an item without a uuid is known by its words and place.
std::string keyOf(const Violation& violation) {
    std::string key = violation.type;
    std::vector<std::string> items;
    for (const ViolationItem& item : violation.items)
        items.push_back(!item.uuid.empty() ? item.uuid
                                           : item.description + "@" + std::to_string(item.position.x.value()) + "," + std::to_string(item.position.y.value()));
    std::sort(items.begin(), items.end());
    for (const std::string& item : items) key += "|" + item;
    return key;
}

} // namespace

std::size_t CheckReport::errorCount() const noexcept {
    return static_cast<std::size_t>(
        std::count_if(violations.begin(), violations.end(), [](const Violation& violation) { return violation.severity == "error" && !violation.isExcluded; }));
}

void markAdded(CheckReport& report, const CheckReport& base) {
    std::map<std::string, std::size_t> left;
    for (const Violation& violation : base.violations) ++left[keyOf(violation)];
    for (Violation& violation : report.violations) {
        auto known = left.find(keyOf(violation));
        violation.isAdded = known == left.end() || known->second == 0;
        if (!violation.isAdded) --known->second;
    }
}

} // namespace viaduct
