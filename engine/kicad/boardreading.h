// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/kicad/boardreader.h"
#include "engine/kicad/layertable.h"
#include "engine/kicad/sexpression.h"

namespace viaduct {

// Where an item's local coordinates lie on the board: turned counter-clockwise by `degrees`, then moved to `origin`.
class Frame final {
public:
    Frame() = default;
    Frame(Point origin, double degrees);
    [[nodiscard]] Point toBoard(Point local) const noexcept;
    [[nodiscard]] Point origin() const noexcept { return m_origin; }
    [[nodiscard]] double degrees() const noexcept { return m_degrees; }

private:
    Point m_origin;
    double m_degrees{0}, m_sine{0}, m_cosine{1};
    int m_quarters{0}; // 0..3 for right angles, which are exact; -1 for any other
};

// What the parts of the board reader share while one file is read. Values that cannot be read are refused: the first refusal becomes the
// error of the whole read, and readers go on with zeros, so that no reader needs to check each number.
class BoardReading final {
public:
    BoardReading(const SExpression& file, ReadOptions readOptions) : m_file(file), options(readOptions) {}

    // Messages with the place of the node.
    void refuse(const SNode& node, std::string_view why);
    void warn(const SNode& node, std::string_view what);
    void unread(const SNode& list, std::string_view within); // a list that no reader understands; it stays in the file
    [[nodiscard]] bool isRefused() const noexcept { return m_error.has_value(); }
    [[nodiscard]] Error takeError() { return std::move(*m_error); }
    [[nodiscard]] std::vector<std::string> takeWarnings();

    // Values. The list forms read the first argument: (width 0.2).
    [[nodiscard]] Nanometres length(const SNode& leaf);
    [[nodiscard]] Nanometres lengthIn(const SNode& list) { return length(list.at(1)); }
    [[nodiscard]] double number(const SNode& leaf);
    [[nodiscard]] double numberIn(const SNode& list) { return number(list.at(1)); }
    [[nodiscard]] std::int64_t integerIn(const SNode& list);
    [[nodiscard]] Point pointIn(const SNode& list);           // (xy X Y), (at X Y ...), (start X Y)
    [[nodiscard]] double angleIn(const SNode& at);            // (at X Y ANGLE); 0 without one
    [[nodiscard]] std::string label(const SNode& leaf) const; // a name or text, with overbars in today's notation
    [[nodiscard]] static bool flagIn(const SNode& list);      // (locked), (locked yes), (locked no)
    [[nodiscard]] SourceSpan sourceOf(const SNode& node) const noexcept { return {node.begin(), node.end()}; }

    // Nets.
    void declareNet(const SNode& list); // (net CODE NAME) of the board
    [[nodiscard]] NetId netIn(const SNode& list);
    [[nodiscard]] NetId netNamed(const std::string& netName, bool isAdded);
    [[nodiscard]] bool hasNetCodes() const noexcept { return board.formatVersion < 20251028; }

    // Layers of this board; warns and answers none() / absent for others.
    [[nodiscard]] LayerId copperIn(const SNode& layerList);
    [[nodiscard]] std::optional<LayerTable::Layer> layerIn(const SNode& layerList);
    [[nodiscard]] LayerTable::Set layersIn(const SNode& layersList);

private:
    void say(const SNode& node, std::string_view text);
    const SExpression& m_file;
    std::optional<Error> m_error;
    std::vector<std::string> m_warnings;
    std::size_t m_unsaid{0};
    std::vector<std::string> m_unreadHeads; // "head within", said once each
    std::unordered_map<std::int64_t, NetId> m_netByCode;
    std::unordered_map<std::string, NetId> m_netByName;

public:
    const ReadOptions options;
    Board board;
    LayerTable layers;
};

// The parts. Each reads one kind of list into reading.board.
void readSetup(BoardReading& reading, const SNode& setup);
void readNetClass(BoardReading& reading, const SNode& netClass);
void readFootprint(BoardReading& reading, const SNode& list);
void readPad(BoardReading& reading, const SNode& list, FootprintId footprint, const Frame& frame);
void readSegment(BoardReading& reading, const SNode& list);
void readTrackArc(BoardReading& reading, const SNode& list);
void readVia(BoardReading& reading, const SNode& list);
void settleViaDrills(BoardReading& reading); // vias without a drill take their class's
void readZone(BoardReading& reading, const SNode& list, FootprintId footprint);

// Copper that ReadOptions take out.
[[nodiscard]] bool isStripped(const ReadOptions& options, bool isLocked);

} // namespace viaduct
