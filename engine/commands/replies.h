// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/check/violation.h"
#include "engine/session/session.h"
#include "engine/session/state.h"

namespace viaduct {

// What several commands put into their results: one writer each, so that every front says the same.

[[nodiscard]] double millimetres(Nanometres length);                    // 0.1 and not 0.09999...
[[nodiscard]] nlohmann::json placeJson(Point place);                    // {x, y} in mm
[[nodiscard]] nlohmann::json boxJson(const Box& box);                   // [x0, y0, x1, y1] in mm; null when empty
[[nodiscard]] std::string shown(const std::string& fileText);           // a name of the file as valid UTF-8; what is not becomes U+FFFD
[[nodiscard]] std::string layerName(const Board& board, LayerId layer); // "" for none
[[nodiscard]] std::string netName(const Board& board, NetId net);
[[nodiscard]] nlohmann::json layerNames(const Board& board, LayerSet layers);
// "U1.3" for a pad, "zone" for a plane, "copper" for a loose track end or via.
[[nodiscard]] std::string endName(const Board& board, const ConnectionEnd& end);

// SPEC 9: {net, a, b, length_mm, reason, end, why, place, blockers, tried, rips, fails}.
[[nodiscard]] nlohmann::json openConnectionJson(const Board& board, const OpenConnection& open);
// Per net, in the board's order: {net, tracks, vias, length_mm}.
[[nodiscard]] nlohmann::json copperPerNetJson(const Board& board, const Copper& copper);
[[nodiscard]] nlohmann::json metricsJson(const State& state);
// Type -> count over the marked (`onlyAdded`) or over all violations of severity error.
[[nodiscard]] nlohmann::json errorCountsJson(const CheckReport& report, bool onlyAdded);
[[nodiscard]] std::size_t addedErrorCount(const CheckReport& report);
[[nodiscard]] nlohmann::json violationJson(const Board& board, const Violation& violation);
[[nodiscard]] nlohmann::json workJson(const Session& session, std::uint64_t used, std::uint64_t sessionTotal); // {used, total_used, left}; left null: no limit

// Names as clients give them. Net: as in the file or as shown. Errors say what was not found without repeating board text.
[[nodiscard]] Result<NetId> findNet(const Board& board, const std::string& name);
[[nodiscard]] Result<PadId> findPad(const Board& board, const std::string& refDotPin); // the first with a net where several have the name

// Shorthand for schemas.
namespace schemas {
[[nodiscard]] nlohmann::json object(nlohmann::json properties, std::vector<std::string> required = {});
[[nodiscard]] nlohmann::json anyObject(); // of results: documented, not checked further
[[nodiscard]] nlohmann::json text(const std::string& description, std::size_t maxLength = 512);
[[nodiscard]] nlohmann::json whole(const std::string& description, std::int64_t minimum, std::int64_t maximum);
[[nodiscard]] nlohmann::json number(const std::string& description, double minimum, double maximum);
[[nodiscard]] nlohmann::json flag(const std::string& description, bool fallback);
[[nodiscard]] nlohmann::json list(const std::string& description, nlohmann::json items, std::size_t maxItems);
[[nodiscard]] nlohmann::json withDefault(nlohmann::json schema, nlohmann::json fallback);
} // namespace schemas

} // namespace viaduct
