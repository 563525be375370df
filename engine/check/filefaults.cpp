// SPDX-License-Identifier: GPL-3.0-or-later
// padstack, padstack_invalid, through_hole_pad_without_hole, item_on_disabled_layer: found while the file was read, reported here.
#include "engine/check/checkrun.h"

namespace viaduct {

void checkFileFaults(CheckRun& run) {
    for (const FileFault& fault : run.board.faults) {
        ViolationItem item{fault.uuid, fault.description, fault.place};
        LayerId layer;
        if (!fault.pad.isNone()) {
            item = run.items.asViolationItem(run.items.firstPad() + fault.pad.value());
            layer = run.board.pad(fault.pad).layers.first();
        }
        run.report(fault.type, {std::move(item)}, {layer, fault.place, nullptr, {}, {}, fault.text});
    }
}

} // namespace viaduct
