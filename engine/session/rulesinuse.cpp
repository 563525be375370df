// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/rulesinuse.h"

#include "engine/kicad/customrules.h"

namespace viaduct {

Result<RulesInUse> rulesFor(std::shared_ptr<const Board> board, const ProjectFiles& project) {
    RulesInUse inUse;
    const bool hasProject = !project.projectPath.empty();
    StatedRules stated;
    if (hasProject) stated = TRY(readProjectText(project.projectText, project.projectPath));

    std::shared_ptr<const CustomRulesFile> customRules;
    std::optional<Error> broken;
    if (!project.rulesPath.empty()) {
        auto read = readCustomRules(project.rulesText, project.rulesPath);
        if (read)
            customRules = std::move(read).value();
        else
            broken = std::move(read).error();
    }
    std::shared_ptr<const RuleSet> rules = makeRuleSet(*board, hasProject ? &stated : nullptr, std::move(customRules));
    if (broken) {
        auto withError = std::make_shared<RuleSet>(*rules);
        withError->brokenCustomRules = broken;
        rules = std::move(withError);
    }
    if (rules->brokenCustomRules)
        inUse.warnings.push_back("The custom rules are not applied, KiCad would ignore the whole file: " + rules->brokenCustomRules->text);
    for (const std::string& unread : rules->unread) inUse.warnings.push_back("Rule not applied: " + unread);
    inUse.warnings.insert(inUse.warnings.end(), board->warnings.begin(), board->warnings.end());
    inUse.resolver = std::make_shared<const RuleResolver>(std::move(board), std::move(rules));
    return inUse;
}

} // namespace viaduct
