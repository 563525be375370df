// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "engine/base/result.h"
#include "engine/rules/ruleresolver.h"
#include "engine/session/state.h"

namespace viaduct {

// An item as a client names it: REF.PIN, the uuid of a pad, track, arc, via, zone or drawing, or a net (then a track of its class that lies
// nowhere yet). `key` is the argument's name for errors, which never repeat text of the board.
[[nodiscard]] Result<RuleItem> findRuleItem(const State& state, const RuleSet& rules, const std::string& key, const std::string& name);
// What the item is, in a word and a name: {"kind": "pad", "name": "U1.3", "net": "GND"}.
[[nodiscard]] nlohmann::json ruleItemJson(const Board& board, const RuleItem& item);

} // namespace viaduct
