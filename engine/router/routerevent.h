// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/board/copper.h"

namespace viaduct {

enum class RouterPhase : std::uint8_t { Preparing, PinAccess, Negotiating, Legalising, Repairing, Polishing, Finished };

// What the router did, in order; integer nanometres. `work` is the count at which it happened (never a time).
struct RouterEvent final {
    struct Phase {
        RouterPhase phase;
    };
    struct Iteration {
        int number;
        int conflicts;
        int open;
    };
    struct Attempt {
        NetId net;
        Point from, to;
    };
    struct Frontier {
        std::vector<Point> sampled;
        LayerId layer;
        NetId net;
    };
    struct Laid {
        int connection;
        NetId net;
        std::vector<Track> tracks;
        std::vector<Via> vias;
    }; // replaces what the connection had
    struct Ripped {
        int connection;
        NetId net;
    };
    struct Refused {
        NetId net;
        Point place;
        std::string rule;
    };
    struct Best {
        int open;
        int vias;
        Nanometres length;
    };
    struct Progress {
        int routed;
        int connections;
        std::uint64_t workLeft;
    };
    using Body = std::variant<Phase, Iteration, Attempt, Frontier, Laid, Ripped, Refused, Best, Progress>;
    int variant{0};
    std::uint64_t number{0}; // per variant, from 0
    std::uint64_t work{0};
    Body body;
};

} // namespace viaduct
