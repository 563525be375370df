// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/rules/ruleexpression.h"
#include "engine/rules/ruleresolver.h"

namespace viaduct {

// Yes, no, or not known: what the condition asks is not in our boards, or depends on a place that is not known yet.
enum class Truth : std::uint8_t { No, Yes, Unknown };

// What names in a condition stand for on one board, looked up once.
struct BoundExpression final {
    struct Binding {
        LayerSet layers; // layer names
        bool frontMask{false}, backMask{false};
        std::vector<ZoneId> zones;           // area names
        int areaOf{-1};                      // the area is item A (0) or B (1) itself
        std::vector<FootprintId> footprints; // courtyard owners, parts of a sheet or component class
        std::vector<std::string> members;    // sorted uuids of what is in the groups named
    };
    RuleExpression expression;
    std::vector<Binding> bindings; // by node
    bool usesPlace{false};
};
[[nodiscard]] BoundExpression bind(RuleExpression expression, const Board& board);

// How much of an item is known while a condition is asked.
enum class Known : std::uint8_t {
    NetAndKind, // a stand-in for all items of this kind on nets of this profile
    Everything, // a real item, or a planned one (then its place is known only if its box is not empty)
};

struct EvaluationContext final {
    const Board& board;
    const RuleSet& rules;
    const std::vector<std::int32_t>& partner; // by net: the other net of its pair, -1 without one
    const RuleItem* items[2]{nullptr, nullptr};
    LayerId layer; // none(): the test has no layer
    Known known{Known::Everything};
};

// True for (A, B) or (B, A), as KiCad asks it.
[[nodiscard]] Truth holds(const BoundExpression& condition, EvaluationContext context);
// One part of the condition by itself, in this order only.
[[nodiscard]] Truth holdsAt(const BoundExpression& condition, int node, const EvaluationContext& context);

} // namespace viaduct
