// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "engine/board/board.h"
#include "engine/check/violation.h"

namespace viaduct {

struct DrcReportOptions final {
    std::string source;  // the board's file name
    std::string program; // "Viaduct 0.1.0", where kicad-cli has its version
    bool showsIgnored{false};
};

// The report in kicad-cli's drc.v1 schema with the members of SPEC 9 added: "added", "rule", "layer", "place", "not_checked". "date" is empty,
// so that equal boards give equal bytes.
[[nodiscard]] nlohmann::json drcReportJson(const Board& board, const Copper& copper, const CheckReport& report, const DrcReportOptions& options);
// For people: one paragraph a violation, as kicad-cli's text report reads.
[[nodiscard]] std::string drcReportText(const Board& board, const Copper& copper, const CheckReport& report, const DrcReportOptions& options);

} // namespace viaduct
