// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/session.h"

namespace viaduct {

// A change judged by the full check, zones refilled, against the state it starts from.
struct Verification final {
    StatePtr state;                              // as it would be kept; for Refuse without the copper that had to go
    CheckReport report;                          // of `state`, marked against the state before
    std::vector<NetId> dropped;                  // nets whose new copper the check refused, ascending
    std::map<NetId, Violation> refusalOf;        // for each of these, an added error that its copper caused
    std::map<std::string, std::size_t> refusals; // type -> how many added errors made copper go
};

// Builds and checks base + proposal. With `mayDrop` pads that lost thermal spokes get a stub into their pour, and the nets whose new copper adds an error lose
// all of it, a few rounds long, until nothing is added; when that does not help, all of the new copper goes (state equals base).
[[nodiscard]] Verification verify(const Session& session, const State& base, Proposal proposal, bool mayDrop);

// The errors of a state that the input board does not have; marks them.
[[nodiscard]] CheckReport againstInput(const Session& session, const State& state);

} // namespace viaduct
