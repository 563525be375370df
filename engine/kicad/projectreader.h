// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/board/designsettings.h"

namespace viaduct {

// What .kicad_pro (JSON, KiCad 6 to 10) states about rules; unknown keys are ignored, wrong types are errors that name the key.
[[nodiscard]] Result<StatedRules> readProjectText(const std::string& text, const std::string& name);

// The rule files that belong to a board: same folder, same stem.
struct ProjectFiles final {
    std::string projectPath, rulesPath; // empty when there is none
    std::string projectText, rulesText;
    [[nodiscard]] std::string sha256() const; // over the bytes of both, for the log header
};
[[nodiscard]] Result<ProjectFiles> readProjectFiles(const std::string& boardPath);

} // namespace viaduct
