// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/board/connectivity.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/board/disjointsets.h"
#include "engine/board/spanningtree.h"
#include "engine/geometry/distance.h"

namespace viaduct {
namespace {

enum class NodeKind : std::uint8_t { Pad, Track, Arc, Via, Island, Graphic };

// One piece of copper with a net. Shapes are fetched when a pair of boxes overlaps, which few do.
struct Item final {
    NodeKind kind;
    NetId net;
    LayerSet layers;
    Box box;
    std::size_t index;                // into its own table (islands: of the fill)
    std::size_t island{0};            // islands only
    Shape shape{Shape::disc({}, {})}; // of tracks, arcs and islands
};

class Gatherer final {
public:
    Gatherer(const Board& board, const Copper& copper, const std::vector<ZoneFill>* fills, NetId only)
        : m_board(board), m_copper(copper), m_fills(fills), m_only(only) {
        for (std::size_t i = 0; i < board.pads.size(); ++i) {
            const Pad& pad = board.pads[i];
            if (!pad.layers.isEmpty() && isAsked(pad.net)) add({NodeKind::Pad, pad.net, pad.connectionLayers(), pad.box(), i});
        }
        for (std::size_t i = 0; i < copper.tracks.size(); ++i)
            addOneLayer(NodeKind::Track, copper.tracks[i].net, copper.tracks[i].layer, i, copper.tracks[i].shape());
        for (std::size_t i = 0; i < copper.arcs.size(); ++i) addOneLayer(NodeKind::Arc, copper.arcs[i].net, copper.arcs[i].layer, i, copper.arcs[i].shape());
        for (std::size_t i = 0; i < copper.vias.size(); ++i) {
            const Via& via = copper.vias[i];
            Nanometres largest = via.diameter;
            for (const auto& [layer, diameter] : via.layerDiameters) largest = std::max(largest, diameter);
            add({NodeKind::Via, via.net, via.layers(), Shape::disc(via.position, largest / 2).box(), i});
        }
        if (fills != nullptr) addIslands(*fills);
        for (std::size_t i = 0; i < board.graphics.size(); ++i) {
            const Graphic& graphic = board.graphics[i];
            // Of a footprint's drawings KiCad's connectivity knows nothing.
            if (graphic.kind == Graphic::Kind::Line && graphic.footprint.isNone() && !graphic.copperLayer().isNone())
                add({NodeKind::Graphic, graphic.net, LayerSet::of(graphic.copperLayer()), boxOf(graphic.shapes), i});
        }
    }

    [[nodiscard]] const std::vector<Item>& items() const noexcept { return m_items; }

    [[nodiscard]] bool areJoined(const Item& a, const Item& b) const {
        if (a.kind == NodeKind::Island && b.kind == NodeKind::Island) return areIslandsJoined(a, b);
        const bool withZone = a.kind == NodeKind::Island || b.kind == NodeKind::Island;
        LayerSet common = a.layers & b.layers;
        while (!common.isEmpty()) {
            const LayerId layer = common.first();
            common.remove(layer);
            if (anyTouch(a, b, layer, withZone)) return true;
            if (isSameOnAllLayers(a) && isSameOnAllLayers(b)) return false;
        }
        return false;
    }

private:
    [[nodiscard]] bool isAsked(NetId net) const noexcept { return m_only.isNone() || m_only == net; }
    void add(Item item) {
        if (isAsked(item.net) && item.net > kNoNet && item.net.index() < m_board.nets.size()) m_items.push_back(std::move(item));
    }
    void addOneLayer(NodeKind kind, NetId net, LayerId layer, std::size_t index, Shape shape) {
        if (layer.isNone()) return;
        const Box box = shape.box();
        add({kind, net, LayerSet::of(layer), box, index, 0, std::move(shape)});
    }
    void addIslands(const std::vector<ZoneFill>& fills) {
        for (std::size_t i = 0; i < fills.size(); ++i) {
            const Zone& zone = m_board.zone(fills[i].zone);
            if (zone.net <= kNoNet || !isAsked(zone.net) || zone.isRuleArea() || fills[i].layer.isNone()) continue;
            for (std::size_t k = 0; k < fills[i].islands.size(); ++k) {
                if (fills[i].islands[k].outer.size() < 3) continue;
                Shape shape = Shape::polygon(fills[i].islands[k]);
                const Box box = shape.box();
                add({NodeKind::Island, zone.net, LayerSet::of(fills[i].layer), box, i, k, std::move(shape)});
            }
        }
    }

    // Layers on which the annulus stays only where something connects: towards other items than zones only the hole counts there.
    [[nodiscard]] static bool isBareOn(const Pad& pad, LayerId layer, LayerId front, LayerId back) noexcept {
        return pad.removeUnusedLayers && pad.isPlated() && !(pad.keepEndLayers && (layer == front || layer == back));
    }
    [[nodiscard]] static bool isBareOn(const Via& via, LayerId layer) noexcept {
        return via.removeUnusedLayers && !(via.keepEndLayers && (layer == via.from || layer == via.to));
    }
    [[nodiscard]] bool isSameOnAllLayers(const Item& item) const {
        if (item.kind == NodeKind::Pad) return m_board.pads[item.index].layerShapes.empty() && !m_board.pads[item.index].removeUnusedLayers;
        if (item.kind == NodeKind::Via) return m_copper.vias[item.index].layerDiameters.empty() && !m_copper.vias[item.index].removeUnusedLayers;
        return true;
    }

    template <typename Visit> bool anyShape(const Item& item, LayerId layer, bool withZone, Visit visit) const {
        switch (item.kind) {
        case NodeKind::Pad: {
            const Pad& pad = m_board.pads[item.index];
            if (!withZone && isBareOn(pad, layer, m_board.layers.front(), m_board.layers.back())) return visit(*pad.hole);
            const ShapeList& shapes = pad.shapesOn(layer);
            return std::any_of(shapes.begin(), shapes.end(), visit);
        }
        case NodeKind::Via: {
            const Via& via = m_copper.vias[item.index];
            return visit(!withZone && isBareOn(via, layer) ? via.hole() : via.shapeOn(layer));
        }
        case NodeKind::Graphic: {
            const ShapeList& shapes = m_board.graphics[item.index].shapes;
            return std::any_of(shapes.begin(), shapes.end(), visit);
        }
        case NodeKind::Track:
        case NodeKind::Arc:
        case NodeKind::Island: break;
        }
        return visit(item.shape);
    }

    [[nodiscard]] bool anyTouch(const Item& a, const Item& b, LayerId layer, bool withZone) const {
        return anyShape(a, layer, withZone,
                        [&](const Shape& one) { return anyShape(b, layer, withZone, [&](const Shape& other) { return overlaps(one, other); }); });
    }

    // Islands of two zones are joined where a corner of one lies in the other; islands of one zone never are.
    [[nodiscard]] bool areIslandsJoined(const Item& a, const Item& b) const {
        if ((*m_fills)[a.index].zone == (*m_fills)[b.index].zone || !(a.layers == b.layers)) return false;
        const auto hasCornerIn = [](const Item& from, const Item& in) {
            const Ring& ring = from.shape.polygon().outer;
            return std::any_of(ring.begin(), ring.end(), [&](Point corner) { return in.box.contains(corner) && contains(in.shape, corner); });
        };
        return hasCornerIn(a, b) || hasCornerIn(b, a);
    }

    const Board& m_board;
    const Copper& m_copper;
    const std::vector<ZoneFill>* m_fills;
    NetId m_only;
    std::vector<Item> m_items;
};

// The item indices of each net, nets ascending.
std::vector<std::vector<int>> itemsByNet(const std::vector<Item>& items, std::size_t nets) {
    std::vector<std::vector<int>> byNet(nets);
    for (std::size_t i = 0; i < items.size(); ++i) byNet[items[i].net.index()].push_back(static_cast<int>(i));
    return byNet;
}

// Joins what touches among the items of one net: a sweep along x over their boxes.
void joinTouching(const Gatherer& gatherer, std::vector<int> members, DisjointSets& sets) {
    const std::vector<Item>& items = gatherer.items();
    const auto at = [&](int i) -> const Item& { return items[static_cast<std::size_t>(i)]; };
    std::sort(members.begin(), members.end(), [&](int a, int b) { return at(a).box.min.x != at(b).box.min.x ? at(a).box.min.x < at(b).box.min.x : a < b; });
    std::vector<int> active;
    for (const int member : members) {
        const Item& item = at(member);
        std::size_t kept = 0;
        for (const int other : active) {
            const Item& before = at(other);
            if (before.box.max.x < item.box.min.x) continue;
            active[kept++] = other;
            if ((before.layers & item.layers).isEmpty() || !before.box.intersects(item.box)) continue;
            if (sets.find(member) != sets.find(other) && gatherer.areJoined(before, item)) sets.join(member, other);
        }
        active.resize(kept);
        active.push_back(member);
    }
}

struct End final {
    ConnectionEnd end;
    int item;
};

class RatsnestMaker final {
public:
    RatsnestMaker(const Board& board, const Copper& copper, const std::vector<ZoneFill>* fills, const std::vector<Item>& items)
        : m_board(board), m_copper(copper), m_fills(fills), m_items(items) {}

    void add(NetId net, const std::vector<int>& members, DisjointSets& sets, std::vector<RatsnestEdge>& ratsnest) {
        std::map<int, int> groups;  // set representative -> dense number, in order of the representatives
        std::map<int, bool> isPour; // nothing but zone islands
        for (const int member : members) {
            const int set = sets.find(member);
            groups.emplace(set, static_cast<int>(groups.size()));
            const bool isIsland = m_items[static_cast<std::size_t>(member)].kind == NodeKind::Island;
            isPour[set] = isIsland && (isPour.count(set) == 0 || isPour[set]);
        }
        std::vector<TreeNode> nodes;
        std::vector<End> ends;
        for (const int member : members) {
            const int set = sets.find(member);
            const Item& item = m_items[static_cast<std::size_t>(member)];
            // Islands that were kept on purpose and join nothing but each other are no open connection.
            if (isPour[set]) continue;
            forEachAnchor(item, [&](const ConnectionEnd& end) {
                nodes.push_back({end.place, groups[set]});
                ends.push_back({end, member});
            });
        }
        const std::size_t first = ratsnest.size();
        for (const TreeEdge& edge : spanningTreeOfGroups(nodes, static_cast<int>(groups.size())))
            ratsnest.push_back(edgeBetween(net, ends[edge.a], ends[edge.b]));
        std::stable_sort(ratsnest.begin() + static_cast<std::ptrdiff_t>(first), ratsnest.end(), [](const RatsnestEdge& a, const RatsnestEdge& b) {
            if (a.length != b.length) return a.length < b.length;
            return a.a.place != b.a.place ? a.a.place < b.a.place : a.b.place < b.b.place;
        });
    }

private:
    template <typename Visit> void forEachAnchor(const Item& item, Visit visit) const {
        ConnectionEnd end;
        end.layers = item.layers;
        const auto at = [&](Point place) {
            end.place = place;
            visit(end);
        };
        switch (item.kind) {
        case NodeKind::Pad:
            end.pad = m_board.pads[item.index].id;
            at(m_board.pads[item.index].position);
            break;
        case NodeKind::Track:
            at(m_copper.tracks[item.index].start);
            at(m_copper.tracks[item.index].end);
            break;
        case NodeKind::Arc:
            at(m_copper.arcs[item.index].start);
            at(m_copper.arcs[item.index].end);
            break;
        case NodeKind::Via: at(m_copper.vias[item.index].position); break;
        case NodeKind::Island:
            end.zone = (*m_fills)[item.index].zone;
            at(item.shape.polygon().outer.front());
            break;
        case NodeKind::Graphic:
            for (const Shape& shape : m_board.graphics[item.index].shapes) {
                at(shape.start());
                if (shape.end() != shape.start()) at(shape.end());
            }
            break;
        }
    }

    // An island stands in the tree with one corner; the line is drawn to its corner that lies nearest to the other end.
    void drawToNearestCorner(End& end, Point other) const {
        const Item& item = m_items[static_cast<std::size_t>(end.item)];
        if (item.kind != NodeKind::Island) return;
        for (const Point corner : item.shape.polygon().outer)
            if (squaredDistance(corner, other) < squaredDistance(end.end.place, other)) end.end.place = corner;
    }

    [[nodiscard]] RatsnestEdge edgeBetween(NetId net, End a, End b) const {
        drawToNearestCorner(a, b.end.place);
        drawToNearestCorner(b, a.end.place);
        const long double squared = static_cast<long double>(squaredDistance(a.end.place, b.end.place));
        return {net, a.end, b.end, Nanometres(std::llround(std::sqrt(squared)))};
    }

    const Board& m_board;
    const Copper& m_copper;
    const std::vector<ZoneFill>* m_fills;
    const std::vector<Item>& m_items;
};

} // namespace

Connectivity::Connectivity(const Board& board, const Copper& copper, const std::vector<ZoneFill>* fills, NetId only)
    : m_padCluster(board.pads.size(), -1), m_trackCluster(copper.tracks.size(), -1), m_arcCluster(copper.arcs.size(), -1),
      m_viaCluster(copper.vias.size(), -1) {
    if (fills != nullptr)
        for (const ZoneFill& fill : *fills) m_islandCluster.emplace_back(fill.islands.size(), -1);
    const Gatherer gatherer(board, copper, fills, only);
    const std::vector<Item>& items = gatherer.items();
    DisjointSets sets(items.size());
    const std::vector<std::vector<int>> byNet = itemsByNet(items, board.nets.size());
    RatsnestMaker ratsnest(board, copper, fills, items);
    for (std::size_t net = 1; net < byNet.size(); ++net) {
        joinTouching(gatherer, byNet[net], sets);
        ratsnest.add(NetId(static_cast<std::int32_t>(net)), byNet[net], sets, m_ratsnest);
    }
    // A set's representative is its smallest item, so numbers rise with the first item of a cluster.
    std::vector<int> numbers(items.size(), -1);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto set = static_cast<std::size_t>(sets.find(static_cast<int>(i)));
        if (numbers[set] < 0) numbers[set] = static_cast<int>(m_clusterCount++);
        const int cluster = numbers[set];
        switch (items[i].kind) {
        case NodeKind::Pad: m_padCluster[items[i].index] = cluster; break;
        case NodeKind::Track: m_trackCluster[items[i].index] = cluster; break;
        case NodeKind::Arc: m_arcCluster[items[i].index] = cluster; break;
        case NodeKind::Via: m_viaCluster[items[i].index] = cluster; break;
        case NodeKind::Island: m_islandCluster[items[i].index][items[i].island] = cluster; break;
        case NodeKind::Graphic: break;
        }
    }
}

} // namespace viaduct
