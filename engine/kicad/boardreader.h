// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/board/board.h"

namespace viaduct {

struct ReadOptions final {
    bool strip{false};      // leave out the board's own tracks, arcs, vias, teardrop zones and stored fills
    bool keepLocked{false}; // with strip: locked copper stays
};

// A board as read, with the bytes it came from: what the writer needs to change only what the session changed.
struct BoardFile final {
    std::string path;   // as given; empty for text that came from memory
    std::string bytes;  // the whole file
    std::string sha256; // of bytes, hex
    ReadOptions options;
    std::shared_ptr<const Board> board;
};

// Reads .kicad_pcb text of KiCad 4 to 10 (format 4, 20171130 ... 20260206). Errors carry "name:line:column: ..." and nothing is half-loaded.
[[nodiscard]] Result<BoardFile> readBoardText(std::string bytes, std::string name, ReadOptions options = {});
// Reads the file; refuses what is no regular file, unreadable, or larger than 512 MiB.
[[nodiscard]] Result<BoardFile> readBoardFile(const std::string& path, ReadOptions options = {});

} // namespace viaduct
