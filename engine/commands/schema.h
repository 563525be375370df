// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace viaduct {

// A subset of JSON Schema: type (a name or a list of names), properties, required, additionalProperties, items, enum, const, minimum,
// maximum, minLength, maxLength, minItems, maxItems, uniqueItems, anyOf, default, description. Objects refuse unknown keys unless
// additionalProperties says otherwise. Schemas are ours, so an unknown keyword is a bug that `schemaProblems` finds in a test.
struct SchemaError final {
    std::string key;  // "hints.regions[2].factor"; empty for the argument object itself
    std::string text; // "must be at least 1 (is 0.5)"; names of keys in it are the schema's, values are shortened
};

[[nodiscard]] std::vector<SchemaError> validate(const nlohmann::json& schema, const nlohmann::json& value);
// The value with absent properties set to their schema's defaults, recursively.
[[nodiscard]] nlohmann::json withDefaults(const nlohmann::json& schema, nlohmann::json value);
[[nodiscard]] std::vector<std::string> schemaProblems(const nlohmann::json& schema);
// One line a person or a model can act on: "route: hints.layers.In1.Cu must be at least 1 (is 0.5); ...".
[[nodiscard]] std::string describe(const std::string& command, const std::vector<SchemaError>& errors);

} // namespace viaduct
