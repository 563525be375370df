// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace viaduct {

// An index into one table, typed by that table. Ids are dense from 0; `none()` means "no such item".
template <typename Tag> class StrongId final {
public:
    constexpr StrongId() noexcept = default;
    constexpr explicit StrongId(std::int32_t value) noexcept : m_value(value) {}
    [[nodiscard]] static constexpr StrongId none() noexcept { return StrongId(); }
    [[nodiscard]] constexpr std::int32_t value() const noexcept { return m_value; }
    [[nodiscard]] constexpr std::size_t index() const noexcept { return static_cast<std::size_t>(m_value); }
    [[nodiscard]] constexpr bool isNone() const noexcept { return m_value < 0; }
    constexpr auto operator<=>(const StrongId&) const noexcept = default;

private:
    std::int32_t m_value{-1};
};

} // namespace viaduct
