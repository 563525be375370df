// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/kicad/drawingshapes.h"
#include "engine/kicad/filenumber.h"
#include "engine/kicad/glyphextents.h"

namespace viaduct {

namespace {

// (effects (font (size H W) (thickness T) bold italic (face ...)) (justify ...) hide)
struct Effects final {
    TextStyle style;
    double lineSpacing{1.0};
    bool isHidden{false};
};

void readFont(BoardReading& reading, const SNode& font, Effects& effects) {
    for (const SNode part : font.arguments()) {
        const std::string_view head = part.isList() ? part.head() : part.word();
        if (head == "size") {
            const Point size = reading.pointIn(part); // height first
            effects.style.height = size.x, effects.style.width = size.y;
        } else if (head == "thickness")
            effects.style.thickness = reading.lengthIn(part);
        else if (head == "bold")
            effects.style.isBold = part.isLeaf() || BoardReading::flagIn(part);
        else if (head == "italic")
            effects.style.isItalic = part.isLeaf() || BoardReading::flagIn(part);
        else if (head == "line_spacing")
            effects.lineSpacing = std::clamp(reading.numberIn(part), 0.1, 10.0);
    }
}

void readEffects(BoardReading& reading, const SNode& list, Effects& effects) {
    for (const SNode part : list.arguments()) {
        const std::string_view head = part.isList() ? part.head() : part.word();
        if (head == "font")
            readFont(reading, part, effects);
        else if (head == "hide")
            effects.isHidden = part.isLeaf() || BoardReading::flagIn(part);
        else if (head == "justify")
            for (const SNode leaf : part.arguments()) {
                const std::string_view word = leaf.word();
                if (word == "left")
                    effects.style.horizontal = -1;
                else if (word == "right")
                    effects.style.horizontal = 1;
                else if (word == "top")
                    effects.style.vertical = -1;
                else if (word == "bottom")
                    effects.style.vertical = 1;
                else if (word == "mirror")
                    effects.style.isMirrored = true;
            }
    }
}

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    for (std::size_t from = 0;;) {
        const std::size_t end = text.find('\n', from);
        lines.push_back(text.substr(from, end == std::string_view::npos ? end : end - from));
        if (end == std::string_view::npos) return lines;
        from = end + 1;
    }
}

// Places glyph boxes on the board as KiCad 9 places its stroke font: measured offsets of the base line and of the pen's width.
ShapeList shapesOfText(std::string_view text, const TextStyle& style, double lineSpacing, double degrees) {
    const auto lines = linesOf(text.substr(0, 4000));
    const double pen = static_cast<double>(style.thickness.value());
    const double unitX = static_cast<double>(style.width.value()) / kGlyphGrid, unitY = static_cast<double>(style.height.value()) / kGlyphGrid;
    const double line = kLineAdvance * lineSpacing;
    const double below = static_cast<double>(lines.size() - 1) * line;
    double base = style.vertical < 0 ? 22.0 : style.vertical > 0 ? -2.57 - below : 9.715 - below / 2;
    const Frame frame(style.position, degrees);
    ShapeList shapes;
    for (const std::string_view words : lines) {
        const GlyphLine glyphs = glyphsOf(words);
        const double from = style.horizontal < 0 ? 0 : style.horizontal > 0 ? -glyphs.advance : -glyphs.advance / 2;
        const double nudge = -static_cast<double>(style.horizontal) * pen / 1.52;
        const auto place = [&](double x, double y) {
            double localX = (from + x) * unitX + nudge;
            if (style.isItalic) localX -= (y + 1) * unitY / 8;
            if (style.isMirrored) localX = -localX;
            return frame.toBoard(pointAt(std::llround(localX), std::llround((base + y) * unitY - pen * 0.052)));
        };
        for (const GlyphBox& box : glyphs.boxes) {
            if (box.left == box.right || box.top == box.bottom)
                shapes.push_back(Shape::capsule(place(box.left, box.top), place(box.right, box.bottom), style.thickness / 2));
            else
                shapes.push_back(Shape::polygon(
                    Ring{place(box.left, box.top), place(box.right, box.top), place(box.right, box.bottom), place(box.left, box.bottom)}, style.thickness / 2));
        }
        base += line;
    }
    return shapes;
}

// Outlines that KiCad stored for an outline font.
ShapeList shapesOfRenderCache(BoardReading& reading, const SNode& cache) {
    ShapeList shapes;
    for (const SNode polygon : cache.arguments()) {
        if (!polygon.is("polygon")) continue;
        PolygonWithHoles area;
        for (const SNode pts : polygon.arguments()) {
            if (!pts.is("pts")) continue;
            Ring ring = readRing(reading, pts, Frame());
            if (ring.size() < 3) continue;
            if (area.outer.empty())
                area.outer = std::move(ring);
            else
                area.holes.push_back(std::move(ring));
        }
        if (!area.outer.empty()) shapes.push_back(Shape::polygon(std::move(area)));
    }
    return shapes;
}

// Text in a footprint reads left to right or bottom to top unless it is "unlocked".
double keptUpright(double degrees) {
    double turn = std::fmod(degrees, 360.0);
    if (turn <= -180) turn += 360;
    if (turn > 180) turn -= 360;
    if (turn > 90)
        turn -= 180;
    else if (turn <= -90)
        turn += 180;
    return turn;
}

ShapeList knockedOut(const ShapeList& letters, const TextStyle& style, double degrees) {
    Box box;
    const Frame back(Point{}, -degrees), forth(Point{}, degrees);
    for (const Shape& letter : letters) {
        if (letter.kind() == Shape::Kind::Polygon) {
            for (const Point corner : letter.polygon().outer) box.include(back.toBoard(corner));
        } else
            box.include(back.toBoard(letter.start())), box.include(back.toBoard(letter.end()));
    }
    if (box.isEmpty()) return {};
    box = box.inflated(style.thickness / 2 + style.height / 4);
    return {Shape::polygon(Ring{forth.toBoard(box.min), forth.toBoard({box.max.x, box.min.y}), forth.toBoard(box.max), forth.toBoard({box.min.x, box.max.y})})};
}

} // namespace

void readText(BoardReading& reading, const SNode& list, std::string value, FootprintId footprint, const Frame& frame) {
    Graphic graphic;
    graphic.kind = Graphic::Kind::Text;
    graphic.footprint = footprint;
    Effects effects;
    effects.style.width = effects.style.height = Nanometres(1000000);
    double degrees = 0;
    bool isUnlocked = false, isKnockout = false;
    std::optional<LayerTable::Layer> layer;
    SNode cache;
    for (const SNode part : list.arguments()) {
        const std::string_view head = part.isList() ? part.head() : part.word();
        if (part.isLeaf()) {
            if (head == "hide" && part.kind() == SNode::Kind::Word) effects.isHidden = true;
            continue;
        }
        if (head == "at") {
            effects.style.position = frame.toBoard(reading.pointIn(part));
            degrees = reading.angleIn(part);
            isUnlocked = part.at(3).word() == "unlocked" || part.at(4).word() == "unlocked";
        } else if (head == "layer") {
            layer = reading.layerIn(part);
            isKnockout = part.at(2).word() == "knockout";
        } else if (head == "effects")
            readEffects(reading, part, effects);
        else if (head == "hide")
            effects.isHidden = BoardReading::flagIn(part);
        else if (head == "unlocked")
            isUnlocked = BoardReading::flagIn(part);
        else if (head == "uuid" || head == "tstamp")
            graphic.uuid = part.at(1).text();
        else if (head == "render_cache")
            cache = part;
        else if (head == "net")
            graphic.net = reading.netIn(part);
    }
    if (effects.isHidden || !layer) return;
    if (!footprint.isNone() && !isUnlocked) degrees = keptUpright(degrees);
    TextStyle& style = effects.style;
    style.width = std::max(style.width, Nanometres(1)), style.height = std::max(style.height, Nanometres(1));
    if (style.thickness.value() <= 0) style.thickness = std::min(style.width, style.height) / (style.isBold ? 5 : 8);
    style.thickness = std::min(style.thickness, std::min(style.width, style.height) / 4); // KiCad draws no fatter pen
    style.rotation = toMillidegrees(degrees);
    graphic.layer = *layer;
    graphic.shapes = cache ? shapesOfRenderCache(reading, cache) : ShapeList();
    if (graphic.shapes.empty()) graphic.shapes = shapesOfText(value, style, effects.lineSpacing, degrees);
    if (isKnockout) graphic.shapes = knockedOut(graphic.shapes, style, degrees);
    if (graphic.shapes.empty()) return;
    graphic.strokeWidth = style.thickness;
    graphic.text = std::move(value);
    graphic.textStyle = style;
    reading.board.graphics.push_back(std::move(graphic));
}

// A text box covers its whole rectangle: how KiCad wraps the words inside is not repeated here.
void readTextBox(BoardReading& reading, const SNode& list, FootprintId footprint, const Frame& frame) {
    Graphic graphic;
    graphic.kind = Graphic::Kind::Text;
    graphic.footprint = footprint;
    if (list.at(1).isLeaf()) graphic.text = list.at(1).text();
    Effects effects;
    std::optional<LayerTable::Layer> layer;
    SNode start, end, pts;
    double degrees = 0;
    for (const SNode part : list.arguments()) {
        const std::string_view head = part.head();
        if (head == "start")
            start = part;
        else if (head == "end")
            end = part;
        else if (head == "pts")
            pts = part;
        else if (head == "angle")
            degrees = reading.numberIn(part);
        else if (head == "layer")
            layer = reading.layerIn(part);
        else if (head == "effects")
            readEffects(reading, part, effects);
        else if (head == "uuid" || head == "tstamp")
            graphic.uuid = part.at(1).text();
        else if (head == "stroke" && part.find("width"))
            graphic.strokeWidth = std::max(Nanometres(), reading.lengthIn(part.find("width")));
    }
    if (!layer || effects.isHidden) return;
    Ring ring;
    if (pts)
        ring = readRing(reading, pts, frame);
    else if (start && end) {
        const Point a = reading.pointIn(start), b = reading.pointIn(end);
        ring = {frame.toBoard(a), frame.toBoard({b.x, a.y}), frame.toBoard(b), frame.toBoard({a.x, b.y})};
    }
    if (ring.size() < 3) return;
    Box box;
    for (const Point corner : ring) box.include(corner);
    effects.style.position = box.centre();
    effects.style.rotation = toMillidegrees(degrees);
    graphic.layer = *layer;
    graphic.shapes.push_back(Shape::polygon(std::move(ring), graphic.strokeWidth / 2));
    graphic.textStyle = effects.style;
    reading.board.graphics.push_back(std::move(graphic));
}

void readTable(BoardReading& reading, const SNode& list) {
    for (const SNode cell : list.find("cells").arguments())
        if (cell.is("table_cell")) readTextBox(reading, cell, FootprintId(), Frame());
}

} // namespace viaduct
