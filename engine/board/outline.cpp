// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/board/outline.h"

#include <algorithm>
#include <optional>

#include "engine/geometry/distance.h"
#include "engine/geometry/millimetretext.h"
#include "engine/geometry/spatialindex.h"

namespace viaduct {
namespace {

constexpr Nanometres kChainingTolerance(10000);

// One drawn edge as a line of points from end to end.
struct Piece final {
    std::vector<Point> points;
    bool isUsed{false};
};

struct Drawn final {
    std::vector<Piece> pieces; // open ones, to be chained
    std::vector<Ring> rings;   // closed by themselves
};

void addEdge(ShapeList& edges, Point a, Point b) {
    if (a != b) edges.push_back(Shape::capsule(a, b, Nanometres()));
}

void draw(const Shape& shape, Nanometres arcError, Drawn& drawn, ShapeList& edges) {
    switch (shape.kind()) {
    case Shape::Kind::Disc: break; // a line without length bounds nothing
    case Shape::Kind::Capsule:
        addEdge(edges, shape.start(), shape.end());
        drawn.pieces.push_back({{shape.start(), shape.end()}});
        break;
    case Shape::Kind::Arc:
        edges.push_back(Shape::arc(shape.start(), shape.mid(), shape.end(), Nanometres()));
        drawn.pieces.push_back({arcToPolyline(shape.start(), shape.mid(), shape.end(), arcError)});
        break;
    case Shape::Kind::Polygon: {
        const auto addRing = [&](const Ring& ring) {
            for (std::size_t i = 0; i < ring.size(); ++i) addEdge(edges, ring[i], ring[i + 1 == ring.size() ? 0 : i + 1]);
            if (ring.size() >= 3) drawn.rings.push_back(ring);
        };
        addRing(shape.polygon().outer);
        for (const Ring& hole : shape.polygon().holes) addRing(hole);
        break;
    }
    }
}

std::string placeText(Point p) { return formatMillimetres(p.x) + ", " + formatMillimetres(p.y) + " mm"; }

// Follows pieces end to end; the nearest free end within the tolerance goes on.
class Chainer final {
public:
    explicit Chainer(std::vector<Piece>& pieces) : m_pieces(pieces) {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            m_ends.insert(static_cast<std::int32_t>(2 * i), boxAt(pieces[i].points.front()));
            m_ends.insert(static_cast<std::int32_t>(2 * i + 1), boxAt(pieces[i].points.back()));
        }
    }
    // The ring that starts with this piece, or where the chain breaks off.
    std::optional<Ring> ringFrom(std::size_t first, Point& broken) {
        m_pieces[first].isUsed = true;
        Ring ring = m_pieces[first].points;
        while (true) {
            const std::optional<std::int32_t> next = nearestEnd(ring.back());
            const bool closes = ring.size() > 2 && isNear(ring.front(), ring.back());
            if (closes && (!next || squaredDistance(ring.front(), ring.back()) <= squaredDistance(endPoint(*next), ring.back()))) break;
            if (!next) {
                broken = ring.back();
                return std::nullopt;
            }
            Piece& piece = m_pieces[static_cast<std::size_t>(*next / 2)];
            piece.isUsed = true;
            if (*next % 2 == 1) std::reverse(piece.points.begin(), piece.points.end());
            // Ends that meet exactly give one corner; a gap within the tolerance is bridged.
            ring.insert(ring.end(), piece.points.begin() + (piece.points.front() == ring.back() ? 1 : 0), piece.points.end());
        }
        if (ring.front() == ring.back()) ring.pop_back();
        return ring;
    }

private:
    static Box boxAt(Point p) { return {p, p}; }
    static bool isNear(Point a, Point b) { return squaredDistance(a, b) <= kChainingTolerance * kChainingTolerance; }
    [[nodiscard]] Point endPoint(std::int32_t end) const {
        const Piece& piece = m_pieces[static_cast<std::size_t>(end / 2)];
        return end % 2 == 0 ? piece.points.front() : piece.points.back();
    }
    [[nodiscard]] std::optional<std::int32_t> nearestEnd(Point from) const {
        std::vector<std::int32_t> found;
        m_ends.query(boxAt(from).inflated(kChainingTolerance), found);
        std::optional<std::int32_t> best;
        for (const std::int32_t end : found) {
            if (m_pieces[static_cast<std::size_t>(end / 2)].isUsed || !isNear(endPoint(end), from)) continue;
            if (!best || squaredDistance(endPoint(end), from) < squaredDistance(endPoint(*best), from)) best = end;
        }
        return best;
    }
    std::vector<Piece>& m_pieces;
    SpatialIndex m_ends;
};

// Rings inside an even number of others are areas, the rest are cutouts of the innermost area around them.
std::vector<PolygonWithHoles> nested(const std::vector<Ring>& rings) {
    std::vector<std::vector<std::size_t>> around(rings.size());
    for (std::size_t i = 0; i < rings.size(); ++i)
        for (std::size_t k = 0; k < rings.size(); ++k)
            if (i != k && contains(PolygonWithHoles{rings[k], {}}, rings[i].front())) around[i].push_back(k);
    std::vector<PolygonWithHoles> areas;
    std::vector<std::size_t> ringOfArea;
    for (std::size_t i = 0; i < rings.size(); ++i)
        if (around[i].size() % 2 == 0) {
            areas.push_back({rings[i], {}});
            ringOfArea.push_back(i);
        }
    for (std::size_t i = 0; i < rings.size(); ++i) {
        if (around[i].size() % 2 == 0) continue;
        for (std::size_t area = 0; area < areas.size(); ++area) {
            const std::size_t owner = ringOfArea[area];
            const bool isAround = std::find(around[i].begin(), around[i].end(), owner) != around[i].end();
            if (isAround && around[owner].size() + 1 == around[i].size()) areas[area].holes.push_back(rings[i]);
        }
    }
    return areas;
}

} // namespace

Outline outlineOf(const Board& board, Nanometres arcError) {
    Outline outline;
    Drawn drawn;
    for (const Graphic& graphic : board.graphics) {
        if (graphic.kind != Graphic::Kind::Line) continue;
        if (graphic.isOn(TechLayer::Margin)) outline.margins.insert(outline.margins.end(), graphic.shapes.begin(), graphic.shapes.end());
        if (!graphic.isOn(TechLayer::EdgeCuts)) continue;
        for (const Shape& shape : graphic.shapes) draw(shape, arcError, drawn, outline.edges);
    }
    if (drawn.pieces.empty() && drawn.rings.empty()) {
        outline.problem = "the board has no outline: nothing is drawn on Edge.Cuts";
        return outline;
    }
    Chainer chainer(drawn.pieces);
    std::vector<Ring> rings;
    for (std::size_t i = 0; i < drawn.pieces.size(); ++i) {
        if (drawn.pieces[i].isUsed) continue;
        Point broken;
        std::optional<Ring> ring = chainer.ringFrom(i, broken);
        if (!ring) {
            if (outline.problem.empty()) outline.problem = "the board outline is not closed: it breaks off at " + placeText(broken);
        } else if (ring->size() >= 3) {
            rings.push_back(std::move(*ring));
        }
    }
    rings.insert(rings.end(), drawn.rings.begin(), drawn.rings.end());
    if (!outline.problem.empty()) return outline;
    if (rings.empty()) {
        outline.problem = "the board outline encloses no area";
        return outline;
    }
    outline.areas = nested(rings);
    outline.isClosed = true;
    return outline;
}

} // namespace viaduct
