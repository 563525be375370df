// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/copperitemline.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "engine/base/digest.h"

namespace viaduct {

namespace {

std::string number(Nanometres length) { return std::to_string(length.value()); }
std::string place(Point point) { return number(point.x) + "|" + number(point.y); }
std::string netOf(const Board& board, NetId net) { return jsonEscaped(net.isNone() ? std::string() : board.net(net).name); }
std::string layerOf(const Board& board, LayerId layer) { return jsonEscaped(board.layers[layer].name); }

} // namespace

std::string jsonEscaped(const std::string& text) {
    const std::string quoted = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return quoted.substr(1, quoted.size() - 2);
}

std::string copperItemLine(const Board& board, const Track& track) {
    const auto [first, second] = std::minmax(track.start, track.end);
    return "track|" + netOf(board, track.net) + "|" + layerOf(board, track.layer) + "|" + place(first) + "|" + place(second) + "|" + number(track.width);
}

std::string copperItemLine(const Board& board, const TrackArc& arc) {
    const auto [first, second] = std::minmax(arc.start, arc.end);
    return "arc|" + netOf(board, arc.net) + "|" + layerOf(board, arc.layer) + "|" + place(first) + "|" + place(arc.mid) + "|" + place(second) + "|" +
           number(arc.width);
}

std::string copperItemLine(const Board& board, const Via& via) {
    return "via|" + netOf(board, via.net) + "|" + place(via.position) + "|" + number(via.diameter) + "|" + number(via.drill) + "|" + layerOf(board, via.from) +
           "|" + layerOf(board, via.to);
}

std::string CopperNames::uuidFor(const std::string& line) {
    const int occurrence = m_occurrences[line]++;
    std::string digits = Sha256::hexOf(m_board + "\n" + line + "\n" + std::to_string(occurrence)).substr(0, 32);
    digits[12] = '8';                                                                        // version 8: "custom"
    digits[16] = "89ab"[(digits[16] <= '9' ? digits[16] - '0' : digits[16] - 'a' + 10) & 3]; // variant 10xx
    return digits.substr(0, 8) + "-" + digits.substr(8, 4) + "-" + digits.substr(12, 4) + "-" + digits.substr(16, 4) + "-" + digits.substr(20);
}

} // namespace viaduct
