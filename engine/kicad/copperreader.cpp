// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/kicad/boardreading.h"
#include "engine/kicad/filenumber.h"

namespace viaduct {

namespace {

// What tracks, arcs and vias have in common.
struct CommonCopper final {
    NetId net{kNoNet};
    bool isLocked{false};
    std::string uuid;
};

bool readCommon(BoardReading& reading, const SNode& part, std::string_view head, CommonCopper& common) {
    if (head == "net")
        common.net = reading.netIn(part);
    else if (head == "uuid" || head == "tstamp")
        common.uuid = part.at(1).text();
    else if (head == "locked")
        common.isLocked = part.isLeaf() || BoardReading::flagIn(part);
    else if (head == "status") {
        // KiCad 4 and 5: hexadecimal flags; this bit is "locked".
        const SNode leaf = part.at(1);
        const std::string_view digits = leaf.word();
        if (digits.size() >= 5 && digits.size() <= 8 && ((digits[digits.size() - 5] - '0') & 4) != 0 && digits[digits.size() - 5] <= '9')
            common.isLocked = true;
    } else
        return head == "net_name" || head == "tuned";
    return true;
}

Nanometres widthIn(BoardReading& reading, const SNode& part) {
    const Nanometres width = reading.lengthIn(part);
    if (width.value() >= 0) return width;
    reading.warn(part, "negative width read as its absolute value");
    return -width;
}

// KiCad keeps such an item and reports it; it is no copper of this board.
void noteDisabledLayer(BoardReading& reading, const std::string& kind, std::string_view layer, const CommonCopper& common, Point place) {
    if (!reading.layers.isDisabledCopper(layer)) return;
    const std::string& net = reading.board.net(common.net).name;
    const std::string name(layer);
    reading.board.faults.push_back({"item_on_disabled_layer", "(layer " + name + ")", PadId(), common.uuid,
                                    kind + " [" + (net.empty() ? std::string("<no net>") : net) + "] on " + name, place});
}

} // namespace

void readSegment(BoardReading& reading, const SNode& list) {
    Track track;
    CommonCopper common;
    for (const SNode part : list.arguments()) {
        const std::string_view head = part.isList() ? part.head() : part.word();
        if (head == "start")
            track.start = reading.pointIn(part);
        else if (head == "end")
            track.end = reading.pointIn(part);
        else if (head == "width")
            track.width = widthIn(reading, part);
        else if (head == "layer")
            track.layer = reading.copperIn(part);
        else if (head == "layers") { // (layers "F.Cu" "F.Mask"): a track whose mask is open
            const LayerSet copper = reading.layersIn(part).copper;
            track.layer = copper.first();
        } else if (!readCommon(reading, part, head, common) && head != "solder_mask_margin")
            reading.unread(part, "segment");
    }
    if (isStripped(reading.options, common.isLocked)) return;
    if (track.layer.isNone()) return noteDisabledLayer(reading, "Track", list.find("layer").at(1).word(), common, track.start);
    track.net = common.net;
    track.locked = common.isLocked;
    track.uuid = std::move(common.uuid);
    track.source = reading.sourceOf(list);
    reading.board.copper.tracks.push_back(std::move(track));
}

void readTrackArc(BoardReading& reading, const SNode& list) {
    TrackArc arc;
    CommonCopper common;
    for (const SNode part : list.arguments()) {
        const std::string_view head = part.isList() ? part.head() : part.word();
        if (head == "start")
            arc.start = reading.pointIn(part);
        else if (head == "mid")
            arc.mid = reading.pointIn(part);
        else if (head == "end")
            arc.end = reading.pointIn(part);
        else if (head == "width")
            arc.width = widthIn(reading, part);
        else if (head == "layer")
            arc.layer = reading.copperIn(part);
        else if (head == "layers")
            arc.layer = reading.layersIn(part).copper.first();
        else if (!readCommon(reading, part, head, common) && head != "solder_mask_margin")
            reading.unread(part, "arc");
    }
    if (isStripped(reading.options, common.isLocked)) return;
    if (arc.layer.isNone()) return noteDisabledLayer(reading, "Track (arc)", list.find("layer").at(1).word(), common, arc.start);
    arc.net = common.net;
    arc.locked = common.isLocked;
    arc.uuid = std::move(common.uuid);
    arc.source = reading.sourceOf(list);
    reading.board.copper.arcs.push_back(std::move(arc));
}

namespace {

// (tenting front back), (tenting none), (tenting (front yes) (back no))
void readTenting(const SNode& list, bool& front, bool& back) {
    bool hasWords = false, wordFront = false, wordBack = false;
    for (const SNode part : list.arguments()) {
        if (part.isList()) {
            bool& side = part.is("front") ? front : back;
            if (part.at(1).word() != "none") side = BoardReading::flagIn(part); // none: as the board says
            continue;
        }
        hasWords = true;
        wordFront = wordFront || part.word() == "front";
        wordBack = wordBack || part.word() == "back";
    }
    if (hasWords) front = wordFront, back = wordBack;
}

void readViaPadstack(BoardReading& reading, const SNode& list, Via& via) {
    for (const SNode layer : list.arguments()) {
        if (!layer.is("layer")) continue;
        const SNode size = layer.find("size");
        if (!size) continue;
        const Nanometres diameter = reading.lengthIn(size);
        const std::string_view name = layer.at(1).word();
        LayerSet on;
        if (name == "Inner") {
            for (std::int32_t i = 1; i + 1 < static_cast<std::int32_t>(reading.layers.stack().count()); ++i) on.insert(LayerId(i));
        } else if (const LayerId copper = reading.layers.copper(name); !copper.isNone())
            on.insert(copper);
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(reading.layers.stack().count()); ++i)
            if (on.contains(LayerId(i))) via.layerDiameters.emplace_back(LayerId(i), diameter);
    }
    std::stable_sort(via.layerDiameters.begin(), via.layerDiameters.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
}

} // namespace

void readVia(BoardReading& reading, const SNode& list) {
    Via via;
    CommonCopper common;
    via.from = reading.layers.stack().front();
    via.to = reading.layers.stack().back();
    via.keepEndLayers = false;
    via.tentedFront = reading.board.tentViasFront;
    via.tentedBack = reading.board.tentViasBack;
    for (const SNode part : list.arguments()) {
        const std::string_view head = part.isList() ? part.head() : part.word();
        if (head == "at")
            via.position = reading.pointIn(part);
        else if (head == "size")
            via.diameter = widthIn(reading, part);
        else if (head == "drill")
            via.drill = widthIn(reading, part);
        else if (head == "layers") {
            LayerSet span;
            for (const SNode leaf : part.arguments()) {
                const LayerId layer = reading.layers.copper(leaf.word());
                if (!layer.isNone())
                    span.insert(layer);
                else
                    reading.warn(leaf, "the board has no such copper layer");
            }
            if (!span.isEmpty()) via.from = span.first(), via.to = span.last();
        } else if (head == "blind")
            via.kind = ViaKind::Blind;
        else if (head == "buried")
            via.kind = ViaKind::Buried;
        else if (head == "micro")
            via.kind = ViaKind::Micro;
        else if (head == "remove_unused_layers" || head == "remove_unused_layer")
            via.removeUnusedLayers = BoardReading::flagIn(part);
        else if (head == "keep_end_layers")
            via.keepEndLayers = BoardReading::flagIn(part);
        else if (head == "tenting")
            readTenting(part, via.tentedFront, via.tentedBack);
        else if (head == "padstack")
            readViaPadstack(reading, part, via);
        else if (!readCommon(reading, part, head, common) && head != "through" && head != "free" && head != "zone_layer_connections" && head != "teardrops" &&
                 head != "capping" && head != "covering" && head != "plugging" && head != "filling" && head != "backdrill" && head != "tertiary_drill" &&
                 head != "front_post_machining" && head != "back_post_machining")
            reading.unread(part, "via");
    }
    if (isStripped(reading.options, common.isLocked)) return;
    for (const SNode leaf : list.find("layers").arguments())
        if (reading.layers.isDisabledCopper(leaf.word())) {
            noteDisabledLayer(reading, "Via", leaf.word(), common, via.position);
            break;
        }
    via.net = common.net;
    via.locked = common.isLocked;
    via.uuid = std::move(common.uuid);
    via.source = reading.sourceOf(list);
    reading.board.copper.vias.push_back(std::move(via));
}

void settleViaDrills(BoardReading& reading) {
    Board& board = reading.board;
    std::vector<const StatedNetClass*> classOf(board.nets.size(), nullptr);
    const StatedNetClass* fallback = nullptr;
    for (const StatedNetClass& stated : board.statedRules.classes) {
        if (stated.name == "Default") fallback = &stated;
        for (const std::string& net : stated.nets)
            if (const NetId id = reading.netNamed(net, false); !id.isNone()) classOf[id.index()] = &stated;
    }
    for (Via& via : board.copper.vias) {
        if (via.drill.value() != 0) continue;
        const bool isMicro = via.kind == ViaKind::Micro;
        const auto drillOf = [&](const StatedNetClass* stated) {
            return stated == nullptr ? std::optional<Nanometres>() : isMicro ? stated->microviaDrill : stated->viaDrill;
        };
        auto drill = drillOf(classOf[via.net.index()]);
        if (!drill) drill = drillOf(fallback);
        via.drill = drill.value_or(isMicro ? Nanometres(100000) : Nanometres(300000));
    }
}

} // namespace viaduct
