// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/filedialect.h"

#include <algorithm>
#include <cctype>

#include "engine/geometry/millimetretext.h"

namespace viaduct {

namespace {

std::string lineEndOf(std::string_view text) {
    const std::size_t at = text.find_first_of("\r\n");
    if (at == std::string_view::npos) return {};
    return text[at] == '\n' ? "\n" : text.substr(at, 2) == "\r\n" ? "\r\n" : "\r";
}

// The blanks before a list that begins its line; "?" when it does not.
std::string indentOf(std::string_view text, const SNode& node) {
    std::uint32_t at = node.begin();
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
    if (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r') return "?";
    return std::string(text.substr(at, node.begin() - at));
}

bool beginsLine(std::string_view text, const SNode& node) { return indentOf(text, node) != "?"; }

std::string at(std::string_view head, Point point) {
    return "(" + std::string(head) + " " + formatMillimetres(point.x) + " " + formatMillimetres(point.y) + ")";
}
std::string length(std::string_view head, Nanometres value) { return "(" + std::string(head) + " " + formatMillimetres(value) + ")"; }

std::string escaped(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else {
            if (c == '"' || c == '\\') result.push_back('\\');
            result.push_back(c);
        }
    }
    return result + "\"";
}

} // namespace

FileDialect::FileDialect(const SExpression& file, const Board& board) : m_version(board.formatVersion), m_lineEnd(lineEndOf(file.text())) {
    const bool isNew = m_version >= 20231014;
    m_indent = isNew ? "\t" : "  ";
    m_isOneClausePerLine = isNew;
    m_isQuoting = m_version > 20171130;
    bool hasIndent = false, hasStyle = false;
    for (const SNode part : file.root().arguments()) {
        if (!part.isList()) continue;
        if (!hasIndent)
            if (const std::string found = indentOf(file.text(), part); !found.empty() && found != "?") m_indent = found, hasIndent = true;
        if (part.is("layers"))
            if (const SNode row = part.at(1); row.isList()) m_isQuoting = row.at(1).kind() == SNode::Kind::String;
        if (hasStyle) continue;
        SNode sample;
        if (part.is("segment") || part.is("via") || part.is("gr_line"))
            sample = part;
        else if (part.is("footprint") || part.is("module"))
            sample = part.find("pad");
        for (const SNode clause : sample.arguments()) {
            if (!clause.isList()) continue;
            m_isOneClausePerLine = beginsLine(file.text(), clause);
            hasStyle = true;
            break;
        }
    }
    if (m_lineEnd.empty()) m_isOneClausePerLine = false;
}

std::string FileDialect::name(const std::string& text) const {
    const bool isPlain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '&' || c == '*';
    });
    return m_isQuoting || !isPlain ? escaped(text) : text;
}

std::string FileDialect::item(std::string_view head, const std::vector<std::string>& clauses, std::string_view indent) const {
    std::string text = "(" + std::string(head);
    for (const std::string& clause : clauses) {
        if (clause.empty()) continue;
        if (m_isOneClausePerLine)
            text.append(m_lineEnd).append(indent).append(m_indent);
        else
            text.push_back(' ');
        text += clause;
    }
    if (m_isOneClausePerLine) text.append(m_lineEnd).append(indent);
    return text + ")";
}

std::string FileDialect::netClause(const Board& board, NetId net) const {
    if (!hasNetCodes()) return "(net " + escaped(net.isNone() ? std::string() : board.net(net).name) + ")";
    return "(net " + std::to_string(net.isNone() ? 0 : board.net(net).code) + ")";
}

std::string FileDialect::uuidClause(const std::string& uuid) const {
    if (uuid.empty()) return {};
    if (m_version >= 20231014) return "(uuid " + escaped(uuid) + ")";
    if (m_version > 20171130) return "(tstamp " + uuid + ")";
    std::string stamp = uuid.substr(0, 8); // until KiCad 5 a time in hexadecimal
    for (char& digit : stamp) digit = static_cast<char>(std::toupper(static_cast<unsigned char>(digit)));
    return "(tstamp " + stamp + ")";
}

namespace {

// "(locked yes)" among the clauses, a word after the head, or a status bit.
struct LockForm final {
    std::string clause, status, headWord;
};

LockForm lockForm(bool isLocked, int version) {
    LockForm form;
    if (!isLocked) return form;
    if (version >= 20231014)
        form.clause = "(locked yes)";
    else if (version > 20171130)
        form.headWord = " locked";
    else
        form.status = "(status 40000)";
    return form;
}

} // namespace

std::string FileDialect::track(const Board& board, const Track& track, const std::string& uuid, std::string_view indent) const {
    const LockForm lock = lockForm(track.locked, m_version);
    return item("segment" + lock.headWord,
                {at("start", track.start), at("end", track.end), length("width", track.width), lock.clause,
                 "(layer " + name(board.layers[track.layer].name) + ")", netClause(board, track.net), uuidClause(uuid), lock.status},
                indent);
}

std::string FileDialect::arc(const Board& board, const TrackArc& arc, const std::string& uuid, std::string_view indent) const {
    const LockForm lock = lockForm(arc.locked, m_version);
    return item("arc" + lock.headWord,
                {at("start", arc.start), at("mid", arc.mid), at("end", arc.end), length("width", arc.width), lock.clause,
                 "(layer " + name(board.layers[arc.layer].name) + ")", netClause(board, arc.net), uuidClause(uuid), lock.status},
                indent);
}

std::string FileDialect::via(const Board& board, const Via& via, const std::string& uuid, std::string_view indent) const {
    const LockForm lock = lockForm(via.locked, m_version);
    std::string kind;
    if (via.kind == ViaKind::Micro)
        kind = " micro";
    else if (via.kind == ViaKind::Buried && m_version >= 20250926)
        kind = " buried";
    else if (via.kind != ViaKind::Through)
        kind = " blind";
    return item("via" + kind + lock.headWord,
                {at("at", via.position), length("size", via.diameter), length("drill", via.drill),
                 "(layers " + name(board.layers[via.from].name) + " " + name(board.layers[via.to].name) + ")", lock.clause, netClause(board, via.net),
                 uuidClause(uuid), lock.status},
                indent);
}

std::string FileDialect::filledPolygon(const Board& board, LayerId layer, const Ring& ring, std::string_view indent) const {
    // Corners per line as each version of KiCad breaks them: five, one, or up to a hundred columns.
    const bool isOldest = m_version <= 20171130;
    const std::string inner = std::string(indent) + m_indent, corners = inner + m_indent;
    std::string text = "(filled_polygon";
    if (!isOldest) text += before(inner) + "(layer " + name(board.layers[layer].name) + ")";
    text += before(inner) + "(pts";
    std::size_t column = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const std::string corner = at("xy", ring[i]);
        const bool isNewLine = i == 0 || (isOldest ? i % 5 == 0 : m_isOneClausePerLine ? column >= 99 : true);
        if (isNewLine)
            text += before(corners), column = corners.size();
        else
            text.push_back(' '), ++column;
        text += corner;
        column += corner.size();
    }
    text += m_lineEnd.empty() ? ")" : before(inner) + ")";
    return text + (m_lineEnd.empty() ? ")" : before(indent) + ")");
}

} // namespace viaduct
