// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/commands/commandregistry.h"

namespace viaduct {

// Commands of kind `ui`: what only a person in front of the window may do. No other front offers them.
//   window.save_as {path}: writes the state to a file the person chose; the board itself is allowed.
void addWindowCommands(CommandRegistry& registry);

} // namespace viaduct
