// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/board/connectivity.h"

namespace viaduct {

// SPEC 9: why a connection is still open.
enum class OpenReason : std::uint8_t { NotTried, Budget, Stopped, NoAccess, BoxedIn, NoPath, Refused, Rule };
enum class OpenSide : std::uint8_t { A, B, Both };

struct Blocker final {
    std::string name; // net name, or item in words
    bool isNet{true};
    double share{0}; // 0 ... 1 of the fence
};

// An open connection with its reason, computed on the state that it describes.
struct OpenConnection final {
    RatsnestEdge edge;
    OpenReason reason{OpenReason::NotTried};
    OpenSide side{OpenSide::Both};
    std::string why; // one English sentence with the numbers
    Point place;
    LayerId layer;
    std::vector<Blocker> blockers;
    bool wasTried{false};
    int rips{0}, fails{0};
};

struct WorkUsed final {
    std::uint64_t total{0}; // weighted units, all variants that count
    std::uint64_t expansions{0}, floodSteps{0}, exactTests{0};
};

struct RouteOutcome final {
    Copper added;                     // exact-checked; to be added to the copper that was given
    std::vector<OpenConnection> open; // of the nets asked for
    std::size_t connections{0}, routed{0};
    WorkUsed work;
    int winner{0};
    bool wasStopped{false}, ranOut{false};
    std::vector<std::pair<int, std::uint64_t>> stoppedAt; // for the log, so that a stopped run replays
};

} // namespace viaduct
