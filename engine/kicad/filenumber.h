// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/geometry/point.h"

namespace viaduct {

// Numbers as KiCad's files write them: '.' as decimal point whatever the locale, an exponent allowed, nothing else around. No NaN, no infinity.
[[nodiscard]] std::optional<double> parseNumber(std::string_view word) noexcept;
[[nodiscard]] std::optional<std::int64_t> parseInteger(std::string_view word) noexcept;

struct FileLength final {
    Nanometres value;
    bool isClamped{false}; // beyond what KiCad can hold (kLargestStatedLength)
};
// Millimetres to nanometres, rounded half away from zero as KiCad does; exact for up to six decimals.
[[nodiscard]] std::optional<FileLength> fileLength(std::string_view word) noexcept;

// KiCad's rotation: counter-clockwise on screen about the origin, in degrees, exact for right angles, rounded to the nearest nanometre.
// Degrees stay doubles here because files hold angles finer than a millidegree (footprints turned by arbitrary angles).
[[nodiscard]] Point rotatedDegrees(Point point, double degrees) noexcept;
[[nodiscard]] std::int64_t toMillidegrees(double degrees) noexcept; // normalised to [0, 360000)

} // namespace viaduct
