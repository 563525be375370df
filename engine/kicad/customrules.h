// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace viaduct {

// One (constraint KIND ...) clause as written; values keep their unit text ("0.2mm") and are converted by rules/.
struct CustomConstraint final {
    std::string kind;
    std::optional<std::string> min, opt, max;
    std::vector<std::string> items; // disallow: item types; zone_connection: its word; assertion: its expression
    bool withinDiffPairs{false};
    int line{0}, column{0};
};

struct CustomRule final {
    std::string name;
    int line{0};
    std::string layer;     // empty: every layer; "outer", "inner" or a layer name (wildcards allowed)
    std::string severity;  // empty: not stated
    std::string condition; // empty: always
    int conditionLine{0}, conditionColumn{0};
    int layerLine{0}, layerColumn{0};
    std::vector<CustomConstraint> constraints;
};

struct CustomRulesFile final {
    std::string path;
    int version{0};
    std::vector<CustomRule> rules;
};

// The whole grammar of .kicad_dru. Error: file:line:column and what was expected.
[[nodiscard]] Result<std::shared_ptr<const CustomRulesFile>> readCustomRules(const std::string& text, const std::string& name);

} // namespace viaduct
