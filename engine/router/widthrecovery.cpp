// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/router/widthrecovery.h"

#include <algorithm>

#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

class Recovery final {
public:
    Recovery(const RoutingModel& model, Copper& laid) : m_model(model), m_laid(laid) {
        for (std::size_t i = 0; i < laid.tracks.size(); ++i) insert(static_cast<std::int32_t>(i), laid.tracks[i].start, laid.tracks[i].end);
        for (std::size_t i = 0; i < laid.vias.size(); ++i)
            insert(static_cast<std::int32_t>(laid.tracks.size() + i), laid.vias[i].position, laid.vias[i].position);
        for (std::size_t a = 0; a < model.profiles().count(); ++a)
            for (std::size_t b = 0; b < model.profiles().count(); ++b) {
                const PairNeeds& needs = model.profiles().needs(static_cast<int>(a), static_cast<int>(b));
                m_reach =
                    std::max({m_reach, needs.trackVia, needs.viaTrack, needs.viaVia, *std::max_element(needs.trackTrack.begin(), needs.trackTrack.end())});
            }
    }

    void run() {
        for (Track& track : m_laid.tracks) {
            const int wanted = m_model.profiles().ofNet(track.net);
            const NetProfile& profile = m_model.profiles()[wanted];
            if (track.width >= profile.width) continue;
            if (m_model.obstacles().trackConflict(track.net, profile, track.layer, track.start, track.end) != nullptr) continue;
            if (hasRoom(track.net, wanted, false, track.layer, track.start, track.end)) track.width = profile.width;
        }
        for (Via& via : m_laid.vias) {
            const int wanted = m_model.profiles().ofNet(via.net);
            const NetProfile& profile = m_model.profiles()[wanted];
            if (via.diameter >= profile.viaDiameter) continue;
            if (m_model.obstacles().viaConflict(via.net, profile, via.position) != nullptr) continue;
            if (hasRoom(via.net, wanted, true, LayerId::none(), via.position, via.position)) via.diameter = profile.viaDiameter, via.drill = profile.viaDrill;
        }
    }

private:
    void insert(std::int32_t value, Point a, Point b) {
        Box box;
        box.include(a), box.include(b);
        m_index.insert(value, box);
    }
    [[nodiscard]] int profileOf(NetId net, Nanometres size, bool isVia) const {
        const int own = m_model.profiles().ofNet(net), neck = m_model.profiles().neckOf(own);
        const NetProfile& profile = m_model.profiles()[own];
        return neck < 0 || size == (isVia ? profile.viaDiameter : profile.width) ? own : neck;
    }
    [[nodiscard]] bool hasRoom(NetId net, int profile, bool isVia, LayerId layer, Point a, Point b) const {
        Box box;
        box.include(a), box.include(b);
        std::vector<std::int32_t> found;
        m_index.query(box.inflated(Nanometres(m_reach)), found);
        for (const std::int32_t i : found) {
            const auto index = static_cast<std::size_t>(i);
            if (index < m_laid.tracks.size()) {
                const Track& other = m_laid.tracks[index];
                if (other.net == net || (!isVia && other.layer != layer)) continue;
                const PairNeeds& needs = m_model.profiles().needs(profile, profileOf(other.net, other.width, false));
                if (segmentsCloserThan(a, b, other.start, other.end, Nanometres(isVia ? needs.viaTrack : needs.trackTrack[layer.index()]))) return false;
            } else {
                const Via& other = m_laid.vias[index - m_laid.tracks.size()];
                if (other.net == net) {
                    if (isVia && other.position != a &&
                        segmentsCloserThan(a, b, other.position, other.position, Nanometres(m_model.profiles().ownViaPitch(profile))))
                        return false;
                    continue;
                }
                const PairNeeds& needs = m_model.profiles().needs(profile, profileOf(other.net, other.diameter, true));
                if (segmentsCloserThan(a, b, other.position, other.position, Nanometres(isVia ? needs.viaVia : needs.trackVia))) return false;
            }
        }
        return true;
    }

    const RoutingModel& m_model;
    Copper& m_laid;
    SpatialIndex m_index;
    std::int64_t m_reach{0};
};

} // namespace

void recoverWidths(const RoutingModel& model, Copper& laid) { Recovery(model, laid).run(); }

} // namespace viaduct
