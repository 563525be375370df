// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <QLineF>
#include <QPainterPath>
#include <QPointF>
#include <QRectF>
#include <QString>

#include "engine/board/board.h"
#include "engine/geometry/spatialindex.h"

namespace viaduct {

// One layer of paint: a copper layer, a technical layer, or one of the things that go through the board.
class SheetId final {
public:
    enum class Through : std::uint8_t { Pads, Vias, Holes };
    constexpr SheetId() noexcept = default;
    constexpr explicit SheetId(LayerId copper) noexcept : m_value(copper.value()) {}
    constexpr explicit SheetId(TechLayer tech) noexcept : m_value(64 + static_cast<int>(tech)) {}
    constexpr explicit SheetId(Through through) noexcept : m_value(128 + static_cast<int>(through)) {}
    [[nodiscard]] constexpr bool isCopper() const noexcept { return m_value >= 0 && m_value < 64; }
    [[nodiscard]] constexpr bool isTech() const noexcept { return m_value >= 64 && m_value < 128; }
    [[nodiscard]] constexpr LayerId copper() const noexcept { return isCopper() ? LayerId(m_value) : LayerId::none(); }
    [[nodiscard]] constexpr TechLayer tech() const noexcept { return static_cast<TechLayer>(m_value - 64); }
    [[nodiscard]] constexpr int value() const noexcept { return m_value; }
    constexpr auto operator<=>(const SheetId&) const noexcept = default;

private:
    int m_value{-1};
};

// A shape in millimetres, ready for a painter.
struct Primitive final {
    enum class Form : std::uint8_t { Line, Disc, Polygon };
    enum class Role : std::uint8_t { Zone, Drawing, Pad, Track, Via, PadHole, ViaHole, NonPlatedHole }; // also the painting order within a sheet
    Form form{Form::Line};
    Role role{Role::Drawing};
    bool isSession{false}; // laid in this session, not in the board as opened
    std::int32_t net{0};
    std::int32_t item{-1};    // pad id, zone id, or index into the copper that was drawn; -1 for drawings
    std::int32_t polygon{-1}; // Form::Polygon: index into DrawSheet::polygons
    QPointF a, b;             // Line: its ends; Disc: a is the centre
    double width{0};          // Line: stroke width; Disc: diameter; Polygon: pen width round the outline (twice the corner radius)
    QRectF box;               // everything it covers
};

struct DrawSheet final {
    SheetId id;
    std::vector<Primitive> items; // sorted by role, session, width: neighbours share a pen
    std::vector<QPainterPath> polygons;
    SpatialIndex index;
    // Items whose box meets `area`, ascending.
    [[nodiscard]] std::vector<std::int32_t> itemsIn(const QRectF& area) const;
};

// A name that appears when its item is large enough on the screen.
struct Label final {
    QString number; // pads
    std::int32_t net{0};
    QPointF centre;
    QSizeF room; // millimetres the item offers
    SheetId sheet;
};

// What there is to paint, as an immutable value: made once for a board, and once for each state's copper.
struct DrawList final {
    std::vector<DrawSheet> sheets; // ascending by id
    std::vector<Label> labels;
    SpatialIndex labelIndex{Nanometres(5000000)};
    QPainterPath substrate; // the board's area, cutouts left out; empty where the outline is not closed
    QRectF box;             // of everything
    std::size_t itemCount{0};
    [[nodiscard]] const DrawSheet* sheet(SheetId id) const noexcept;
};

// Pads, drawings, outline and names.
[[nodiscard]] DrawList drawBoard(const Board& board);
// Tracks, vias and zone copper. `own`: the board's; `session`: what was laid since it was opened.
[[nodiscard]] DrawList drawCopper(const Board& board, const Copper& own, const Copper& session, const std::vector<ZoneFill>& fills);

// Net names as people read them: the part after the last slash; indexed by NetId.
[[nodiscard]] std::vector<QString> shortNetNames(const Board& board);

// A filled polygon or shape list as a path, in millimetres.
[[nodiscard]] QPainterPath pathOf(const PolygonWithHoles& polygon);

} // namespace viaduct
