// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/saving.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "engine/base/log.h"
#include "engine/kicad/boardwriter.h"

namespace viaduct {

namespace {

namespace fs = std::filesystem;

std::vector<SourceSpan> spansOf(const Board& board, const std::vector<RemovedItem>& removed) {
    std::vector<SourceSpan> spans;
    for (const RemovedItem& item : removed) {
        switch (item.kind) {
        case CopperKind::Track: spans.push_back(board.copper.tracks.at(item.index).source); break;
        case CopperKind::Arc: spans.push_back(board.copper.arcs.at(item.index).source); break;
        case CopperKind::Via: spans.push_back(board.copper.vias.at(item.index).source); break;
        }
    }
    std::sort(spans.begin(), spans.end(), [](const SourceSpan& a, const SourceSpan& b) { return a.begin < b.begin; });
    return spans;
}

struct Changed final {
    Box box;
    LayerSet layers;
};

// Where copper came or went, grown by the greatest distance at which it can change a fill.
std::vector<Changed> changedPlaces(const Session& session, const State& state) {
    const Nanometres reach = session.rules().largestClearance() + Nanometres(1'000'000);
    std::vector<Changed> places;
    const auto addLine = [&](const auto& item) { places.push_back({item.shape().box().inflated(reach), LayerSet::of(item.layer)}); };
    const auto addVia = [&](const Via& via) { places.push_back({via.shapeOn(via.from).box().inflated(reach), via.layers()}); };
    for (const Track& track : state.added.tracks) addLine(track);
    for (const TrackArc& arc : state.added.arcs) addLine(arc);
    for (const Via& via : state.added.vias) addVia(via);
    const Copper& own = session.board().copper;
    for (const RemovedItem& item : state.removed) {
        switch (item.kind) {
        case CopperKind::Track: addLine(own.tracks.at(item.index)); break;
        case CopperKind::Arc: addLine(own.arcs.at(item.index)); break;
        case CopperKind::Via: addVia(own.vias.at(item.index)); break;
        }
    }
    return places;
}

Box boxOf(const Zone& zone) {
    Box box;
    for (const PolygonWithHoles& part : zone.outline)
        for (const Point corner : part.outer) box.include(corner);
    return box;
}

// Zones whose fill may differ from the stored one. A zone of higher priority that changes leaves room to those below it, so the choice is
// by the zones' own areas; a stripped board has lost all its fills and gets them all back.
std::vector<ZoneFill> changedFills(const Session& session, const State& state) {
    if (session.file().options.strip) return *state.fills;
    std::set<ZoneId> zones;
    const std::vector<Changed> places = changedPlaces(session, state);
    for (const Zone& zone : session.board().zones) {
        if (zone.isRuleArea()) continue;
        const Box box = boxOf(zone);
        const bool isNear = std::any_of(places.begin(), places.end(),
                                        [&](const Changed& place) { return place.box.intersects(box) && !(place.layers & zone.layers).isEmpty(); });
        if (isNear) zones.insert(zone.id);
    }
    std::vector<ZoneFill> fills;
    for (const ZoneFill& fill : *state.fills)
        if (zones.count(fill.zone) > 0) fills.push_back(fill);
    return fills;
}

} // namespace

bool isSameFile(const std::string& a, const std::string& b) {
    std::error_code error;
    if (fs::equivalent(a, b, error) && !error) return true;
    return fs::absolute(a, error).lexically_normal() == fs::absolute(b, error).lexically_normal();
}

Result<std::string> savedText(const Session& session, const State& state, bool refills) {
    BoardChanges changes;
    changes.added = state.added;
    changes.removed = spansOf(session.board(), state.removed);
    const bool isChanged = !state.added.isEmpty() || !state.removed.empty() || session.file().options.strip;
    if (refills && isChanged) {
        std::vector<ZoneFill> fills = changedFills(session, state);
        if (!fills.empty()) changes.fills = std::move(fills);
    }
    return writeBoardText(session.file(), changes);
}

Result<void> saveState(const Session& session, const State& state, const std::string& path, bool refills, bool mayOverwriteInput) {
    const bool isOverInput = isSameFile(path, session.file().path);
    if (isOverInput && !mayOverwriteInput)
        return fail(ErrorCode::NotAllowed, "save: " + path + " is the board itself; name another file, or write over it with --in-place.");
    const auto unchanged = ensureUnchangedOnDisk(session.file());
    if (!unchanged && isOverInput) return tl::unexpected<Error>(unchanged.error());
    if (!unchanged) logMessage(LogLevel::Warning, unchanged.error().text + " The file written holds the board as it was read.");
    const std::string text = TRY(savedText(session, state, refills));
    TRY(writeFileAtomically(path, text));
    if (!isOverInput) TRY(copyCompanions(session.file().path, path));
    return {};
}

} // namespace viaduct
