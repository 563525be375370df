// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/enginecommands.h"
#include "engine/commands/replies.h"
#include "engine/kicad/customrules.h"
#include "engine/rules/rulelint.h"

namespace viaduct {

namespace {

using nlohmann::json;

std::string fileName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

json findingJson(const RuleFinding& finding) {
    json result = {{"severity", toText(finding.severity)}, {"code", finding.code}, {"text", shown(finding.text)}};
    if (!finding.file.empty()) result["file"] = shown(fileName(finding.file));
    if (finding.line > 0) result["line"] = finding.line;
    if (finding.column > 0) result["column"] = finding.column;
    if (!finding.rule.empty()) result["rule"] = shown(finding.rule);
    return result;
}

Result<json> runLint(CallContext& context, const json& args) {
    const Session& session = *context.session;
    const ProjectFiles& files = session.project();
    std::optional<StatedRules> project;
    if (!files.projectPath.empty()) project = TRY(readProjectText(files.projectText, fileName(files.projectPath)));
    const auto limit = args["limit"].get<std::size_t>();
    json list = json::array(), counts = {{"error", 0}, {"warning", 0}, {"note", 0}};
    std::size_t total = 0;
    for (const RuleFinding& finding : lintRules(session.rules(), project ? &*project : nullptr, files.projectPath)) {
        json& count = counts[toText(finding.severity)];
        count = count.get<int>() + 1;
        if (++total <= limit) list.push_back(findingJson(finding));
    }
    const RuleSet& rules = session.rules().rules();
    return json{{"findings", std::move(list)},
                {"counts", std::move(counts)},
                {"more", total > limit},
                {"rules_file", files.rulesPath.empty() ? json(nullptr) : json(shown(fileName(files.rulesPath)))},
                {"rules", rules.custom ? rules.custom->rules.size() : 0},
                {"applied", !rules.brokenCustomRules.has_value()},
                {"state", context.state->id.value()}};
}

json resultSchema() {
    const json text = {{"type", "string"}}, whole = {{"type", "integer"}};
    const json finding = schemas::object({{"severity", {{"type", "string"}, {"enum", {"error", "warning", "note"}}}},
                                          {"code", text},
                                          {"file", text},
                                          {"line", whole},
                                          {"column", whole},
                                          {"rule", text},
                                          {"text", text}},
                                         {"severity", "code", "text"});
    return schemas::object({{"findings", {{"type", "array"}, {"items", finding}}},
                            {"counts", schemas::anyObject()},
                            {"more", {{"type", "boolean"}}},
                            {"rules_file", {{"type", {"string", "null"}}}},
                            {"rules", whole},
                            {"applied", {{"type", "boolean"}}},
                            {"state", whole}},
                           {"findings", "counts", "more", "rules_file", "rules", "applied", "state"});
}

} // namespace

void addLintCommand(CommandRegistry& registry) {
    Command lint;
    lint.id = "rules_lint";
    lint.title = "Check the rules";
    lint.description =
        "What is wrong or doubtful in the custom rules (.kicad_dru) and the project's net classes: syntax errors, unknown classes, nets, parts, areas, "
        "layers, properties and functions, rules that can never apply or that a later rule always overrules. Each with file, line and column.";
    lint.argsSchema = schemas::object({{"limit", schemas::withDefault(schemas::whole("at most so many findings", 1, 2000), 200)}});
    lint.resultSchema = resultSchema();
    lint.examples = {{"everything", json::object()}};
    lint.run = runLint;
    registry.add(std::move(lint));
}

} // namespace viaduct
