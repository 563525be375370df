// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/check/exclusions.h"

#include <algorithm>
#include <set>

namespace viaduct {

namespace {

const char* const kNoItem = "00000000-0000-0000-0000-000000000000";

std::vector<std::string> partsOf(const std::string& text) {
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == '|')
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

// Type and uuids in order.
std::vector<std::string> keyOf(const std::string& type, std::vector<std::string> uuids) {
    uuids.erase(std::remove_if(uuids.begin(), uuids.end(), [](const std::string& uuid) { return uuid.empty() || uuid == kNoItem; }), uuids.end());
    std::sort(uuids.begin(), uuids.end());
    uuids.insert(uuids.begin(), type);
    return uuids;
}

} // namespace

void markExcluded(CheckReport& report, const std::vector<std::string>& exclusions) {
    std::set<std::vector<std::string>> excluded;
    for (const std::string& text : exclusions) {
        const std::vector<std::string> parts = partsOf(text);
        if (parts.size() < 4) continue;
        std::vector<std::string> uuids;
        for (std::size_t i = 3; i < parts.size(); ++i)
            if (parts[i].size() == 36) uuids.push_back(parts[i]);
        excluded.insert(keyOf(parts.front(), std::move(uuids)));
    }
    if (excluded.empty()) return;
    for (Violation& violation : report.violations) {
        std::vector<std::string> uuids;
        for (const ViolationItem& item : violation.items) uuids.push_back(item.uuid);
        violation.isExcluded = uuids.size() == violation.items.size() && excluded.count(keyOf(violation.type, std::move(uuids))) != 0;
    }
}

} // namespace viaduct
