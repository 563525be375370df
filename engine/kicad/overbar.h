// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace viaduct {

inline constexpr int kNewOverbarFormat = 20210606; // board format from which on "~{RST}" stands for an overbar

// Names and texts of older files mark overbars as "~RST" or "~RST~"; KiCad turns them into "~{RST}" when it reads them, so rules, agents and
// reports know only that form. "~~" is a tilde; a text that has "~{" already stays as it is.
[[nodiscard]] std::string withNewOverbars(std::string text);

} // namespace viaduct
