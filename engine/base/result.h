// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include <tl/expected.hpp>

namespace viaduct {

// One enumeration for every front (command line, JSON-RPC, MCP, JSON lines); the table of wire codes is in commands/.
enum class ErrorCode {
    UnknownCommand,
    InvalidArgs,
    Internal,
    Cancelled,
    UiOnly,
    NoDocument,
    WrongKind,
    StaleRevision,
    CheckFailed,
    ServiceUnavailable,
    NotFound,
    Limit,
    NotAllowed,
    // File layer: reported as `failed` by protocols, exit code 3 by the command line.
    Unreadable,
    Unwritable,
};

// Text is English, untranslated, says what to do, and carries the place ("board.kicad_pcb:12:40: ...") where there is one.
struct Error final {
    ErrorCode code{ErrorCode::Internal};
    std::string text;
};

template <typename T> using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string text) { return tl::unexpected<Error>(Error{code, std::move(text)}); }

// The value of a Result that holds one; nothing for Result<void>, which has no value().
template <typename T> T valueOf(Result<T>&& result) {
    if constexpr (!std::is_void_v<T>) return std::move(result).value();
}

} // namespace viaduct

// Unwraps a Result in a plain function: `auto board = TRY(readBoard(path));`. Never inside a coroutine (g++ 12 crashes on it).
#define TRY(...)                                                                                                                                               \
    ({                                                                                                                                                         \
        auto tryResult = (__VA_ARGS__);                                                                                                                        \
        if (!tryResult) return tl::unexpected<::viaduct::Error>(std::move(tryResult).error());                                                                 \
        ::viaduct::valueOf(std::move(tryResult));                                                                                                              \
    })
