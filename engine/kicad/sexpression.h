// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace viaduct {

class SExpression;

// One list, word or quoted string of a parsed file. A cheap handle: valid while its SExpression and the parsed text live.
class SNode final {
public:
    enum class Kind : std::uint8_t { Missing, List, Word, String };

    SNode() = default;
    [[nodiscard]] Kind kind() const noexcept;
    [[nodiscard]] bool isMissing() const noexcept { return m_tree == nullptr; }
    explicit operator bool() const noexcept { return m_tree != nullptr; }
    [[nodiscard]] bool isList() const noexcept { return kind() == Kind::List; }
    [[nodiscard]] bool isLeaf() const noexcept { return m_tree != nullptr && kind() != Kind::List; }
    [[nodiscard]] std::uint32_t begin() const noexcept; // byte offsets in the text; a list's span includes its parentheses, a string's its quotes
    [[nodiscard]] std::uint32_t end() const noexcept;
    [[nodiscard]] std::string_view raw() const noexcept;  // the bytes of the span
    [[nodiscard]] std::string_view word() const noexcept; // a leaf's bytes without quotes, escapes not resolved; empty for a list
    [[nodiscard]] std::string text() const;               // a leaf's value, escapes resolved
    [[nodiscard]] std::string_view head() const noexcept; // the first leaf of a list; empty without one
    [[nodiscard]] bool is(std::string_view name) const noexcept { return head() == name; }

    // Children in order, the head included.
    [[nodiscard]] SNode first() const noexcept;
    [[nodiscard]] SNode next(const SNode& parent) const noexcept;   // the sibling that follows within `parent`
    [[nodiscard]] SNode at(std::size_t position) const noexcept;    // 0 is the head
    [[nodiscard]] SNode find(std::string_view name) const noexcept; // the first child list with this head

    class Iterator final {
    public:
        Iterator(const SExpression* tree, std::uint32_t index) : m_tree(tree), m_index(index) {}
        SNode operator*() const noexcept { return {m_tree, m_index}; }
        Iterator& operator++() noexcept;
        bool operator!=(const Iterator& other) const noexcept { return m_index != other.m_index; }

    private:
        const SExpression* m_tree;
        std::uint32_t m_index;
    };
    struct Range final {
        Iterator from, to;
        [[nodiscard]] Iterator begin() const noexcept { return from; }
        [[nodiscard]] Iterator end() const noexcept { return to; }
    };
    [[nodiscard]] Range children() const noexcept;  // all of them
    [[nodiscard]] Range arguments() const noexcept; // without the head

private:
    friend class SExpression;
    SNode(const SExpression* tree, std::uint32_t index) : m_tree(tree), m_index(index) {}
    const SExpression* m_tree{nullptr};
    std::uint32_t m_index{0};
};

// A KiCad file as a tree of byte spans over its text: nothing is copied, so every byte that is not touched can be written back as it was.
// Words end at blanks and parentheses; "..." strings may hold escapes; a line whose first character is # is a comment.
class SExpression final {
public:
    struct Limits final {
        std::uint32_t depth{200};
        std::uint32_t nodes{80'000'000};
        bool isSequence{false}; // any number of lists and words to the end of the text, as children of a root without parentheses
    };
    // Line and column in bytes, both from 1. \n, \r\n and a lone \r end a line.
    struct Place final {
        std::uint32_t line{1}, column{1};
    };

    // Parses the first list of `text`, which must outlive the result; `name` is for messages. Never recurses. Fails with "name:line:column: ..." on
    // unbalanced parentheses, an unclosed string, a text that starts with no list, and beyond the limits.
    [[nodiscard]] static Result<SExpression> parse(std::string_view text, std::string name, Limits limits);
    [[nodiscard]] static Result<SExpression> parse(std::string_view text, std::string name) { return parse(text, std::move(name), Limits()); }

    [[nodiscard]] SNode root() const noexcept { return {this, 0}; }
    [[nodiscard]] std::string_view text() const noexcept { return m_text; }
    [[nodiscard]] const std::string& name() const noexcept { return m_name; }
    [[nodiscard]] Place placeOf(std::uint32_t offset) const;
    [[nodiscard]] std::string where(std::uint32_t offset) const; // "name:line:column"

    // What KiCad would refuse or ignore although the tree is sound.
    [[nodiscard]] bool hasByteOrderMark() const noexcept { return m_hasByteOrderMark; }
    [[nodiscard]] std::uint32_t trailingText() const noexcept { return m_trailing; } // offset of text after the list; 0: none
    [[nodiscard]] const std::vector<std::uint32_t>& multiLineStrings() const noexcept {
        return m_multiLine;
    }                                                                            // offsets of strings with raw line ends (at most 100)
    [[nodiscard]] std::uint32_t longLine() const noexcept { return m_longLine; } // offset of a line of more than a million bytes; 0: none

    // Resolves \n \r \t \a \b \f \v \\ \" \xHH and octal escapes.
    [[nodiscard]] static std::string unescaped(std::string_view word);

private:
    friend class SNode;
    struct Node {
        std::uint32_t begin, end;
        std::uint32_t after : 30; // index of the node behind this one and its children
        std::uint32_t kind : 2;
    };
    SExpression() = default;
    std::string_view m_text;
    std::string m_name;
    std::vector<Node> m_nodes; // in the order of the text, parents first
    std::vector<std::uint32_t> m_multiLine;
    mutable std::vector<std::uint32_t> m_lineStarts; // made when first asked for
    std::uint32_t m_trailing{0}, m_longLine{0};
    bool m_hasByteOrderMark{false};
    friend class SExpressionParser;
};

// --- small and hot ---

inline SNode::Kind SNode::kind() const noexcept { return m_tree == nullptr ? Kind::Missing : static_cast<Kind>(m_tree->m_nodes[m_index].kind); }
inline std::uint32_t SNode::begin() const noexcept { return m_tree == nullptr ? 0 : m_tree->m_nodes[m_index].begin; }
inline std::uint32_t SNode::end() const noexcept { return m_tree == nullptr ? 0 : m_tree->m_nodes[m_index].end; }
inline std::string_view SNode::raw() const noexcept { return m_tree == nullptr ? std::string_view() : m_tree->m_text.substr(begin(), end() - begin()); }
inline std::string_view SNode::word() const noexcept {
    switch (kind()) {
    case Kind::Word: return raw();
    case Kind::String: return m_tree->m_text.substr(begin() + 1, end() - begin() - 2);
    default: return {};
    }
}
inline SNode SNode::first() const noexcept {
    if (!isList() || m_tree->m_nodes[m_index].after == m_index + 1) return {};
    return {m_tree, m_index + 1};
}
inline std::string_view SNode::head() const noexcept { return first().word(); }
inline SNode SNode::next(const SNode& parent) const noexcept {
    if (m_tree == nullptr) return {};
    const std::uint32_t index = m_tree->m_nodes[m_index].after;
    return index < m_tree->m_nodes[parent.m_index].after ? SNode(m_tree, index) : SNode();
}
inline SNode::Iterator& SNode::Iterator::operator++() noexcept {
    m_index = m_tree->m_nodes[m_index].after;
    return *this;
}
inline SNode::Range SNode::children() const noexcept {
    if (!isList()) return {{m_tree, m_index}, {m_tree, m_index}};
    return {{m_tree, m_index + 1}, {m_tree, m_tree->m_nodes[m_index].after}};
}
inline SNode::Range SNode::arguments() const noexcept {
    Range range = children();
    if (range.from != range.to) ++range.from;
    return range;
}

} // namespace viaduct
