// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

namespace viaduct {

// SPEC 3.
inline constexpr int kExitDone = 0;
inline constexpr int kExitFindings = 1; // with --exit-code-violations: something is open or added
inline constexpr int kExitUsage = 2;
inline constexpr int kExitUnreadable = 3;
inline constexpr int kExitReplayDiffers = 4;
inline constexpr int kExitInternal = 5; // also: a result could not be written

[[nodiscard]] constexpr int exitCodeOf(ErrorCode code) noexcept {
    switch (code) {
    case ErrorCode::Unreadable:
    case ErrorCode::CheckFailed:
    case ErrorCode::WrongKind: return kExitUnreadable;
    case ErrorCode::InvalidArgs:
    case ErrorCode::NotFound:
    case ErrorCode::Limit:
    case ErrorCode::NotAllowed:
    case ErrorCode::UnknownCommand:
    case ErrorCode::ServiceUnavailable: return kExitUsage;
    default: return kExitInternal;
    }
}

} // namespace viaduct
