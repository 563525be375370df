// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/geometry/nanometres.h"

namespace viaduct {

// The largest coordinate or length a KiCad file can state; KiCad itself cuts larger numbers to this.
inline constexpr Nanometres kLargestStatedLength{2147483637};

// Exact decimal text ("-12.7", "1e-3", "+.5") times 10^decimals, rounded half away from zero; independent of the locale. nullopt when the whole
// text is no decimal number (nan, inf and hexadecimal are none). Saturates at +-INT64_MAX / 4.
[[nodiscard]] std::optional<std::int64_t> parseScaledDecimal(std::string_view text, int decimals) noexcept;
// The shortest text of value / 10^decimals: no exponent, no trailing zeros, never "-0".
[[nodiscard]] std::string formatScaledDecimal(std::int64_t value, int decimals);

// Millimetre text to nanometres and back; parsing saturates at +-kLargestStatedLength.
[[nodiscard]] std::optional<Nanometres> millimetresOf(std::string_view text) noexcept;
[[nodiscard]] std::string formatMillimetres(Nanometres value);

} // namespace viaduct
