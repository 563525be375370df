// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

#include "engine/geometry/nanometres.h"

namespace viaduct {

// The one place where engine text (UTF-8, from files that may hold anything) becomes text for people, and back.
[[nodiscard]] QString toQString(const std::string& utf8); // invalid bytes become U+FFFD
[[nodiscard]] std::string toUtf8(const QString& text);

[[nodiscard]] QString millimetreText(Nanometres length, int decimals = 3); // "1.250", without trailing unit
[[nodiscard]] QString workText(std::uint64_t work);                        // "950", "12.4 k", "3.10 M"
// "1 via" or "12 vias": `one` as it is, `%1` of `many` becomes the count. Both are translated where they are written.
[[nodiscard]] QString counted(std::size_t count, const QString& one, const QString& many);
[[nodiscard]] QString durationText(std::int64_t milliseconds); // "0.4 s", "12 s", "1:05 min"

} // namespace viaduct
