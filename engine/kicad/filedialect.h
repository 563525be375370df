// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/board/board.h"
#include "engine/kicad/sexpression.h"

namespace viaduct {

// How one board file is written: what its format version asks for, and what its bytes show (line ends, indentation, quotes).
class FileDialect final {
public:
    FileDialect(const SExpression& file, const Board& board);

    // Complete items, without line end around them; the first line is not indented, later ones are as children of `indent`.
    [[nodiscard]] std::string track(const Board& board, const Track& track, const std::string& uuid, std::string_view indent) const;
    [[nodiscard]] std::string arc(const Board& board, const TrackArc& arc, const std::string& uuid, std::string_view indent) const;
    [[nodiscard]] std::string via(const Board& board, const Via& via, const std::string& uuid, std::string_view indent) const;
    [[nodiscard]] std::string filledPolygon(const Board& board, LayerId layer, const Ring& ring, std::string_view indent) const;

    [[nodiscard]] bool hasTrackArcs() const noexcept { return m_version >= 20200119; }
    // Fills of old formats are drawn with a pen of the zone's minimum width, unless the zone says otherwise.
    [[nodiscard]] bool hasPennedFills() const noexcept { return m_version < 20220211; }
    [[nodiscard]] bool hasNetCodes() const noexcept { return m_version < 20251028; }
    // What stands before an item on a line of its own: a line end and its indentation, or one blank in files without lines.
    [[nodiscard]] std::string before(std::string_view indent) const { return m_lineEnd.empty() ? std::string(" ") : m_lineEnd + std::string(indent); }
    [[nodiscard]] const std::string& lineEnd() const noexcept { return m_lineEnd; }
    [[nodiscard]] const std::string& indentation() const noexcept { return m_indent; } // of one level

private:
    [[nodiscard]] std::string item(std::string_view head, const std::vector<std::string>& clauses, std::string_view indent) const;
    [[nodiscard]] std::string netClause(const Board& board, NetId net) const;
    [[nodiscard]] std::string uuidClause(const std::string& uuid) const;
    [[nodiscard]] std::string name(const std::string& text) const; // quoted as the file does
    int m_version{0};
    std::string m_lineEnd, m_indent;
    bool m_isOneClausePerLine{false}, m_isQuoting{false};
};

} // namespace viaduct
