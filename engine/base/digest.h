// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace viaduct {

// FNV-1a, 64 bit: compares a session with its replay; not a cryptographic hash.
class Fnv1a64 final {
public:
    Fnv1a64& add(std::string_view bytes) noexcept;
    [[nodiscard]] std::uint64_t value() const noexcept { return m_value; }
    [[nodiscard]] std::string hex() const; // 16 lower-case digits

private:
    std::uint64_t m_value{0xCBF29CE484222325ULL};
};

// SHA-256 (FIPS 180-4).
class Sha256 final {
public:
    using Value = std::array<std::uint8_t, 32>;
    Sha256& add(std::string_view bytes) noexcept;
    [[nodiscard]] Value finish() noexcept; // the object must not be used afterwards
    [[nodiscard]] static Value of(std::string_view bytes) noexcept;
    [[nodiscard]] static std::string hexOf(std::string_view bytes);

private:
    void addBlock(const std::uint8_t* block) noexcept;
    std::array<std::uint32_t, 8> m_state{0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU, 0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};
    std::array<std::uint8_t, 64> m_block{};
    std::uint64_t m_length{0};
};

} // namespace viaduct
