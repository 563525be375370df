// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/enginecommands.h"

namespace viaduct {

void addEngineCommands(CommandRegistry& registry) {
    addBoardCommands(registry);
    addInspectCommands(registry);
    addEffectiveRulesCommand(registry);
    addLintCommand(registry);
    addRouteCommand(registry);
    addHistoryCommands(registry);
    addCheckCommands(registry);
    addSaveCommand(registry);
    addSessionCommands(registry);
}

} // namespace viaduct
