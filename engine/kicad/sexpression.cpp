// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/sexpression.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace viaduct {

namespace {

enum : std::uint8_t { kWord, kBlank, kOpen, kClose, kQuote };

constexpr std::array<std::uint8_t, 256> kClassOf = [] {
    std::array<std::uint8_t, 256> table{};
    for (const char blank : {' ', '\t', '\n', '\r', '\v', '\f'}) table[static_cast<std::uint8_t>(blank)] = kBlank;
    table['('] = kOpen;
    table[')'] = kClose;
    table['"'] = kQuote;
    return table;
}();

constexpr std::uint32_t kLongLine = 1'000'000; // KiCad's line reader gives up beyond this

constexpr std::string_view kFilterRatio = "filter_ratio ";

std::uint8_t classOf(char character) { return kClassOf[static_cast<std::uint8_t>(character)]; }

} // namespace

class SExpressionParser final {
public:
    SExpressionParser(SExpression& tree, SExpression::Limits limits) : m_tree(tree), m_text(tree.m_text), m_limits(limits) {}

    Result<void> run() {
        if (m_text.substr(0, 3) == "\xEF\xBB\xBF") {
            m_tree.m_hasByteOrderMark = true;
            m_at = 3;
        }
        skipBlanks();
        if (m_limits.isSequence) return runSequence();
        if (m_at == m_text.size()) return refuse(m_at, "the file is empty");
        if (m_text[m_at] != '(') return refuse(m_at, "no KiCad file: expected '(' here");
        m_tree.m_nodes.reserve(std::min<std::size_t>(m_text.size() / 5 + 16, m_limits.nodes));
        m_open.reserve(64);
        do {
            TRY(step());
            skipBlanks();
            if (m_at == m_text.size() && !m_open.empty()) return refuseTruncated();
        } while (!m_open.empty());
        if (m_at < m_text.size()) m_tree.m_trailing = m_at;
        noteLongLines();
        return {};
    }

private:
    Result<void> runSequence() {
        m_open.push_back(0);
        add(SNode::Kind::List, 0, static_cast<std::uint32_t>(m_text.size()));
        for (; m_at < m_text.size(); skipBlanks()) {
            if (m_open.size() == 1 && classOf(m_text[m_at]) == kClose) return refuse(m_at, "a closing parenthesis too many");
            TRY(step());
        }
        if (m_open.size() > 1) return refuseTruncated();
        m_tree.m_nodes[0].after = static_cast<std::uint32_t>(m_tree.m_nodes.size());
        return {};
    }

    // One token at m_at, which is no blank.
    Result<void> step() {
        if (m_tree.m_nodes.size() >= m_limits.nodes) return refuse(m_at, "the file has more items than " + std::to_string(m_limits.nodes));
        switch (classOf(m_text[m_at])) {
        case kOpen:
            if (m_open.size() >= m_limits.depth) return refuse(m_at, "lists are nested deeper than " + std::to_string(m_limits.depth));
            m_open.push_back(static_cast<std::uint32_t>(m_tree.m_nodes.size()));
            add(SNode::Kind::List, m_at, m_at);
            ++m_at;
            return {};
        case kClose: {
            SExpression::Node& list = m_tree.m_nodes[m_open.back()];
            list.end = ++m_at;
            list.after = static_cast<std::uint32_t>(m_tree.m_nodes.size());
            m_open.pop_back();
            return {};
        }
        case kQuote: return quoted();
        default: {
            const std::uint32_t begin = m_at;
            // Some KiCad 8 builds wrote "...)filter_ratio 0.9)" with the opening parenthesis left out, and KiCad reads it all the same.
            if (begin > 0 && m_text[begin - 1] == ')' && m_text.substr(begin, kFilterRatio.size()) == kFilterRatio) {
                m_open.push_back(static_cast<std::uint32_t>(m_tree.m_nodes.size()));
                add(SNode::Kind::List, begin, begin);
            }
            while (m_at < m_text.size() && (classOf(m_text[m_at]) == kWord || classOf(m_text[m_at]) == kQuote)) ++m_at;
            add(SNode::Kind::Word, begin, m_at);
            return {};
        }
        }
    }

    Result<void> quoted() {
        const std::uint32_t begin = m_at++;
        bool hasLineEnd = false, isLineStart = false;
        for (; m_at < m_text.size(); ++m_at) {
            const char character = m_text[m_at];
            if (character == '"') {
                add(SNode::Kind::String, begin, ++m_at);
                if (hasLineEnd && m_tree.m_multiLine.size() < 100) m_tree.m_multiLine.push_back(begin);
                return {};
            }
            if (character == '\\' && m_at + 1 < m_text.size()) ++m_at;
            if (character == '\n' || character == '\r')
                hasLineEnd = isLineStart = true;
            else if (isLineStart && (character == '(' || character == ')'))
                return refuse(begin, "this string is not closed on its line");
            else if (classOf(character) != kBlank)
                isLineStart = false;
        }
        return refuse(m_tree.m_multiLine.empty() ? begin : m_tree.m_multiLine.front(), "this string is not closed");
    }

    void skipBlanks() {
        for (; m_at < m_text.size(); ++m_at) {
            if (classOf(m_text[m_at]) == kBlank) continue;
            if (m_text[m_at] != '#' || !isFirstOfLine()) return;
            while (m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n' && m_text[m_at + 1] != '\r') ++m_at;
        }
    }

    [[nodiscard]] bool isFirstOfLine() const {
        std::uint32_t at = m_at;
        while (at > 0 && (m_text[at - 1] == ' ' || m_text[at - 1] == '\t')) --at;
        return at == 0 || m_text[at - 1] == '\n' || m_text[at - 1] == '\r';
    }

    void add(SNode::Kind kind, std::uint32_t begin, std::uint32_t end) {
        const auto after = static_cast<std::uint32_t>(m_tree.m_nodes.size() + 1);
        m_tree.m_nodes.push_back({begin, end, after, static_cast<std::uint32_t>(kind)});
    }

    void noteLongLines() {
        std::uint32_t start = 0;
        while (start < m_text.size()) {
            if (m_text.size() - start <= kLongLine) return;
            const void* found = std::memchr(m_text.data() + start, '\n', m_text.size() - start);
            const auto end =
                found == nullptr ? static_cast<std::uint32_t>(m_text.size()) : static_cast<std::uint32_t>(static_cast<const char*>(found) - m_text.data());
            if (end - start > kLongLine) {
                m_tree.m_longLine = std::max(start, 1U);
                return;
            }
            start = end + 1;
        }
    }

    Result<void> refuse(std::uint32_t offset, const std::string& why) const { return fail(ErrorCode::Unreadable, m_tree.where(offset) + ": " + why); }
    Result<void> refuseTruncated() const {
        // After a string that ran over line ends, its missing quote is the likelier cause than a missing parenthesis.
        if (!m_tree.m_multiLine.empty()) return refuse(m_tree.m_multiLine.front(), "this string is not closed on its line, and the file ends inside a list");
        const SExpression::Place from = m_tree.placeOf(m_tree.m_nodes[m_open.back()].begin);
        return refuse(static_cast<std::uint32_t>(m_text.size()), "the file ends inside the list that begins at line " + std::to_string(from.line) +
                                                                     ", column " + std::to_string(from.column) + ": it is truncated");
    }

    SExpression& m_tree;
    std::string_view m_text;
    SExpression::Limits m_limits;
    std::uint32_t m_at{0};
    std::vector<std::uint32_t> m_open; // indices of the lists that are not closed yet
};

Result<SExpression> SExpression::parse(std::string_view text, std::string name, Limits limits) {
    SExpression tree;
    tree.m_text = text;
    tree.m_name = std::move(name);
    if (text.size() >= (std::size_t{1} << 31U)) return fail(ErrorCode::Limit, tree.m_name + ": the file is larger than 2 GiB");
    limits.nodes = std::min(limits.nodes, (1U << 30U) - 2);
    TRY(SExpressionParser(tree, limits).run());
    return tree;
}

SExpression::Place SExpression::placeOf(std::uint32_t offset) const {
    if (m_lineStarts.empty()) {
        m_lineStarts.push_back(0);
        for (std::uint32_t at = 0; at < m_text.size(); ++at)
            if (m_text[at] == '\n' || (m_text[at] == '\r' && (at + 1 == m_text.size() || m_text[at + 1] != '\n'))) m_lineStarts.push_back(at + 1);
    }
    const auto line = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), offset);
    return {static_cast<std::uint32_t>(line - m_lineStarts.begin()), offset - *(line - 1) + 1};
}

std::string SExpression::where(std::uint32_t offset) const {
    const Place place = placeOf(offset);
    return m_name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

std::string SExpression::unescaped(std::string_view word) {
    std::string value;
    value.reserve(word.size());
    const auto digit = [&](std::size_t at, unsigned base) -> int {
        if (at >= word.size()) return -1;
        const char c = word[at];
        const int number = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
        return number < static_cast<int>(base) ? number : -1;
    };
    for (std::size_t at = 0; at < word.size(); ++at) {
        if (word[at] != '\\' || at + 1 == word.size()) {
            value.push_back(word[at]);
            continue;
        }
        const char escape = word[++at];
        const bool isHex = escape == 'x', isOctal = digit(at, 8) >= 0;
        if (isHex || isOctal) {
            const unsigned base = isHex ? 16 : 8;
            unsigned number = 0;
            std::size_t from = isHex ? at + 1 : at, used = 0;
            for (; used < (isHex ? 2U : 3U) && digit(from + used, base) >= 0; ++used) number = number * base + static_cast<unsigned>(digit(from + used, base));
            if (used > 0) value.push_back(static_cast<char>(number));
            at = from + used - 1;
            continue;
        }
        switch (escape) {
        case 'n': value.push_back('\n'); break;
        case 'r': value.push_back('\r'); break;
        case 't': value.push_back('\t'); break;
        case 'a': value.push_back('\a'); break;
        case 'b': value.push_back('\b'); break;
        case 'f': value.push_back('\f'); break;
        case 'v': value.push_back('\v'); break;
        default: value.push_back(escape); break;
        }
    }
    return value;
}

std::string SNode::text() const {
    const std::string_view bytes = word();
    if (kind() == Kind::String && bytes.find('\\') != std::string_view::npos) return SExpression::unescaped(bytes);
    return std::string(bytes);
}

SNode SNode::at(std::size_t position) const noexcept {
    for (const SNode child : children())
        if (position-- == 0) return child;
    return {};
}

SNode SNode::find(std::string_view name) const noexcept {
    for (const SNode child : children())
        if (child.is(name)) return child;
    return {};
}

} // namespace viaduct
