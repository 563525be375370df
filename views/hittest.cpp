// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/hittest.h"

#include <algorithm>
#include <cmath>

#include "views/boardpainter.h"

namespace viaduct {

namespace {

double distanceToLine(QPointF p, QPointF a, QPointF b) {
    const QPointF along = b - a, to = p - a;
    const double length = QPointF::dotProduct(along, along);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(to, along) / length, 0.0, 1.0) : 0.0;
    const QPointF off = to - along * share;
    return std::hypot(off.x(), off.y());
}

bool isHit(const DrawSheet& sheet, const Primitive& item, QPointF point, double tolerance) {
    if (item.form == Primitive::Form::Polygon) {
        if (!item.box.adjusted(-tolerance, -tolerance, tolerance, tolerance).contains(point)) return false;
        const QPainterPath& path = sheet.polygons[static_cast<std::size_t>(item.polygon)];
        if (path.contains(point)) return true;
        const double reach = tolerance + item.width / 2;
        return reach > 0 && path.intersects(QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach));
    }
    return distanceToLine(point, item.a, item.b) <= item.width / 2 + tolerance;
}

// Pads before vias before tracks before zones, whatever lies above.
int rankOf(Primitive::Role role) {
    switch (role) {
    case Primitive::Role::Pad: return 0;
    case Primitive::Role::NonPlatedHole: return 1;
    case Primitive::Role::Via: return 2;
    case Primitive::Role::Track: return 3;
    case Primitive::Role::Zone: return 4;
    default: return 9;
    }
}

} // namespace

std::vector<Hit> hitsAt(const BoardPicture& picture, QPointF point, double tolerance, bool isFlipped) {
    const Visibility& see = picture.visibility;
    std::vector<SheetId> sheets{SheetId(SheetId::Through::Pads), SheetId(SheetId::Through::Holes), SheetId(SheetId::Through::Vias)};
    const std::vector<LayerId> order = BoardPainter::paintOrder(picture.copperLayers, see.active, isFlipped);
    for (auto layer = order.rbegin(); layer != order.rend(); ++layer)
        if (see.copper.contains(*layer)) sheets.emplace_back(*layer);

    std::vector<Hit> hits;
    const QRectF area(point.x() - tolerance, point.y() - tolerance, 2 * tolerance, 2 * tolerance);
    for (const SheetId id : sheets)
        for (const std::shared_ptr<const DrawList>& list : {picture.live, picture.copper, picture.board}) {
            const DrawSheet* sheet = list ? list->sheet(id) : nullptr;
            if (sheet == nullptr) continue;
            for (const std::int32_t index : sheet->itemsIn(area)) {
                const Primitive& item = sheet->items[static_cast<std::size_t>(index)];
                const bool isShown = item.role == Primitive::Role::Zone    ? see.zones
                                     : item.role == Primitive::Role::Track ? see.tracks
                                     : item.role == Primitive::Role::Via   ? see.vias
                                                                           : see.pads;
                if (isShown && rankOf(item.role) < 9 && isHit(*sheet, item, point, tolerance)) hits.push_back({id, item});
            }
        }
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return rankOf(a.item.role) < rankOf(b.item.role); });
    return hits;
}

std::optional<Hit> hitAt(const BoardPicture& picture, QPointF point, double tolerance, bool isFlipped) {
    std::vector<Hit> hits = hitsAt(picture, point, tolerance, isFlipped);
    if (hits.empty()) return std::nullopt;
    return hits.front();
}

QRectF boxOfNet(const BoardPicture& picture, int net) {
    QRectF box;
    for (const std::shared_ptr<const DrawList>& list : {picture.board, picture.copper, picture.live}) {
        if (!list) continue;
        for (const DrawSheet& sheet : list->sheets)
            for (const Primitive& item : sheet.items)
                if (item.net == net && item.role != Primitive::Role::Zone) box |= item.box;
    }
    return box;
}

} // namespace viaduct
