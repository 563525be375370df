// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/router/outcome.h"
#include "engine/router/pinaccess.h"

namespace viaduct {

// Says why connections are open, computed on the copper as it is: floods from both ends show which one is fenced in, and by whom. The claims
// of the laid copper are stamped once for all connections; a flood ends at a few hundred square millimetres, which is no pocket any more.
class Explainer final {
public:
    Explainer(const RoutingModel& model, const PinAccess& access, const Copper& laid);
    ~Explainer();
    Explainer(const Explainer&) = delete;
    Explainer& operator=(const Explainer&) = delete;
    // Fills side, reason, why, place, layer and blockers of `open`; a reason already set to Budget or Stopped stays when both ends are free.
    void explain(OpenConnection& open, WorkUsed& work);

private:
    struct Ground;
    std::unique_ptr<Ground> m_ground;
};

} // namespace viaduct
