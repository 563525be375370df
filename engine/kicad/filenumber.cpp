// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/filenumber.h"

#include <charconv>
#include <cmath>
#include <numbers>

#include "engine/geometry/millimetretext.h"

namespace viaduct {

namespace {

constexpr std::int64_t kLargest = kLargestStatedLength.value();

bool isDigit(char c) { return c >= '0' && c <= '9'; }

FileLength clamped(double nanometres) {
    if (nanometres > static_cast<double>(kLargest)) return {Nanometres(kLargest), true};
    if (nanometres < -static_cast<double>(kLargest)) return {Nanometres(-kLargest), true};
    return {Nanometres(std::llround(nanometres)), false};
}

} // namespace

std::optional<double> parseNumber(std::string_view word) noexcept {
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    if (word.empty() || !(isDigit(word.back()) || word.back() == '.')) return std::nullopt; // also shuts out nan and inf
    double value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end != word.data() + word.size()) return std::nullopt;
    if (problem == std::errc::result_out_of_range)
        return word.find("e-") == std::string_view::npos && word.find("E-") == std::string_view::npos ? (word.front() == '-' ? -1e300 : 1e300) : 0.0;
    if (problem != std::errc() || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<std::int64_t> parseInteger(std::string_view word) noexcept {
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

std::optional<FileLength> fileLength(std::string_view word) noexcept {
    std::size_t at = 0;
    const bool isNegative = !word.empty() && word[0] == '-';
    if (isNegative || (!word.empty() && word[0] == '+')) ++at;
    std::int64_t value = 0;
    std::size_t digits = 0, decimals = 0;
    for (; at < word.size() && isDigit(word[at]) && digits < 7; ++at, ++digits) value = value * 10 + (word[at] - '0');
    if (at < word.size() && word[at] == '.')
        for (++at; at < word.size() && isDigit(word[at]) && decimals < 6; ++at, ++decimals) value = value * 10 + (word[at] - '0');
    if (at == word.size() && digits + decimals > 0) { // nearly always: at most six decimals
        for (; decimals < 6; ++decimals) value *= 10;
        if (value > kLargest) return FileLength{Nanometres(isNegative ? -kLargest : kLargest), true};
        return FileLength{Nanometres(isNegative ? -value : value), false};
    }
    const std::optional<double> millimetres = parseNumber(word);
    if (!millimetres) return std::nullopt;
    return clamped(*millimetres * 1e6);
}

Point rotatedDegrees(Point point, double degrees) noexcept {
    double turn = std::fmod(degrees, 360.0);
    if (turn < 0) turn += 360.0;
    if (turn == 0) return point;
    if (turn == 90) return {point.y, -point.x};
    if (turn == 180) return {-point.x, -point.y};
    if (turn == 270) return {-point.y, point.x};
    const double radians = turn * std::numbers::pi / 180.0, sine = std::sin(radians), cosine = std::cos(radians);
    const auto x = static_cast<double>(point.x.value()), y = static_cast<double>(point.y.value());
    return pointAt(std::llround(y * sine + x * cosine), std::llround(y * cosine - x * sine));
}

std::int64_t toMillidegrees(double degrees) noexcept {
    double turn = std::fmod(degrees, 360.0);
    if (turn < 0) turn += 360.0;
    return std::llround(turn * 1000.0) % 360000;
}

} // namespace viaduct
