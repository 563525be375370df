// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <array>
#include <cmath>

#include "engine/geometry/distance.h"
#include "engine/geometry/polygonops.h"
#include "engine/kicad/boardreader.h"

using namespace viaduct;

namespace {

// One pad of each shape in a footprint at (100, 50), and what pcbnew 9.0.8 says about it: attribute, position, flashed layers, box and area
// (mm2) of the copper as a polygon, box of the hole.
struct Truth final {
    const char* name;
    int kind;
    std::int64_t x, y;
    std::uint64_t layers;
    std::array<std::int64_t, 4> box, hole;
    double area;
};

constexpr std::array<const char*, 20> kPads{{
    R"((pad "1" thru_hole circle (at 0 0 30) (size 1.6 1.6) (drill 0.8) (layers "*.Cu" "*.Mask")))",
    R"((pad "2" smd rect (at 3 0 30) (size 1.5 0.8) (layers "F.Cu" "F.Paste" "F.Mask")))",
    R"((pad "3" smd rect (at 6 0 75) (size 1.5 0.8) (layers "F.Cu" "F.Paste" "F.Mask")))",
    R"((pad "4" thru_hole oval (at 9 0 30) (size 2.4 1.6) (drill oval 1.4 0.8) (layers "*.Cu" "*.Mask")))",
    R"((pad "5" smd oval (at 12 0 30) (size 0.6 2) (layers "F.Cu")))",
    R"((pad "6" thru_hole oval (at 15 0 30) (size 2.4 1.2) (drill 0.6 (offset 0.5 -0.2)) (layers "*.Cu" "*.Mask")))",
    R"((pad "7" smd roundrect (at 0 4 30) (size 1.5 0.8) (layers "F.Cu") (roundrect_rratio 0.25)))",
    R"((pad "8" smd roundrect (at 3 4 30) (size 1.6 1.2) (layers "F.Cu") (roundrect_rratio 0) (chamfer_ratio 0.3) (chamfer top_left bottom_right)))",
    R"((pad "9" smd roundrect (at 6 4 120) (size 1.6 1.2) (layers "F.Cu") (roundrect_rratio 0.2) (chamfer_ratio 0.25) (chamfer top_right)))",
    R"((pad "10" smd trapezoid (at 9 4 30) (size 2 1) (rect_delta 0.4 0) (layers "F.Cu")))",
    R"((pad "11" smd trapezoid (at 12 4 0) (size 2 1) (rect_delta 0 0.6) (layers "F.Cu")))",
    R"((pad "12" smd custom (at 15 4 30) (size 0.6 0.6) (layers "F.Cu") (options (clearance outline) (anchor circle)) (primitives (gr_poly (pts (xy 0 0) (xy 2 0) (xy 2 1) (xy 0 0.5)) (width 0.1) (fill yes)) (gr_line (start 0 0) (end -1 -1) (width 0.3)) (gr_circle (center 1 -1) (end 1.5 -1) (width 0.2) (fill no)) (gr_arc (start -1 0) (mid -1.5 0.5) (end -1 1) (width 0.2)) (gr_rect (start -2 1) (end -1.5 2) (width 0.1) (fill no)))))",
    R"((pad "13" smd custom (at 0 8 0) (size 1 0.5) (layers "F.Cu") (options (clearance outline) (anchor rect)) (primitives (gr_circle (center 1 0) (end 1.4 0) (width 0) (fill yes)))))",
    R"((pad "14" np_thru_hole oval (at 3 8 30) (size 2 1) (drill oval 2 1) (layers "*.Cu" "*.Mask")))",
    R"((pad "15" np_thru_hole circle (at 6 8 30) (size 2 2) (drill 1) (layers "*.Cu" "*.Mask")))",
    R"((pad "16" np_thru_hole circle (at 9 8 30) (size 1 1) (drill 1) (layers "*.Cu" "*.Mask")))",
    R"((pad "17" connect rect (at 12 8 30) (size 1 3) (layers "F.Cu" "F.Mask")))",
    R"((pad "18" smd rect (at 15 8 30) (size 1 1) (layers "F.Cu" "B.Cu" "F.Mask" "B.Mask")))",
    R"((pad "19" thru_hole circle (at 0 12 30) (size 1.6 1.6) (drill 0.8) (layers "F.Cu" "F.Mask")))",
    R"((pad "20" smd rect (at 3 12 30) (size 1 1) (layers "F.Paste")))",
}};

// Footprint on the front, turned by 30 degrees.
constexpr std::array<Truth, kPads.size()> kFront{{
    {"circle", 0, 100000000, 50000000, 0xf, {99200020, 49200020, 100799980, 50799980}, {99600000, 49600000, 100400000, 50400000}, 2.010553},
    {"rect", 1, 102598076, 48500000, 0x1, {101748557, 47778590, 103447595, 49221410}, {}, 1.200000},
    {"rect turned by itself", 1, 105196152, 47000000, 0x1, {104615667, 46172028, 105776637, 47827972}, {}, 1.200001},
    {"oval", 0, 107794229, 45500000, 0xf, {106647822, 44500003, 108940636, 46499997}, {107134421, 44950000, 108454037, 46050000}, 3.290553},
    {"upright oval", 1, 110392305, 44000000, 0x1, {109742307, 43093784, 111042303, 44906215}, {}, 1.122719},
    {"offset", 0, 112990381, 42500000, 0xf, {112203781, 41176797, 114443007, 42976793}, {112690381, 42200000, 113290381, 42800000}, 2.570925},
    {"roundrect", 1, 102000000, 53464102, 0x1, {101223691, 52815902, 102776309, 54112302}, {}, 1.165647},
    {"chamfer", 1, 104598076, 51964102, 0x1, {103785256, 51044487, 105410896, 52883717}, {}, 1.790399},
    {"chamfer and round", 1, 107196152, 50464102, 0x1, {106426537, 49559139, 108027910, 51369065}, {}, 1.837901},
    {"trapezoid", 1, 109794229, 48964102, 0x1, {108578204, 48204294, 110810254, 50070320}, {}, 2.000000},
    {"trapezoid sideways", 1, 112392305, 47464102, 0x1, {111092305, 46964102, 113692305, 47964102}, {}, 2.000000},
    {"custom", 1, 114990381, 45964102, 0x1, {113474677, 44003209, 117270728, 48745725}, {}, 3.583472},
    {"custom on a rectangle", 1, 104000000, 56928203, 0x1, {103500000, 56531625, 105396578, 57324781}, {}, 0.996933},
    {"slot", 3, 106598076, 55428203, 0x0, {105665065, 54678205, 107531087, 56178201}, {105665063, 54678203, 107531089, 56178203}, 1.785358},
    {"ring round a bare hole", 3, 109196152, 53928203, 0xf, {108196171, 52928222, 110196133, 54928184}, {108696152, 53428203, 109696152, 54428203}, 3.141511},
    {"bare hole", 3, 111794229, 52428203, 0x0, {111294249, 51928223, 112294209, 52928183}, {111294229, 51928203, 112294229, 52928203}, 0.785356},
    {"edge connector", 2, 114392305, 50928203, 0x1, {113209292, 49379165, 115575318, 52477241}, {}, 3.000001},
    {"both sides", 1, 116990381, 49428203, 0x9, {116307368, 48745190, 117673394, 50111216}, {}, 1.000001},
    {"through hole on one layer",
     0,
     106000000,
     60392305,
     0xf,
     {105200020, 59592325, 106799980, 61192285},
     {105600000, 59992305, 106400000, 60792305},
     2.010553},
    {"paste only", 1, 108598076, 58892305, 0x0, {107915063, 58209292, 109281089, 59575318}, {}, 1.000001},
}};

// Footprint on the back, turned by 217.5 degrees.
constexpr std::array<Truth, kPads.size()> kBack{{
    {"circle", 0, 100000000, 50000000, 0xf, {99200020, 49200020, 100799980, 50799980}, {99600000, 49600000, 100400000, 50400000}, 2.010553},
    {"rect", 1, 97619940, 51826284, 0x1, {96770421, 51104874, 98469459, 52547694}, {}, 1.200000},
    {"rect turned by itself", 1, 95239880, 53652569, 0x1, {94659395, 52824597, 95820365, 54480541}, {}, 1.200001},
    {"oval", 0, 92859820, 55478853, 0xf, {91713413, 54478856, 94006227, 56478850}, {92200012, 54928853, 93519628, 56028853}, 3.290553},
    {"upright oval", 1, 90479760, 57305137, 0x1, {89829762, 56398921, 91129758, 58211352}, {}, 1.122719},
    {"offset", 0, 88099700, 59131421, 0xf, {87313100, 57808218, 89552326, 59608214}, {87799700, 58831421, 88399700, 59431421}, 2.570925},
    {"roundrect", 1, 97564954, 46826587, 0x1, {96788645, 46178387, 98341263, 47474787}, {}, 1.165647},
    {"chamfer", 1, 95184894, 48652871, 0x1, {94372074, 47733256, 95997714, 49572486}, {}, 1.790399},
    {"chamfer and round", 1, 92804834, 50479155, 0x1, {92035219, 49574192, 93636592, 51384118}, {}, 1.837901},
    {"trapezoid", 1, 90424774, 52305439, 0x1, {89208749, 51545631, 91440799, 53411657}, {}, 2.000000},
    {"trapezoid sideways", 1, 88044714, 54131724, 0x1, {86744714, 53631724, 89344714, 54631724}, {}, 2.000000},
    {"custom", 1, 85664654, 55958008, 0x1, {84148950, 53997115, 87945001, 58739631}, {}, 3.583472},
    {"custom on a rectangle", 1, 95129909, 43653173, 0x1, {94629909, 43256595, 96526487, 44049751}, {}, 0.996933},
    {"slot", 3, 92749849, 45479458, 0x0, {91816838, 44729460, 93682860, 46229456}, {91816836, 44729458, 93682862, 46229458}, 1.785358},
    {"ring round a bare hole", 3, 90369789, 47305742, 0xf, {89369808, 46305761, 91369770, 48305723}, {89869789, 46805742, 90869789, 47805742}, 3.141511},
    {"bare hole", 3, 87989729, 49132026, 0x0, {87489749, 48632046, 88489709, 49632006}, {87489729, 48632026, 88489729, 49632026}, 0.785356},
    {"edge connector", 2, 85609668, 50958310, 0x1, {84426655, 49409272, 86792681, 52507348}, {}, 3.000001},
    {"both sides", 1, 83229608, 52784595, 0x9, {82546595, 52101582, 83912621, 53467608}, {}, 1.000001},
    {"through hole on one layer", 0, 92694863, 40479760, 0xf, {91894883, 39679780, 93494843, 41279740}, {92294863, 40079760, 93094863, 40879760}, 2.010553},
    {"paste only", 1, 90314803, 42306044, 0x0, {89631790, 41623031, 90997816, 42989057}, {}, 1.000001},
}};

constexpr const char* kHead = R"((kicad_pcb (version 20241229) (generator "test")
(layers (0 "F.Cu" signal) (4 "In1.Cu" signal) (6 "In2.Cu" signal) (2 "B.Cu" signal) (13 "F.Paste" user) (15 "B.Paste" user) (1 "F.Mask" user) (3 "B.Mask" user) (25 "Edge.Cuts" user))
(net 0 "") (net 1 "A") (net 2 "B")
)";

std::shared_ptr<const Board> boardWith(const std::string& footprint) {
    const auto file = readBoardText(kHead + footprint + ")", "test.kicad_pcb");
    if (!file) qWarning("%s", file.error().text.c_str());
    return file ? file->board : nullptr;
}

Pad padOf(const std::string& pad, const std::string& footprint = "(at 0 0) (layer \"F.Cu\")") {
    const auto board = boardWith("(footprint \"f\" " + footprint + pad + ")");
    return board && !board->pads.empty() ? board->pads.front() : Pad();
}

void compare(const std::array<Truth, kPads.size()>& truths, const std::string& placement) {
    std::string text = "(footprint \"f\" " + placement;
    for (const char* pad : kPads) text += pad;
    const auto board = boardWith(text + ")");
    QVERIFY(board);
    QCOMPARE(board->pads.size(), truths.size());
    for (std::size_t i = 0; i < truths.size(); ++i) {
        const Truth& truth = truths[i];
        const Pad& pad = board->pads[i];
        const auto isNear = [](const Box& box, const std::array<std::int64_t, 4>& expected) { // KiCad's polygons lie inside by up to 20 nm
            return std::abs(box.min.x.value() - expected[0]) <= 25 && std::abs(box.min.y.value() - expected[1]) <= 25 &&
                   std::abs(box.max.x.value() - expected[2]) <= 25 && std::abs(box.max.y.value() - expected[3]) <= 25;
        };
        QVERIFY2(pad.position == pointAt(truth.x, truth.y), truth.name);
        QVERIFY2(static_cast<int>(pad.kind) == truth.kind, truth.name);
        QVERIFY2(pad.layers.bits() == truth.layers, truth.name);
        const std::string name = truth.name;
        Box box = boxOf(pad.shapes);
        const bool isCustom = name.substr(0, 6) == "custom"; // KiCad merges its parts with an error of 5 um
        if (isCustom)
            QVERIFY2(box.inflated(Nanometres(5000)).contains(pointAt(truth.box[0], truth.box[1])) &&
                         box.inflated(Nanometres(5000)).contains(pointAt(truth.box[2], truth.box[3])),
                     truth.name);
        else
            QVERIFY2(isNear(box, truth.box), truth.name);
        QVERIFY2(pad.hole.has_value() == (truth.hole[2] != 0), truth.name);
        if (pad.hole) QVERIFY2(isNear(pad.hole->box(), truth.hole), truth.name);
        Region copper;
        for (const Shape& shape : pad.shapes) copper.append(regionOf(toPolygon(shape, Nanometres(100), false)));
        double area = 0;
        for (const PolygonWithHoles& polygon : polygonsOf(united(copper))) area += static_cast<double>(areaOf(polygon)) * 1e-12;
        QVERIFY2(std::abs(area - truth.area) < (isCustom ? 0.035 : 0.0005),
                 qPrintable(QString("%1: %2 instead of %3").arg(truth.name).arg(area).arg(truth.area)));
    }
}

} // namespace

class PadReaderTest final : public QObject {
    Q_OBJECT

private slots:
    void everyShapeCoversWhatKiCadCoversOnTheFront() { compare(kFront, "(layer \"F.Cu\") (at 100 50 30)"); }
    void everyShapeCoversWhatKiCadCoversOnTheBack() { compare(kBack, "(layer \"B.Cu\") (at 100 50 217.5)"); }

    void roundShapesAreExactAndNotPolygons() {
        QCOMPARE(padOf("(pad 1 smd oval (at 0 0) (size 2 1) (layers F.Cu))").shapes[0].kind(), Shape::Kind::Capsule);
        QCOMPARE(padOf("(pad 1 smd oval (at 0 0) (size 1 1) (layers F.Cu))").shapes[0].kind(), Shape::Kind::Disc);
        QCOMPARE(padOf("(pad 1 smd roundrect (at 0 0) (size 1 1) (layers F.Cu) (roundrect_rratio 0.5))").shapes[0].kind(), Shape::Kind::Disc);
        QCOMPARE(padOf("(pad 1 smd roundrect (at 0 0) (size 2 1) (layers F.Cu) (roundrect_rratio 0.5))").shapes[0].kind(), Shape::Kind::Capsule);
        const Pad rounded = padOf("(pad 1 smd roundrect (at 0 0) (size 2 1) (layers F.Cu) (roundrect_rratio 0.25))");
        QCOMPARE(rounded.shapes[0].kind(), Shape::Kind::Polygon);
        QCOMPARE(rounded.shapes[0].radius().value(), std::int64_t{250000});
    }

    void overridesAreRead() {
        const Pad pad = padOf("(pad \"7\" thru_hole circle (at 0 0) (size 2 2) (drill 1) (layers *.Cu *.Mask) (remove_unused_layers) (keep_end_layers) (net 1 "
                              "\"A\") (pinfunction \"x\") (solder_mask_margin 0.1) "
                              "(clearance 0.3) (zone_connect 2) (thermal_bridge_width 0.4) (thermal_gap 0.5) (thermal_bridge_angle 45) (uuid \"u-1\"))");
        QCOMPARE(pad.number, std::string("7"));
        QCOMPARE(pad.net, NetId(1));
        QCOMPARE(pad.uuid, std::string("u-1"));
        QVERIFY(pad.removeUnusedLayers && pad.keepEndLayers && pad.maskFront && pad.maskBack && pad.isPlated());
        QCOMPARE(pad.maskMargin->value(), std::int64_t{100000});
        QCOMPARE(pad.clearance->value(), std::int64_t{300000});
        QVERIFY(pad.zoneConnection == ZoneConnection::Full);
        QCOMPARE(pad.thermalSpokeWidth->value(), std::int64_t{400000});
        QCOMPARE(pad.thermalGap->value(), std::int64_t{500000});
        QCOMPARE(*pad.thermalSpokeAngle, std::int64_t{45000});
        const Pad today = padOf("(pad \"7\" thru_hole circle (at 0 0) (size 2 2) (drill 1) (layers \"*.Cu\" \"*.Mask\") (remove_unused_layers no) (property "
                                "pad_prop_castellated) (tenting (front yes) (back no)))");
        QVERIFY(!today.removeUnusedLayers && today.isCastellated && !today.maskFront && today.maskBack);
    }

    void padstacksDifferByLayer() {
        const Pad simple = padOf("(pad 1 thru_hole circle (at 0 0) (size 2 2) (drill 1) (layers *.Cu) (padstack (mode front_inner_back) (layer \"Inner\" "
                                 "(shape circle) (size 1.4 1.4)) (layer \"B.Cu\" (shape rect) (size 3 2))))");
        QCOMPARE(simple.layers.count(), 4);
        QCOMPARE(boxOf(simple.shapesOn(LayerId(0))).width().value(), std::int64_t{2000000});
        QCOMPARE(boxOf(simple.shapesOn(LayerId(1))).width().value(), std::int64_t{1400000});
        QCOMPARE(boxOf(simple.shapesOn(LayerId(2))).width().value(), std::int64_t{1400000});
        QCOMPARE(boxOf(simple.shapesOn(LayerId(3))).width().value(), std::int64_t{3000000});
        const Pad custom = padOf("(pad 1 thru_hole circle (at 0 0) (size 2 2) (drill 1) (layers *.Cu) (padstack (mode custom) (layer \"In2.Cu\" (shape oval) "
                                 "(size 1 4) (offset 1 0))))");
        QCOMPARE(boxOf(custom.shapesOn(LayerId(1))).width().value(), std::int64_t{2000000});
        QCOMPARE(boxOf(custom.shapesOn(LayerId(2))).max.x.value(), std::int64_t{1500000});
    }

    void numbersAreClearedWhereKiCadHasNone() {
        QCOMPARE(padOf("(pad 3 np_thru_hole circle (at 0 0) (size 1 1) (drill 1) (layers *.Cu))").number, std::string());
        const Pad opening = padOf("(pad 3 smd rect (at 0 0) (size 1 1) (layers F.Paste) (net 1 \"A\"))");
        QVERIFY(opening.number.empty() && opening.net == kNoNet && opening.layers.isEmpty());
        QCOMPARE(padOf("(pad 3 np_thru_hole circle (at 0 0) (size 2 2) (drill 1) (layers *.Cu) (net 1 \"A\"))").net, NetId(1));
        QCOMPARE(padOf("(pad \"\" smd rect (at 0 0) (size 1 1) (layers F.Cu))").number, std::string());
    }

    void padsWithoutHoleJoinOnTheirFirstLayerOnly() {
        const Pad both = padOf("(pad 1 smd rect (at 0 0) (size 1 1) (layers F&B.Cu))", "(at 0 0) (layer \"B.Cu\")");
        QCOMPARE(both.layers.bits(), std::uint64_t{0x9});
        QCOMPARE(both.connectionLayers().bits(), std::uint64_t{0x1});
        const Pad hole = padOf("(pad 1 thru_hole rect (at 0 0) (size 1 1) (drill 0.5) (layers F.Cu))");
        QCOMPARE(hole.layers.bits(), std::uint64_t{0xF});
        QCOMPARE(hole.connectionLayers().bits(), std::uint64_t{0xF});
    }

    void badSizesAreReadAsKiCadReadsThem() {
        QCOMPARE(boxOf(padOf("(pad 1 smd rect (at 0 0) (size 0 0) (layers F.Cu))").shapes).width().value(), std::int64_t{1000});
        QCOMPARE(boxOf(padOf("(pad 1 smd rect (at 0 0) (size -2 1) (layers F.Cu))").shapes).width().value(), std::int64_t{2000000});
        QVERIFY(!padOf("(pad 1 smd rect (at 0 0) (size 1 1) (drill 0.5) (layers F.Cu))").hole.has_value());
        const Pad unstated = padOf("(pad 1 thru_hole rect (at 0 0) (size 1 1) (drill (offset 0.1 0)) (layers *.Cu))"); // a hole of 1 nm
        QVERIFY(unstated.hole.has_value() && unstated.hole->radius() == Nanometres());
        QVERIFY(!padOf("(pad 1 thru_hole rect (at 0 0) (size 1 1) (drill 0) (layers *.Cu))").hole.has_value());
    }

    void whatIsNoPadIsRefused_data() {
        QTest::addColumn<QString>("pad");
        QTest::addColumn<QString>("error");
        QTest::newRow("kind") << "(pad 1 floating rect (at 0 0) (size 1 1) (layers F.Cu))"
                              << "test.kicad_pcb:4:21: expected thru_hole, smd, connect or np_thru_hole as the pad's kind";
        QTest::newRow("shape") << "(pad 1 smd star (at 0 0) (size 1 1) (layers F.Cu))"
                               << "test.kicad_pcb:4:25: expected circle, rect, oval, trapezoid, roundrect or custom as the pad's shape";
        QTest::newRow("size") << "(pad 1 smd rect (at 0 0) (layers F.Cu))"
                              << "test.kicad_pcb:4:14: the pad has no (size ...)";
        QTest::newRow("number") << "(pad 1 smd rect (at 0 nan) (size 1 1) (layers F.Cu))"
                                << "test.kicad_pcb:4:36: expected a length in millimetres, found 'nan'";
        QTest::newRow("too few") << "(pad 1 smd rect (at 0) (size 1 1) (layers F.Cu))"
                                 << "test.kicad_pcb:4:30: expected two coordinates in (at ...)";
    }
    void whatIsNoPadIsRefused() {
        QFETCH(QString, pad);
        QFETCH(QString, error);
        const auto file = readBoardText(kHead + std::string("(footprint f ") + pad.toStdString() + "))", "dir/test.kicad_pcb");
        QVERIFY(!file.has_value());
        QCOMPARE(QString::fromStdString(file.error().text), error);
    }
};

QTEST_GUILESS_MAIN(PadReaderTest)
#include "padreadertest.moc"
