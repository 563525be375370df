// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include "engine/board/board.h"

namespace viaduct {

// One line per item, the same for equal copper: lengths in nanometres, the end with the smaller (x, y) first, names escaped as in JSON.
//   track|net|layer|x1|y1|x2|y2|width    arc|net|layer|x1|y1|xm|ym|x2|y2|width    via|net|x|y|diameter|drill|from|to
[[nodiscard]] std::string copperItemLine(const Board& board, const Track& track);
[[nodiscard]] std::string copperItemLine(const Board& board, const TrackArc& arc);
[[nodiscard]] std::string copperItemLine(const Board& board, const Via& via);

// The inside of a JSON string; bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string jsonEscaped(const std::string& text);

// Names new copper: version-8 UUIDs made from the board's digest, the item's line and how often that line came before.
class CopperNames final {
public:
    explicit CopperNames(std::string boardSha256) : m_board(std::move(boardSha256)) {}
    [[nodiscard]] std::string uuidFor(const std::string& line);

private:
    std::string m_board;
    std::map<std::string, int> m_occurrences;
};

} // namespace viaduct
