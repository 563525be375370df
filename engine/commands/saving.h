// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/session/session.h"

namespace viaduct {

// Writes the state's board to `path`, atomically, with the rule files beside it. Refuses to write over the input unless allowed, and over an
// input that changed on disk since it was read; elsewhere a changed input is only a warning. Error texts say what to do.
[[nodiscard]] Result<void> saveState(const Session& session, const State& state, const std::string& path, bool refills, bool mayOverwriteInput);
// The file's bytes as saveState writes them.
[[nodiscard]] Result<std::string> savedText(const Session& session, const State& state, bool refills);
// The same file, whatever the two paths look like.
[[nodiscard]] bool isSameFile(const std::string& a, const std::string& b);

} // namespace viaduct
