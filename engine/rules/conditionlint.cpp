// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/conditionlint.h"

#include <algorithm>
#include <array>

#include "engine/rules/namepattern.h"
#include "engine/rules/pairnames.h"
#include "engine/rules/rulesfile.h"
#include "engine/rules/rulevalue.h"

namespace viaduct {

namespace {

using Kind = RuleExpression::Kind;
using Node = RuleExpression::Node;
using Severity = RuleFinding::Severity;

constexpr std::array<std::string_view, 19> kTypes{"Footprint",  "Pad",     "Graphic", "Reference Image", "Generator", "Text",   "Text Box", "Table",
                                                  "Table Cell", "Track",   "Via",     "Dimension",       "Leader",    "Target", "Zone",     "Marker",
                                                  "Group",      "NetInfo", "ItemList"};
constexpr std::array<std::string_view, 3> kViaTypes{"Through", "Blind/buried", "Micro"};
constexpr std::array<std::string_view, 4> kPadTypes{"Through-hole", "SMD", "Edge connector", "NPTH, mechanical"};
constexpr std::array<std::string_view, 8> kPadProperties{"None",           "BGA pad",      "Fiducial, global to board", "Fiducial, local to footprint",
                                                         "Test point pad", "Heatsink pad", "Castellated pad",           "Mechanical pad"};
constexpr std::array<std::string_view, 7> kPadShapes{"Circle", "Rectangle", "Oval", "Trapezoid", "Rounded rectangle", "Chamfered rectangle", "Custom"};

class ConditionLint final {
public:
    ConditionLint(const RuleResolver& rules, const CustomRule& rule, const RuleExpression& condition, const std::string& file)
        : m_rules(rules.rules()), m_board(rules.board()), m_rule(rule), m_condition(condition), m_bound(bind(condition, rules.board())), m_file(file) {}

    [[nodiscard]] std::vector<RuleFinding> run() {
        for (const RuleExpression::Remark& remark : m_condition.remarks()) {
            const bool isUnknown = remark.code.rfind("unknown", 0) == 0 || remark.code == "missing_argument";
            add(isUnknown ? Severity::Error : Severity::Warning, remark.code, remark.column, remark.text);
        }
        for (const Node& node : m_condition.nodes()) {
            if (node.kind == Kind::Function) function(node);
            if ((node.kind == Kind::Equal || node.kind == Kind::NotEqual) && node.left >= 0 && node.right >= 0) {
                compared(m_condition.node(node.left), m_condition.node(node.right));
                compared(m_condition.node(node.right), m_condition.node(node.left));
            }
        }
        return std::move(m_findings);
    }

private:
    void add(Severity severity, const std::string& code, int column, const std::string& text) {
        const int place = m_rule.conditionColumn > 0 && column > 0 ? m_rule.conditionColumn + column : 0;
        m_findings.push_back({severity, code, m_file, m_rule.conditionLine, place, m_rule.name, text});
    }
    void unless(bool isKnown, const std::string& code, const Node& node, const std::string& what) {
        if (!isKnown) add(Severity::Warning, code, node.column, what + " '" + node.text + "'");
    }
    static bool matches(const Node& text, std::string_view name) {
        return text.isWildcard ? matchesWildcard(text.text, name, true) : equalsIgnoringCase(text.text, name);
    }
    template <typename Names> static bool matchesAny(const Node& text, const Names& names) {
        return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return matches(text, name); });
    }

    [[nodiscard]] bool isNetClass(const Node& text, bool isExact) const {
        return std::any_of(m_rules.classes.begin(), m_rules.classes.end(), [&](const NetClass& netClass) {
            const auto fits = [&](const std::string& name) { return isExact ? name == text.text : matches(text, name); };
            return fits(netClass.name) || std::any_of(netClass.members.begin(), netClass.members.end(), fits);
        });
    }
    void compared(const Node& property, const Node& text) {
        if (property.kind == Kind::LayerOfTest && text.kind == Kind::String)
            return unless(isLayerName(m_board, text.text), "unknown_layer", text, "KiCad knows no layer");
        if (property.kind != Kind::Property || text.kind != Kind::String) return;
        switch (property.property) {
        case RuleProperty::NetClass: return unless(isNetClass(text, false), "unknown_net_class", text, "the project has no net class");
        case RuleProperty::NetName:
            return unless(text.text.empty() || std::any_of(m_board.nets.begin(), m_board.nets.end(), [&](const Net& net) { return matches(text, net.name); }),
                          "unknown_net", text, "the board has no net");
        case RuleProperty::Type: return unless(matchesAny(text, kTypes), "unknown_type", text, "KiCad has no items of type");
        case RuleProperty::ViaType: return unless(matchesAny(text, kViaTypes), "unknown_value", text, "KiCad has no vias of type");
        case RuleProperty::PadType: return unless(matchesAny(text, kPadTypes), "unknown_value", text, "KiCad has no pads of type");
        case RuleProperty::PadShape: return unless(matchesAny(text, kPadShapes), "unknown_value", text, "KiCad has no pads of shape");
        case RuleProperty::FabricationProperty: return unless(matchesAny(text, kPadProperties), "unknown_value", text, "KiCad has no fabrication property");
        case RuleProperty::Layer:
        case RuleProperty::LayerTop:
        case RuleProperty::LayerBottom: return unless(isLayerName(m_board, text.text), "unknown_layer", text, "KiCad knows no layer");
        default: return;
        }
    }

    void function(const Node& node) {
        if (node.text.empty()) return; // told by the parser where it matters
        const bool isItem = node.text == "A" || node.text == "B";
        switch (node.function) {
        case RuleFunction::HasNetclass:
        case RuleFunction::HasExactNetclass: return unless(isNetClass(node, true), "unknown_net_class", node, "the project has no net class");
        case RuleFunction::ExistsOnLayer: return unless(isLayerName(m_board, node.text), "unknown_layer", node, "KiCad knows no layer");
        case RuleFunction::IntersectsArea:
        case RuleFunction::EnclosedByArea:
            return unless(isItem || std::any_of(m_board.zones.begin(), m_board.zones.end(),
                                                [&](const Zone& zone) { return zone.uuid == node.text || matchesWildcard(node.text, zone.name); }),
                          "unknown_area", node, "the board has no area or zone");
        case RuleFunction::IntersectsCourtyard:
        case RuleFunction::IntersectsFrontCourtyard:
        case RuleFunction::IntersectsBackCourtyard: return unless(isItem || isFootprint(node.text), "unknown_footprint", node, "the board has no part");
        case RuleFunction::MemberOfFootprint: return unless(isFootprint(node.text), "unknown_footprint", node, "the board has no part");
        case RuleFunction::InDiffPair: return unless(isPair(node.text), "unknown_pair", node, "the board has no differential pair");
        default: return named(node);
        }
    }
    // What belongs to parts and groups.
    void named(const Node& node) {
        switch (node.function) {
        case RuleFunction::MemberOfGroup:
            return unless(std::any_of(m_board.groups.begin(), m_board.groups.end(), [&](const Group& group) { return matchesWildcard(node.text, group.name); }),
                          "unknown_group", node, "the board has no group");
        case RuleFunction::MemberOfSheet:
        case RuleFunction::MemberOfSheetOrChildren: return unless(isBound(node), "unknown_sheet", node, "no part is of a sheet");
        case RuleFunction::HasComponentClass: return unless(isBound(node), "unknown_component_class", node, "no part is of a component class");
        case RuleFunction::GetField: return unless(isField(node.text), "unknown_field", node, "no part has a field");
        default: return;
        }
    }
    [[nodiscard]] bool isField(const std::string& name) const {
        return std::any_of(m_board.footprints.begin(), m_board.footprints.end(), [&](const Footprint& part) {
            return std::any_of(part.fields.begin(), part.fields.end(), [&](const auto& field) { return field.first == name; });
        });
    }
    [[nodiscard]] bool isBound(const Node& node) const {
        const auto index = static_cast<std::size_t>(&node - m_condition.nodes().data());
        return !m_bound.bindings[index].footprints.empty();
    }
    [[nodiscard]] bool isFootprint(const std::string& selector) const {
        return std::any_of(m_board.footprints.begin(), m_board.footprints.end(), [&](const Footprint& footprint) { return isSelected(footprint, selector); });
    }
    [[nodiscard]] bool isPair(const std::string& pattern) const {
        return std::any_of(m_board.nets.begin(), m_board.nets.end(), [&](const Net& net) {
            const PairName pair = pairNameOf(net.name);
            if (pair.complement.empty() || m_board.findNet(pair.complement).isNone()) return false;
            std::string base = pair.base;
            if (matchesWildcard(pattern, base)) return true;
            if (base.empty() || base.back() != '_') return false;
            base.pop_back();
            return matchesWildcard(pattern, base);
        });
    }

    const RuleSet& m_rules;
    const Board& m_board;
    const CustomRule& m_rule;
    const RuleExpression& m_condition;
    const BoundExpression m_bound;
    const std::string& m_file;
    std::vector<RuleFinding> m_findings;
};

// A node and what hangs on it, in brackets.
std::string formOf(const RuleExpression& condition, int index, bool swapped) {
    if (index < 0) return "-";
    const Node& node = condition.node(index);
    const int item = swapped && (node.kind == Kind::Property || node.kind == Kind::Function || node.kind == Kind::Item) ? 1 - node.item : node.item;
    std::string text = "(" + std::to_string(static_cast<int>(node.kind)) + " " + std::to_string(item) + " " + std::to_string(static_cast<int>(node.property)) +
                       " " + std::to_string(static_cast<int>(node.function)) + " " + std::to_string(node.number) + " " + node.name + " '" + node.text + "'";
    if (node.left >= 0 || node.right >= 0) text += formOf(condition, node.left, swapped) + formOf(condition, node.right, swapped);
    return text + ")";
}

void collect(const RuleExpression& condition, int index, bool swapped, std::vector<std::string>& parts) {
    const Node& node = condition.node(index);
    if (node.kind == Kind::And) {
        collect(condition, node.left, swapped, parts);
        collect(condition, node.right, swapped, parts);
    } else {
        parts.push_back(formOf(condition, index, swapped));
    }
}

} // namespace

std::vector<RuleFinding> lintCondition(const RuleResolver& rules, const CustomRule& rule, const RuleExpression& condition, const std::string& file) {
    return ConditionLint(rules, rule, condition, file).run();
}

std::vector<std::string> conjunctsOf(const RuleExpression& condition, bool swapped) {
    std::vector<std::string> parts;
    if (!condition.isEmpty()) collect(condition, condition.root(), swapped, parts);
    std::sort(parts.begin(), parts.end());
    return parts;
}

} // namespace viaduct
