// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "views/boardpicture.h"

namespace viaduct {

// What lies under a point of the board, topmost first.
struct Hit final {
    SheetId sheet;
    Primitive item;
};

// Visible items whose shape comes within `tolerance` millimetres of the point, in the order a person would mean them: pads, vias, tracks by
// paint order, zones last. Drawings are not hit.
[[nodiscard]] std::vector<Hit> hitsAt(const BoardPicture& picture, QPointF point, double tolerance, bool isFlipped);
[[nodiscard]] std::optional<Hit> hitAt(const BoardPicture& picture, QPointF point, double tolerance, bool isFlipped);

// The extent of a net's pads and copper; null when it has none.
[[nodiscard]] QRectF boxOfNet(const BoardPicture& picture, int net);

} // namespace viaduct
