// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/digest.h"

#include <bit>
#include <cstring>

namespace viaduct {

namespace {

constexpr std::array<std::uint32_t, 64> kRoundConstants{
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U, 0xab1c5ed5U, 0xd807aa98U, 0x12835b01U, 0x243185beU,
    0x550c7dc3U, 0x72be5d74U, 0x80deb1feU, 0x9bdc06a7U, 0xc19bf174U, 0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU, 0x4a7484aaU,
    0x5cb0a9dcU, 0x76f988daU, 0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U, 0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U, 0x27b70a85U,
    0x2e1b2138U, 0x4d2c6dfcU, 0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U, 0xa2bfe8a1U, 0xa81a664bU, 0xc24b8b70U, 0xc76c51a3U,
    0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U, 0x19a4c116U, 0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU,
    0x682e6ff3U, 0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U, 0xc67178f2U};

} // namespace

Fnv1a64& Fnv1a64::add(std::string_view bytes) noexcept {
    for (const char byte : bytes) m_value = (m_value ^ static_cast<std::uint8_t>(byte)) * 0x100000001B3ULL;
    return *this;
}

std::string Fnv1a64::hex() const {
    std::string text(16, '0');
    for (int i = 0; i < 16; ++i) text[static_cast<std::size_t>(15 - i)] = "0123456789abcdef"[(m_value >> (4U * static_cast<unsigned>(i))) & 0xFU];
    return text;
}

void Sha256::addBlock(const std::uint8_t* block) noexcept {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        w[i] = (std::uint32_t{block[4 * i]} << 24U) | (std::uint32_t{block[4 * i + 1]} << 16U) | (std::uint32_t{block[4 * i + 2]} << 8U) | block[4 * i + 3];
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3U);
        const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10U);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = m_state;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRoundConstants[i] + w[i];
        const std::uint32_t t2 = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) m_state[i] += mixed[i];
}

Sha256& Sha256::add(std::string_view bytes) noexcept {
    for (std::size_t done = 0; done < bytes.size();) {
        const std::size_t used = m_length % 64, take = std::min<std::size_t>(64 - used, bytes.size() - done);
        std::memcpy(m_block.data() + used, bytes.data() + done, take);
        m_length += take, done += take;
        if (used + take == 64) addBlock(m_block.data());
    }
    return *this;
}

Sha256::Value Sha256::finish() noexcept {
    const std::uint64_t bits = m_length * 8;
    add(std::string_view("\x80", 1));
    while (m_length % 64 != 56) add(std::string_view("\0", 1));
    std::array<char, 8> length{};
    for (std::size_t i = 0; i < 8; ++i) length[i] = static_cast<char>(bits >> (56 - 8 * i));
    add({length.data(), length.size()});
    Value value{};
    for (std::size_t i = 0; i < 32; ++i) value[i] = static_cast<std::uint8_t>(m_state[i / 4] >> (24 - 8 * (i % 4)));
    return value;
}

Sha256::Value Sha256::of(std::string_view bytes) noexcept { return Sha256().add(bytes).finish(); }

std::string Sha256::hexOf(std::string_view bytes) {
    std::string text;
    for (const std::uint8_t byte : of(bytes)) text.push_back("0123456789abcdef"[byte >> 4U]), text.push_back("0123456789abcdef"[byte & 0xFU]);
    return text;
}

} // namespace viaduct
