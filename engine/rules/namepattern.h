// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace viaduct {

// A net-class pattern as KiCad matches it: the whole name, either as a wildcard ("*" and "?") or as a regular expression. Both readings are
// tried, so "A.B*" as a wildcard and as an expression. Matching is bounded in steps: no pattern can hang.
class NamePattern final {
public:
    explicit NamePattern(std::string_view pattern);
    ~NamePattern();
    NamePattern(NamePattern&&) noexcept;
    NamePattern& operator=(NamePattern&&) noexcept;
    NamePattern(const NamePattern&) = delete;
    NamePattern& operator=(const NamePattern&) = delete;

    [[nodiscard]] bool matches(std::string_view name) const;
    // No character has a meaning of its own: matches only the name that equals it.
    [[nodiscard]] bool isLiteral() const noexcept { return m_isLiteral; }
    // False when the text is no regular expression we understand; then only the wildcard reading counts.
    [[nodiscard]] bool isExpression() const noexcept { return m_expression != nullptr; }

private:
    class Expression;
    std::string m_text;
    bool m_isLiteral{true};
    std::unique_ptr<const Expression> m_expression;
};

// "*" any run, "?" any one character, the whole of `text`; optionally without regard to case of ASCII letters.
[[nodiscard]] bool matchesWildcard(std::string_view pattern, std::string_view text, bool ignoreCase = false);

} // namespace viaduct
