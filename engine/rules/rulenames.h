// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "engine/rules/ruleexpression.h"

namespace viaduct {

// The words of conditions, in lower case with "_" for the spaces of KiCad's property names.
[[nodiscard]] std::optional<RuleProperty> propertyNamed(std::string_view name);
[[nodiscard]] bool isUnmodelledProperty(std::string_view name); // KiCad has it, our boards do not carry it

struct NamedFunction final {
    std::string_view name;
    RuleFunction function;
    int arguments;
};
[[nodiscard]] std::optional<NamedFunction> functionNamed(std::string_view name);

} // namespace viaduct
