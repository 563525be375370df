// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/board/board.h"

namespace viaduct {

Box Pad::box() const {
    Box box = boxOf(shapes);
    for (const auto& [layer, list] : layerShapes) box.include(boxOf(list));
    if (hole) box.include(hole->box());
    box.include(position);
    return box;
}

NetId Board::findNet(std::string_view netName) const noexcept {
    for (const Net& net : nets)
        if (net.name == netName) return net.id;
    return NetId::none();
}

std::vector<PadId> Board::findPads(std::string_view refDotPin) const {
    std::vector<PadId> found;
    for (const Pad& pad : pads)
        if (padName(pad.id) == refDotPin) found.push_back(pad.id);
    return found;
}

std::string Board::padName(PadId id) const {
    const Pad& named = pad(id);
    return footprint(named.footprint).reference + "." + named.number;
}

Box Board::box() const {
    Box box;
    for (const Graphic& graphic : graphics)
        if (graphic.isOn(TechLayer::EdgeCuts)) box.include(boxOf(graphic.shapes));
    if (!box.isEmpty()) return box;
    for (const Pad& pad : pads) box.include(pad.box());
    for (const Track& track : copper.tracks) box.include(track.shape().box());
    for (const Via& via : copper.vias) box.include(via.shapeOn(via.from).box());
    for (const Graphic& graphic : graphics) box.include(boxOf(graphic.shapes));
    return box;
}

} // namespace viaduct
