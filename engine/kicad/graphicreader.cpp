// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/kicad/drawingshapes.h"
#include "engine/kicad/filenumber.h"

namespace viaduct {

namespace {

bool isOutlineLayer(const std::optional<LayerTable::Layer>& layer) {
    return layer && std::holds_alternative<TechLayer>(*layer) && std::get<TechLayer>(*layer) == TechLayer::EdgeCuts;
}

constexpr double kArrowSpread = 0.47996554429844063; // 27.5 degrees

} // namespace

bool readGraphic(BoardReading& reading, const SNode& list, std::string_view kind, FootprintId footprint, const Frame& frame) {
    Graphic graphic;
    graphic.footprint = footprint;
    std::vector<LayerTable::Layer> layers; // several: copper with its mask opening
    for (const SNode part : list.arguments()) {
        if (!part.isList()) continue;
        const std::string_view head = part.head();
        if (head == "layer") {
            if (const auto layer = reading.layerIn(part)) layers.push_back(*layer);
        } else if (head == "layers") {
            for (const SNode leaf : part.arguments())
                if (const auto layer = reading.layers.find(leaf.word())) layers.push_back(*layer);
        } else if (head == "net")
            graphic.net = reading.netIn(part);
        else if (head == "uuid" || head == "tstamp")
            graphic.uuid = part.at(1).text();
    }
    Drawn drawn;
    if (!readDrawn(reading, list, kind, frame, !layers.empty() && isOutlineLayer(layers.front()), drawn)) return false;
    if (layers.empty() || drawn.shapes.empty()) return true;
    graphic.shapes = std::move(drawn.shapes);
    graphic.strokeWidth = drawn.strokeWidth;
    graphic.isFilled = drawn.isFilled;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        graphic.layer = layers[i];
        reading.board.graphics.push_back(i + 1 < layers.size() ? graphic : std::move(graphic));
    }
    return true;
}

// Lines are drawn as KiCad 4 and 5 list them (feature1, crossbar, arrows). Later files state only the measured points: there the extension
// lines, the crossbar and the arrows are made from them.
void readDimension(BoardReading& reading, const SNode& list, FootprintId footprint, const Frame& frame) {
    Graphic graphic;
    graphic.footprint = footprint;
    graphic.strokeWidth = Nanometres(150000);
    std::optional<LayerTable::Layer> layer;
    SNode pts, text;
    Nanometres height, arrow(1270000), overshoot(500000), gap(500000);
    double orientation = 0;
    std::string_view type = "aligned";
    std::vector<std::vector<Point>> strokes;
    for (const SNode part : list.arguments()) {
        if (!part.isList()) continue;
        const std::string_view head = part.head();
        if (head == "layer")
            layer = reading.layerIn(part);
        else if (head == "width")
            graphic.strokeWidth = reading.lengthIn(part);
        else if (head == "uuid" || head == "tstamp")
            graphic.uuid = part.at(1).text();
        else if (head == "pts")
            pts = part;
        else if (head == "gr_text" || head == "fp_text")
            text = part;
        else if (head == "type")
            type = part.at(1).word();
        else if (head == "height")
            height = reading.lengthIn(part);
        else if (head == "orientation")
            orientation = reading.numberIn(part);
        else if (head == "style") {
            if (const SNode thickness = part.find("thickness")) graphic.strokeWidth = reading.lengthIn(thickness);
            if (const SNode length = part.find("arrow_length")) arrow = reading.lengthIn(length);
            if (const SNode offset = part.find("extension_offset")) gap = reading.lengthIn(offset);
            if (const SNode extension = part.find("extension_height")) overshoot = reading.lengthIn(extension);
        } else if (const SNode old = part.find("pts"))
            strokes.push_back(readRing(reading, old, frame));
    }
    if (text) readText(reading, text, reading.label(text.at(1)), footprint, frame);
    if (!layer) return;
    if (pts) {
        const Ring ends = readRing(reading, pts, frame);
        if (ends.size() < 2) return;
        const Point a = ends[0], b = ends[1];
        if (type == "aligned" || type == "orthogonal") {
            const bool isVertical = type == "orthogonal" && std::lround(orientation) % 2 != 0;
            const double along = type == "aligned" ? std::atan2(static_cast<double>((b.y - a.y).value()), static_cast<double>((b.x - a.x).value()))
                                 : isVertical      ? 1.5707963267948966
                                                   : 0.0;
            const auto reach = static_cast<double>(height.value()) * (isVertical ? -1.0 : 1.0);
            const auto shifted = [](Point p, double x, double y) { return p + pointAt(std::llround(x), std::llround(y)); };
            const Point first = shifted(a, -std::sin(along) * reach, std::cos(along) * reach);
            Point second = shifted(b, -std::sin(along) * reach, std::cos(along) * reach);
            if (type == "orthogonal") second = isVertical ? Point{first.x, b.y} : Point{b.x, first.y};
            const double sign = height.value() < 0 ? -1.0 : 1.0, extra = static_cast<double>(overshoot.value()) * sign * (isVertical ? -1.0 : 1.0);
            const double lead = static_cast<double>(gap.value()) * sign * (isVertical ? -1.0 : 1.0);
            strokes.push_back({shifted(a, -std::sin(along) * lead, std::cos(along) * lead), shifted(first, -std::sin(along) * extra, std::cos(along) * extra)});
            strokes.push_back(
                {shifted(b, -std::sin(along) * lead, std::cos(along) * lead), shifted(second, -std::sin(along) * extra, std::cos(along) * extra)});
            strokes.push_back({first, second});
            const double direction = std::atan2(static_cast<double>((second.y - first.y).value()), static_cast<double>((second.x - first.x).value()));
            for (const double spread : {-kArrowSpread, kArrowSpread}) {
                const double length = static_cast<double>(arrow.value());
                strokes.push_back({first, shifted(first, std::cos(direction + spread) * length, std::sin(direction + spread) * length)});
                strokes.push_back({second, shifted(second, -std::cos(direction + spread) * length, -std::sin(direction + spread) * length)});
            }
        } else if (type == "center") {
            const Point arm = b - a, turned{-arm.y, arm.x};
            strokes.push_back({a - arm, a + arm});
            strokes.push_back({a - turned, a + turned});
        } else
            strokes.push_back({a, b}); // leader and radial
    }
    for (const auto& stroke : strokes)
        for (std::size_t i = 0; i + 1 < stroke.size(); ++i) graphic.shapes.push_back(Shape::capsule(stroke[i], stroke[i + 1], graphic.strokeWidth / 2));
    graphic.layer = *layer;
    if (!graphic.shapes.empty()) reading.board.graphics.push_back(std::move(graphic));
}

// A cross (plus or x) with a circle of two thirds of its size.
void readTarget(BoardReading& reading, const SNode& list) {
    Graphic graphic;
    Point position;
    Nanometres size;
    std::optional<LayerTable::Layer> layer;
    for (const SNode part : list.arguments()) {
        const std::string_view head = part.head();
        if (head == "at")
            position = reading.pointIn(part);
        else if (head == "size")
            size = reading.lengthIn(part);
        else if (head == "width")
            graphic.strokeWidth = reading.lengthIn(part);
        else if (head == "layer")
            layer = reading.layerIn(part);
        else if (head == "uuid" || head == "tstamp")
            graphic.uuid = part.at(1).text();
    }
    if (!layer || size.value() <= 0) return;
    const bool isX = list.at(1).word() == "x";
    const Nanometres half = graphic.strokeWidth / 2, arm = size / 2, radius = isX ? size / 2 : size / 3;
    const Frame frame(position, isX ? 45.0 : 0.0);
    graphic.shapes = {Shape::capsule(frame.toBoard({-arm, {}}), frame.toBoard({arm, {}}), half),
                      Shape::capsule(frame.toBoard({{}, -arm}), frame.toBoard({{}, arm}), half)};
    const Point right{position.x + radius, position.y}, left{position.x - radius, position.y};
    graphic.shapes.push_back(Shape::arc(right, {position.x, position.y - radius}, left, half));
    graphic.shapes.push_back(Shape::arc(left, {position.x, position.y + radius}, right, half));
    graphic.layer = *layer;
    reading.board.graphics.push_back(std::move(graphic));
}

} // namespace viaduct
