// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/glyphextents.h"

#include <algorithm>
#include <array>

namespace viaduct {

namespace {

struct Extent final {
    std::int8_t advance, left, top, right, bottom;
};

// The printable ASCII characters from the blank on: advance and ink box.
constexpr std::array<Extent, 95> kAscii{{
    {16, 0, 0, 0, 0},     {10, 4, -21, 6, 0},   {16, 4, -21, 12, -17}, {21, 2, -23, 19, 4},   {20, 4, -24, 16, 3},  {24, 4, -21, 20, 0}, {26, 5, -21, 22, 0},
    {10, 4, -21, 6, -17}, {14, 5, -24, 11, 8},  {14, 3, -24, 9, 8},    {16, 3, -21, 13, -12}, {26, 5, -16, 21, 0},  {10, 4, -1, 6, 3},   {26, 5, -8, 21, -8},
    {10, 4, -2, 6, 0},    {22, 2, -22, 20, 5},  {20, 4, -21, 16, 0},   {20, 4, -21, 16, 0},   {20, 3, -21, 16, 0},  {20, 3, -21, 16, 0}, {20, 4, -22, 17, 0},
    {20, 4, -21, 16, 0},  {20, 4, -21, 16, 0},  {20, 3, -21, 17, 0},   {20, 4, -21, 16, 0},   {20, 4, -21, 16, 0},  {10, 4, -13, 6, 0},  {10, 4, -13, 6, 3},
    {26, 5, -14, 21, -2}, {26, 5, -11, 21, -5}, {26, 5, -14, 21, -2},  {18, 4, -21, 14, 0},   {27, 4, -17, 23, 3},  {18, 2, -21, 16, 0}, {21, 5, -21, 17, 0},
    {21, 4, -21, 17, 0},  {21, 5, -21, 17, 0},  {19, 5, -21, 15, 0},   {18, 5, -21, 15, 0},   {21, 4, -21, 17, 0},  {22, 5, -21, 17, 0}, {10, 5, -21, 5, 0},
    {16, 3, -21, 11, 0},  {21, 5, -21, 17, 0},  {17, 5, -21, 15, 0},   {24, 5, -21, 19, 0},   {22, 5, -21, 17, 0},  {22, 4, -21, 18, 0}, {21, 5, -21, 17, 0},
    {22, 4, -21, 19, 2},  {21, 5, -21, 17, 0},  {20, 4, -21, 16, 0},   {16, 2, -21, 14, 0},   {22, 5, -21, 17, 0},  {18, 2, -21, 16, 0}, {24, 3, -21, 21, 0},
    {20, 3, -21, 17, 0},  {18, 2, -21, 16, 0},  {20, 3, -21, 17, 0},   {14, 6, -23, 11, 7},   {14, -2, -23, 16, 4}, {14, 3, -23, 8, 7},  {12, 2, -22, 10, -19},
    {16, 0, 2, 16, 2},    {8, 2, -22, 5, -19},  {19, 4, -14, 14, 0},   {19, 5, -21, 15, 0},   {18, 4, -14, 14, 0},  {19, 4, -21, 14, 0}, {18, 4, -14, 14, 0},
    {12, 2, -21, 10, 0},  {19, 4, -14, 14, 7},  {19, 5, -21, 14, 0},   {10, 4, -21, 6, 0},    {10, 1, -21, 6, 7},   {17, 5, -21, 13, 0}, {11, 5, -21, 8, 0},
    {28, 5, -14, 23, 0},  {19, 5, -14, 14, 0},  {19, 4, -14, 15, 0},   {19, 5, -14, 15, 7},   {19, 4, -14, 14, 7},  {13, 5, -14, 11, 0}, {17, 4, -14, 13, 0},
    {12, 2, -21, 10, 0},  {19, 5, -14, 14, 0},  {16, 3, -14, 13, 0},   {22, 3, -14, 19, 0},   {17, 3, -14, 14, 0},  {16, 3, -14, 13, 7}, {17, 3, -14, 14, 0},
    {14, 4, -24, 11, 8},  {20, 10, -23, 10, 7}, {14, 3, -24, 10, 8},   {15, 2, -10, 12, -8},
}};

// Larger than nearly every letter of the scripts they stand for, accents included.
constexpr Extent kAccentedLatin{22, 1, -29, 21, 7}, kAnyOther{32, 1, -29, 31, 7};

char32_t nextCharacter(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const unsigned lead = byte(at);
    const unsigned length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    char32_t code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (unsigned i = 1; i < length; ++i) code = (code << 6U) | (byte(at + i) & 0x3FU);
    at = std::min(text.size(), at + length);
    return code;
}

Extent extentOf(char32_t code) {
    if (code >= 32 && code < 127) return kAscii[code - 32];
    if (code < 32) return {0, 0, 0, 0, 0};
    return code < 0x250 ? kAccentedLatin : kAnyOther;
}

constexpr double kSmall = 0.8, kRaised = -6.08, kLowered = 2.32; // superscripts and subscripts
constexpr double kTabStops = 79.0;
constexpr double kOverbar = -27.0;

} // namespace

GlyphLine glyphsOf(std::string_view line) {
    GlyphLine glyphs;
    struct Level final {
        char mark;
        double from;
    };
    std::vector<Level> levels;
    for (std::size_t at = 0; at < line.size();) {
        if (at + 1 < line.size() && line[at + 1] == '{' && (line[at] == '~' || line[at] == '^' || line[at] == '_')) {
            levels.push_back({line[at], glyphs.advance});
            at += 2;
            continue;
        }
        if (line[at] == '}' && !levels.empty()) {
            if (levels.back().mark == '~') glyphs.boxes.push_back({levels.back().from + 2, kOverbar, glyphs.advance + 2, kOverbar});
            levels.pop_back();
            ++at;
            continue;
        }
        double scale = 1, shift = 0;
        for (const Level& level : levels)
            if (level.mark != '~') scale = kSmall, shift = level.mark == '^' ? kRaised : kLowered;
        const char32_t code = nextCharacter(line, at);
        if (code == '\t') {
            glyphs.advance = (static_cast<double>(static_cast<int>(glyphs.advance / kTabStops)) + 1) * kTabStops;
            continue;
        }
        const Extent extent = extentOf(code);
        if (code != ' ' && extent.advance > 0)
            glyphs.boxes.push_back(
                {glyphs.advance + extent.left * scale, extent.top * scale + shift, glyphs.advance + extent.right * scale, extent.bottom * scale + shift});
        glyphs.advance += extent.advance * scale;
    }
    return glyphs;
}

} // namespace viaduct
