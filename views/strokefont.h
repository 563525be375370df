// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <QPointF>

namespace viaduct {

// A plain stroke font for the board's lettering: the reader gives each character's box (its ink, as KiCad places it), this gives the strokes
// inside. Points of a stroke are in the box's own frame, 0 ... 1 from left to right and top to bottom.
struct GlyphStroke final {
    std::string_view digits; // pairs "xy", 0 ... 8
    [[nodiscard]] std::size_t count() const noexcept { return digits.size() / 2; }
    [[nodiscard]] QPointF operator[](std::size_t i) const noexcept { return {(digits[2 * i] - '0') / 8.0, (digits[2 * i + 1] - '0') / 8.0}; }
};

// The strokes of a character as text, separated by commas; empty for a character the font does not have.
[[nodiscard]] std::string_view glyphOf(char32_t character) noexcept;

template <typename Visit> void eachStroke(std::string_view glyph, const Visit& visit) {
    while (!glyph.empty()) {
        const std::size_t comma = glyph.find(',');
        visit(GlyphStroke{glyph.substr(0, comma)});
        if (comma == std::string_view::npos) return;
        glyph.remove_prefix(comma + 1);
    }
}

} // namespace viaduct
