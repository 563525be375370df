// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/rulesfile.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/rules/namepattern.h"

namespace viaduct {

namespace {

// Names that exist on every board, and what KiCad calls some of them by default.
constexpr std::array<std::string_view, 30> kOtherLayers{
    "F.Adhes",   "B.Adhes", "F.Adhesive", "B.Adhesive", "F.Paste",     "B.Paste",     "F.SilkS",       "B.SilkS",       "F.Silkscreen", "B.Silkscreen",
    "F.Mask",    "B.Mask",  "Dwgs.User",  "Cmts.User",  "Eco1.User",   "Eco2.User",   "User.Drawings", "User.Comments", "User.Eco1",    "User.Eco2",
    "Edge.Cuts", "Margin",  "F.CrtYd",    "B.CrtYd",    "F.Courtyard", "B.Courtyard", "F.Fab",         "B.Fab",         "Rescue",       "F.Cu"};
constexpr int kInnerLayers = 30, kUserLayers = 45;
constexpr int kFirstOfKicad10 = 20250101;

constexpr std::array<std::string_view, 2> kKindsOf10{"solder_mask_expansion", "bridged_mask"};
constexpr std::array<std::string_view, 3> kDisallowedOf10{"through_via", "blind_via", "copper"};
constexpr std::array<std::string_view, 2> kUnitsOf10{"ps", "fs"};

template <std::size_t N> bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view unitOf(std::string_view value) {
    std::size_t at = value.size();
    while (at > 0 && value[at - 1] >= 'a' && value[at - 1] <= 'z') --at;
    return value.substr(at);
}

// The word of KiCad 10 in a constraint; empty: none.
std::string wordOf10(const CustomConstraint& constraint) {
    if (isOneOf(constraint.kind, kKindsOf10)) return constraint.kind;
    for (const std::string& item : constraint.items)
        if (constraint.kind == "disallow" && isOneOf(item, kDisallowedOf10)) return item;
    for (const auto* value : {&constraint.min, &constraint.opt, &constraint.max})
        if (*value && isOneOf(unitOf(**value), kUnitsOf10)) return std::string(unitOf(**value));
    return {};
}

} // namespace

LayerSet layersNamed(const Board& board, std::string_view pattern) {
    LayerSet layers;
    for (std::size_t i = 0; i < board.layers.count(); ++i) {
        const LayerId layer(static_cast<std::int32_t>(i));
        const std::string canonical = layer == board.layers.front() ? "F.Cu" : layer == board.layers.back() ? "B.Cu" : "In" + std::to_string(i) + ".Cu";
        for (const std::string_view name :
             {std::string_view(canonical), std::string_view(board.layers[layer].name), std::string_view(board.layers[layer].userName)})
            if (!name.empty() && matchesWildcard(pattern, name)) layers.insert(layer);
    }
    return layers;
}

bool isLayerName(const Board& board, std::string_view pattern) {
    if (!layersNamed(board, pattern).isEmpty() || matchesWildcard(pattern, "B.Cu")) return true;
    if (std::any_of(kOtherLayers.begin(), kOtherLayers.end(), [&](std::string_view name) { return matchesWildcard(pattern, name); })) return true;
    for (int i = 1; i <= kInnerLayers; ++i)
        if (matchesWildcard(pattern, "In" + std::to_string(i) + ".Cu")) return true;
    for (int i = 1; i <= kUserLayers; ++i)
        if (matchesWildcard(pattern, "User." + std::to_string(i))) return true;
    return false;
}

std::optional<Error> refusalOf(const Board& board, const CustomRulesFile& file) {
    const auto refuse = [&](int line, int column, const std::string& why) {
        return Error{ErrorCode::Unreadable, file.path + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + why};
    };
    for (const CustomRule& rule : file.rules) {
        if (!rule.layer.empty() && rule.layer != "outer" && rule.layer != "inner" && !isLayerName(board, rule.layer))
            return refuse(rule.layerLine, rule.layerColumn, "there is no layer '" + rule.layer + "'");
        if (board.formatVersion >= kFirstOfKicad10) continue;
        for (const CustomConstraint& constraint : rule.constraints)
            if (const std::string word = wordOf10(constraint); !word.empty())
                return refuse(constraint.line, constraint.column, "KiCad 9, which the board is of, does not know '" + word + "'");
    }
    return std::nullopt;
}

} // namespace viaduct
