// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/router/routerevent.h"

namespace viaduct {

// Receives events on the router's own threads. Must be fast and must not block: a bounded queue that drops the droppable kinds.
// Watching never changes the run.
class EventSink {
public:
    virtual ~EventSink() = default;
    virtual void receive(const RouterEvent& event) = 0;
    // The router skips building Attempt and Frontier events when nobody looks.
    [[nodiscard]] virtual bool wantsTransient() const noexcept { return false; }
};

} // namespace viaduct
