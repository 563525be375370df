// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string_view>

#include "engine/rules/namepattern.h"
#include "engine/rules/ruleevaluation.h"

namespace viaduct {

// What a part of a condition comes to. Unknown: our boards cannot say. Undefined: the item has no such property, and nothing equals it.
// Failed: KiCad gives up the whole condition, which then does not hold.
struct Value final {
    enum class Type : std::uint8_t { Unknown, Failed, Undefined, Null, Number, String, Net, NetClass, Layer };
    Type type{Type::Undefined};
    double number{0};
    std::string_view text{};
    bool isWildcard{false};
    NetId net{};
    LayerSet layers{};
    [[nodiscard]] static Value unknown() { return of(Type::Unknown); }
    [[nodiscard]] static Value undefined() { return of(Type::Undefined); }
    [[nodiscard]] static Value of(Type type) {
        Value value;
        value.type = type;
        return value;
    }
    [[nodiscard]] static Value of(double number) {
        Value value = of(Type::Number);
        value.number = number;
        return value;
    }
    [[nodiscard]] static Value of(Truth truth) { return truth == Truth::Unknown ? unknown() : of(truth == Truth::Yes ? 1.0 : 0.0); }
    [[nodiscard]] static Value of(std::string_view text) {
        Value value = of(Type::String);
        value.text = text;
        return value;
    }
};

inline Truth truthOf(bool value) { return value ? Truth::Yes : Truth::No; }

inline bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return lower(x) == lower(y); });
}

inline bool textMatches(std::string_view text, const Value& wanted) {
    return wanted.isWildcard ? matchesWildcard(wanted.text, text, true) : equalsIgnoringCase(text, wanted.text);
}

// What an item answers to A.Property; its own file each for properties, functions and what is asked of places.
[[nodiscard]] Value propertyOf(const RuleExpression::Node& node, const EvaluationContext& context);
[[nodiscard]] Value functionOf(const RuleExpression::Node& node, const BoundExpression::Binding& binding, const EvaluationContext& context);
[[nodiscard]] Truth inAnyArea(const RuleItem& item, const BoundExpression::Binding& binding, const EvaluationContext& context, bool isWhole);
[[nodiscard]] Truth inCourtyard(const RuleItem& item, const BoundExpression::Binding& binding, const EvaluationContext& context, bool front, bool back);

// Of a pad, drawing or zone: the part it belongs to; none() for anything else.
[[nodiscard]] FootprintId footprintOf(const RuleItem& item) noexcept;
[[nodiscard]] inline bool isTrack(const RuleItem& item) noexcept { return item.kind == ItemKind::Track || item.kind == ItemKind::Arc; }
[[nodiscard]] inline bool isConnected(const RuleItem& item) noexcept { return item.kind != ItemKind::Text; }
// REF, LIBRARY:NAME, or ${CLASS:NAME}.
[[nodiscard]] bool isSelected(const Footprint& footprint, std::string_view selector);

} // namespace viaduct
