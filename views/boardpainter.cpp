// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boardpainter.h"

#include <array>
#include <cmath>

#include <QLineF>
#include <QList>
#include <QPainter>

namespace viaduct {

namespace {

constexpr double kHairline = 1.4;  // pixels: below this a stroke is a one pixel line
constexpr double kRoundCaps = 3.0; // pixels: round caps cost two to six times as much as flat ones
constexpr double kSpeck = 1.6;     // pixels: a disc or polygon smaller than this is a dot
constexpr double kTrackOpacity = 0.93, kZoneOpacity = 0.42;

constexpr std::array kBackTech{TechLayer::BackFab, TechLayer::BackCourtyard, TechLayer::BackMask, TechLayer::BackPaste, TechLayer::BackSilk};
constexpr std::array kFrontTech{TechLayer::FrontMask, TechLayer::FrontPaste, TechLayer::FrontSilk, TechLayer::FrontFab, TechLayer::FrontCourtyard};
constexpr std::array kTopTech{TechLayer::Other, TechLayer::Comments, TechLayer::Drawings, TechLayer::Margin, TechLayer::EdgeCuts};

QPen penFor(const QColor& colour, double width, double scale) {
    const double pixels = width * scale;
    if (pixels < kHairline) {
        QPen pen(colour, 0);
        return pen;
    }
    return QPen(colour, width, Qt::SolidLine, pixels < kRoundCaps ? Qt::FlatCap : Qt::RoundCap, Qt::RoundJoin);
}

double gridStep(double scale) {
    double step = 0.1;
    for (int i = 0; step * scale < 22.0 && i < 12; ++i) step *= i % 3 == 1 ? 2.5 : 2.0; // 0.1, 0.2, 0.5, 1, 2, 5 ...
    return step;
}

} // namespace

std::vector<LayerId> BoardPainter::paintOrder(std::size_t count, LayerId active, bool isFlipped) {
    std::vector<LayerId> order;
    for (std::size_t i = 0; i < count; ++i) {
        const LayerId layer(static_cast<std::int32_t>(isFlipped ? i : count - 1 - i));
        if (layer != active) order.push_back(layer);
    }
    if (!active.isNone() && active.index() < count) order.push_back(active);
    return order;
}

void BoardPainter::paint(QImage& target) const {
    const BoardColours& colours = m_picture.colours;
    target.fill(colours.background);
    {
        QPainter painter(&target);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_picture.board && !m_picture.board->substrate.isEmpty()) {
            painter.setTransform(m_view.matrix());
            painter.fillPath(m_picture.board->substrate, colours.substrate);
            painter.resetTransform();
        }
        if (m_picture.visibility.grid) paintGrid(painter);
    }
    if (m_picture.visibility.highlight < 0)
        paintPass(target, Pass::All);
    else {
        paintPass(target, Pass::Others);
        paintPass(target, Pass::Lit);
    }
    QPainter painter(&target);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    if (m_picture.visibility.names) paintLabels(painter);
    if (m_picture.visibility.ratsnest) paintRatsnest(painter);
}

void BoardPainter::paintRatsnest(QPainter& painter) const {
    if (!m_picture.ratsnest) return;
    const QRectF area = m_view.visible();
    QList<QLineF> lines, lit;
    for (const RatsnestLine& line : *m_picture.ratsnest) {
        const QRectF box = QRectF(line.a, line.b).normalized().adjusted(-1e-6, -1e-6, 1e-6, 1e-6);
        if (box.intersects(area)) (line.net == m_picture.visibility.highlight ? lit : lines).push_back(QLineF(m_view.toView(line.a), m_view.toView(line.b)));
    }
    QColor colour = m_picture.colours.ratsnest;
    if (m_picture.visibility.highlight >= 0) colour.setAlpha(colour.alpha() / 4);
    painter.setPen(QPen(colour, 1.0));
    painter.drawLines(lines);
    painter.setPen(QPen(m_picture.colours.highlight, 1.6));
    painter.drawLines(lit);
}

void BoardPainter::paintGrid(QPainter& painter) const {
    const double step = gridStep(m_view.scale());
    const QRectF area = m_view.visible();
    QList<QPointF> dots;
    for (double y = std::floor(area.top() / step) * step; y <= area.bottom(); y += step)
        for (double x = std::floor(area.left() / step) * step; x <= area.right(); x += step) {
            const QPointF at = m_view.toView(QPointF(x, y));
            dots.push_back(QPointF(std::floor(at.x()) + 0.5, std::floor(at.y()) + 0.5));
        }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(m_picture.colours.grid, 1));
    painter.drawPoints(dots.constData(), static_cast<int>(dots.size()));
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void BoardPainter::paintPass(QImage& target, Pass pass) const {
    const Visibility& see = m_picture.visibility;
    const auto paintTechs = [&](const auto& layers) {
        QPainter painter(&target);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setTransform(m_view.matrix());
        for (const TechLayer layer : layers)
            if (see.shows(layer)) paintTech(painter, layer, pass);
    };
    const bool hasTech = pass != Pass::Lit;
    if (hasTech) {
        if (m_view.isFlipped())
            paintTechs(kFrontTech);
        else
            paintTechs(kBackTech);
    }
    for (const LayerId layer : paintOrder(m_picture.copperLayers, see.active, m_view.isFlipped()))
        if (see.copper.contains(layer)) paintCopper(target, layer, pass);
    {
        QPainter painter(&target);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setTransform(m_view.matrix());
        paintThrough(painter, pass);
    }
    if (!hasTech) return;
    if (m_view.isFlipped())
        paintTechs(kBackTech);
    else
        paintTechs(kFrontTech);
    paintTechs(kTopTech);
}

QColor BoardPainter::shade(const QColor& colour, Pass pass) const {
    switch (pass) {
    case Pass::All: return colour;
    case Pass::Others: return m_picture.colours.dimmed(colour);
    case Pass::Lit: return m_picture.colours.lit(colour);
    }
    return colour;
}

bool BoardPainter::isVisibleIn(const Primitive& item, Pass pass) const {
    return pass == Pass::All || (item.net == m_picture.visibility.highlight) == (pass == Pass::Lit);
}

template <typename ColourOf> void BoardPainter::paintItems(QPainter& painter, const DrawSheet& sheet, const std::vector<std::int32_t>& items, Pass pass,
                                                           Primitive::Role from, Primitive::Role to, const ColourOf& colourOf) const {
    const double scale = m_view.scale();
    QList<QLineF> lines;
    const Primitive* pen = nullptr; // the lines collected so far share its width and colour
    const auto flush = [&] {
        if (lines.isEmpty()) return;
        painter.setPen(penFor(colourOf(*pen), pen->width, scale));
        painter.drawLines(lines);
        lines.clear();
    };
    for (const std::int32_t index : items) {
        const Primitive& item = sheet.items[static_cast<std::size_t>(index)];
        if (item.role < from || item.role > to || !isVisibleIn(item, pass)) continue;
        if (item.form == Primitive::Form::Line) {
            if (pen != nullptr && (pen->width != item.width || pen->isSession != item.isSession || pen->role != item.role)) flush();
            pen = &item;
            lines.push_back(QLineF(item.a, item.b));
            continue;
        }
        flush();
        const QColor colour = colourOf(item);
        if (std::max(item.box.width(), item.box.height()) * scale < kSpeck) {
            painter.setPen(QPen(colour, 0));
            painter.drawPoint(item.box.center());
        } else if (item.form == Primitive::Form::Disc) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            painter.drawEllipse(item.a, item.width / 2, item.width / 2);
        } else {
            paintPolygon(painter, sheet, item, colour);
        }
    }
    flush();
}

void BoardPainter::paintPolygon(QPainter& painter, const DrawSheet& sheet, const Primitive& item, const QColor& colour) const {
    const QPainterPath& path = sheet.polygons[static_cast<std::size_t>(item.polygon)];
    painter.setBrush(colour);
    painter.setPen(item.width * m_view.scale() > 0.5 ? QPen(colour, item.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin) : QPen(Qt::NoPen));
    painter.drawPath(path);
}

void BoardPainter::paintTech(QPainter& painter, TechLayer layer, Pass pass) const {
    const DrawSheet* sheet = m_picture.board ? m_picture.board->sheet(SheetId(layer)) : nullptr;
    if (sheet == nullptr) return;
    QColor colour = m_picture.colours.tech(layer);
    if (pass == Pass::Others && layer != TechLayer::EdgeCuts) colour = mixed(colour, m_picture.colours.substrate, 0.6);
    paintItems(painter, *sheet, sheet->itemsIn(m_view.visible()), Pass::All, Primitive::Role::Zone, Primitive::Role::NonPlatedHole,
               [&](const Primitive&) { return colour; });
}

void BoardPainter::paintCopper(QImage& target, LayerId layer, Pass pass) const {
    const Visibility& see = m_picture.visibility;
    const BoardColours& colours = m_picture.colours;
    const DrawSheet* fixed = m_picture.board ? m_picture.board->sheet(SheetId(layer)) : nullptr;
    const DrawSheet* laid = m_picture.copper ? m_picture.copper->sheet(SheetId(layer)) : nullptr;
    const DrawSheet* live = m_picture.live ? m_picture.live->sheet(SheetId(layer)) : nullptr;
    const QRectF area = m_view.visible();
    const std::vector<std::int32_t> fixedItems = fixed != nullptr ? fixed->itemsIn(area) : std::vector<std::int32_t>();
    const std::vector<std::int32_t> laidItems = laid != nullptr ? laid->itemsIn(area) : std::vector<std::int32_t>();
    const std::vector<std::int32_t> liveItems = live != nullptr ? live->itemsIn(area) : std::vector<std::int32_t>();
    if (fixedItems.empty() && laidItems.empty() && liveItems.empty()) return;

    QColor base = colours.copper(layer, m_picture.copperLayers);
    if (see.dimOthers && layer != see.active) base = mixed(base, colours.substrate, 0.72);
    const QColor own = shade(base, pass), session = shade(colours.session(base), pass);
    const auto colourOf = [&](const Primitive& item) { return item.isSession ? session : own; };

    if (laid != nullptr && see.zones) { // fills of one layer never overlap, so they may be translucent one by one
        QPainter painter(&target);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setTransform(m_view.matrix());
        QColor zone = own;
        zone.setAlphaF(static_cast<float>(pass == Pass::Others ? kZoneOpacity * 0.7 : kZoneOpacity));
        paintItems(painter, *laid, laidItems, pass, Primitive::Role::Zone, Primitive::Role::Zone, [&](const Primitive&) { return zone; });
    }
    // Tracks overlap at their ends: paint the layer solid, then lay it over the others as one translucent sheet.
    QImage sheet(target.size(), QImage::Format_ARGB32_Premultiplied);
    sheet.fill(Qt::transparent);
    {
        QPainter painter(&sheet);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setTransform(m_view.matrix());
        if (fixed != nullptr) paintItems(painter, *fixed, fixedItems, pass, Primitive::Role::Drawing, Primitive::Role::Drawing, colourOf);
        if (laid != nullptr && see.tracks) paintItems(painter, *laid, laidItems, pass, Primitive::Role::Track, Primitive::Role::Track, colourOf);
        if (live != nullptr && see.tracks) paintItems(painter, *live, liveItems, pass, Primitive::Role::Track, Primitive::Role::Track, colourOf);
        if (fixed != nullptr && see.pads) paintItems(painter, *fixed, fixedItems, pass, Primitive::Role::Pad, Primitive::Role::Pad, colourOf);
        painter.resetTransform();
        if (see.tracks && see.names && pass != Pass::Others) {
            const QColor label = session.lightnessF() > 0.62 ? QColor(0, 0, 0, 210) : QColor(255, 255, 255, 225);
            if (laid != nullptr) paintTrackNames(painter, *laid, laidItems, label);
            if (live != nullptr) paintTrackNames(painter, *live, liveItems, label);
        }
    }
    QPainter painter(&target);
    painter.setOpacity(kTrackOpacity);
    painter.drawImage(0, 0, sheet);
}

void BoardPainter::paintThrough(QPainter& painter, Pass pass) const {
    const Visibility& see = m_picture.visibility;
    const BoardColours& colours = m_picture.colours;
    const QRectF area = m_view.visible();
    using Role = Primitive::Role;
    const auto paintSheet = [&](const std::shared_ptr<const DrawList>& list, SheetId::Through through, Role from, Role to, const auto& colourOf) {
        const DrawSheet* sheet = list ? list->sheet(SheetId(through)) : nullptr;
        if (sheet != nullptr) paintItems(painter, *sheet, sheet->itemsIn(area), pass, from, to, colourOf);
    };
    if (see.pads) {
        paintSheet(m_picture.board, SheetId::Through::Pads, Role::Pad, Role::Pad, [&](const Primitive&) { return shade(colours.padThrough, pass); });
        paintSheet(m_picture.board, SheetId::Through::Holes, Role::PadHole, Role::NonPlatedHole, [&](const Primitive& item) {
            if (item.role == Role::NonPlatedHole) return pass == Pass::Others ? colours.dimmed(colours.nonPlated) : colours.nonPlated;
            return colours.hole;
        });
        // An unplated hole is a ring: its middle is what lies behind the board.
        const DrawSheet* holes = m_picture.board ? m_picture.board->sheet(SheetId(SheetId::Through::Holes)) : nullptr;
        if (holes != nullptr && pass != Pass::Lit)
            for (const std::int32_t index : holes->itemsIn(area)) {
                Primitive inner = holes->items[static_cast<std::size_t>(index)];
                if (inner.role != Role::NonPlatedHole) continue;
                inner.width = std::max(inner.width * 0.5, inner.width - std::max(0.16, 3.0 / m_view.scale()));
                painter.setPen(inner.form == Primitive::Form::Disc ? QPen(Qt::NoPen) : QPen(colours.hole, inner.width, Qt::SolidLine, Qt::RoundCap));
                painter.setBrush(colours.hole);
                if (inner.form == Primitive::Form::Disc)
                    painter.drawEllipse(inner.a, inner.width / 2, inner.width / 2);
                else
                    painter.drawLine(QLineF(inner.a, inner.b));
            }
    }
    if (!see.vias) return;
    for (const std::shared_ptr<const DrawList>& list : {m_picture.copper, m_picture.live}) {
        paintSheet(list, SheetId::Through::Vias, Role::Via, Role::Via, [&](const Primitive& item) {
            const QColor via = item.isSession ? mixed(colours.via, colours.isDark ? QColor(255, 255, 255) : QColor(60, 120, 200), colours.isDark ? 0.6 : 0.35)
                                              : mixed(colours.via, colours.substrate, 0.25);
            return shade(via, pass);
        });
        paintSheet(list, SheetId::Through::Holes, Role::ViaHole, Role::ViaHole,
                   [&](const Primitive& item) { return shade(item.isSession ? colours.viaHole : mixed(colours.viaHole, colours.substrate, 0.35), pass); });
    }
}

} // namespace viaduct
