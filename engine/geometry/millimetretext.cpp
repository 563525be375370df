// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/geometry/millimetretext.h"

#include <algorithm>

namespace viaduct {
namespace {

constexpr std::int64_t kSaturation = INT64_MAX / 4;
constexpr std::int64_t kExponentCap = 1000000; // far beyond what any digit string below 512 MiB times 10^x could need

bool isDigit(char c) noexcept { return c >= '0' && c <= '9'; }

// The digits of a decimal number with the place of its point, before scaling.
struct DecimalText final {
    std::string_view whole, fraction;
    bool isNegative{false};
    std::int64_t exponent{0};
    [[nodiscard]] std::size_t size() const noexcept { return whole.size() + fraction.size(); }
    [[nodiscard]] int digit(std::size_t i) const noexcept { return (i < whole.size() ? whole[i] : fraction[i - whole.size()]) - '0'; }
};

std::string_view takeDigits(std::string_view& text) noexcept {
    std::size_t n = 0;
    while (n < text.size() && isDigit(text[n])) ++n;
    const std::string_view digits = text.substr(0, n);
    text.remove_prefix(n);
    return digits;
}

bool takeSign(std::string_view& text) noexcept { // true: negative
    if (text.empty() || (text.front() != '-' && text.front() != '+')) return false;
    const bool isNegative = text.front() == '-';
    text.remove_prefix(1);
    return isNegative;
}

std::optional<DecimalText> splitDecimal(std::string_view text) noexcept {
    DecimalText number;
    number.isNegative = takeSign(text);
    number.whole = takeDigits(text);
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        number.fraction = takeDigits(text);
    }
    if (number.size() == 0) return std::nullopt;
    if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
        text.remove_prefix(1);
        const bool isNegative = takeSign(text);
        const std::string_view digits = takeDigits(text);
        if (digits.empty()) return std::nullopt;
        for (const char c : digits) number.exponent = std::min(kExponentCap, number.exponent * 10 + (c - '0'));
        if (isNegative) number.exponent = -number.exponent;
    }
    if (!text.empty()) return std::nullopt;
    return number;
}

} // namespace

std::optional<std::int64_t> parseScaledDecimal(std::string_view text, int decimals) noexcept {
    const std::optional<DecimalText> number = splitDecimal(text);
    if (!number) return std::nullopt;
    // Digits before this place count in full, the one at it decides the rounding.
    const std::int64_t place = static_cast<std::int64_t>(number->whole.size()) + number->exponent + decimals;
    std::int64_t value = 0;
    for (std::int64_t i = 0; i < place; ++i) {
        const bool isGiven = i < static_cast<std::int64_t>(number->size());
        if (!isGiven && value == 0) break;
        value = value * 10 + (isGiven ? number->digit(static_cast<std::size_t>(i)) : 0);
        if (value > kSaturation) {
            value = kSaturation;
            break;
        }
    }
    if (place >= 0 && place < static_cast<std::int64_t>(number->size()) && number->digit(static_cast<std::size_t>(place)) >= 5 && value < kSaturation) ++value;
    return number->isNegative ? -value : value;
}

std::string formatScaledDecimal(std::int64_t value, int decimals) {
    std::string digits = std::to_string(value < 0 ? -static_cast<__int128>(value) > INT64_MAX ? INT64_MAX : -value : value);
    const auto places = static_cast<std::size_t>(std::max(decimals, 0));
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    if (places > 0) {
        digits.insert(digits.size() - places, 1, '.');
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.back() == '.') digits.pop_back();
    }
    return value < 0 ? "-" + digits : digits;
}

std::optional<Nanometres> millimetresOf(std::string_view text) noexcept {
    const std::optional<std::int64_t> value = parseScaledDecimal(text, 6);
    if (!value) return std::nullopt;
    return Nanometres(std::clamp(*value, -kLargestStatedLength.value(), kLargestStatedLength.value()));
}

std::string formatMillimetres(Nanometres value) { return formatScaledDecimal(value.value(), 6); }

} // namespace viaduct
