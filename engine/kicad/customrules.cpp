// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/customrules.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/kicad/filenumber.h"
#include "engine/kicad/sexpression.h"

namespace viaduct {

namespace {

// What kicad-cli 9.0.8 accepts, asked one file at a time; it ignores the whole file without a word when anything in it is wrong. Some words
// are of KiCad 10 only: whether a board's KiCad knows them, and its layers, is asked by rules/.
constexpr std::array<std::string_view, 34> kKinds{"annular_width",
                                                  "assertion",
                                                  "clearance",
                                                  "connection_width",
                                                  "courtyard_clearance",
                                                  "creepage",
                                                  "diff_pair_gap",
                                                  "diff_pair_uncoupled",
                                                  "disallow",
                                                  "edge_clearance",
                                                  "hole_clearance",
                                                  "hole_size",
                                                  "hole",
                                                  "hole_to_hole",
                                                  "length",
                                                  "mechanical_clearance",
                                                  "mechanical_hole_clearance",
                                                  "min_resolved_spokes",
                                                  "physical_clearance",
                                                  "physical_hole_clearance",
                                                  "silk_clearance",
                                                  "skew",
                                                  "text_height",
                                                  "text_thickness",
                                                  "thermal_relief_gap",
                                                  "thermal_spoke_width",
                                                  "track_angle",
                                                  "track_segment_length",
                                                  "track_width",
                                                  "via_count",
                                                  "via_diameter",
                                                  "zone_connection",
                                                  "solder_mask_expansion",
                                                  "bridged_mask"};
constexpr std::array<std::string_view, 13> kDisallowed{"track", "via",  "micro_via", "buried_via", "blind_via", "through_via", "pad",
                                                       "zone",  "text", "graphic",   "hole",       "footprint", "copper"};
constexpr std::array<std::string_view, 4> kSeverities{"error", "warning", "ignore", "exclusion"};
constexpr std::array<std::string_view, 3> kZoneConnections{"solid", "thermal_reliefs", "none"};

template <std::size_t N> bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

template <std::size_t N> std::string listed(const std::array<std::string_view, N>& words) {
    std::string text;
    for (std::size_t i = 0; i < N; ++i) text.append(i == 0 ? "" : i + 1 == N ? " or " : ", ").append(words[i]);
    return text;
}

class RulesReading final {
public:
    explicit RulesReading(const SExpression& file) : m_file(file) {}

    Result<std::shared_ptr<const CustomRulesFile>> run() {
        auto rules = std::make_shared<CustomRulesFile>();
        rules->path = m_file.name();
        if (m_file.hasByteOrderMark()) return refuseAt(0, "a byte order mark begins the file");
        if (!m_file.multiLineStrings().empty()) return refuseAt(m_file.multiLineStrings().front(), "this string is not closed on its line");
        bool hasVersion = false;
        for (const SNode part : m_file.root().children()) {
            if (!part.isList()) return refuse(part, "expected '(', found '" + std::string(part.raw()) + "'");
            if (!hasVersion && !part.is("version")) return refuse(part, "expected (version 1) before anything else");
            if (part.is("version")) {
                const auto number = part.at(1).kind() == SNode::Kind::Word ? parseNumber(part.at(1).word()) : std::nullopt;
                if (!number || *number < 0 || *number > 1e6 || part.at(2)) return refuse(part, "expected a number in (version ...)");
                rules->version = static_cast<int>(*number);
                hasVersion = true;
            } else if (part.is("rule")) {
                rules->rules.push_back(TRY(rule(part)));
            } else
                return refuse(part, "expected (version ...) or (rule ...), found '" + std::string(part.head()) + "'");
        }
        return rules;
    }

private:
    tl::unexpected<Error> refuseAt(std::uint32_t offset, const std::string& why) const {
        return fail(ErrorCode::Unreadable, m_file.where(offset) + ": " + why);
    }
    tl::unexpected<Error> refuse(const SNode& node, const std::string& why) const { return refuseAt(node.begin(), why); }
    [[nodiscard]] int lineOf(const SNode& node) const { return static_cast<int>(m_file.placeOf(node.begin()).line); }

    // The only argument of a list.
    Result<SNode> soleArgument(const SNode& list, const std::string& what) const {
        const SNode leaf = list.at(1), more = list.at(2);
        if (!leaf || !leaf.isLeaf()) return refuse(list, "expected " + what + " in (" + std::string(list.head()) + " ...)");
        if (more) return refuse(more, "expected ')' after " + what);
        return leaf;
    }

    Result<CustomRule> rule(const SNode& list) const {
        CustomRule rule;
        rule.line = lineOf(list);
        const SNode name = list.at(1);
        if (!name || !name.isLeaf()) return refuse(list, "the rule has no name");
        rule.name = name.text();
        bool isFirst = true;
        for (const SNode part : list.arguments()) {
            if (isFirst) {
                isFirst = false;
                continue;
            }
            if (!part.isList()) return refuse(part, "expected '(', found '" + std::string(part.raw()) + "'");
            const std::string_view head = part.head();
            if (head == "constraint") {
                CustomConstraint made = TRY(constraint(part));
                for (const CustomConstraint& other : rule.constraints)
                    if (other.kind == made.kind) return refuse(part, "the rule has a '" + made.kind + "' constraint already");
                rule.constraints.push_back(std::move(made));
            } else if (head == "condition") {
                const SNode expression = TRY(soleArgument(part, "a quoted expression"));
                const SExpression::Place place = m_file.placeOf(expression.begin());
                rule.condition = expression.text();
                rule.conditionLine = static_cast<int>(place.line);
                rule.conditionColumn = static_cast<int>(place.column);
            } else if (head == "layer") {
                if (rule.layerLine > 0) return refuse(part, "the rule has a (layer ...) already");
                const SNode layer = TRY(soleArgument(part, "a layer name, outer or inner"));
                const SExpression::Place place = m_file.placeOf(layer.begin());
                rule.layer = layer.text();
                rule.layerLine = static_cast<int>(place.line);
                rule.layerColumn = static_cast<int>(place.column);
            } else if (head == "severity") {
                const SNode word = TRY(soleArgument(part, "a severity"));
                if (!isOneOf(word.word(), kSeverities)) return refuse(word, "expected " + listed(kSeverities) + " as severity");
                rule.severity = word.text();
            } else
                return refuse(part, "expected (constraint ...), (condition ...), (layer ...) or (severity ...), found '" + std::string(head) + "'");
        }
        return rule;
    }

    Result<CustomConstraint> constraint(const SNode& list) const {
        CustomConstraint made;
        const SExpression::Place place = m_file.placeOf(list.begin());
        made.line = static_cast<int>(place.line);
        made.column = static_cast<int>(place.column);
        const SNode kind = list.at(1);
        if (!kind || !kind.isLeaf() || !isOneOf(kind.word(), kKinds)) return refuse(kind ? kind : list, "expected the kind of constraint: " + listed(kKinds));
        made.kind = kind.text();
        if (made.kind == "disallow")
            TRY(disallowed(list, made));
        else if (made.kind == "zone_connection" || made.kind == "assertion" || made.kind == "min_resolved_spokes")
            TRY(soleWord(list, made));
        else
            TRY(limits(list, made));
        return made;
    }

    Result<void> disallowed(const SNode& list, CustomConstraint& made) const {
        for (SNode item = list.at(1).next(list); item; item = item.next(list)) {
            if (!item.isLeaf() || !isOneOf(item.word(), kDisallowed)) return refuse(item, "expected what to disallow: " + listed(kDisallowed));
            made.items.push_back(item.text());
        }
        return {};
    }

    Result<void> soleWord(const SNode& list, CustomConstraint& made) const {
        const SNode word = list.at(2), more = list.at(3);
        if (!word || !word.isLeaf()) return refuse(list, "expected one value after " + made.kind);
        if (more) return refuse(more, "expected ')'");
        if (made.kind == "zone_connection" && !isOneOf(word.word(), kZoneConnections))
            return refuse(word, "expected " + listed(kZoneConnections) + " as zone connection");
        if (made.kind == "min_resolved_spokes") {
            if (!parseInteger(word.word())) return refuse(word, "expected a whole number of spokes");
            made.min = word.text();
        } else
            made.items.push_back(word.text());
        return {};
    }

    Result<void> limits(const SNode& list, CustomConstraint& made) const {
        for (SNode part = list.at(1).next(list); part; part = part.next(list)) {
            if (!part.isList()) return refuse(part, "expected '(', found '" + std::string(part.raw()) + "'");
            if (part.is("within_diff_pairs")) {
                if (made.kind != "skew") return refuse(part, "within_diff_pairs belongs to skew only");
                made.withinDiffPairs = true;
                continue;
            }
            std::optional<std::string>* limit = part.is("min") ? &made.min : part.is("opt") ? &made.opt : part.is("max") ? &made.max : nullptr;
            if (limit == nullptr) return refuse(part, "expected (min ...), (opt ...) or (max ...), found '" + std::string(part.head()) + "'");
            const SNode value = TRY(soleArgument(part, "a value"));
            TRY(ensureValue(value, made.kind));
            *limit = value.text();
        }
        return {};
    }

    // Refuses plain numbers without a unit that KiCad knows. Expressions ("1mm + 2mm") are left to who evaluates them.
    Result<void> ensureValue(const SNode& value, const std::string& kind) const {
        const std::string text = value.text();
        std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
        const std::size_t from = at;
        while (at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) != 0 || text[at] == '.')) ++at;
        std::string unit = text.substr(at);
        unit.erase(0, std::min(unit.find_first_not_of(' '), unit.size()));
        if (at == from)
            return text.find_first_of("0123456789") == std::string::npos ? Result<void>(refuse(value, "expected a value, found '" + text + "'"))
                                                                         : Result<void>();
        const bool isWord = std::all_of(unit.begin(), unit.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
        if (!isWord) return {};
        const bool isPlain = kind == "via_count" || kind == "track_angle";
        if (isPlain && !unit.empty()) return refuse(value, "expected a number without unit for " + kind);
        if (!isPlain && unit.empty()) return refuse(value, "the value '" + text + "' has no unit: mm, mil or in");
        static constexpr std::array<std::string_view, 6> kUnits{"mm", "mil", "in", "deg", "ps", "fs"};
        if (!isPlain && !isOneOf(unit, kUnits)) return refuse(value, "unknown unit '" + unit + "': expected mm, mil or in");
        return {};
    }

    const SExpression& m_file;
};

} // namespace

Result<std::shared_ptr<const CustomRulesFile>> readCustomRules(const std::string& text, const std::string& name) {
    SExpression::Limits limits;
    limits.isSequence = true;
    limits.depth = 50;
    const SExpression file = TRY(SExpression::parse(text, name, limits));
    return RulesReading(file).run();
}

} // namespace viaduct
