// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/rules/ruleresolver.h"

namespace viaduct {

// What a net is laid with, and which rules it meets. Nets of one profile share planes.
struct NetProfile final {
    int rulesProfile{0};
    Nanometres width, viaDiameter, viaDrill;
    bool isNeck{false};  // below the class, at the board's minimums: for pins that are boxed in at class width
    NetId first, second; // two nets of it, to ask rules with (second is none() when there is one net only)
    [[nodiscard]] std::int64_t halfWidth() const noexcept { return (width.value() + 1) / 2; }
    [[nodiscard]] std::int64_t viaRadius() const noexcept { return (viaDiameter.value() + 1) / 2; }
    [[nodiscard]] std::int64_t drillRadius() const noexcept { return (viaDrill.value() + 1) / 2; }
    // A net of this profile that is not `other`; `other` itself when there is no second.
    [[nodiscard]] NetId netBut(NetId other) const noexcept { return first != other || second.isNone() ? first : second; }
};

// Needs between two movable nets, by profile: centre to centre.
struct PairNeeds final {
    std::vector<std::int64_t> trackTrack; // by layer
    std::int64_t trackVia{0};             // a's track to b's via (any layer)
    std::int64_t viaTrack{0};             // a's via to b's track
    std::int64_t viaVia{0};
};

// The profiles of the nets to be routed: class profiles and, where the board allows less than the class, their necks.
class NetProfiles final {
public:
    NetProfiles(const RuleResolver& rules, const std::vector<NetId>& nets);
    [[nodiscard]] std::size_t count() const noexcept { return m_profiles.size(); }
    [[nodiscard]] const NetProfile& operator[](int index) const { return m_profiles.at(static_cast<std::size_t>(index)); }
    [[nodiscard]] int ofNet(NetId net) const { return m_ofNet.at(net.index()); }                         // -1: not routed
    [[nodiscard]] int neckOf(int profile) const { return m_neck.at(static_cast<std::size_t>(profile)); } // -1: the class is the minimum
    [[nodiscard]] const PairNeeds& needs(int a, int b) const {
        return m_needs.at(static_cast<std::size_t>(a) * m_profiles.size() + static_cast<std::size_t>(b));
    }
    [[nodiscard]] std::int64_t ownViaPitch(int profile) const {
        return m_ownViaPitch.at(static_cast<std::size_t>(profile));
    } // hole to hole on one net, centre to centre

private:
    std::vector<NetProfile> m_profiles;
    std::vector<int> m_ofNet, m_neck;
    std::vector<PairNeeds> m_needs;
    std::vector<std::int64_t> m_ownViaPitch;
};

} // namespace viaduct
