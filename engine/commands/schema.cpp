// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/schema.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "engine/session/sessionlog.h"

namespace viaduct {

namespace {

using nlohmann::json;

constexpr std::size_t kMostErrors = 20; // of one call; more help nobody

std::string shortened(const json& value) {
    std::string text = toLine(value);
    if (text.size() <= 60) return text;
    std::size_t end = 57; // not within a UTF-8 sequence
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return text.substr(0, end) + "...";
}

std::string joined(const std::string& path, const std::string& key) { return path.empty() ? key : path + "." + key; }

bool isWhole(const json& value) {
    if (value.is_number_integer()) return true;
    return value.is_number_float() && std::floor(value.get<double>()) == value.get<double>();
}

bool isOfType(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "number") return value.is_number();
    return type == "integer" && isWhole(value);
}

class Validation final {
public:
    std::vector<SchemaError> errors;

    void check(const json& schema, const json& value, const std::string& path) {
        if (errors.size() >= kMostErrors) return;
        if (schema.contains("anyOf") && !checkAnyOf(schema["anyOf"], value, path)) return;
        if (schema.contains("const") && value != schema["const"]) add(path, "must be " + toLine(schema["const"]) + " (is " + shortened(value) + ")");
        if (schema.contains("enum") && std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end())
            add(path, "must be one of " + toLine(schema["enum"]) + " (is " + shortened(value) + ")");
        if (schema.contains("type") && !checkType(schema["type"], value, path)) return;
        if (value.is_number()) checkNumber(schema, value, path);
        if (value.is_string()) checkString(schema, value, path);
        if (value.is_array()) checkArray(schema, value, path);
        if (value.is_object()) checkObject(schema, value, path);
    }

private:
    void add(const std::string& path, std::string text) { errors.push_back({path, std::move(text)}); }

    bool checkType(const json& type, const json& value, const std::string& path) {
        const bool fits = type.is_array() ? std::any_of(type.begin(), type.end(), [&](const json& one) { return isOfType(value, one.get<std::string>()); })
                                          : isOfType(value, type.get<std::string>());
        if (fits) return true;
        std::string wanted;
        if (type.is_string())
            wanted = type.get<std::string>();
        else
            for (const json& one : type) wanted += (wanted.empty() ? "" : " or ") + one.get<std::string>();
        add(path, "must be of type " + wanted + " (is " + shortened(value) + ")");
        return false;
    }

    // Where exactly one branch has the value's type, its own errors are the helpful ones.
    bool checkAnyOf(const json& branches, const json& value, const std::string& path) {
        std::vector<std::vector<SchemaError>> found;
        for (const json& branch : branches) {
            Validation inner;
            inner.check(branch, value, path);
            if (inner.errors.empty()) return true;
            const bool isTypeError = inner.errors.front().key == path && inner.errors.front().text.rfind("must be of type", 0) == 0;
            const bool isConst = branch.contains("const") || branch.contains("enum");
            if (!isTypeError && !isConst) found.push_back(std::move(inner.errors));
        }
        if (found.size() == 1) {
            errors.insert(errors.end(), found.front().begin(), found.front().end());
            return false;
        }
        std::string forms;
        for (const json& branch : branches) forms += (forms.empty() ? "" : " or ") + formOf(branch);
        add(path, "must be " + forms + " (is " + shortened(value) + ")");
        return false;
    }

    static std::string formOf(const json& schema) {
        if (schema.contains("const")) return toLine(schema["const"]);
        if (schema.contains("enum")) return "one of " + toLine(schema["enum"]);
        return schema.contains("type") && schema["type"].is_string() ? "of type " + schema["type"].get<std::string>() : "of another form";
    }

    void checkNumber(const json& schema, const json& value, const std::string& path) {
        if (schema.contains("minimum") && value < schema["minimum"])
            add(path, "must be at least " + toLine(schema["minimum"]) + " (is " + shortened(value) + ")");
        if (schema.contains("maximum") && value > schema["maximum"])
            add(path, "must be at most " + toLine(schema["maximum"]) + " (is " + shortened(value) + ")");
    }

    void checkString(const json& schema, const json& value, const std::string& path) {
        const std::size_t size = value.get_ref<const std::string&>().size();
        if (schema.contains("minLength") && size < schema["minLength"].get<std::size_t>()) add(path, "must not be empty");
        if (schema.contains("maxLength") && size > schema["maxLength"].get<std::size_t>())
            add(path, "must have at most " + toLine(schema["maxLength"]) + " bytes (has " + std::to_string(size) + ")");
    }

    void checkArray(const json& schema, const json& value, const std::string& path) {
        if (schema.contains("minItems") && value.size() < schema["minItems"].get<std::size_t>())
            add(path, "must have at least " + toLine(schema["minItems"]) + " items (has " + std::to_string(value.size()) + ")");
        if (schema.contains("maxItems") && value.size() > schema["maxItems"].get<std::size_t>()) {
            add(path, "must have at most " + toLine(schema["maxItems"]) + " items (has " + std::to_string(value.size()) + ")");
            return;
        }
        if (schema.value("uniqueItems", false) && std::set<json>(value.begin(), value.end()).size() != value.size()) add(path, "must not name an item twice");
        if (!schema.contains("items")) return;
        for (std::size_t i = 0; i < value.size(); ++i) check(schema["items"], value[i], path + "[" + std::to_string(i) + "]");
    }

    void checkObject(const json& schema, const json& value, const std::string& path) {
        static const json none = json::object();
        const json& properties = schema.contains("properties") ? schema["properties"] : none;
        for (const json& key : schema.value("required", json::array()))
            if (!value.contains(key.get<std::string>())) add(joined(path, key.get<std::string>()), "is missing");
        const json others = schema.value("additionalProperties", json(!schema.contains("properties")));
        if (schema.contains("maxProperties") && value.size() > schema["maxProperties"].get<std::size_t>())
            add(path, "must have at most " + toLine(schema["maxProperties"]) + " keys (has " + std::to_string(value.size()) + ")");
        for (const auto& [key, member] : value.items()) {
            if (properties.contains(key))
                check(properties[key], member, joined(path, key));
            else if (others.is_object())
                check(others, member, joined(path, key));
            else if (others == false)
                add(joined(path, key.substr(0, 60)), "is not known here" + knownKeys(properties));
        }
    }

    static std::string knownKeys(const json& properties) {
        if (properties.empty()) return " (there are no arguments)";
        std::string names;
        for (const auto& [key, schema] : properties.items()) names += (names.empty() ? "" : ", ") + key;
        return " (known: " + names + ")";
    }
};

void findProblems(const json& schema, const std::string& path, std::vector<std::string>& problems) {
    static const std::set<std::string> known{
        "type",      "properties", "required", "additionalProperties", "items", "enum",    "const",       "minimum",      "maximum", "minLength",
        "maxLength", "minItems",   "maxItems", "uniqueItems",          "anyOf", "default", "description", "maxProperties"};
    if (!schema.is_object()) return problems.push_back(path + ": is no object");
    for (const auto& [keyword, value] : schema.items())
        if (known.count(keyword) == 0) problems.push_back(path + ": keyword " + keyword + " is not known");
    const json type = schema.value("type", json());
    if ((type == "integer" || type == "number") && !(schema.contains("minimum") && schema.contains("maximum"))) problems.push_back(path + ": has no bounds");
    if (type == "string" && !schema.contains("maxLength") && !schema.contains("enum")) problems.push_back(path + ": has no maxLength");
    if (type == "array" && !(schema.contains("maxItems") && schema.contains("items"))) problems.push_back(path + ": has no maxItems or items");
    const json properties = schema.value("properties", json::object()); // named: items() does not keep a temporary alive
    for (const auto& [key, member] : properties.items()) findProblems(member, path + "." + key, problems);
    for (const json& key : schema.value("required", json::array()))
        if (!schema.value("properties", json::object()).contains(key.get<std::string>()))
            problems.push_back(path + ": requires unknown " + key.get<std::string>());
    if (schema.contains("items")) findProblems(schema["items"], path + "[]", problems);
    if (schema.contains("additionalProperties") && schema["additionalProperties"].is_object())
        findProblems(schema["additionalProperties"], path + ".*", problems);
    for (const json& branch : schema.value("anyOf", json::array())) findProblems(branch, path + "|", problems);
    if (schema.contains("default") && !validate(schema, schema["default"]).empty()) problems.push_back(path + ": the default does not fit");
}

} // namespace

std::vector<SchemaError> validate(const json& schema, const json& value) {
    Validation validation;
    validation.check(schema, value, "");
    return std::move(validation.errors);
}

json withDefaults(const json& schema, json value) {
    if (!value.is_object() || !schema.contains("properties")) return value;
    for (const auto& [key, member] : schema["properties"].items()) {
        if (value.contains(key))
            value[key] = withDefaults(member, value[key]);
        else if (member.contains("default"))
            value[key] = member["default"];
    }
    return value;
}

std::vector<std::string> schemaProblems(const json& schema) {
    std::vector<std::string> problems;
    findProblems(schema, "", problems);
    return problems;
}

std::string describe(const std::string& command, const std::vector<SchemaError>& errors) {
    std::string text = command + ": ";
    for (std::size_t i = 0; i < errors.size(); ++i) {
        if (i > 0) text += "; ";
        text += (errors[i].key.empty() ? "the arguments" : errors[i].key) + " " + errors[i].text;
    }
    return text;
}

} // namespace viaduct
