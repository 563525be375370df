// SPDX-License-Identifier: GPL-3.0-or-later
// invalid_outline: Edge.Cuts without an area.
#include "engine/check/checkrun.h"

namespace viaduct {

void checkOutline(CheckRun& run) {
    if (run.outline.isClosed) return;
    run.report("invalid_outline", {},
               {LayerId::none(),
                run.board.box().isEmpty() ? Point{} : run.board.box().min,
                nullptr,
                {},
                {},
                "(" + (run.outline.problem.empty() ? std::string("no edges found on Edge.Cuts layer") : run.outline.problem) + ")"});
}

} // namespace viaduct
