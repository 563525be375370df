// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/drawlist.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <QList>

#include "engine/board/outline.h"
#include "views/strokefont.h"
#include "views/viewtransform.h"

namespace viaduct {

namespace {

constexpr Nanometres kArcError{2000};

Box boxOf(const QRectF& area) {
    Box box;
    box.include(toNanometres(area.topLeft()));
    box.include(toNanometres(area.bottomRight()));
    return box;
}

void addRing(QPainterPath& path, const Ring& ring) {
    if (ring.size() < 3) return;
    path.moveTo(toMillimetres(ring.front()));
    for (std::size_t i = 1; i < ring.size(); ++i) path.lineTo(toMillimetres(ring[i]));
    path.closeSubpath();
}

// Collects primitives per sheet and closes them into a list.
class ListBuilder final {
public:
    void add(SheetId sheet, const Shape& shape, Primitive::Role role, int net, int item, bool isSession = false) {
        Primitive primitive;
        primitive.role = role;
        primitive.isSession = isSession;
        primitive.net = net;
        primitive.item = item;
        primitive.width = 2 * shape.radius().millimetres();
        switch (shape.kind()) {
        case Shape::Kind::Disc:
            primitive.form = Primitive::Form::Disc;
            primitive.a = primitive.b = toMillimetres(shape.start());
            break;
        case Shape::Kind::Capsule:
            primitive.a = toMillimetres(shape.start());
            primitive.b = toMillimetres(shape.end());
            break;
        case Shape::Kind::Arc: addArc(sheet, shape, primitive); return;
        case Shape::Kind::Polygon: {
            primitive.form = Primitive::Form::Polygon;
            std::vector<QPainterPath>& polygons = m_sheets[sheet].polygons;
            primitive.polygon = static_cast<std::int32_t>(polygons.size());
            polygons.push_back(pathOf(shape.polygon()));
            break;
        }
        }
        primitive.box = toMillimetres(shape.box());
        m_sheets[sheet].items.push_back(primitive);
    }
    void add(SheetId sheet, const ShapeList& shapes, Primitive::Role role, int net, int item) {
        for (const Shape& shape : shapes) add(sheet, shape, role, net, item);
    }
    void addLabel(Label label) { m_list.labels.push_back(std::move(label)); }
    DrawList& list() { return m_list; }

    DrawList finish() {
        for (auto& [id, sheet] : m_sheets) {
            sheet.id = id;
            std::stable_sort(sheet.items.begin(), sheet.items.end(), [](const Primitive& a, const Primitive& b) {
                return std::tie(a.role, a.isSession, a.form, a.width) < std::tie(b.role, b.isSession, b.form, b.width);
            });
            for (std::size_t i = 0; i < sheet.items.size(); ++i) {
                sheet.index.insert(static_cast<std::int32_t>(i), boxOf(sheet.items[i].box));
                m_list.box |= sheet.items[i].box;
            }
            m_list.itemCount += sheet.items.size();
            m_list.sheets.push_back(std::move(sheet));
        }
        for (std::size_t i = 0; i < m_list.labels.size(); ++i) {
            const Label& label = m_list.labels[i];
            m_list.labelIndex.insert(
                static_cast<std::int32_t>(i),
                boxOf(QRectF(label.centre.x() - label.room.width() / 2, label.centre.y() - label.room.height() / 2, label.room.width(), label.room.height())));
        }
        return std::move(m_list);
    }

private:
    void addArc(SheetId sheet, const Shape& shape, Primitive primitive) {
        const std::vector<Point> points = arcToPolyline(shape.start(), shape.mid(), shape.end(), kArcError);
        for (std::size_t i = 1; i < points.size(); ++i) {
            primitive.a = toMillimetres(points[i - 1]);
            primitive.b = toMillimetres(points[i]);
            primitive.box = toMillimetres(Shape::capsule(points[i - 1], points[i], shape.radius()).box());
            m_sheets[sheet].items.push_back(primitive);
        }
    }
    std::map<SheetId, DrawSheet> m_sheets;
    DrawList m_list;
};

void addPad(ListBuilder& builder, const Board& board, const Pad& pad) {
    const bool isThrough = pad.hole.has_value();
    if (isThrough && !pad.layers.isEmpty())
        builder.add(SheetId(SheetId::Through::Pads), pad.shapesOn(pad.layers.first()), Primitive::Role::Pad, pad.net.value(), pad.id.value());
    if (!isThrough)
        for (std::size_t i = 0; i < board.layers.count(); ++i)
            if (const LayerId layer(static_cast<std::int32_t>(i)); pad.layers.contains(layer))
                builder.add(SheetId(layer), pad.shapesOn(layer), Primitive::Role::Pad, pad.net.value(), pad.id.value());
    if (pad.hole)
        builder.add(SheetId(SheetId::Through::Holes), *pad.hole, pad.isPlated() ? Primitive::Role::PadHole : Primitive::Role::NonPlatedHole, pad.net.value(),
                    pad.id.value());
    if (pad.layers.isEmpty()) return;
    const QRectF box = toMillimetres(viaduct::boxOf(pad.shapesOn(pad.layers.first())));
    if (!box.isValid()) return;
    const SheetId sheet = isThrough ? SheetId(SheetId::Through::Pads) : SheetId(pad.layers.first());
    builder.addLabel({QString::fromUtf8(pad.number.data(), static_cast<qsizetype>(pad.number.size())), pad.net.value(), box.center(), box.size(), sheet});
}

// The reader keeps text as a box per character; draw its letters inside, where the boxes match the characters one to one. Outline fonts
// and marked-up text do not: they are drawn as what they cover.
void addLettering(ListBuilder& builder, SheetId sheet, const Graphic& graphic) {
    QList<uint> letters;
    for (const uint character : QString::fromUtf8(graphic.text.data(), static_cast<qsizetype>(graphic.text.size())).toUcs4())
        if (!QChar::isSpace(character)) letters.push_back(character);
    const bool isMatched = static_cast<std::size_t>(letters.size()) == graphic.shapes.size();
    for (std::size_t i = 0; i < graphic.shapes.size(); ++i) {
        const Shape& box = graphic.shapes[i];
        const std::string_view glyph = isMatched && box.kind() == Shape::Kind::Polygon && box.polygon().outer.size() == 4
                                           ? glyphOf(letters[static_cast<qsizetype>(i)])
                                           : std::string_view();
        if (glyph.empty()) {
            builder.add(sheet, box, Primitive::Role::Drawing, graphic.net.value(), -1);
            continue;
        }
        const Ring& corners = box.polygon().outer; // from the letter's top left, clockwise as it is read
        const QPointF origin = toMillimetres(corners[0]), across = toMillimetres(corners[1]) - origin, down = toMillimetres(corners[3]) - origin;
        const auto at = [&](QPointF place) { return toNanometres(origin + across * place.x() + down * place.y()); };
        eachStroke(glyph, [&](const GlyphStroke& stroke) {
            for (std::size_t k = 0; k + 1 < std::max<std::size_t>(stroke.count(), 2); ++k)
                builder.add(sheet, Shape::capsule(at(stroke[k]), at(stroke[std::min(k + 1, stroke.count() - 1)]), box.radius()), Primitive::Role::Drawing,
                            graphic.net.value(), -1);
        });
    }
}

void addOutline(ListBuilder& builder, const Board& board) {
    const Outline outline = outlineOf(board);
    if (!outline.isClosed) return;
    QPainterPath path;
    path.setFillRule(Qt::OddEvenFill);
    for (const PolygonWithHoles& area : outline.areas) path.addPath(pathOf(area));
    builder.list().substrate = path;
}

void addTracks(ListBuilder& builder, const Copper& copper, bool isSession) {
    for (std::size_t i = 0; i < copper.tracks.size(); ++i) {
        const Track& track = copper.tracks[i];
        if (!track.layer.isNone()) builder.add(SheetId(track.layer), track.shape(), Primitive::Role::Track, track.net.value(), static_cast<int>(i), isSession);
    }
    for (const TrackArc& arc : copper.arcs)
        if (!arc.layer.isNone()) builder.add(SheetId(arc.layer), arc.shape(), Primitive::Role::Track, arc.net.value(), -1, isSession);
    for (std::size_t i = 0; i < copper.vias.size(); ++i) {
        const Via& via = copper.vias[i];
        builder.add(SheetId(SheetId::Through::Vias), Shape::disc(via.position, via.diameter / 2), Primitive::Role::Via, via.net.value(), static_cast<int>(i),
                    isSession);
        builder.add(SheetId(SheetId::Through::Holes), via.hole(), Primitive::Role::ViaHole, via.net.value(), static_cast<int>(i), isSession);
        const double size = via.diameter.millimetres();
        builder.addLabel({QString(), via.net.value(), toMillimetres(via.position), QSizeF(size, size), SheetId(SheetId::Through::Vias)});
    }
}

} // namespace

std::vector<std::int32_t> DrawSheet::itemsIn(const QRectF& area) const {
    std::vector<std::int32_t> found;
    index.query(boxOf(area), found);
    return found;
}

const DrawSheet* DrawList::sheet(SheetId id) const noexcept {
    for (const DrawSheet& sheet : sheets)
        if (sheet.id == id) return &sheet;
    return nullptr;
}

QPainterPath pathOf(const PolygonWithHoles& polygon) {
    QPainterPath path;
    path.setFillRule(Qt::OddEvenFill);
    addRing(path, polygon.outer);
    for (const Ring& hole : polygon.holes) addRing(path, hole);
    return path;
}

DrawList drawBoard(const Board& board) {
    ListBuilder builder;
    addOutline(builder, board);
    for (const Pad& pad : board.pads) addPad(builder, board, pad);
    for (const Graphic& graphic : board.graphics) {
        const SheetId sheet =
            std::holds_alternative<LayerId>(graphic.layer) ? SheetId(std::get<LayerId>(graphic.layer)) : SheetId(std::get<TechLayer>(graphic.layer));
        if (sheet.value() < 0) continue;
        if (graphic.kind == Graphic::Kind::Text)
            addLettering(builder, sheet, graphic);
        else
            builder.add(sheet, graphic.shapes, Primitive::Role::Drawing, graphic.net.value(), -1);
    }
    DrawList list = builder.finish();
    const QRectF box = toMillimetres(board.box());
    list.box = box.isValid() ? box : list.box;
    return list;
}

DrawList drawCopper(const Board& board, const Copper& own, const Copper& session, const std::vector<ZoneFill>& fills) {
    ListBuilder builder;
    for (const ZoneFill& fill : fills) {
        const int net = fill.zone.isNone() || fill.zone.index() >= board.zones.size() ? 0 : board.zone(fill.zone).net.value();
        if (fill.layer.isNone()) continue;
        for (const PolygonWithHoles& island : fill.islands)
            if (island.outer.size() >= 3) builder.add(SheetId(fill.layer), Shape::polygon(island), Primitive::Role::Zone, net, fill.zone.value());
    }
    addTracks(builder, own, false);
    addTracks(builder, session, true);
    return builder.finish();
}

std::vector<QString> shortNetNames(const Board& board) {
    std::vector<QString> names;
    names.reserve(board.nets.size());
    for (const Net& net : board.nets) {
        const QString name = QString::fromUtf8(net.name.data(), static_cast<qsizetype>(net.name.size()));
        const QString tail = name.section(QLatin1Char('/'), -1);
        names.push_back(tail.isEmpty() ? name : tail);
    }
    return names;
}

} // namespace viaduct
