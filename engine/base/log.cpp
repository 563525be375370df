// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace viaduct {

namespace {

spdlog::level::level_enum levelOf(LogLevel level) {
    switch (level) {
    case LogLevel::Debug: return spdlog::level::debug;
    case LogLevel::Info: return spdlog::level::info;
    case LogLevel::Warning: return spdlog::level::warn;
    case LogLevel::Error: return spdlog::level::err;
    }
    return spdlog::level::info;
}

spdlog::logger& logger() {
    static const auto instance = [] {
        auto made = spdlog::stderr_color_mt("viaduct");
        made->set_pattern("%^%l%$: %v");
        return made;
    }();
    return *instance;
}

} // namespace

void logMessage(LogLevel level, std::string_view text) { logger().log(levelOf(level), "{}", text); }
void setLogLevel(LogLevel lowest) { logger().set_level(levelOf(lowest)); }

} // namespace viaduct
