// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/routingmodel.h"

#include <algorithm>
#include <map>

#include "engine/board/outline.h"
#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

constexpr std::uint16_t kSpokeCost = 50; // tenths of a step, for each step that cuts a spoke: a detour of a few millimetres is worth it
constexpr std::int64_t kFrame = 2;       // blocked or empty cells round the board

Owner ownerOf(NetId net) { return net.value() > 0 && net.value() < kBlocked ? static_cast<Owner>(net.value()) : kBlocked; }

// A cell that two different nets claim belongs to nobody.
void claim(Owner& cell, Owner owner) { cell = cell == kFree || cell == owner ? owner : kBlocked; }

} // namespace

RoutingModel::RoutingModel(const RuleResolver& rules, const Copper& fixed, const std::vector<ZoneFill>& fills, std::vector<NetId> nets, const RouteHints& hints,
                           std::int64_t pitch)
    : m_rules(rules), m_fixed(fixed), m_fills(fills), m_nets(std::move(nets)), m_hints(hints), m_obstacles(rules, fixed), m_profiles(rules, m_nets),
      m_connectivity(rules.board(), fixed, &fills) {
    placeLattice(pitch);
    m_planes.resize(m_profiles.count());
    m_penaltyOfNet.assign(rules.board().nets.size(), -1);
    markIslands();
    markSpokes();
    markRegions();
}

namespace {

// What a lattice must span: the board, and the pads of the nets to be routed wherever they lie.
Box spanOf(const Board& board, const std::vector<NetId>& nets) {
    std::vector<char> isRouted(board.nets.size());
    for (const NetId net : nets) isRouted[net.index()] = 1;
    Box box = board.box();
    for (const Pad& pad : board.pads)
        if (isRouted[pad.net.index()] != 0) box.include(pad.position);
    return box.isEmpty() ? Box{{}, {}} : box;
}

} // namespace

std::int64_t RoutingModel::pitchFor(const RuleResolver& rules, const std::vector<NetId>& nets) {
    std::int64_t lane = 600000;
    for (const NetId net : nets) {
        const RoutingSizes sizes = rules.routingSizes(net);
        lane = std::min(lane, (sizes.trackWidth + sizes.clearance).value());
    }
    const Box box = spanOf(rules.board(), nets);
    const double area = box.width().millimetres() * box.height().millimetres() * static_cast<double>(rules.board().layers.count());
    // Six steps to a lane keeps the loss from rounding under a tenth; 24 M nodes is what a thread searches without leaving its share of memory,
    // whatever a file says about its size.
    std::int64_t pitch = std::clamp<std::int64_t>(lane / 6 / 5000 * 5000, 25000, 100000);
    while (area / (static_cast<double>(pitch) * static_cast<double>(pitch) * 1e-12) > 24e6) pitch += pitch < 200000 ? 5000 : pitch / 4 / 1000 * 1000;
    return pitch;
}

void RoutingModel::placeLattice(std::int64_t pitch) {
    const Box box = spanOf(board(), m_nets);
    // The shift that puts most pad centres on the lattice, by axis; ties go to the smaller shift.
    std::map<std::int64_t, int> votesX, votesY;
    for (const Pad& pad : board().pads) {
        if (pad.net == kNoNet) continue;
        const auto modulo = [pitch](std::int64_t v) { return ((v % pitch) + pitch) % pitch; };
        ++votesX[modulo(pad.position.x.value())], ++votesY[modulo(pad.position.y.value())];
    }
    const auto best = [](const std::map<std::int64_t, int>& votes) {
        std::int64_t shift = 0;
        int most = 0;
        for (const auto& [value, count] : votes)
            if (count > most) shift = value, most = count;
        return shift;
    };
    const auto alignDown = [pitch](std::int64_t v, std::int64_t shift) {
        const std::int64_t d = v - shift;
        return shift + (d >= 0 ? d / pitch : -((-d + pitch - 1) / pitch)) * pitch;
    };
    m_lattice.pitch = pitch;
    m_lattice.origin =
        viaduct::pointAt(alignDown(box.min.x.value(), best(votesX)) - kFrame * pitch, alignDown(box.min.y.value(), best(votesY)) - kFrame * pitch);
    m_lattice.nx = static_cast<std::int32_t>((box.max.x.value() - m_lattice.origin.x.value()) / pitch + 1 + kFrame);
    m_lattice.ny = static_cast<std::int32_t>((box.max.y.value() - m_lattice.origin.y.value()) / pitch + 1 + kFrame);
    m_lattice.layers = static_cast<int>(board().layers.count());

    const Outline outline = outlineOf(board());
    m_outside.assign(m_lattice.planeSize(), outline.areas.empty() ? 0 : 1);
    std::vector<Run> runs;
    for (const PolygonWithHoles& area : outline.areas) appendInside(m_lattice, area, runs);
    for (const Run& run : runs) std::fill_n(m_outside.begin() + run.y * m_lattice.nx + run.x0, run.x1 - run.x0 + 1, 0);
    for (std::int32_t x = 0; x < m_lattice.nx; ++x)
        m_outside[static_cast<std::size_t>(x)] = 1, m_outside[m_lattice.planeSize() - 1 - static_cast<std::size_t>(x)] = 1;
    for (std::int32_t y = 0; y < m_lattice.ny; ++y)
        m_outside[static_cast<std::size_t>(y * m_lattice.nx)] = 1, m_outside[static_cast<std::size_t>(y * m_lattice.nx + m_lattice.nx - 1)] = 1;
}

const StaticPlanes& RoutingModel::planes(int profile) const {
    const std::lock_guard lock(m_mutex);
    auto& slot = m_planes.at(static_cast<std::size_t>(profile));
    if (!slot) slot = std::make_unique<const StaticPlanes>(buildPlanes(m_profiles[profile]));
    return *slot;
}

StaticPlanes RoutingModel::buildPlanes(const NetProfile& profile) const {
    StaticPlanes planes;
    const std::size_t plane = m_lattice.planeSize();
    planes.track.resize(m_lattice.nodeCount());
    planes.via.resize(plane);
    for (std::size_t cell = 0; cell < plane; ++cell) {
        const Owner owner = m_outside[cell] != 0 ? kBlocked : kFree;
        planes.via[cell] = owner;
        for (int layer = 0; layer < m_lattice.layers; ++layer) planes.track[static_cast<std::size_t>(layer) * plane + cell] = owner;
    }
    std::vector<Run> runs;
    const auto stamp = [&](Owner* target, Owner owner) {
        for (const Run& run : runs)
            for (std::int32_t x = run.x0; x <= run.x1; ++x)
                claim(target[static_cast<std::size_t>(run.y) * static_cast<std::size_t>(m_lattice.nx) + static_cast<std::size_t>(x)], owner);
    };
    for (const Obstacle& obstacle : m_obstacles.all()) {
        const bool hasNet = obstacle.kind == Obstacle::Kind::Copper || obstacle.kind == Obstacle::Kind::Hole || obstacle.kind == Obstacle::Kind::MaskOpening ||
                            obstacle.kind == Obstacle::Kind::SmdPad;
        const Owner owner = hasNet ? ownerOf(obstacle.net) : kBlocked;
        std::int64_t last = -1;
        for (int l = 0; l < m_lattice.layers; ++l) {
            const std::int64_t need = m_obstacles.trackNeed(obstacle, profile, LayerId(l));
            if (need <= 0) continue;
            if (need != last) runs.clear(), appendCloser(m_lattice, obstacle.shape, need, runs), last = need;
            stamp(planes.track.data() + static_cast<std::size_t>(l) * plane, owner);
        }
        if (const std::int64_t need = m_obstacles.viaNeed(obstacle, profile); need > 0) {
            runs.clear();
            appendCloser(m_lattice, obstacle.shape, need, runs);
            stamp(planes.via.data(), owner);
        }
        if (const std::int64_t need = m_obstacles.ownViaNeed(obstacle, profile); need > 0) {
            runs.clear();
            appendCloser(m_lattice, obstacle.shape, need, runs);
            stamp(planes.via.data(), kBlocked);
        }
    }
    for (const auto& [layer, factor] : m_hints.layerFactors)
        if (factor < 0) std::fill_n(planes.track.begin() + static_cast<std::ptrdiff_t>(layer.index() * plane), plane, kBlocked);
    return planes;
}

void RoutingModel::markIslands() {
    for (const ZoneFill& fill : m_fills) {
        const Zone& zone = board().zone(fill.zone);
        if (zone.isRuleArea() || zone.isTeardrop || zone.net == kNoNet) continue;
        const std::size_t fillIndex = static_cast<std::size_t>(&fill - m_fills.data());
        for (std::size_t i = 0; i < fill.islands.size() && m_islands.size() < 0xFFFE; ++i) {
            std::vector<Run> runs;
            appendInside(m_lattice, fill.islands[i], runs);
            if (runs.empty()) continue;
            if (m_islandAt.empty()) m_islandAt.resize(m_lattice.nodeCount());
            m_islands.push_back({zone.net, m_connectivity.clusterOfIsland(fillIndex, i), fill.layer});
            const auto id = static_cast<std::uint16_t>(m_islands.size());
            const std::size_t base = fill.layer.index() * m_lattice.planeSize();
            // One cell in from the border, so that a via or track end lands well inside the copper.
            for (const Run& run : runs)
                if (run.x1 - run.x0 >= 2)
                    std::fill_n(m_islandAt.begin() + static_cast<std::ptrdiff_t>(base + static_cast<std::size_t>(run.y * m_lattice.nx + run.x0 + 1)),
                                run.x1 - run.x0 - 1, id);
        }
    }
}

void RoutingModel::markSpokes() {
    std::vector<Run> runs;
    for (const Pad& pad : board().pads) {
        if (pad.net == kNoNet) continue;
        for (const Zone& zone : board().zones) {
            if (zone.net != pad.net || zone.isRuleArea() || zone.isTeardrop || (zone.layers & pad.layers).isEmpty()) continue;
            ZoneConnection connection = pad.zoneConnection;
            if (connection == ZoneConnection::Inherited && !pad.footprint.isNone()) connection = board().footprint(pad.footprint).zoneConnection;
            if (connection == ZoneConnection::Inherited) connection = zone.padConnection;
            if (connection != ZoneConnection::Thermal && !(connection == ZoneConnection::ThermalThroughHoleOnly && pad.hole)) continue;
            if (std::none_of(zone.outline.begin(), zone.outline.end(), [&](const PolygonWithHoles& area) { return contains(area, pad.position); })) continue;
            const Box box = boxOf(pad.shapes);
            const std::int64_t reach = (pad.thermalGap.value_or(zone.thermalGap) + zone.minThickness).value();
            // What keeps a foreign track from touching the spoke: half the spoke, the clearance round the track, half the track.
            const std::int64_t need = (pad.thermalSpokeWidth.value_or(zone.thermalSpokeWidth) / 2).value() + zone.clearance.value() / 2 + 150000;
            const std::int64_t x = box.width().value() / 2 + reach, y = box.height().value() / 2 + reach;
            const bool isRound = pad.shapes.size() == 1 && pad.shapes.front().kind() == Shape::Kind::Disc;
            const std::int64_t angle = pad.thermalSpokeAngle.value_or(isRound ? 45000 : 0);
            runs.clear();
            for (const Point arm : {viaduct::pointAt(x, 0), viaduct::pointAt(-x, 0), viaduct::pointAt(0, y), viaduct::pointAt(0, -y)})
                appendCloserToSegment(m_lattice, pad.position, pad.position + rotated(arm, angle), need, runs);
            if (m_baseHistory.empty()) m_baseHistory.resize(m_lattice.nodeCount());
            for (int l = 0; l < m_lattice.layers; ++l) {
                if (!zone.layers.contains(LayerId(l)) || !pad.layers.contains(LayerId(l))) continue;
                for (const Run& run : runs) std::fill_n(m_baseHistory.begin() + m_lattice.node(run.x0, run.y, l), run.x1 - run.x0 + 1, kSpokeCost);
            }
        }
    }
}

void RoutingModel::markRegions() {
    if (m_hints.regions.empty()) return;
    std::vector<std::vector<Run>> runs(m_hints.regions.size());
    for (std::size_t r = 0; r < runs.size(); ++r) appendInside(m_lattice, {m_hints.regions[r].polygon, {}}, runs[r]);
    std::map<std::vector<std::size_t>, int> sets;
    for (const NetId net : m_nets) {
        std::vector<std::size_t> concerned;
        for (std::size_t r = 0; r < runs.size(); ++r) {
            const RegionHint& hint = m_hints.regions[r];
            const auto has = [net](const std::vector<NetId>& list) { return std::find(list.begin(), list.end(), net) != list.end(); };
            if (hint.nets.empty() ? !has(hint.exceptNets) : has(hint.nets)) concerned.push_back(r);
        }
        if (concerned.empty()) continue;
        const auto [it, isNew] = sets.emplace(concerned, static_cast<int>(m_penalties.size()));
        m_penaltyOfNet[net.index()] = it->second;
        if (!isNew) continue;
        std::vector<std::uint8_t> penalty(m_lattice.nodeCount());
        for (const std::size_t r : concerned) {
            const RegionHint& hint = m_hints.regions[r];
            const auto value = hint.isForbidden ? std::uint8_t{255} : static_cast<std::uint8_t>(std::clamp((hint.factor - 1.0) * 10.0, 0.0, 254.0));
            for (int l = 0; l < m_lattice.layers; ++l) {
                if (!hint.layers.isEmpty() && !hint.layers.contains(LayerId(l))) continue;
                for (const Run& run : runs[r])
                    for (std::int32_t x = run.x0; x <= run.x1; ++x) {
                        std::uint8_t& cell = penalty[m_lattice.node(x, run.y, l)];
                        cell = std::max(cell, value);
                    }
            }
        }
        m_penalties.push_back(std::move(penalty));
    }
}

const std::uint8_t* RoutingModel::penalties(NetId net) const {
    const int index = m_penaltyOfNet.at(net.index());
    return index < 0 ? nullptr : m_penalties[static_cast<std::size_t>(index)].data();
}

} // namespace viaduct
