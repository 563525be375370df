// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/resolvertables.h"

#include <algorithm>
#include <tuple>

#include "engine/geometry/distance.h"
#include "engine/rules/pairnames.h"

namespace viaduct {

RuleResolver::Tables::Tables(const Board& ofBoard, const RuleSet& ofRules) : board(ofBoard), rules(ofRules) {
    const std::string& file = rules.minimumsFile;
    minimumOrigin = {"board minimum", file, 0};
    setupOrigin = {"board setup constraints", file, 0};
    holeOrigin = {"board setup constraints hole", file, 0};
    edgeOrigin = {"board setup constraints edge", file, 0};
    microviaOrigin = {"board setup micro-via constraints", file, 0};
    spokesOrigin = {"board setup constraints zone fill strategy", file, 0};
    const std::string boardFile = board.name + ".kicad_pcb";
    padOrigin = {"pad", boardFile, 0};
    footprintOrigin = {"footprint", boardFile, 0};
    zoneOrigin = {"zone", boardFile, 0};
    netTieOrigin = {"net tie", boardFile, 0};

    const std::size_t classCount = rules.classes.size();
    m_classPairs.reserve(classCount * classCount);
    for (const NetClass& a : rules.classes)
        for (const NetClass& b : rules.classes) {
            const NetClass& winner = b.clearance > a.clearance ? b : a;
            m_classPairs.push_back({winner.clearance, &winner.origin});
        }
    for (const int index : rules.classOfNet) {
        m_row.push_back(static_cast<std::size_t>(index) * classCount);
        m_column.push_back(static_cast<std::size_t>(index));
    }
    for (const NetClass& netClass : rules.classes) {
        pairOrigins.push_back(netClass.origin);
        pairOrigins.back().name += " (diff pair)";
    }
    hasOverrides = std::any_of(board.pads.begin(), board.pads.end(), [](const Pad& pad) { return pad.clearance.has_value(); }) ||
                   std::any_of(board.footprints.begin(), board.footprints.end(), [](const Footprint& footprint) { return footprint.clearance.has_value(); });
    findPairs();
    if (rules.compiled) custom = std::make_unique<const CompiledRules::Session>(*rules.compiled, board, rules, partner);
    findAreas();
    findNetTies();
    findProfiles();
    findLargest();
}

void RuleResolver::Tables::findPairs() {
    partner.assign(board.nets.size(), -1);
    m_pairGaps.resize(board.nets.size());
    std::map<std::string_view, std::int32_t> idOfName;
    for (const Net& net : board.nets) idOfName.emplace(net.name, net.id.value());
    for (const Net& net : board.nets) {
        const PairName pair = pairNameOf(net.name);
        if (pair.complement.empty()) continue;
        const auto other = idOfName.find(pair.complement);
        if (other != idOfName.end()) partner[net.id.index()] = other->second;
    }
    // KiCad makes such a rule per class, in the order of the classes, and the last that matches either net wins.
    for (const Net& net : board.nets) {
        const std::int32_t other = partner[net.id.index()];
        if (other < 0) continue;
        ClassPair gap = classPair(net.id, NetId(other));
        const int first = rules.classOfNet[net.id.index()], second = rules.classOfNet[static_cast<std::size_t>(other)];
        for (const int index : {std::min(first, second), std::max(first, second)}) {
            const NetClass& netClass = rules.classes[static_cast<std::size_t>(index)];
            if (netClass.pairGap < netClass.clearance) {
                gap = {netClass.pairGap, &netClass.origin};
                hasPairGaps = true;
            }
        }
        m_pairGaps[net.id.index()] = gap;
    }
}

void RuleResolver::Tables::findAreas() {
    areas.assign(static_cast<std::size_t>(ItemKind::Hole) + 1, std::vector<std::vector<ZoneId>>(board.layers.count()));
    const auto add = [&](ItemKind kind, LayerId layer, ZoneId zone) { areas[static_cast<std::size_t>(kind)][layer.index()].push_back(zone); };
    for (const Zone& zone : board.zones) {
        if (!zone.keepOut) continue;
        for (std::size_t i = 0; i < board.layers.count(); ++i) {
            const LayerId layer(static_cast<std::int32_t>(i));
            if (!zone.layers.contains(layer)) continue;
            if (zone.keepOut->tracks) add(ItemKind::Track, layer, zone.id), add(ItemKind::Arc, layer, zone.id);
            if (zone.keepOut->vias) add(ItemKind::Via, layer, zone.id);
            if (zone.keepOut->pads) add(ItemKind::Pad, layer, zone.id);
            if (zone.keepOut->copperPour) add(ItemKind::Zone, layer, zone.id);
        }
    }
}

void RuleResolver::Tables::findNetTies() {
    tieGroups.resize(board.footprints.size());
    for (const Footprint& footprint : board.footprints) {
        int group = 0;
        for (const auto& numbers : footprint.netTieGroups) {
            for (const std::string& number : numbers) tieGroups[footprint.id.index()][number] = group;
            hasNetTies = true;
            ++group;
        }
    }
    if (!hasNetTies) return;
    for (const Graphic& graphic : board.graphics) {
        const LayerId layer = graphic.copperLayer();
        if (layer.isNone() || graphic.footprint.isNone() || graphic.kind != Graphic::Kind::Line) continue;
        const auto& groups = tieGroups[graphic.footprint.index()];
        if (groups.empty()) continue;
        std::vector<NetId> nets;
        const Footprint& footprint = board.footprint(graphic.footprint);
        for (const PadId id : footprint.pads) {
            const Pad& pad = board.pad(id);
            const auto group = groups.find(pad.number);
            if (group == groups.end() || !touches(pad.shapesOn(layer), graphic.shapes)) continue;
            for (const PadId other : footprint.pads) {
                const auto otherGroup = groups.find(board.pad(other).number);
                if (otherGroup != groups.end() && otherGroup->second == group->second) nets.push_back(board.pad(other).net);
            }
        }
        std::sort(nets.begin(), nets.end());
        nets.erase(std::unique(nets.begin(), nets.end()), nets.end());
        if (!nets.empty()) tieGraphics.emplace(&graphic, std::move(nets));
    }
}

void RuleResolver::Tables::findProfiles() {
    // Class and, where a pair has a gap of its own, the net itself: its partner meets another value than everybody else.
    std::map<std::tuple<int, int, std::int32_t>, int> known;
    for (const Net& net : board.nets) {
        const bool isOwn = (hasPairGaps || custom) && partner[net.id.index()] >= 0;
        const auto [entry, isNew] =
            known.emplace(std::tuple(rules.classOfNet[net.id.index()], custom ? custom->profileOf(net.id) : 0, isOwn ? net.id.value() : -1), profileCount);
        if (isNew) ++profileCount;
        profile.push_back(entry->second);
    }
}

void RuleResolver::Tables::findLargest() {
    largest = std::max({rules.minimums.clearance, rules.minimums.holeClearance, rules.minimums.holeToHole, rules.minimums.edgeClearance});
    if (rules.compiled) largest = std::max(largest, rules.compiled->largestClearance());
    for (const NetClass& netClass : rules.classes) largest = std::max(largest, netClass.clearance);
    for (const Zone& zone : board.zones)
        if (!zone.isRuleArea()) largest = std::max(largest, zone.clearance);
    for (const Pad& pad : board.pads) largest = std::max(largest, pad.clearance.value_or(Nanometres()));
    for (const Footprint& footprint : board.footprints) largest = std::max(largest, footprint.clearance.value_or(Nanometres()));
}

} // namespace viaduct
