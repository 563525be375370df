// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace viaduct {

// Cuts and insertions over a text that is left alone everywhere else.
class TextEdits final {
public:
    void insert(std::uint32_t at, std::string text) { m_edits.push_back({at, at, std::move(text)}); }
    void remove(std::uint32_t begin, std::uint32_t end) { m_edits.push_back({begin, end, {}}); }
    void replace(std::uint32_t begin, std::uint32_t end, std::string text) { m_edits.push_back({begin, end, std::move(text)}); }
    [[nodiscard]] bool isEmpty() const noexcept { return m_edits.empty(); }
    // Insertions at one place keep the order they were made in, behind a cut that ends there and before one that begins there. Fails when cuts overlap.
    [[nodiscard]] Result<std::string> applied(std::string_view text);

private:
    struct Edit final {
        std::uint32_t begin, end;
        std::string text;
    };
    std::vector<Edit> m_edits;
};

} // namespace viaduct
