// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/result.h"

namespace viaduct {

inline constexpr std::uintmax_t kLargestBoardFile = std::uintmax_t{512} << 20U;

// The whole content of a regular file of at most `largest` bytes.
[[nodiscard]] Result<std::string> readFileBytes(const std::string& path, std::uintmax_t largest);

} // namespace viaduct
