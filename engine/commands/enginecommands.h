// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/commands/commandregistry.h"

namespace viaduct {

// One per command family; addEngineCommands calls them all.
void addBoardCommands(CommandRegistry& registry);   // board_info, open_connections
void addInspectCommands(CommandRegistry& registry); // inspect_net, inspect_pad
void addEffectiveRulesCommand(CommandRegistry& registry);
void addLintCommand(CommandRegistry& registry);     // rules_lint
void addRouteCommand(CommandRegistry& registry);    // route
void addHistoryCommands(CommandRegistry& registry); // rip_net, history, undo, restore
void addCheckCommands(CommandRegistry& registry);   // check, check.drc
void addSaveCommand(CommandRegistry& registry);     // save
void addSessionCommands(CommandRegistry& registry); // session.open, session.close, session.describe, session.recover

} // namespace viaduct
