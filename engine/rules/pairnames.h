// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace viaduct {

// The two nets of a differential pair differ in one letter or sign near the end of their names: P/N or +/-, digits and underscores may
// follow (KiCad's rule). `complement` is empty when the name is not of that form.
struct PairName final {
    std::string complement; // the other net's name
    std::string base;       // what stands before the letter
    bool isPositive{false};
};
[[nodiscard]] PairName pairNameOf(std::string_view netName);

} // namespace viaduct
