// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/profile.h"

#include <algorithm>

namespace viaduct {

namespace {

std::int64_t valueOf(const RuleValue& value) { return value.isTested ? std::max<std::int64_t>(value.value.value(), 0) : 0; }

PairNeeds needsBetween(const RuleResolver& rules, const NetProfile& a, const NetProfile& b) {
    const LayerStack& layers = rules.board().layers;
    const NetId netA = a.first, netB = b.netBut(netA);
    // Where vias are not tented, their openings keep from other copper, and from each other (solder_mask_bridge).
    const Board& board = rules.board();
    const bool isOpen = !board.tentViasFront || !board.tentViasBack;
    const std::int64_t openToCopper = isOpen ? (board.padToMaskClearance + rules.rules().minimums.solderMaskToCopper).value() : 0;
    const std::int64_t openToOpen = isOpen ? (2 * board.padToMaskClearance + board.solderMaskMinWidth).value() : 0;
    PairNeeds needs;
    std::int64_t trackVia = 0, viaTrack = 0, viaVia = 0;
    for (std::size_t l = 0; l < layers.count(); ++l) {
        const LayerId layer(static_cast<std::int32_t>(l));
        const RuleItem trackA = RuleItem::plannedTrack(netA, layer, a.width), trackB = RuleItem::plannedTrack(netB, layer, b.width);
        const RuleItem viaA = RuleItem::plannedVia(netA, layers.all(), a.viaDiameter), viaB = RuleItem::plannedVia(netB, layers.all(), b.viaDiameter);
        const auto clearance = [&](const RuleItem& x, const RuleItem& y) {
            return std::max(valueOf(rules.clearance(x, y, layer)), valueOf(rules.physicalClearance(x, y, layer)));
        };
        needs.trackTrack.push_back(clearance(trackA, trackB) + a.halfWidth() + b.halfWidth());
        trackVia = std::max({trackVia, std::max(clearance(trackA, viaB), openToCopper) + a.halfWidth() + b.viaRadius(),
                             valueOf(rules.holeClearance(trackA, viaB, layer)) + a.halfWidth() + b.drillRadius()});
        viaTrack = std::max({viaTrack, std::max(clearance(viaA, trackB), openToCopper) + a.viaRadius() + b.halfWidth(),
                             valueOf(rules.holeClearance(trackB, viaA, layer)) + b.halfWidth() + a.drillRadius()});
        viaVia = std::max({viaVia, std::max(clearance(viaA, viaB), openToOpen) + a.viaRadius() + b.viaRadius(),
                           valueOf(rules.holeClearance(viaA, viaB, layer)) + a.viaRadius() + b.drillRadius(),
                           valueOf(rules.holeClearance(viaB, viaA, layer)) + b.viaRadius() + a.drillRadius(),
                           valueOf(rules.holeToHole(viaA, viaB)) + a.drillRadius() + b.drillRadius()});
    }
    needs.trackVia = trackVia, needs.viaTrack = viaTrack, needs.viaVia = viaVia;
    return needs;
}

} // namespace

NetProfiles::NetProfiles(const RuleResolver& rules, const std::vector<NetId>& nets) : m_ofNet(rules.board().nets.size(), -1) {
    const auto findOrAdd = [&](int rulesProfile, Nanometres width, Nanometres diameter, Nanometres drill, bool isNeck, NetId net) {
        for (std::size_t i = 0; i < m_profiles.size(); ++i) {
            NetProfile& p = m_profiles[i];
            if (p.rulesProfile != rulesProfile || p.width != width || p.viaDiameter != diameter || p.viaDrill != drill) continue;
            if (p.second.isNone() && net != p.first) p.second = net;
            return static_cast<int>(i);
        }
        m_profiles.push_back({rulesProfile, width, diameter, drill, isNeck, net, NetId::none()});
        m_neck.push_back(-1);
        return static_cast<int>(m_profiles.size() - 1);
    };
    for (const NetId net : nets) {
        const RoutingSizes sizes = rules.routingSizes(net);
        m_ofNet[net.index()] = findOrAdd(rules.profileOf(net), sizes.trackWidth, sizes.viaDiameter, sizes.viaDrill, false, net);
    }
    for (const NetId net : nets) {
        const RoutingSizes sizes = rules.routingSizes(net);
        const int own = m_ofNet[net.index()];
        const Nanometres width = std::min(std::max(sizes.minTrackWidth, Nanometres(100000)), sizes.trackWidth);
        const bool smallerVia = sizes.minViaDiameter < sizes.viaDiameter && sizes.minViaDiameter > sizes.minViaDrill && sizes.minViaDrill.value() > 0;
        if (width == sizes.trackWidth && !smallerVia) continue;
        const int neck = findOrAdd(rules.profileOf(net), width, smallerVia ? sizes.minViaDiameter : sizes.viaDiameter,
                                   smallerVia ? sizes.minViaDrill : sizes.viaDrill, true, net);
        if (neck != own) m_neck[static_cast<std::size_t>(own)] = neck;
    }
    for (const NetProfile& a : m_profiles) {
        for (const NetProfile& b : m_profiles) m_needs.push_back(needsBetween(rules, a, b));
        const RuleItem via = RuleItem::plannedVia(a.first, rules.board().layers.all(), a.viaDiameter);
        m_ownViaPitch.push_back(valueOf(rules.holeToHole(via, via)) + 2 * a.drillRadius());
    }
}

} // namespace viaduct
