// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace viaduct {

// Diagnostics for people: always stderr (stdout carries results and protocol frames only), English, never part of a result.
enum class LogLevel { Debug, Info, Warning, Error };
void logMessage(LogLevel level, std::string_view text);
void setLogLevel(LogLevel lowest);

} // namespace viaduct
