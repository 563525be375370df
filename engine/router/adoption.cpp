// SPDX-License-Identifier: GPL-3.0-or-later
// Taking over an earlier layout: its paths stay movable, and their ends are found again among the terminals of the new fills.
#include <algorithm>
#include <set>

#include "engine/geometry/distance.h"
#include "engine/router/variant.h"

namespace viaduct {

namespace {

// Is the place in or on the copper of the terminal?
bool isOnCopper(const RoutingModel& model, const Terminal& terminal, LayerId layer, Point at) {
    const Shape spot = Shape::disc(at, Nanometres());
    const auto isAt = [&](const Shape& shape) { return isCloserThan(spot, shape, Nanometres(2)); };
    const Copper& fixed = model.fixed();
    return std::any_of(terminal.pads.begin(), terminal.pads.end(),
                       [&](PadId id) {
                           const Pad& pad = model.board().pad(id);
                           return pad.layers.contains(layer) && std::any_of(pad.shapesOn(layer).begin(), pad.shapesOn(layer).end(), isAt);
                       }) ||
           std::any_of(terminal.tracks.begin(), terminal.tracks.end(),
                       [&](std::size_t i) { return fixed.tracks[i].layer == layer && isAt(fixed.tracks[i].shape()); }) ||
           std::any_of(terminal.arcs.begin(), terminal.arcs.end(),
                       [&](std::size_t i) { return fixed.arcs[i].layer == layer && isAt(fixed.arcs[i].shape()); }) ||
           std::any_of(terminal.vias.begin(), terminal.vias.end(),
                       [&](std::size_t i) { return fixed.vias[i].layers().contains(layer) && isAt(fixed.vias[i].shapeOn(layer)); });
}

// The terminal whose fill lies under the node or beside it: islands are marked a cell in from their border.
int terminalOfFill(const RoutingModel& model, const std::vector<Terminal>& terminals, Node node) {
    if (model.islandAt().empty()) return -1;
    const Lattice& lattice = model.lattice();
    const std::int32_t x = lattice.xOf(node), y = lattice.yOf(node);
    for (std::int32_t ring = 0; ring <= 2; ++ring)
        for (std::int32_t dy = -ring; dy <= ring; ++dy)
            for (std::int32_t dx = -ring; dx <= ring; ++dx) {
                if (std::max(std::abs(dx), std::abs(dy)) != ring || x + dx < 0 || x + dx >= lattice.nx || y + dy < 0 || y + dy >= lattice.ny) continue;
                const std::uint16_t island = model.islandAt()[lattice.node(x + dx, y + dy, lattice.layerOf(node))];
                for (std::size_t t = 0; island != 0 && t < terminals.size(); ++t)
                    if (std::find(terminals[t].islands.begin(), terminals[t].islands.end(), island - 1) != terminals[t].islands.end())
                        return static_cast<int>(t);
            }
    return -1;
}

} // namespace

int Variant::terminalAt(NetId net, Node node, Point at) const {
    const std::vector<Terminal>& terminals = m_access.terminals(net);
    const LayerId layer(m_model.lattice().layerOf(node));
    for (std::size_t t = 0; t < terminals.size(); ++t)
        if (isOnCopper(m_model, terminals[t], layer, at)) return static_cast<int>(t);
    return terminalOfFill(m_model, terminals, node);
}

bool Variant::isAsAdopted(const NetState& net) {
    return !net.adopted.empty() && std::equal(net.paths.begin(), net.paths.end(), net.adopted.begin(), net.adopted.end(),
                                              [](const PathPtr& path, int serial) { return path->serial == serial; });
}

void Variant::adopt(const std::vector<PathPtr>& paths) {
    const Lattice& lattice = m_model.lattice();
    // Every profile before the first path: a profile that becomes active stamps its claims of the paths that are there.
    for (const PathPtr& old : paths) activateProfile(old->profile);
    for (const PathPtr& old : paths) {
        const int state = m_stateOfNet[old->net.index()];
        if (state < 0) continue; // joined by the pour alone now
        NetState& net = m_nets[static_cast<std::size_t>(state)];
        RoutedPath path = *old;
        m_nextSerial = std::max(m_nextSerial, path.serial + 1);
        const auto settle = [&](Attachment& attachment, Node node, bool hasLeg, Point leg) {
            if (attachment.path < 0) attachment.terminal = terminalAt(net.net, node, hasLeg ? leg : lattice.pointOf(node));
            return attachment.path >= 0 || attachment.terminal >= 0;
        };
        const bool isHeld = settle(path.start, path.nodes.front(), path.startHasLeg, path.segments.empty() ? Point() : path.segments.front().a) &&
                            settle(path.end, path.nodes.back(), path.endHasLeg, path.segments.empty() ? Point() : path.segments.back().b);
        if (!isHeld) continue;
        for (const int terminal : {path.start.terminal, path.end.terminal})
            if (terminal >= 0 && path.profile != net.profile) net.necked[static_cast<std::size_t>(terminal)] = 1;
        net.paths.push_back(withClaims(std::move(path)));
    }
    for (NetState& net : m_nets) {
        for (std::size_t before = 0; before != net.paths.size();) { // what hung on a path that was not taken goes too
            before = net.paths.size();
            std::set<int> held;
            for (const PathPtr& path : net.paths) held.insert(path->serial);
            std::erase_if(net.paths, [&](const PathPtr& path) {
                return (path->start.path >= 0 && !held.contains(path->start.path)) || (path->end.path >= 0 && !held.contains(path->end.path));
            });
        }
        for (const PathPtr& path : net.paths) net.adopted.push_back(path->serial);
        stampNet(net, 1);
    }
    m_isAdopted = true;
    m_present = std::max<std::uint32_t>(m_settings.present, 8);
    keepBest();
}

} // namespace viaduct
