// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/pinaccess.h"

#include <algorithm>
#include <cmath>

#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

constexpr std::int64_t kStubReach = 900000; // nm beyond the pad's box
constexpr std::size_t kMaxStubs = 16, kManyCells = 400;

double distanceBetween(Point a, Point b) { return std::hypot(static_cast<double>((a.x - b.x).value()), static_cast<double>((a.y - b.y).value())); }

// Cost of a straight leg, in tenths of a step; a little dearer than lattice steps, which look better.
std::uint32_t legCost(const Lattice& lattice, Point a, Point b) {
    return static_cast<std::uint32_t>(distanceBetween(a, b) / static_cast<double>(lattice.pitch) * 11.0 + 0.5);
}

Point nearestOnSegment(Point p, Point a, Point b) {
    const double dx = static_cast<double>((b.x - a.x).value()), dy = static_cast<double>((b.y - a.y).value()), square = dx * dx + dy * dy;
    if (square == 0) return a;
    const double t = std::clamp((static_cast<double>((p.x - a.x).value()) * dx + static_cast<double>((p.y - a.y).value()) * dy) / square, 0.0, 1.0);
    return pointAt(a.x.value() + std::llround(t * dx), a.y.value() + std::llround(t * dy));
}

void sortUnique(std::vector<Access>& list) {
    std::sort(list.begin(), list.end(),
              [](const Access& a, const Access& b) { return std::tuple(a.node, a.cost, a.point) < std::tuple(b.node, b.cost, b.point); });
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

} // namespace

std::vector<Terminal> terminalsOf(const RoutingModel& model, NetId net) {
    const Connectivity& connectivity = model.connectivity();
    std::map<int, Terminal> byCluster;
    for (const Pad& pad : model.board().pads) {
        if (pad.net != net || pad.layers.isEmpty()) continue;
        const int cluster = connectivity.clusterOfPad(pad.id);
        if (cluster >= 0) byCluster[cluster].pads.push_back(pad.id);
    }
    const Copper& fixed = model.fixed();
    const auto find = [&](int cluster) -> Terminal* {
        const auto it = byCluster.find(cluster);
        return it == byCluster.end() ? nullptr : &it->second; // copper without a pad is no terminal
    };
    for (std::size_t i = 0; i < fixed.tracks.size(); ++i)
        if (Terminal* terminal = fixed.tracks[i].net == net ? find(connectivity.clusterOfTrack(i)) : nullptr) terminal->tracks.push_back(i);
    for (std::size_t i = 0; i < fixed.arcs.size(); ++i)
        if (Terminal* terminal = fixed.arcs[i].net == net ? find(connectivity.clusterOfArc(i)) : nullptr) terminal->arcs.push_back(i);
    for (std::size_t i = 0; i < fixed.vias.size(); ++i)
        if (Terminal* terminal = fixed.vias[i].net == net ? find(connectivity.clusterOfVia(i)) : nullptr) terminal->vias.push_back(i);
    for (std::size_t i = 0; i < model.islands().size(); ++i)
        if (Terminal* terminal = model.islands()[i].net == net ? find(model.islands()[i].cluster) : nullptr) terminal->islands.push_back(static_cast<int>(i));
    std::vector<Terminal> terminals;
    for (auto& [cluster, terminal] : byCluster) {
        terminal.cluster = cluster;
        terminals.push_back(std::move(terminal));
    }
    return terminals;
}

PinAccess::PinAccess(const RoutingModel& model) : m_model(model), m_terminals(model.board().nets.size()) {
    for (const NetId net : model.nets()) m_terminals[net.index()] = terminalsOf(model, net);
}

bool PinAccess::isLegal(NetId net, int profile, Node node) const {
    const Owner owner = m_model.planes(profile).track[node];
    return owner == kFree || owner == static_cast<Owner>(net.value());
}

const std::vector<Access>& PinAccess::accesses(NetId net, int terminal, int profile) const {
    const StaticPlanes& planes = m_model.planes(profile); // before our own lock: it has one too
    (void)planes;
    const std::lock_guard lock(m_mutex);
    const auto [it, isNew] = m_cache.try_emplace(std::tuple(net.value(), terminal, profile));
    if (!isNew) return it->second;
    std::vector<Access>& list = it->second;
    const Terminal& of = m_terminals.at(net.index()).at(static_cast<std::size_t>(terminal));
    for (const PadId pad : of.pads) appendPad(m_model.board().pad(pad), profile, list);
    appendFixed(net, of, profile, list);
    if (list.empty())
        for (const PadId pad : of.pads) appendStubs(m_model.board().pad(pad), profile, list);
    sortUnique(list);
    return list;
}

void PinAccess::appendPad(const Pad& pad, int profile, std::vector<Access>& list) const {
    const Lattice& lattice = m_model.lattice();
    std::vector<Run> runs;
    for (int l = 0; l < lattice.layers; ++l) {
        if (!pad.connectionLayers().contains(LayerId(l))) continue;
        const ShapeList& shapes = pad.shapesOn(LayerId(l));
        runs.clear();
        for (const Shape& shape : shapes) appendCloser(lattice, shape, 1, runs);
        const bool hasCentre = std::any_of(shapes.begin(), shapes.end(), [&](const Shape& shape) { return contains(shape, pad.position); });
        std::size_t cells = 0;
        for (const Run& run : runs) cells += static_cast<std::size_t>(run.x1 - run.x0 + 1);
        for (std::size_t r = 0; r < runs.size(); ++r) {
            const Run& run = runs[r];
            for (std::int32_t x = run.x0; x <= run.x1; ++x) {
                // A large pad is left from its rim: what lies inside adds nothing but queue entries.
                if (cells > kManyCells && r > 1 && r + 2 < runs.size() && x > run.x0 + 1 && x < run.x1 - 1) continue;
                const Node node = lattice.node(x, run.y, l);
                if (!isLegal(pad.net, profile, node)) continue;
                const Point at = lattice.pointAt(x, run.y);
                list.push_back({node, legCost(lattice, at, pad.position), pad.position, hasCentre && at != pad.position});
            }
        }
    }
}

void PinAccess::appendStubs(const Pad& pad, int profile, std::vector<Access>& list) const {
    const Lattice& lattice = m_model.lattice();
    const NetProfile& with = m_model.profiles()[profile];
    for (int l = 0; l < lattice.layers; ++l) {
        const LayerId layer(l);
        if (!pad.connectionLayers().contains(layer)) continue;
        const ShapeList& shapes = pad.shapesOn(layer);
        if (std::none_of(shapes.begin(), shapes.end(), [&](const Shape& shape) { return contains(shape, pad.position); })) continue;
        const Box box = boxOf(shapes).inflated(Nanometres(kStubReach));
        std::vector<std::pair<std::uint32_t, Node>> candidates;
        for (std::int32_t y = std::max(lattice.rowFrom(box.min.y.value()), 1); y <= std::min(lattice.rowBefore(box.max.y.value()), lattice.ny - 2); ++y)
            for (std::int32_t x = std::max(lattice.columnFrom(box.min.x.value()), 1); x <= std::min(lattice.columnBefore(box.max.x.value()), lattice.nx - 2);
                 ++x)
                if (const Node node = lattice.node(x, y, l); isLegal(pad.net, profile, node))
                    candidates.emplace_back(legCost(lattice, lattice.pointAt(x, y), pad.position), node);
        std::sort(candidates.begin(), candidates.end());
        std::size_t kept = 0, tests = 0;
        for (const auto& [cost, node] : candidates) {
            if (kept == kMaxStubs || ++tests > 600) break;
            if (m_model.obstacles().trackConflict(pad.net, with, layer, pad.position, lattice.pointOf(node)) != nullptr) continue;
            list.push_back({node, cost + 20, pad.position, true});
            ++kept;
        }
    }
}

void PinAccess::appendFixed(NetId net, const Terminal& terminal, int profile, std::vector<Access>& list) const {
    const Lattice& lattice = m_model.lattice();
    const Copper& fixed = m_model.fixed();
    std::vector<Run> runs;
    const auto take = [&](LayerId layer, Point a, Point b) {
        for (const Run& run : runs)
            for (std::int32_t x = run.x0; x <= run.x1; ++x) {
                const Node node = lattice.node(x, run.y, layer.value());
                if (!isLegal(net, profile, node)) continue;
                const Point at = lattice.pointAt(x, run.y), on = nearestOnSegment(at, a, b);
                list.push_back({node, legCost(lattice, at, on), on, at != on});
            }
        runs.clear();
    };
    for (const std::size_t i : terminal.tracks) {
        const Track& track = fixed.tracks[i];
        appendCloserToSegment(lattice, track.start, track.end, std::max(track.width.value() / 2, lattice.pitch), runs);
        take(track.layer, track.start, track.end);
    }
    for (const std::size_t i : terminal.arcs)
        for (const Point p : {fixed.arcs[i].start, fixed.arcs[i].end}) {
            appendCloserToSegment(lattice, p, p, std::max(fixed.arcs[i].width.value() / 2, lattice.pitch), runs);
            take(fixed.arcs[i].layer, p, p);
        }
    for (const std::size_t i : terminal.vias)
        for (int l = 0; l < lattice.layers; ++l) {
            const Via& via = fixed.vias[i];
            if (!via.layers().contains(LayerId(l))) continue;
            appendCloserToSegment(lattice, via.position, via.position, via.diameterOn(LayerId(l)).value() / 2, runs);
            take(LayerId(l), via.position, via.position);
        }
}

} // namespace viaduct
