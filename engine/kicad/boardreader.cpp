// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/boardreader.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "engine/base/digest.h"
#include "engine/kicad/boardreading.h"
#include "engine/kicad/drawingshapes.h"
#include "engine/kicad/filebytes.h"
#include "engine/kicad/filenumber.h"

namespace viaduct {

namespace {

constexpr int kNewestFormat = 20260206; // KiCad 10

bool isKnownAndUnused(std::string_view head) {
    for (const std::string_view name : {"version",
                                        "host",
                                        "generator",
                                        "generator_version",
                                        "general",
                                        "page",
                                        "paper",
                                        "title_block",
                                        "layers",
                                        "setup",
                                        "net",
                                        "net_class",
                                        "property",
                                        "generated",
                                        "image",
                                        "embedded_fonts",
                                        "embedded_files",
                                        "variants",
                                        "component_classes",
                                        "point",
                                        "barcode"})
        if (head == name) return true;
    return false;
}

// Lists that mean something only inside a footprint: outside of one the file is out of balance and would be read by half.
bool isPartOfFootprint(std::string_view head) { return head == "pad" || head == "model" || head == "descr" || head.substr(0, 3) == "fp_"; }

Result<void> readVersion(BoardReading& reading, const SExpression& file) {
    const SNode root = file.root(), version = root.find("version");
    const auto refuse = [&](const SNode& node, const std::string& why) { return fail(ErrorCode::Unreadable, file.where(node.begin()) + ": " + why); };
    if (root.head() != "kicad_pcb")
        return refuse(root,
                      root.is("footprint") || root.is("module") ? "this is a footprint, not a board" : "this is no KiCad board: expected (kicad_pcb ...)");
    if (!version) return refuse(root, "the board states no (version ...)");
    const auto number = parseInteger(version.at(1).word());
    if (!number) return refuse(version, "expected a whole number as format version");
    if (*number > kNewestFormat)
        return refuse(version, "format version " + std::to_string(*number) + " is newer than " + std::to_string(kNewestFormat) +
                                   " (KiCad 10), the newest this program reads");
    if (*number < 3) reading.warn(version, "format version " + std::to_string(*number) + " is none that KiCad wrote; read as an old board");
    reading.board.formatVersion = static_cast<int>(std::max<std::int64_t>(*number, 0));
    return {};
}

void readLayers(BoardReading& reading, const SNode& list) {
    std::vector<LayerTable::Row> rows;
    for (const SNode row : list.arguments()) {
        if (!row.isList()) continue;
        const SNode name = row.at(1), type = row.at(2), userName = row.at(3);
        if (!name.isLeaf() || !type.isLeaf()) return reading.refuse(row, "expected (NUMBER NAME TYPE ...) as a layer");
        rows.push_back({name.text(), std::string(type.word()), userName.kind() == SNode::Kind::String ? userName.text() : std::string()});
    }
    reading.layers = LayerTable(rows);
}

// What everything else refers to.
void readTables(BoardReading& reading, const SNode& root) {
    if (const SNode layers = root.find("layers")) readLayers(reading, layers);
    for (const SNode part : root.arguments()) {
        const std::string_view head = part.head();
        if (head == "net")
            reading.declareNet(part);
        else if (head == "net_class")
            readNetClass(reading, part);
        else if (head == "setup")
            readSetup(reading, part);
        else if (head == "general") {
            if (const SNode thickness = part.find("thickness")) reading.board.thickness = reading.lengthIn(thickness);
        }
    }
}

void readGroup(BoardReading& reading, const SNode& list) {
    Group group;
    if (list.at(1).isLeaf()) group.name = list.at(1).text();
    for (const SNode part : list.arguments()) {
        if (part.is("uuid") || part.is("id"))
            group.uuid = part.at(1).text();
        else if (part.is("members"))
            for (const SNode member : part.arguments())
                if (member.isLeaf()) group.members.push_back(member.text());
    }
    reading.board.groups.push_back(std::move(group));
}

void readItems(BoardReading& reading, const SNode& root) {
    for (const SNode part : root.arguments()) {
        if (reading.isRefused()) return;
        if (part.isLeaf()) {
            reading.refuse(part, "expected a list here, found the word '" + std::string(part.raw().substr(0, 40)) + "' (left over from a merge?)");
            return;
        }
        const std::string_view head = part.head();
        if (head == "segment")
            readSegment(reading, part);
        else if (head == "via")
            readVia(reading, part);
        else if (head == "arc")
            readTrackArc(reading, part);
        else if (head == "footprint" || head == "module")
            readFootprint(reading, part);
        else if (head == "zone")
            readZone(reading, part, FootprintId());
        else if (head == "gr_text")
            readText(reading, part, reading.label(part.at(1)), FootprintId(), Frame());
        else if (head == "gr_text_box")
            readTextBox(reading, part, FootprintId(), Frame());
        else if (head == "table")
            readTable(reading, part);
        else if (head == "dimension")
            readDimension(reading, part, FootprintId(), Frame());
        else if (head == "target")
            readTarget(reading, part);
        else if (head == "group")
            readGroup(reading, part);
        else if (head.substr(0, 3) == "gr_" && readGraphic(reading, part, head.substr(3), FootprintId(), Frame()))
            continue;
        else if (isPartOfFootprint(head))
            return reading.refuse(part, "(" + std::string(head) + " ...) belongs into a footprint: a parenthesis is missing or too many before it");
        else if (!isKnownAndUnused(head))
            reading.unread(part, "kicad_pcb");
    }
}

void warnOfOddities(BoardReading& reading, const SExpression& file) {
    const auto at = [&](std::uint32_t offset, std::string_view text) { reading.board.warnings.push_back(file.where(offset) + ": " + std::string(text)); };
    if (file.hasByteOrderMark()) at(0, "a byte order mark begins the file; KiCad refuses it");
    if (file.trailingText() != 0) at(file.trailingText(), "text after the board; KiCad ignores it");
    if (file.longLine() != 0) at(file.longLine(), "a line of more than a million bytes; KiCad refuses it");
    for (const std::uint32_t offset : file.multiLineStrings()) at(offset, "a string runs over the end of its line; KiCad refuses it");
}

std::string stemOf(const std::string& name) { return std::filesystem::path(name).stem().string(); }

} // namespace

Result<BoardFile> readBoardText(std::string bytes, std::string name, ReadOptions options) {
    BoardFile result;
    result.path = name;
    result.bytes = std::move(bytes);
    result.options = options;
    const SExpression file = TRY(SExpression::parse(result.bytes, std::filesystem::path(name).filename().string()));
    BoardReading reading(file, options);
    reading.board.name = stemOf(name);
    reading.board.nets.push_back({kNoNet, "", 0});
    TRY(readVersion(reading, file));
    warnOfOddities(reading, file);
    readTables(reading, file.root());
    reading.board.layers = reading.layers.stack();
    readItems(reading, file.root());
    if (reading.isRefused()) return tl::unexpected<Error>(reading.takeError());
    settleViaDrills(reading);
    for (std::string& warning : reading.takeWarnings()) reading.board.warnings.push_back(std::move(warning));
    result.sha256 = Sha256::hexOf(result.bytes);
    result.board = std::make_shared<const Board>(std::move(reading.board));
    return result;
}

Result<BoardFile> readBoardFile(const std::string& path, ReadOptions options) {
    std::string bytes = TRY(readFileBytes(path, kLargestBoardFile));
    return readBoardText(std::move(bytes), path, options);
}

} // namespace viaduct
