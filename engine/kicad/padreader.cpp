// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "engine/kicad/boardreading.h"
#include "engine/kicad/drawingshapes.h"
#include "engine/kicad/filenumber.h"
#include "engine/kicad/padfaults.h"

namespace viaduct {

namespace {

enum Corner : unsigned { kTopLeft = 1, kTopRight = 2, kBottomLeft = 4, kBottomRight = 8 };

// The shape clauses of a pad, or of one layer of its padstack.
struct PadForm final {
    std::string_view shape;
    Nanometres width, height;
    Point offset; // of the shape from the pad's position, before rotation
    Nanometres deltaX, deltaY;
    double roundRatio{0.25}, chamferRatio{0.0};
    unsigned chamfered{0};
    bool isAnchorRect{false}, isHullInZones{false};
    SNode primitives;
};

Nanometres sizeOf(BoardReading& reading, const SNode& list, const SNode& leaf) {
    const Nanometres size = reading.length(leaf);
    if (size.value() > 0) return size;
    reading.warn(list, size.value() == 0 ? "pad of size 0 read as 0.001 mm, as KiCad does" : "negative pad size read as its absolute value");
    return size.value() == 0 ? Nanometres(1000) : -size;
}

// True when the clause is one of a form's.
bool readForm(BoardReading& reading, const SNode& part, std::string_view head, PadForm& form) {
    if (head == "size") {
        form.width = sizeOf(reading, part, part.at(1));
        form.height = part.at(2) ? sizeOf(reading, part, part.at(2)) : form.width;
    } else if (head == "rect_delta") {
        const Point delta = reading.pointIn(part);
        form.deltaX = delta.x, form.deltaY = delta.y;
    } else if (head == "roundrect_rratio")
        form.roundRatio = reading.numberIn(part);
    else if (head == "chamfer_ratio")
        form.chamferRatio = reading.numberIn(part);
    else if (head == "chamfer") {
        for (const SNode leaf : part.arguments()) {
            const std::string_view corner = leaf.word();
            form.chamfered |= corner == "top_left"       ? kTopLeft
                              : corner == "top_right"    ? kTopRight
                              : corner == "bottom_left"  ? kBottomLeft
                              : corner == "bottom_right" ? kBottomRight
                                                         : 0U;
        }
    } else if (head == "options") {
        form.isAnchorRect = part.find("anchor").at(1).word() == "rect";
        form.isHullInZones = part.find("clearance").at(1).word() == "convexhull";
    } else if (head == "primitives")
        form.primitives = part;
    else if (head == "shape")
        form.shape = part.at(1).word();
    else if (head == "offset")
        form.offset = reading.pointIn(part);
    else
        return false;
    return true;
}

void addRect(const Frame& frame, Nanometres halfX, Nanometres halfY, Nanometres radius, ShapeList& shapes) {
    if (halfX.value() <= 0 && halfY.value() <= 0) return shapes.push_back(Shape::disc(frame.toBoard({}), radius));
    if (halfX.value() <= 0) return shapes.push_back(Shape::capsule(frame.toBoard({{}, -halfY}), frame.toBoard({{}, halfY}), radius));
    if (halfY.value() <= 0) return shapes.push_back(Shape::capsule(frame.toBoard({-halfX, {}}), frame.toBoard({halfX, {}}), radius));
    shapes.push_back(Shape::polygon(
        Ring{frame.toBoard({-halfX, -halfY}), frame.toBoard({halfX, -halfY}), frame.toBoard({halfX, halfY}), frame.toBoard({-halfX, halfY})}, radius));
}

// A rectangle with some corners cut and the others rounded: the polygon through the ends of all cuts and roundings, and a disc per rounding.
void addChamferedRect(const Frame& frame, const PadForm& form, Nanometres radius, ShapeList& shapes) {
    const Nanometres halfX = form.width / 2, halfY = form.height / 2;
    const Nanometres shorter = std::min(form.width, form.height);
    const Nanometres cut(std::llround(static_cast<double>(shorter.value()) * std::clamp(form.chamferRatio, 0.0, 0.5)));
    Ring ring;
    const auto corner = [&](unsigned which, int sx, int sy, bool isHorizontalFirst) {
        const Nanometres inset = (form.chamfered & which) != 0 ? cut : radius;
        const Point along{(halfX - inset) * sx, halfY * sy}, down{halfX * sx, (halfY - inset) * sy};
        ring.push_back(frame.toBoard(isHorizontalFirst ? along : down));
        if (inset.value() > 0) ring.push_back(frame.toBoard(isHorizontalFirst ? down : along));
        if ((form.chamfered & which) == 0 && radius.value() > 0)
            shapes.push_back(Shape::disc(frame.toBoard({(halfX - radius) * sx, (halfY - radius) * sy}), radius));
    };
    corner(kTopLeft, -1, -1, false);
    corner(kTopRight, 1, -1, true);
    corner(kBottomRight, 1, 1, false);
    corner(kBottomLeft, -1, 1, true);
    shapes.push_back(Shape::polygon(std::move(ring)));
}

ShapeList shapesOf(BoardReading& reading, const PadForm& form, Point position, double degrees) {
    const Frame frame(Frame(position, degrees).toBoard(form.offset), degrees);
    const Nanometres halfX = form.width / 2, halfY = form.height / 2;
    ShapeList shapes;
    if (form.shape == "circle" || (form.shape == "custom" && !form.isAnchorRect)) {
        shapes.push_back(Shape::disc(frame.toBoard({}), halfX));
    } else if (form.shape == "oval") {
        const Nanometres radius = std::min(halfX, halfY);
        addRect(frame, halfX - radius, halfY - radius, radius, shapes);
    } else if (form.shape == "trapezoid") {
        const Nanometres dx = form.deltaX / 2, dy = form.deltaY / 2;
        shapes.push_back(Shape::polygon(Ring{frame.toBoard({-halfX - dy, halfY + dx}), frame.toBoard({halfX + dy, halfY - dx}),
                                             frame.toBoard({halfX - dy, -halfY + dx}), frame.toBoard({-halfX + dy, -halfY - dx})}));
    } else if (form.shape == "roundrect") {
        const Nanometres shorter = std::min(form.width, form.height);
        const Nanometres radius(std::llround(static_cast<double>(shorter.value()) * std::clamp(form.roundRatio, 0.0, 0.5)));
        if (form.chamfered != 0 && form.chamferRatio > 0)
            addChamferedRect(frame, form, radius, shapes);
        else
            addRect(frame, halfX - radius, halfY - radius, radius, shapes);
    } else {
        addRect(frame, halfX, halfY, {}, shapes); // rect, and the anchor of a custom pad
    }
    for (const SNode primitive : form.primitives.arguments()) {
        const std::string_view head = primitive.head();
        Drawn drawn;
        if (head.substr(0, 3) != "gr_" || !readDrawn(reading, primitive, head.substr(3), frame, false, drawn)) {
            if (head != "gr_bbox" && head != "gr_vector" && primitive.isList()) reading.unread(primitive, "primitives");
            continue;
        }
        for (Shape& shape : drawn.shapes) shapes.push_back(std::move(shape));
    }
    return shapes;
}

ZoneConnection zoneConnectionIn(BoardReading& reading, const SNode& list) {
    switch (reading.integerIn(list)) {
    case 0: return ZoneConnection::None;
    case 1: return ZoneConnection::Thermal;
    case 2: return ZoneConnection::Full;
    case 3: return ZoneConnection::ThermalThroughHoleOnly;
    default: return ZoneConnection::Inherited;
    }
}

struct Drill final {
    bool isOval{false};
    Nanometres width, height;
};

void readDrill(BoardReading& reading, const SNode& list, Drill& drill, PadForm& form) {
    bool hasWidth = false;
    for (const SNode part : list.arguments()) {
        if (part.isList()) {
            if (part.is("offset"))
                form.offset = reading.pointIn(part);
            else
                reading.unread(part, "drill");
        } else if (part.word() == "oval")
            drill.isOval = true;
        else if (!hasWidth)
            drill.width = drill.height = reading.length(part), hasWidth = true;
        else
            drill.height = reading.length(part);
    }
    for (Nanometres* size : {&drill.width, &drill.height})
        if (size->value() < 0) {
            reading.warn(list, "negative drill read as its absolute value");
            *size = -*size;
        }
}

std::optional<Shape> holeOf(const Drill& drill, Point position, double degrees) {
    if (drill.width.value() <= 0 || drill.height.value() <= 0) return std::nullopt;
    if (!drill.isOval || drill.width == drill.height) return Shape::disc(position, drill.width / 2);
    const Nanometres radius = std::min(drill.width, drill.height) / 2;
    const Frame frame(position, degrees);
    const Point reach{drill.width / 2 - radius, drill.height / 2 - radius};
    return Shape::capsule(frame.toBoard({-reach.x, -reach.y}), frame.toBoard(reach), radius);
}

// A hole without plating as large as its pad leaves no copper.
bool isBareHole(const PadForm& form, const Drill& drill) {
    if (form.offset != Point{} || drill.width.value() <= 0) return false;
    if (form.shape == "circle" && !drill.isOval) return drill.width >= form.width;
    return form.shape == "oval" && drill.isOval && drill.width >= form.width && drill.height >= form.height;
}

void readPadstack(BoardReading& reading, const SNode& list, const PadForm& front, double degrees, Pad& pad) {
    const LayerStack& stack = reading.layers.stack();
    for (const SNode layer : list.arguments()) {
        if (!layer.is("layer")) continue;
        PadForm form = front;
        form.primitives = SNode();
        for (const SNode part : layer.arguments())
            if (part.isList()) (void)readForm(reading, part, part.head(), form);
        const std::string_view name = layer.at(1).word();
        LayerSet on;
        if (name == "Inner")
            on = LayerSet(stack.all().bits() & ~(LayerSet::of(stack.front()) | LayerSet::of(stack.back())).bits());
        else if (const LayerId copper = reading.layers.copper(name); !copper.isNone())
            on.insert(copper);
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(stack.count()); ++i)
            if (on.contains(LayerId(i))) pad.layerShapes.emplace_back(LayerId(i), shapesOf(reading, form, pad.position, degrees));
    }
    std::stable_sort(pad.layerShapes.begin(), pad.layerShapes.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
}

PadProperty propertyNamed(std::string_view word) {
    for (const auto& [name, property] :
         {std::pair("pad_prop_bga", PadProperty::Bga), std::pair("pad_prop_fiducial_glob", PadProperty::FiducialGlobal),
          std::pair("pad_prop_fiducial_loc", PadProperty::FiducialLocal), std::pair("pad_prop_testpoint", PadProperty::Testpoint),
          std::pair("pad_prop_heatsink", PadProperty::Heatsink), std::pair("pad_prop_castellated", PadProperty::Castellated),
          std::pair("pad_prop_mechanical", PadProperty::Mechanical)})
        if (word == name) return property;
    return PadProperty::None;
}

bool isKnownAndUnused(std::string_view head) {
    for (const std::string_view name : {"pinfunction", "pintype", "die_delay", "teardrops", "zone_layer_connections", "backdrill", "tertiary_drill",
                                        "front_post_machining", "back_post_machining", "sim_electrical_type"})
        if (head == name) return true;
    return false;
}

} // namespace

void readPad(BoardReading& reading, const SNode& list, FootprintId footprint, const Frame& footprintFrame) {
    Pad pad;
    pad.id = PadId(static_cast<std::int32_t>(reading.board.pads.size()));
    pad.footprint = footprint;
    pad.keepEndLayers = false;
    pad.number = list.at(1).text();
    const SNode kind = list.at(2), shape = list.at(3);
    if (kind.word() == "thru_hole")
        pad.kind = PadKind::ThroughHole;
    else if (kind.word() == "smd")
        pad.kind = PadKind::Smd;
    else if (kind.word() == "connect")
        pad.kind = PadKind::EdgeConnector;
    else if (kind.word() == "np_thru_hole")
        pad.kind = PadKind::NonPlatedHole;
    else
        return reading.refuse(kind ? kind : list, "expected thru_hole, smd, connect or np_thru_hole as the pad's kind");
    PadForm form;
    form.shape = shape.word();
    bool isKnownShape = false;
    for (const std::string_view name : {"circle", "rect", "oval", "trapezoid", "roundrect", "custom"}) isKnownShape = isKnownShape || form.shape == name;
    if (!isKnownShape) return reading.refuse(shape ? shape : list, "expected circle, rect, oval, trapezoid, roundrect or custom as the pad's shape");

    double degrees = 0;
    Drill drill;
    if (pad.kind == PadKind::ThroughHole) drill.width = drill.height = Nanometres(1); // as KiCad reads one without (drill ...)
    LayerTable::Set layers;
    StatedPad stated;
    SNode padstack;
    bool isTentedFront = false, isTentedBack = false;
    for (const SNode part : list.arguments()) {
        if (!part.isList()) continue; // the words above, and "locked"
        const std::string_view head = part.head();
        if (head == "at") {
            pad.position = footprintFrame.toBoard(reading.pointIn(part));
            degrees = reading.angleIn(part);
        } else if (readForm(reading, part, head, form))
            continue;
        else if (head == "drill")
            readDrill(reading, part, drill, form);
        else if (head == "layers")
            layers = reading.layersIn(part);
        else if (head == "net")
            pad.net = reading.netIn(part);
        else if (head == "property")
            pad.property = propertyNamed(part.at(1).word());
        else if (head == "solder_paste_margin")
            stated.pasteMargin = reading.lengthIn(part);
        else if (head == "solder_paste_margin_ratio")
            stated.pasteRatio = reading.numberIn(part);
        else if (head == "uuid" || head == "tstamp")
            pad.uuid = part.at(1).text();
        else if (head == "remove_unused_layers" || head == "remove_unused_layer")
            pad.removeUnusedLayers = BoardReading::flagIn(part);
        else if (head == "keep_end_layers")
            pad.keepEndLayers = BoardReading::flagIn(part);
        else if (head == "solder_mask_margin")
            pad.maskMargin = reading.lengthIn(part);
        else if (head == "die_length")
            pad.dieLength = Nanometres(std::llround(std::clamp(reading.numberIn(part), 0.0, 2147.0) * 1e6)); // old files say -2147.483648 for none
        else if (head == "clearance")
            pad.clearance = reading.lengthIn(part);
        else if (head == "zone_connect")
            pad.zoneConnection = zoneConnectionIn(reading, part);
        else if (head == "thermal_width" || head == "thermal_bridge_width")
            pad.thermalSpokeWidth = reading.lengthIn(part);
        else if (head == "thermal_gap")
            pad.thermalGap = reading.lengthIn(part);
        else if (head == "thermal_bridge_angle")
            pad.thermalSpokeAngle = std::llround(reading.numberIn(part) * 1000.0);
        else if (head == "padstack")
            padstack = part;
        else if (head == "tenting") {
            for (const SNode side : part.arguments()) {
                const std::string_view which = side.isList() ? side.head() : side.word();
                if (which == "front") isTentedFront = side.isLeaf() || (side.at(1).word() != "none" && BoardReading::flagIn(side));
                if (which == "back") isTentedBack = side.isLeaf() || (side.at(1).word() != "none" && BoardReading::flagIn(side));
            }
        } else if (head != "locked" && !isKnownAndUnused(head))
            reading.unread(part, "pad");
    }
    if (form.width.value() == 0) return reading.refuse(list, "the pad has no (size ...)");

    const bool hasHole = pad.kind == PadKind::ThroughHole || pad.kind == PadKind::NonPlatedHole;
    pad.rotation = toMillidegrees(degrees);
    if (hasHole) pad.hole = holeOf(drill, pad.position, degrees);
    pad.maskFront = layers.tech.contains(TechLayer::FrontMask) && !isTentedFront;
    pad.maskBack = layers.tech.contains(TechLayer::BackMask) && !isTentedBack;
    const LayerStack& stack = reading.layers.stack();
    pad.layers = layers.copper;
    if (pad.kind == PadKind::ThroughHole) pad.layers = stack.all(); // whatever the file lists
    if (pad.kind == PadKind::NonPlatedHole && isBareHole(form, drill)) pad.layers = LayerSet();
    // KiCad numbers no holes without plating, and neither numbers nor connects mere openings in paste or mask.
    if (pad.kind == PadKind::NonPlatedHole || layers.copper.isEmpty()) pad.number.clear();
    if (layers.copper.isEmpty()) pad.net = kNoNet;
    pad.shapeName = form.shape == "roundrect" && form.chamfered != 0 && form.chamferRatio > 0 ? std::string("chamfered") : std::string(form.shape);
    pad.smallerSide = std::min(form.width, form.height);
    pad.isHullInZones = form.shape == "custom" && form.isHullInZones;
    const bool isRoundAnchor = form.shape == "circle" || (form.shape == "custom" && !form.isAnchorRect);
    if (!pad.thermalSpokeAngle) pad.thermalSpokeAngle = isRoundAnchor ? 45000 : 90000;
    pad.shapes = shapesOf(reading, form, pad.position, degrees);
    if (padstack) readPadstack(reading, padstack, form, degrees, pad);
    pad.isCastellated = pad.property == PadProperty::Castellated;
    stated.layers = layers, stated.shape = form.shape, stated.width = form.width, stated.height = form.height;
    stated.deltaX = form.deltaX, stated.deltaY = form.deltaY;
    stated.drillWidth = drill.width, stated.drillHeight = drill.height, stated.isOvalDrill = drill.isOval;
    if (form.shape == "custom") stated.unplaced = shapesOf(reading, form, {}, 0);
    for (FileFault& fault : padFaults(pad, stated, stack)) reading.board.faults.push_back(std::move(fault));
    reading.board.footprints[footprint.index()].pads.push_back(pad.id);
    reading.board.pads.push_back(std::move(pad));
}

} // namespace viaduct
