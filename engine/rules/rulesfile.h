// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "engine/board/board.h"
#include "engine/kicad/customrules.h"

namespace viaduct {

// Copper layers of the board that a name or wildcard stands for: KiCad's own names (F.Cu, In1.Cu, B.Cu) and the board's.
[[nodiscard]] LayerSet layersNamed(const Board& board, std::string_view pattern);
// Whether KiCad knows any layer of that name or wildcard, copper or not.
[[nodiscard]] bool isLayerName(const Board& board, std::string_view pattern);

// Why the KiCad of the board's format (9, or 10 for files from 2025 on) would ignore the whole file without a word, though its grammar is
// right: a layer that nothing has, a word of KiCad 10 (measured with kicad-cli 9.0.8). "file:line:column: why".
[[nodiscard]] std::optional<Error> refusalOf(const Board& board, const CustomRulesFile& file);

} // namespace viaduct
