// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/kicad/boardreading.h"
#include "engine/kicad/courtyard.h"
#include "engine/kicad/drawingshapes.h"
#include "engine/kicad/filenumber.h"
#include "engine/kicad/textvariables.h"

namespace viaduct {

namespace {

ZoneConnection zoneConnectionOf(std::int64_t code) {
    switch (code) {
    case 0: return ZoneConnection::None;
    case 1: return ZoneConnection::Thermal;
    case 2: return ZoneConnection::Full;
    case 3: return ZoneConnection::ThermalThroughHoleOnly;
    default: return ZoneConnection::Inherited;
    }
}

// "1, 2" -> {1, 2}; a backslash keeps the comma that follows it.
std::vector<std::string> padNumbersIn(const std::string& group) {
    std::vector<std::string> numbers(1);
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (group[i] == '\\' && i + 1 < group.size())
            numbers.back().push_back(group[++i]);
        else if (group[i] == ',')
            numbers.emplace_back();
        else
            numbers.back().push_back(group[i]);
    }
    for (std::string& number : numbers) {
        const std::size_t from = number.find_first_not_of(' '), to = number.find_last_not_of(' ');
        number = from == std::string::npos ? std::string() : number.substr(from, to - from + 1);
    }
    return numbers;
}

bool isKnownAndUnused(std::string_view head) {
    for (const std::string_view name : {"tedit",
                                        "descr",
                                        "sheetfile",
                                        "model",
                                        "solder_paste_margin",
                                        "solder_paste_ratio",
                                        "solder_paste_margin_ratio",
                                        "autoplace_cost90",
                                        "autoplace_cost180",
                                        "placed",
                                        "generator",
                                        "generator_version",
                                        "version",
                                        "embedded_fonts",
                                        "embedded_files",
                                        "private_layers",
                                        "group",
                                        "units",
                                        "duplicate_pad_numbers_are_jumpers",
                                        "jumper_pad_groups",
                                        "stackup",
                                        "image",
                                        "thermal_width",
                                        "thermal_gap",
                                        "barcode",
                                        "point",
                                        "variant",
                                        "fp_text_private",
                                        "locked"})
        if (head == name) return true;
    return false;
}

bool isPartOfBoard(std::string_view head) {
    return head == "footprint" || head == "module" || head == "segment" || head == "via" || head == "arc" || head.substr(0, 3) == "gr_";
}

// The clauses that the pads, drawings and zones of the footprint need to know.
double readPlacement(BoardReading& reading, const SNode& list, Footprint& footprint) {
    double degrees = 0;
    for (const SNode part : list.arguments()) {
        if (part.isLeaf()) {
            if (part.word() == "locked" && part.kind() == SNode::Kind::Word) footprint.locked = true;
            continue;
        }
        const std::string_view head = part.head();
        if (head == "at") {
            footprint.position = reading.pointIn(part);
            degrees = reading.angleIn(part);
        } else if (head == "layer")
            footprint.isBack = reading.layers.copper(part.at(1).word()) == reading.layers.stack().back();
        else if (head == "locked")
            footprint.locked = BoardReading::flagIn(part);
        else if (head == "uuid" || head == "tstamp")
            footprint.uuid = part.at(1).text();
        else if (head == "clearance")
            footprint.clearance = reading.lengthIn(part);
        else if (head == "solder_mask_margin")
            footprint.maskMargin = reading.lengthIn(part);
        else if (head == "zone_connect")
            footprint.zoneConnection = zoneConnectionOf(reading.integerIn(part));
        else if (head == "net_tie_pad_groups") {
            for (const SNode group : part.arguments())
                if (group.isLeaf()) footprint.netTieGroups.push_back(padNumbersIn(group.text()));
        } else if (head == "attr") {
            for (const SNode word : part.arguments())
                if (word.isLeaf() && word.word() == "allow_soldermask_bridges") footprint.allowsMaskBridges = true;
        } else if (head == "path")
            footprint.sheetPath = part.at(1).text();
        else if (head == "sheetname")
            footprint.sheetName = part.at(1).text();
        else if (head == "component_classes") {
            for (const SNode named : part.arguments())
                if (named.is("class")) footprint.componentClasses.push_back(named.at(1).text());
        } else if (head == "fp_text") {
            if (part.at(1).word() == "reference") {
                footprint.reference = part.at(2).text();
                footprint.fields.emplace_back("Reference", footprint.reference);
            } else if (part.at(1).word() == "value") {
                footprint.value = part.at(2).text();
                footprint.fields.emplace_back("Value", footprint.value);
            }
        } else if (head == "property") {
            if (part.at(1).isLeaf() && part.at(2).isLeaf()) footprint.fields.emplace_back(part.at(1).text(), part.at(2).text());
            if (part.at(1).word() == "Reference")
                footprint.reference = part.at(2).text();
            else if (part.at(1).word() == "Value")
                footprint.value = part.at(2).text();
        }
    }
    return degrees;
}

// Up to the format of 15 August 2022 a net tie was a footprint with such keywords: all its pads may touch.
constexpr int kLastWithKeywordTies = 20220815;

void readKeywordTie(BoardReading& reading, const SNode& list, Footprint& footprint) {
    if (reading.board.formatVersion > kLastWithKeywordTies) return;
    if (list.find("tags").at(1).text().compare(0, 7, "net tie") != 0) return;
    std::vector<std::string> numbers;
    for (const PadId pad : footprint.pads) numbers.push_back(reading.board.pad(pad).number);
    if (!numbers.empty()) footprint.netTieGroups.push_back(std::move(numbers));
}

} // namespace

void readFootprint(BoardReading& reading, const SNode& list) {
    Footprint footprint;
    footprint.id = FootprintId(static_cast<std::int32_t>(reading.board.footprints.size()));
    if (list.at(1).isLeaf()) footprint.library = list.at(1).text();
    const double degrees = readPlacement(reading, list, footprint);
    footprint.rotation = toMillidegrees(degrees);
    const Frame frame(footprint.position, degrees);
    const FootprintId id = footprint.id;
    reading.board.footprints.push_back(std::move(footprint));
    const std::size_t firstGraphic = reading.board.graphics.size();
    const TextVariables variables(reading.board.footprints.back(), list);
    for (const SNode part : list.arguments()) {
        if (!part.isList()) continue;
        const std::string_view head = part.head();
        if (head == "pad")
            readPad(reading, part, id, frame);
        else if (head == "fp_text")
            readText(reading, part, variables.resolved(reading.label(part.at(2))), id, frame);
        else if (head == "property") {
            if (part.find("layer")) readText(reading, part, variables.resolved(reading.label(part.at(2))), id, frame);
        } else if (head == "fp_text_box")
            readTextBox(reading, part, id, frame);
        else if (head == "dimension")
            readDimension(reading, part, id, frame);
        else if (head == "zone")
            readZone(reading, part, id);
        else if (head.substr(0, 3) == "fp_" && readGraphic(reading, part, head.substr(3), id, frame))
            continue;
        else if (head != "at" && head != "layer" && head != "uuid" && head != "tstamp" && head != "clearance" && head != "solder_mask_margin" &&
                 head != "zone_connect" && head != "path" && head != "sheetname" && head != "component_classes" && head != "net_tie_pad_groups" &&
                 head != "attr" && head != "tags" && !isKnownAndUnused(head))
            isPartOfBoard(head) ? reading.refuse(part, "(" + std::string(head) + " ...) does not belong into a footprint: a parenthesis is missing before it")
                                : reading.unread(part, "footprint");
    }
    Footprint& read = reading.board.footprints[id.index()];
    readKeywordTie(reading, list, read);
    read.frontCourtyard = courtyardOf(reading.board.graphics, firstGraphic, TechLayer::FrontCourtyard);
    read.backCourtyard = courtyardOf(reading.board.graphics, firstGraphic, TechLayer::BackCourtyard);
}

} // namespace viaduct
