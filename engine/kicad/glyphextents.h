// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace viaduct {

// What each character of a text line covers, measured on KiCad 9's stroke font: a box per character rather than its strokes. Units of the
// font's grid, of which a capital letter is 21 high; x from the line's beginning, y from the base line downwards.
struct GlyphBox final {
    double left, top, right, bottom;
};
struct GlyphLine final {
    std::vector<GlyphBox> boxes; // blanks have none; overbars are boxes of no height
    double advance{0};           // width of the whole line
};

inline constexpr double kGlyphGrid = 21.0;
inline constexpr double kLineAdvance = 33.808; // base line to base line at spacing 1

// One line of UTF-8 with KiCad's markup: ~{overbar}, ^{superscript}, _{subscript}.
[[nodiscard]] GlyphLine glyphsOf(std::string_view line);

} // namespace viaduct
