// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <string_view>

#include "engine/commands/enginecommands.h"
#include "engine/commands/replies.h"
#include "engine/commands/ruleitems.h"
#include "engine/kicad/projectlines.h"
#include "engine/rules/effectiverules.h"

namespace viaduct {

namespace {

using nlohmann::json;

constexpr std::size_t kMostLost = 20;

// Where a .kicad_pro states a kind's minimum.
constexpr std::array<std::pair<ConstraintKind, const char*>, 8> kMinimumKeys{{{ConstraintKind::Clearance, "min_clearance"},
                                                                              {ConstraintKind::HoleClearance, "min_hole_clearance"},
                                                                              {ConstraintKind::HoleToHole, "min_hole_to_hole"},
                                                                              {ConstraintKind::EdgeClearance, "min_copper_edge_clearance"},
                                                                              {ConstraintKind::TrackWidth, "min_track_width"},
                                                                              {ConstraintKind::ViaDiameter, "min_via_diameter"},
                                                                              {ConstraintKind::AnnularWidth, "min_via_annular_width"},
                                                                              {ConstraintKind::MinResolvedSpokes, "min_resolved_spokes"}}};

class RuleWriting final {
public:
    explicit RuleWriting(const ProjectFiles& project) : m_lines(projectLines(project.projectText)) {}

    [[nodiscard]] json effect(const EffectiveRule& rule) const {
        json result = {{"kind", toText(rule.kind)}, {"tested", rule.isTested}};
        result.update(statement(rule.kind, rule.winner));
        if (!rule.isTested && !rule.whyNot.empty()) result["why"] = rule.whyNot;
        json lost = json::array();
        for (const LostRule& other : rule.lost) {
            if (lost.size() == kMostLost) break;
            json entry = statement(rule.kind, other.statement);
            entry["why"] = other.why;
            lost.push_back(std::move(entry));
        }
        result["lost"] = std::move(lost);
        if (rule.lost.size() > kMostLost) result["lost_total"] = rule.lost.size();
        return result;
    }

private:
    [[nodiscard]] json statement(ConstraintKind kind, const RuleStatement& stated) const {
        json result = json::object(), values = json::object();
        for (const auto& [name, value] : {std::pair("min", &stated.min), std::pair("opt", &stated.opt), std::pair("max", &stated.max)})
            if (*value) values[name] = isUnitless(kind) ? json((*value)->value()) : json(millimetres(**value));
        if (!values.empty()) result[isUnitless(kind) ? "value" : "value_mm"] = std::move(values);
        if (!stated.word.empty()) result["word"] = stated.word;
        if (stated.origin.name.empty()) return result;
        result["name"] = shown(stated.origin.name);
        const std::string& path = stated.origin.file;
        if (!path.empty()) result["file"] = shown(path.substr(path.find_last_of('/') + 1));
        if (const int line = lineOf(kind, stated.origin); line > 0) result["line"] = line;
        if (!stated.origin.severity.empty()) result["severity"] = stated.origin.severity;
        return result;
    }
    [[nodiscard]] int lineOf(ConstraintKind kind, const RuleOrigin& origin) const {
        constexpr std::string_view kProject = ".kicad_pro", kClass = "netclass '", kBoard = "board ";
        if (origin.line > 0 || origin.file.size() < kProject.size() ||
            origin.file.compare(origin.file.size() - kProject.size(), kProject.size(), kProject) != 0)
            return origin.line;
        if (origin.name.rfind(kClass, 0) == 0) {
            const std::size_t end = origin.name.rfind('\'');
            return m_lines.lineOfClass(origin.name.substr(kClass.size(), end - kClass.size()));
        }
        if (origin.name.rfind(kBoard, 0) != 0) return 0;
        if (kind == ConstraintKind::HoleSize)
            return m_lines.lineOfMinimum(origin.name.find("micro") == std::string::npos ? "min_through_hole_diameter" : "min_microvia_drill");
        for (const auto& [of, key] : kMinimumKeys)
            if (of == kind) return m_lines.lineOfMinimum(key);
        return 0;
    }
    ProjectLines m_lines;
};

// The layer of the test: the one asked for, else the first that the items share, else the first of one of them.
LayerId layerFor(const Board& board, const RuleItem& a, const RuleItem* b) {
    const LayerSet first = a.layers.isEmpty() ? board.layers.all() : a.layers;
    const LayerSet second = b == nullptr || b->layers.isEmpty() ? board.layers.all() : b->layers;
    const LayerSet shared = first & second;
    return shared.isEmpty() ? first.first() : shared.first();
}

Result<json> runEffectiveRules(CallContext& context, const json& args) {
    const bool hasNet = args.contains("net"), hasA = args.contains("a"), hasB = args.contains("b");
    if (hasNet == hasA || (hasB && !hasA)) return fail(ErrorCode::InvalidArgs, "effective_rules: give a and b (or a alone), or net alone.");
    const Session& session = *context.session;
    const RuleResolver& rules = session.rules();
    const Board& board = session.board();
    RuleItem a;
    if (hasNet) {
        const NetId net = TRY(findNet(board, args["net"].get<std::string>()));
        a = RuleItem::plannedTrack(net, LayerId::none(), rules.rules().classFor(net).trackWidth);
    } else {
        a = TRY(findRuleItem(*context.state, rules.rules(), "a", args["a"].get<std::string>()));
    }
    std::optional<RuleItem> b;
    if (hasB) b = TRY(findRuleItem(*context.state, rules.rules(), "b", args["b"].get<std::string>()));
    LayerId layer = layerFor(board, a, b ? &*b : nullptr);
    if (args.contains("layer")) {
        layer = board.layers.find(args["layer"].get<std::string>());
        if (layer.isNone()) {
            std::string text = "effective_rules: layer: the board has " + std::to_string(board.layers.count()) + " copper layers, none of the given name.";
            return fail(ErrorCode::NotFound, text);
        }
    }
    // A track that lies nowhere yet is asked about where the test is.
    for (RuleItem* item : {&a, b ? &*b : nullptr})
        if (item != nullptr && item->layers.isEmpty() && item->kind == ItemKind::Track) item->layers = LayerSet::of(layer);

    const RuleWriting writing(session.project());
    json list = json::array();
    for (const EffectiveRule& rule : effectiveRules(rules, a, b ? &*b : nullptr, layer)) list.push_back(writing.effect(rule));
    json result = {{"a", ruleItemJson(board, a)}, {"layer", layerName(board, layer)}, {"rules", std::move(list)}, {"state", context.state->id.value()}};
    if (b) result["b"] = ruleItemJson(board, *b);
    if (rules.rules().brokenCustomRules) result["unverified"] = "the custom rules file does not parse: " + shown(rules.rules().brokenCustomRules->text);
    return result;
}

json resultSchema() {
    json statement = {{"kind", {{"type", "string"}}},
                      {"tested", {{"type", "boolean"}}},
                      {"value_mm", schemas::anyObject()},
                      {"value", schemas::anyObject()},
                      {"word", {{"type", "string"}}},
                      {"name", {{"type", "string"}}},
                      {"file", {{"type", "string"}}},
                      {"line", {{"type", "integer"}}},
                      {"severity", {{"type", "string"}}},
                      {"why", {{"type", "string"}}},
                      {"lost", {{"type", "array"}, {"items", schemas::anyObject()}}},
                      {"lost_total", {{"type", "integer"}}}};
    return schemas::object({{"a", schemas::anyObject()},
                            {"b", schemas::anyObject()},
                            {"layer", {{"type", "string"}}},
                            {"rules", {{"type", "array"}, {"items", schemas::object(std::move(statement), {"kind", "tested", "lost"})}}},
                            {"state", {{"type", "integer"}}},
                            {"unverified", {{"type", "string"}}}},
                           {"a", "layer", "rules", "state"});
}

} // namespace

void addEffectiveRulesCommand(CommandRegistry& registry) {
    Command effective;
    effective.id = "effective_rules";
    effective.title = "Effective rules";
    effective.description =
        "The rules between two items (clearances), or of one item or net (sizes): for each kind the value, the rule that wins with its file "
        "and line, and the rules that were considered and lost, with the reason.";
    effective.argsSchema = schemas::object({{"a", schemas::text("REF.PIN, the uuid of an item, or a net")},
                                            {"b", schemas::text("the other item, named likewise; left out: what a alone must keep")},
                                            {"net", schemas::text("a net alone: its sizes")},
                                            {"layer", schemas::text("copper layer of the test; else the first that both are on")}});
    effective.resultSchema = resultSchema();
    effective.examples = {{"between two pins", {{"a", "U1.3"}, {"b", "U2.7"}}}, {"sizes of a net", {{"net", "GND"}}}};
    effective.run = runEffectiveRules;
    registry.add(std::move(effective));
}

} // namespace viaduct
