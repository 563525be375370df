// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/verification.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "engine/commands/replies.h"
#include "engine/commands/thermalstubs.h"
#include "engine/fill/zonefill.h"
#include "engine/geometry/distance.h"

namespace viaduct {

namespace {

constexpr int kMostDrops = 12; // then all of the new copper goes
// New copper this close to an error that names none is thought to have caused it: the nearest ring that has any. A thermal spoke is cut as far
// away as it is long, and a fill can be cut off further still.
constexpr std::array<Nanometres, 4> kNear{Nanometres(1'000'000), Nanometres(2'000'000), Nanometres(4'000'000), Nanometres(8'000'000)};

// The part of a proposal that the state before does not have.
struct NewCopper final {
    std::size_t firstTrack, firstArc, firstVia; // new items stand behind the old ones
};

std::set<NetId> netsAt(const Copper& copper, const NewCopper& fresh, Point place, Nanometres within, const std::set<NetId>& but) {
    std::set<NetId> nets;
    const Shape spot = Shape::disc(place, Nanometres(1));
    const auto look = [&](const auto& items, std::size_t first, const auto& shapeOf) {
        for (std::size_t i = first; i < items.size(); ++i) {
            const Shape shape = shapeOf(items[i]);
            if (shape.box().inflated(within).contains(place) && isCloserThan(shape, spot, within) && !but.contains(items[i].net)) nets.insert(items[i].net);
        }
    };
    look(copper.tracks, fresh.firstTrack, [](const Track& t) { return t.shape(); });
    look(copper.arcs, fresh.firstArc, [](const TrackArc& a) { return a.shape(); });
    look(copper.vias, fresh.firstVia, [](const Via& v) { return v.shapeOn(v.from); });
    return nets;
}

// Which nets' new copper an added error names, else which lies near it.
std::set<NetId> causes(const Board& board, const Copper& copper, const NewCopper& fresh, const Violation& violation) {
    std::set<NetId> nets, own;
    for (const ViolationItem& item : violation.items) {
        for (std::size_t i = fresh.firstTrack; i < copper.tracks.size(); ++i)
            if (copper.tracks[i].start == item.position || copper.tracks[i].end == item.position) nets.insert(copper.tracks[i].net);
        for (std::size_t i = fresh.firstArc; i < copper.arcs.size(); ++i)
            if (copper.arcs[i].start == item.position || copper.arcs[i].end == item.position) nets.insert(copper.arcs[i].net);
        for (std::size_t i = fresh.firstVia; i < copper.vias.size(); ++i)
            if (copper.vias[i].position == item.position) nets.insert(copper.vias[i].net);
    }
    // What starves a pad is never its own net.
    if (violation.type == "starved_thermal")
        for (const Pad& pad : board.pads)
            if (pad.position == violation.place) own.insert(pad.net), nets.erase(pad.net);
    for (const Nanometres near : kNear) {
        if (nets.empty()) nets = netsAt(copper, fresh, violation.place, near, own);
        for (const ViolationItem& item : violation.items)
            if (nets.empty()) nets = netsAt(copper, fresh, item.position, near, own);
    }
    return nets;
}

// A small set of nets that covers every error: the one in most errors first, ties to the later net.
std::set<NetId> cover(const std::vector<std::set<NetId>>& errors) {
    std::set<NetId> chosen;
    std::vector<char> isCovered(errors.size(), 0);
    while (true) {
        std::map<NetId, int> counts;
        for (std::size_t i = 0; i < errors.size(); ++i)
            if (isCovered[i] == 0)
                for (const NetId net : errors[i]) ++counts[net];
        if (counts.empty()) return chosen;
        const auto most = std::max_element(counts.begin(), counts.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second || (a.second == b.second && a.first < b.first); });
        chosen.insert(most->first);
        for (std::size_t i = 0; i < errors.size(); ++i)
            if (errors[i].count(most->first) > 0) isCovered[i] = 1;
    }
}

void drop(Copper& copper, const NewCopper& fresh, const std::set<NetId>& nets) {
    const auto without = [&](auto& items, std::size_t first) {
        items.erase(std::remove_if(items.begin() + static_cast<std::ptrdiff_t>(first), items.end(), [&](const auto& item) { return nets.count(item.net) > 0; }),
                    items.end());
    };
    without(copper.tracks, fresh.firstTrack);
    without(copper.arcs, fresh.firstArc);
    without(copper.vias, fresh.firstVia);
}

std::set<NetId> allNets(const Copper& copper, const NewCopper& fresh) {
    std::set<NetId> nets;
    for (std::size_t i = fresh.firstTrack; i < copper.tracks.size(); ++i) nets.insert(copper.tracks[i].net);
    for (std::size_t i = fresh.firstArc; i < copper.arcs.size(); ++i) nets.insert(copper.arcs[i].net);
    for (std::size_t i = fresh.firstVia; i < copper.vias.size(); ++i) nets.insert(copper.vias[i].net);
    return nets;
}

std::vector<Violation> addedErrors(const CheckReport& report) {
    std::vector<Violation> added;
    for (const Violation& violation : report.violations)
        if (violation.isAdded && violation.severity == "error" && !violation.isExcluded) added.push_back(violation);
    return added;
}

// The pours that surely are there: without necks as narrow as the minimum, where KiCad's filler, with other chords for arcs, may leave nothing,
// so that islands are cut off and pads starve.
std::vector<ZoneFill> sureFills(const Session& session, const State& state) { return fillZones(session.rules(), *state.copper, {.caution = kChordCaution}); }

} // namespace

CheckReport againstInput(const Session& session, const State& state) {
    CheckReport report = *session.check(state);
    markAdded(report, *session.baseline());
    return report;
}

Verification verify(const Session& session, const State& base, Proposal proposal, bool mayDrop) {
    const NewCopper fresh{base.added.tracks.size(), base.added.arcs.size(), base.added.vias.size()};
    const std::shared_ptr<const CheckReport> before = session.check(base);
    Verification result;
    std::set<NetId> dropped;
    StubbedPads stubbed;
    std::optional<CheckReport> sureBefore;
    for (int drops = 0;;) {
        result.state = session.build(proposal);
        result.report = *session.check(*result.state);
        markAdded(result.report, *before);
        std::vector<Violation> added = addedErrors(result.report);
        std::vector<ZoneFill> sure;
        if (mayDrop && hasPours(session.board())) sure = sureFills(session, *result.state);
        if (added.empty() && !sure.empty()) {
            if (!sureBefore) sureBefore = check(session.rules(), *base.copper, sureFills(session, base));
            CheckReport report = check(session.rules(), *result.state->copper, sure);
            markAdded(report, *sureBefore);
            added = addedErrors(report);
        }
        if (added.empty() || !mayDrop || allNets(proposal.added, fresh).empty()) break;
        // Before copper goes: a pad that lost its spokes is joined to its pour by a track.
        const std::vector<Track> stubs = thermalStubs(session.rules(), *result.state->copper, sure, added, stubbed);
        if (!stubs.empty()) {
            proposal.added.tracks.insert(proposal.added.tracks.end(), stubs.begin(), stubs.end());
            continue;
        }
        for (const Violation& violation : added) ++result.refusals[violation.type];
        std::vector<std::set<NetId>> errors;
        for (const Violation& violation : added) errors.push_back(causes(session.board(), proposal.added, fresh, violation));
        std::set<NetId> nets = cover(errors);
        if (nets.empty() || drops++ >= kMostDrops) nets = allNets(proposal.added, fresh);
        for (const NetId net : nets) {
            const auto cause = std::find_if(errors.begin(), errors.end(), [&](const std::set<NetId>& named) { return named.count(net) > 0; });
            result.refusalOf.emplace(net, added[cause == errors.end() ? 0 : static_cast<std::size_t>(cause - errors.begin())]);
        }
        dropped.insert(nets.begin(), nets.end());
        drop(proposal.added, fresh, nets);
    }
    result.dropped.assign(dropped.begin(), dropped.end());
    return result;
}

} // namespace viaduct
