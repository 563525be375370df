// SPDX-License-Identifier: GPL-3.0-or-later
// A .kicad_pcb: what is read is written back byte for byte, and a small board can be judged.
#include "engine/kicad/boardwriter.h"
#include "smallworld.h"

using namespace viaduct;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto file = readBoardText(text, "fuzz.kicad_pcb");
    if (!file) {
        fuzz::require(!file.error().text.empty());
        return 0;
    }
    const auto written = writeBoardText(*file, {});
    fuzz::require(written.has_value() && *written == text);
    const Board& board = *file->board;
    if (board.copper.size() + board.pads.size() + board.graphics.size() + board.zones.size() < 200 && board.layers.count() <= 8)
        fuzz::judge(file->board, makeRuleSet(board, nullptr, nullptr));
    return 0;
}
