// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/commands/ruleitems.h"

#include <algorithm>
#include <vector>

#include "engine/commands/replies.h"

namespace viaduct {

namespace {

using nlohmann::json;

constexpr std::size_t kMostCandidates = 8;

// The file's word for an item may be any text: only what looks like a uuid is shown.
bool isUuid(const std::string& text) {
    return text.size() >= 8 && text.size() <= 36 &&
           std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == '-'; });
}

template <typename Item> void addByUuid(const std::vector<Item>& items, const std::string& uuid, std::vector<RuleItem>& found) {
    for (const Item& item : items)
        if (item.uuid == uuid) found.push_back(RuleItem::of(item));
}

std::vector<RuleItem> itemsOfUuid(const State& state, const std::string& uuid) {
    std::vector<RuleItem> found;
    const Board& board = *state.board;
    for (const Pad& pad : board.pads)
        if (pad.uuid == uuid) found.push_back(RuleItem::of(board, pad));
    addByUuid(state.copper->tracks, uuid, found);
    addByUuid(state.copper->arcs, uuid, found);
    addByUuid(state.copper->vias, uuid, found);
    addByUuid(board.zones, uuid, found);
    addByUuid(board.graphics, uuid, found);
    return found;
}

std::string ambiguous(const Board& board, const std::string& key, const std::vector<PadId>& pads) {
    std::string text = key + ": the name stands for " + std::to_string(pads.size()) + " pads of several nets; give the uuid of one:";
    std::size_t listed = 0;
    for (const PadId pad : pads)
        if (isUuid(board.pad(pad).uuid) && listed++ < kMostCandidates) text += " " + board.pad(pad).uuid;
    return text;
}

} // namespace

Result<RuleItem> findRuleItem(const State& state, const RuleSet& rules, const std::string& key, const std::string& name) {
    const Board& board = *state.board;
    if (const std::vector<PadId> pads = board.findPads(name); !pads.empty()) {
        const NetId net = board.pad(pads.front()).net;
        if (std::any_of(pads.begin(), pads.end(), [&](PadId pad) { return board.pad(pad).net != net; }))
            return fail(ErrorCode::InvalidArgs, ambiguous(board, key, pads));
        return RuleItem::of(board, board.pad(pads.front()));
    }
    if (!name.empty())
        if (const std::vector<RuleItem> found = itemsOfUuid(state, name); !found.empty()) {
            if (found.size() > 1)
                return fail(ErrorCode::InvalidArgs, key + ": " + std::to_string(found.size()) + " items have the given uuid; name a pad as REF.PIN or a net.");
            return found.front();
        }
    if (const auto net = findNet(board, name)) return RuleItem::plannedTrack(*net, LayerId::none(), rules.classFor(*net).trackWidth);
    return fail(ErrorCode::NotFound, key + ": the board has no pad (REF.PIN, like U1.3), item (uuid) or net of the given name; inspect_pad and inspect_net "
                                           "show what is near, open_connections lists nets.");
}

json ruleItemJson(const Board& board, const RuleItem& item) {
    json result = {{"net", netName(board, item.net)}};
    const auto is = [&](const char* kind, const std::string& name) {
        result["kind"] = kind;
        if (!name.empty()) result["name"] = shown(name);
    };
    if (item.pad != nullptr)
        is("pad", board.padName(item.pad->id));
    else if (item.via != nullptr)
        is("via", item.via->uuid);
    else if (item.track != nullptr)
        is("track", item.track->uuid);
    else if (item.arc != nullptr)
        is("arc", item.arc->uuid);
    else if (item.zone != nullptr)
        is(item.zone->isRuleArea() ? "rule_area" : "zone", item.zone->name);
    else if (item.graphic != nullptr)
        is(item.kind == ItemKind::Text ? "text" : "drawing", item.graphic->uuid);
    else
        is("net", "");
    if (!item.layers.isEmpty()) result["layers"] = layerNames(board, item.layers);
    return result;
}

} // namespace viaduct
