// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/router/outcome.h"
#include "engine/router/pinaccess.h"

namespace viaduct {

// Why a connection is open, computed on the copper as it is: floods from both ends show which one is fenced in, and by whom.
// Fills side, reason, why, place, layer and blockers of `open`; a reason already set to Budget or Stopped stays when both ends are free.
void explainOpen(const RoutingModel& model, const PinAccess& access, const Copper& laid, OpenConnection& open, WorkUsed& work);

} // namespace viaduct
