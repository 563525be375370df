// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/board/board.h"
#include "engine/router/outcome.h"

namespace viaduct {

using StateId = StrongId<struct StateTag>; // 0 is the board as opened; dense, never reused within a session

enum class CopperKind : std::uint8_t { Track, Arc, Via };

// One of the board's own copper items taken out: an index into Board::copper of that kind.
struct RemovedItem final {
    CopperKind kind{CopperKind::Track};
    std::size_t index{0};
    auto operator<=>(const RemovedItem&) const noexcept = default;
};

struct StateMetrics final {
    std::size_t open{0};                    // open connections of the whole board, zones refilled
    std::size_t tracks{0}, vias{0};         // session copper only; arcs count as tracks
    Nanometres length;                      // of session tracks and arcs
    std::optional<std::size_t> addedErrors; // against the input board; absent: not verified
};

// One immutable point of a session: the input board plus the session's changes. Shared by window, agents and scripts; an undo is an older
// state, so none is ever edited. Everything a viewer needs to draw is here and safe to read from any thread.
struct State final {
    StateId id;
    StateId parent;    // none() for the board as opened
    std::string label; // the call that made it, in words: "route 3 nets", "rip_net GND"
    std::string tool;  // the command's id; "open" for the first state
    std::string actor; // who made it: "person", "agent", "script", a client's name
    std::shared_ptr<const Board> board;

    Copper added;                     // session copper, in commit order; not in the file
    std::vector<RemovedItem> removed; // the board's own copper taken out, sorted

    // The board's own copper without `removed`, then `added`: what rules, checks and views look at.
    std::shared_ptr<const Copper> copper;
    // Zones refilled round that copper (by zone, then layer).
    std::shared_ptr<const std::vector<ZoneFill>> fills;
    // The open connections of the whole board with their reasons, sorted by net, then length. A reason describes this state: what no route
    // has tried since the last change says so.
    std::vector<OpenConnection> open;
    StateMetrics metrics;
    std::string digest; // SPEC 9: FNV-1a 64 over the sorted item lines, 16 hex digits
};

using StatePtr = std::shared_ptr<const State>;

// The wire words of SPEC 9.
[[nodiscard]] const char* toText(OpenReason reason) noexcept; // "boxed_in", ...
[[nodiscard]] const char* toText(OpenSide side) noexcept;     // "a", "b", "both"

// The board's own copper without `removed`, then `added`.
[[nodiscard]] Copper effectiveCopper(const Board& board, const std::vector<RemovedItem>& removed, const Copper& added);
[[nodiscard]] Nanometres lengthOf(const Copper& copper); // tracks and arcs; an arc by its polyline
[[nodiscard]] Nanometres lengthOf(const Track& track);
[[nodiscard]] Nanometres lengthOf(const TrackArc& arc);

} // namespace viaduct
