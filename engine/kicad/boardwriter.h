// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/kicad/boardreader.h"

namespace viaduct {

struct BoardChanges final {
    Copper added;                               // written in the file's own dialect, indentation and line endings, in this order
    std::vector<SourceSpan> removed;            // the board's own items to take out (tracks, arcs, vias)
    std::optional<std::vector<ZoneFill>> fills; // when set: replace the stored fills of these zones
};

// The file's bytes with the changes; every other byte is as it was. Without changes (and not stripped): the same bytes. A stripped board is
// written without what was stripped. New items get version-8 UUIDs made from board digest, item line and occurrence (SPEC 10).
[[nodiscard]] Result<std::string> writeBoardText(const BoardFile& file, const BoardChanges& changes);

// Atomic: a temporary file beside `path`, flushed, renamed. Never leaves a half-written file; the error says what to do.
[[nodiscard]] Result<void> writeFileAtomically(const std::string& path, const std::string& bytes);
// Fails when the file at file.path is no longer the bytes that were read.
[[nodiscard]] Result<void> ensureUnchangedOnDisk(const BoardFile& file);
// Copies .kicad_pro and .kicad_dru beside `target` under its base name, unless source and target are the same stem.
[[nodiscard]] Result<void> copyCompanions(const std::string& boardPath, const std::string& target);

} // namespace viaduct
