// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine/check/violation.h"

namespace viaduct {

// Marks what the project's exclusions name ("type|x|y|uuidA|uuidB", as .kicad_pro lists them): by type and items. The marker's place is
// not compared: it lies where KiCad's search met the copper first.
void markExcluded(CheckReport& report, const std::vector<std::string>& exclusions);

} // namespace viaduct
