// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/router/routingmodel.h"

namespace viaduct {

// Widens necked tracks (and vias) back to their class where fixed items and all other new copper leave room. Exact.
void recoverWidths(const RoutingModel& model, Copper& laid);

} // namespace viaduct
