// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace viaduct {

// length x length; wide enough for the square of any board's diagonal.
using SquareNanometres = __int128;

// A length in integer nanometres. Explicit to make and to unwrap, so that millimetres, indices and pixels cannot slip in.
class Nanometres final {
public:
    constexpr Nanometres() noexcept = default;
    constexpr explicit Nanometres(std::int64_t value) noexcept : m_value(value) {}
    [[nodiscard]] constexpr std::int64_t value() const noexcept { return m_value; }
    [[nodiscard]] constexpr double millimetres() const noexcept { return static_cast<double>(m_value) * 1e-6; } // views and text only
    constexpr auto operator<=>(const Nanometres&) const noexcept = default;
    constexpr Nanometres operator-() const noexcept { return Nanometres(-m_value); }
    constexpr Nanometres& operator+=(Nanometres other) noexcept { return m_value += other.m_value, *this; }
    constexpr Nanometres& operator-=(Nanometres other) noexcept { return m_value -= other.m_value, *this; }
    friend constexpr Nanometres operator+(Nanometres a, Nanometres b) noexcept { return Nanometres(a.m_value + b.m_value); }
    friend constexpr Nanometres operator-(Nanometres a, Nanometres b) noexcept { return Nanometres(a.m_value - b.m_value); }
    friend constexpr SquareNanometres operator*(Nanometres a, Nanometres b) noexcept { return static_cast<SquareNanometres>(a.m_value) * b.m_value; }
    friend constexpr Nanometres operator*(Nanometres a, std::int64_t n) noexcept { return Nanometres(a.m_value * n); }
    friend constexpr Nanometres operator*(std::int64_t n, Nanometres a) noexcept { return Nanometres(a.m_value * n); }
    friend constexpr Nanometres operator/(Nanometres a, std::int64_t n) noexcept { return Nanometres(a.m_value / n); } // towards zero

private:
    std::int64_t m_value{0};
};

namespace literals {
constexpr Nanometres operator""_nm(unsigned long long value) noexcept { return Nanometres(static_cast<std::int64_t>(value)); }
constexpr Nanometres operator""_um(unsigned long long value) noexcept { return Nanometres(static_cast<std::int64_t>(value) * 1000); }
constexpr Nanometres operator""_mm(unsigned long long value) noexcept { return Nanometres(static_cast<std::int64_t>(value) * 1000000); }
constexpr Nanometres operator""_mm(long double value) noexcept { return Nanometres(static_cast<std::int64_t>(value * 1e6L + (value < 0 ? -0.5L : 0.5L))); }
} // namespace literals

} // namespace viaduct
