// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/kicad/boardreader.h"

using namespace viaduct;

namespace {

const std::string kTwoLayers = "(layers (0 \"F.Cu\" signal) (31 \"B.Cu\" signal) (36 \"B.SilkS\" user) (37 \"F.SilkS\" user) (44 \"Edge.Cuts\" user) (46 "
                               "\"B.CrtYd\" user) (47 \"F.CrtYd\" user))";
const std::string kNets = "(net 0 \"\") (net 1 \"GND\") (net 7 \"VCC\")";

Result<BoardFile> readText(const std::string& inside, const std::string& version = "20221018", ReadOptions options = {}) {
    return readBoardText("(kicad_pcb (version " + version + ") (generator test)\n" + inside + "\n)", "dir/test.kicad_pcb", options);
}

std::shared_ptr<const Board> boardOf(const std::string& inside, const std::string& version = "20221018", ReadOptions options = {}) {
    auto file = readText(inside, version, options);
    if (!file) qWarning("%s", file.error().text.c_str());
    return file ? file->board : std::make_shared<const Board>();
}

QString errorOf(const std::string& inside, const std::string& version = "20221018") {
    const auto file = readText(inside, version);
    return file ? "no error" : QString::fromStdString(file.error().text);
}

} // namespace

class BoardReaderTest final : public QObject {
    Q_OBJECT

private slots:
    void theHeadIsCheckedFirst() {
        const auto error = [](const std::string& text) { return QString::fromStdString(readBoardText(text, "b.kicad_pcb").error().text); };
        QCOMPARE(error("(footprint \"x\")"), QString("b.kicad_pcb:1:1: this is a footprint, not a board"));
        QCOMPARE(error("(kicad_sch (version 1))"), QString("b.kicad_pcb:1:1: this is no KiCad board: expected (kicad_pcb ...)"));
        QCOMPARE(error("(kicad_pcb (net 0 \"\"))"), QString("b.kicad_pcb:1:1: the board states no (version ...)"));
        QCOMPARE(error("(kicad_pcb\n (version 20260207))"),
                 QString("b.kicad_pcb:2:2: format version 20260207 is newer than 20260206 (KiCad 10), the newest this program reads"));
        QVERIFY(readBoardText("(kicad_pcb (version 20260206))", "b").has_value());
        QCOMPARE(readBoardText("(kicad_pcb (version 20260206))", "dir/a.b.kicad_pcb")->board->name, std::string("a.b"));
    }

    void copperLayersAreTheFirstLinesOfCopperType() {
        const auto old = boardOf("(layers (0 Front signal) (1 Gnd1.Cu power) (2 Pwr jumper) (31 Back mixed) (32 B.Adhes user) (44 Edge.Cuts user))", "4");
        QCOMPARE(old->layers.count(), std::size_t{4});
        QCOMPARE(old->layers[LayerId(1)].name, std::string("Gnd1.Cu"));
        QCOMPARE(old->layers.find("Back"), LayerId(3));
        const auto today = boardOf("(layers (0 \"F.Cu\" signal \"top\") (6 \"In2.Cu\" signal) (4 \"In1.Cu\" power \"ground\") (2 \"B.Cu\" signal) (9 "
                                   "\"F.Adhes\" user) (39 \"User.1\" signal) (25 \"Edge.Cuts\" user))",
                                   "20241229");
        QCOMPARE(today->layers.count(), std::size_t{4}); // a user layer of type signal is no copper
        QCOMPARE(today->layers.find("In1.Cu"), LayerId(1));
        QCOMPARE(today->layers.find("ground"), LayerId(1));
        QCOMPARE(today->layers[LayerId(0)].userName, std::string("top"));
        QCOMPARE(boardOf("")->layers.count(), std::size_t{2});
        QCOMPARE(boardOf("(layers)")->layers[LayerId(1)].name, std::string("B.Cu"));
        QCOMPARE(errorOf("(layers (0))"), QString("test.kicad_pcb:2:9: expected (NUMBER NAME TYPE ...) as a layer"));
    }

    void footprintsMaySayFCuInAFileWithFreeNames() {
        const auto board = boardOf("(layers (0 Front signal) (1 Mid signal) (31 Back signal)) (net 0 \"\") (module m (layer Back) (at 0 0) (pad 1 smd rect (at "
                                   "0 0) (size 1 1) (layers F.Cu)) (pad 2 smd rect (at 0 0) (size 1 1) (layers Back))"
                                   " (pad 3 smd rect (at 0 0) (size 1 1) (layers In1.Cu)))",
                                   "4");
        QVERIFY(board->footprints[0].isBack);
        QCOMPARE(board->pads[0].layers, LayerSet::of(LayerId(0)));
        QCOMPARE(board->pads[1].layers, LayerSet::of(LayerId(2)));
        QCOMPARE(board->pads[2].layers, LayerSet::of(LayerId(1)));
    }

    void netsGoByNumberUntilKiCadNine() {
        const auto board = boardOf(kTwoLayers + kNets +
                                   "(segment (start 0 0) (end 1 0) (width 0.2) (layer \"F.Cu\") (net 7) (tstamp a))(segment (start 0 0) (end 1 0) (width 0.2) "
                                   "(layer \"F.Cu\") (net 9))");
        QCOMPARE(board->nets.size(), std::size_t{3});
        QCOMPARE(board->nets[0].name, std::string());
        QCOMPARE(board->nets[2].code, 7);
        QCOMPARE(board->copper.tracks[0].net, NetId(2));
        QCOMPARE(board->copper.tracks[1].net, kNoNet); // undeclared
        QCOMPARE(board->warnings.size(), std::size_t{1});
        QCOMPARE(board->findNet("VCC"), NetId(2));
    }

    void netsGoByNameInKiCadTen() {
        const auto board =
            boardOf(kTwoLayers + "(footprint \"f\" (layer \"F.Cu\") (at 0 0) (pad \"1\" smd rect (at 0 0) (size 1 1) (layers \"F.Cu\") (net \"A \\\"q\\\"\")))"
                                 "(segment (start 0 0) (end 1 0) (width 0.2) (layer \"F.Cu\") (net \"42\") (uuid \"u\"))(via (at 0 0) (size 0.6) (drill 0.3) "
                                 "(layers \"F.Cu\" \"B.Cu\") (net \"\"))",
                    "20260206");
        QCOMPARE(board->nets.size(), std::size_t{3});
        QCOMPARE(board->net(board->pads[0].net).name, std::string("A \"q\""));
        QCOMPARE(board->net(board->copper.tracks[0].net).name, std::string("42"));
        QCOMPARE(board->copper.vias[0].net, kNoNet);
        QVERIFY(board->warnings.empty());
    }

    void aWrongNameLeavesAPadWithoutNetAndAZoneWithTheName() {
        const auto board = boardOf(kTwoLayers + kNets +
                                   "(footprint \"f\" (layer \"F.Cu\") (at 0 0) (pad \"1\" smd rect (at 0 0) (size 1 1) (layers \"F.Cu\") (net 1 \"VCC\")))"
                                   "(zone (net 1) (net_name \"VCC\") (layer \"F.Cu\") (polygon (pts (xy 0 0) (xy 1 0) (xy 1 1))))");
        QCOMPARE(board->pads[0].net, kNoNet);
        QCOMPARE(board->zones[0].net, NetId(2));
    }

    void oldOverbarsAreRenewedEverywhere() {
        const auto board = boardOf("(layers (0 F.Cu signal) (31 B.Cu signal)) (net 0 \"\") (net 1 /~RST) (net_class Default \"\" (add_net /~RST)) (module m "
                                   "(layer F.Cu) (at 0 0) (pad 1 smd rect (at 0 0) (size 1 1) (layers F.Cu) (net 1 /~RST)))",
                                   "20171130");
        QCOMPARE(board->nets[1].name, std::string("/~{RST}"));
        QCOMPARE(board->pads[0].net, NetId(1));
        QCOMPARE(board->statedRules.classes[0].nets[0], std::string("/~{RST}"));
    }

    void tracksArcsAndViasOfEveryDialect() {
        const auto board =
            boardOf(kTwoLayers + kNets +
                    "(segment locked (start 1 2) (end 3 4.5) (width 0.25) (layer \"F.Cu\") (net 1) (tstamp t1))\n"
                    "(segment (start 1 2) (end 3 4) (width 0.25) (locked yes) (layer \"B.Cu\") (net 1) (uuid \"u2\"))\n"
                    "(segment (start 1 2) (end 3 4) (width 0.25) (layer \"B.Cu\") (net 1) (tstamp 0) (status 40000))\n"
                    "(arc (start 0 0) (mid 1 1) (end 2 0) (width 0.3) (layer \"F.Cu\") (net 7))\n"
                    "(via blind locked (at 5 6) (size 0.8) (drill 0.4) (layers \"F.Cu\" \"B.Cu\") (remove_unused_layers) (keep_end_layers) (free) (net 7))\n"
                    "(via micro (at 5 6) (size 0.8) (layers \"B.Cu\" \"F.Cu\") (net 7) (tenting none) (zone_layer_connections))\n"
                    "(via (at 5 6) (size 0.8) (drill 0.4) (layers \"F.Cu\" \"B.Cu\") (net 7) (tenting (front yes) (back no)) (padstack (mode front_inner_back) "
                    "(layer \"B.Cu\" (size 1.1))))");
        const Copper& copper = board->copper;
        QCOMPARE(copper.tracks.size(), std::size_t{3});
        QVERIFY(copper.tracks[0].locked && copper.tracks[1].locked && copper.tracks[2].locked);
        QCOMPARE(copper.tracks[0].end, pointAt(3000000, 4500000));
        QCOMPARE(copper.tracks[1].uuid, std::string("u2"));
        QCOMPARE(copper.tracks[1].layer, LayerId(1));
        QCOMPARE(copper.arcs[0].mid, pointAt(1000000, 1000000));
        QVERIFY(copper.vias[0].kind == ViaKind::Blind && copper.vias[0].locked && copper.vias[0].removeUnusedLayers && copper.vias[0].keepEndLayers &&
                copper.vias[0].tentedFront);
        QVERIFY(copper.vias[1].kind == ViaKind::Micro && !copper.vias[1].tentedFront && !copper.vias[1].tentedBack && !copper.vias[1].removeUnusedLayers);
        QCOMPARE(copper.vias[1].from, LayerId(0));
        QCOMPARE(copper.vias[1].drill.value(), std::int64_t{100000}); // no class states one
        QVERIFY(copper.vias[2].tentedFront && !copper.vias[2].tentedBack);
        QCOMPARE(copper.vias[2].diameterOn(LayerId(1)).value(), std::int64_t{1100000});
        QCOMPARE(copper.vias[2].diameterOn(LayerId(0)).value(), std::int64_t{800000});
        QVERIFY(board->warnings.empty());
    }

    void spansAreTheBytesOfTheItems() {
        const auto file = readText(kTwoLayers + kNets +
                                   "\n(segment (start 1 2) (end 3 4) (width 1) (layer F.Cu) (net 1))\n(zone (net 1) (net_name GND) (layer F.Cu) (polygon (pts "
                                   "(xy 0 0) (xy 1 0) (xy 1 1))) (filled_polygon (layer F.Cu) (pts (xy 0 0) (xy 1 0) (xy 1 1))))");
        QVERIFY(file.has_value());
        const auto at = [&](SourceSpan span) { return file->bytes.substr(span.begin, span.end - span.begin); };
        QCOMPARE(at(file->board->copper.tracks[0].source), std::string("(segment (start 1 2) (end 3 4) (width 1) (layer F.Cu) (net 1))"));
        QVERIFY(at(file->board->zones[0].source).starts_with("(zone (net 1)"));
        QCOMPARE(at(file->board->zones[0].fillSources[0]), std::string("(filled_polygon (layer F.Cu) (pts (xy 0 0) (xy 1 0) (xy 1 1)))"));
    }

    void viasWithoutDrillTakeTheirClass() {
        const auto board = boardOf("(layers (0 F.Cu signal) (31 B.Cu signal)) (net 0 \"\") (net 1 A) (net 2 B) (net_class Default \"\" (via_drill 0.35) "
                                   "(uvia_drill 0.12) (add_net B)) (net_class Power \"\" (via_drill 0.5) (add_net A))"
                                   "(via (at 0 0) (size 1) (layers F.Cu B.Cu) (net 1)) (via (at 0 0) (size 1) (layers F.Cu B.Cu) (net 2)) (via micro (at 0 0) "
                                   "(size 1) (layers F.Cu B.Cu) (net 1))",
                                   "20171130");
        QCOMPARE(board->copper.vias[0].drill.value(), std::int64_t{500000});
        QCOMPARE(board->copper.vias[1].drill.value(), std::int64_t{350000});
        QCOMPARE(board->copper.vias[2].drill.value(), std::int64_t{120000});
    }

    void rulesInTheFileAreStatedRules() {
        const auto board = boardOf("(general (thickness 0.8)) (layers (0 F.Cu signal) (31 B.Cu signal)) (setup (trace_min 0.15) (via_min_size 0.4) "
                                   "(via_min_drill 0.2) (pad_to_mask_clearance 0.05) (solder_mask_min_width 0.1) (pcbplotparams (viasonmask true)))"
                                   "(net 0 \"\") (net_class HV \"high voltage\" (clearance 0.5) (trace_width 0.3) (via_dia 0.9) (uvia_dia 0.3) (diff_pair_gap "
                                   "0.25) (add_net \"A B\"))",
                                   "20171130");
        QCOMPARE(board->thickness.value(), std::int64_t{800000});
        QCOMPARE(board->statedRules.minimums.trackWidth->value(), std::int64_t{150000});
        QCOMPARE(board->statedRules.minimums.throughHole->value(), std::int64_t{200000});
        QVERIFY(!board->statedRules.minimums.clearance.has_value());
        const StatedNetClass& stated = board->statedRules.classes.at(0);
        QCOMPARE(stated.name, std::string("HV"));
        QCOMPARE(stated.clearance->value(), std::int64_t{500000});
        QCOMPARE(stated.pairGap->value(), std::int64_t{250000});
        QVERIFY(!stated.viaDrill.has_value());
        QCOMPARE(stated.nets.at(0), std::string("A B"));
        QCOMPARE(board->padToMaskClearance.value(), std::int64_t{50000});
        QVERIFY(!board->tentViasFront && !board->tentViasBack);
        QVERIFY(!boardOf("(setup (tenting (front yes) (back no)))", "20260206")->tentViasBack);
        QVERIFY(boardOf("(setup (tenting front))", "20241229")->tentViasFront);
        QVERIFY(boardOf("(setup (allow_soldermask_bridges_in_footprints yes))", "20241229")->allowMaskBridgesInFootprints);
    }

    void zonesWithAllTheirSettings() {
        const auto board = boardOf("(layers (0 F.Cu signal) (1 In1.Cu signal) (31 B.Cu signal)) (net 0 \"\") (net 1 GND)"
                                   "(zone locked (net 1) (net_name GND) (layers F&B.Cu) (tstamp z) (name \"plane\") (hatch edge 0.5) (priority 3) "
                                   "(connect_pads thru_hole_only (clearance 0.3)) (min_thickness 0.2) (filled_areas_thickness no)"
                                   " (fill yes (mode hatch) (thermal_gap 0.4) (thermal_bridge_width 0.6) (smoothing fillet) (radius 1) (island_removal_mode 2) "
                                   "(island_area_min 12.5) (hatch_thickness 0.7) (hatch_gap 0.8) (hatch_orientation 45))"
                                   " (polygon (pts (xy 0 0) (xy 9 0) (xy 9 9) (xy 0 9) (xy 0 0))) (polygon (pts (xy 1 1) (xy 2 1) (xy 2 2)))"
                                   " (filled_polygon (layer B.Cu) (pts (xy 0 0) (xy 1 0) (xy 1 1))) (filled_polygon (layer F.Cu) (island) (pts (xy 0 0) (xy 1 "
                                   "0) (xy 1 1))) (filled_polygon (layer B.Cu) (pts (xy 5 0) (xy 6 0) (xy 6 1))))");
        const Zone& zone = board->zones.at(0);
        QCOMPARE(zone.layers.bits(), std::uint64_t{5});
        QVERIFY(zone.locked && zone.isFilled && zone.isHatched && !zone.isTeardrop && !zone.isRuleArea());
        QCOMPARE(zone.priority, 3);
        QVERIFY(zone.padConnection == ZoneConnection::ThermalThroughHoleOnly && zone.islandRemoval == IslandRemoval::BelowArea);
        QCOMPARE(static_cast<std::int64_t>(zone.minIslandArea / 1'000'000'000), std::int64_t{12'500});
        QCOMPARE(zone.cornerSmoothing, 2);
        QCOMPARE(zone.hatchOrientation, std::int64_t{45000});
        QCOMPARE(zone.outline.size(), std::size_t{1});
        QCOMPARE(zone.outline[0].outer.size(), std::size_t{4}); // the closing point is no corner
        QCOMPARE(zone.outline[0].holes.size(), std::size_t{1});
        QCOMPARE(zone.storedFills.size(), std::size_t{2});
        QCOMPARE(zone.storedFills[0].layer, LayerId(0));
        QCOMPARE(zone.storedFills[1].islands.size(), std::size_t{2});
        QCOMPARE(zone.fillSources.size(), std::size_t{3});
        QVERIFY(board->warnings.empty());
    }

    void ruleAreasAndTeardropsAreZonesOfTheirOwnKind() {
        const auto board = boardOf(
            kTwoLayers + kNets +
            "(zone (net 0) (net_name \"\") (layers \"*.Cu\") (hatch edge 0.5) (connect_pads (clearance 0)) (min_thickness 0.25) (keepout (tracks not_allowed) "
            "(vias allowed) (pads allowed) (copperpour not_allowed) (footprints allowed)) (fill) (polygon (pts (xy 0 0) (xy 9 0) (xy 9 9))))"
            "(zone (net 1) (net_name \"GND\") (layer \"F.Cu\") (attr (teardrop (type padvia))) (connect_pads yes (clearance 0)) (polygon (pts (xy 0 0) (xy 9 "
            "0) (arc (start 9 9) (mid 8 10) (end 7 9)))))"
            "(zone (net 0) (net_name \"\") (layer \"F.SilkS\") (polygon (pts (xy 0 0) (xy 9 0) (xy 9 9))))");
        QCOMPARE(board->zones.size(), std::size_t{2}); // the filled area on silk is no copper
        QVERIFY(board->zones[0].isRuleArea() && board->zones[0].keepOut->tracks && !board->zones[0].keepOut->vias && board->zones[0].keepOut->copperPour &&
                !board->zones[0].isFilled);
        QVERIFY(board->zones[1].isTeardrop && board->zones[1].padConnection == ZoneConnection::Full);
        QVERIFY(board->zones[1].outline[0].outer.size() > 10);
    }

    void footprintsOfEveryDialect() {
        const auto board = boardOf(
            kTwoLayers + kNets +
            "(footprint \"lib:name\" locked (layer \"B.Cu\") (tedit 0) (tstamp t) (at 10 20 90) (descr \"d\") (clearance 0.3) (solder_mask_margin 0.1) "
            "(zone_connect 0) (net_tie_pad_groups \"1, 2\" \"3,4\\\\,5\") (attr smd)"
            " (fp_text reference \"U1\" (at 0 0) (layer \"B.SilkS\") (effects (font (size 1 1) (thickness 0.15)))) (fp_text value \"v\" (at 0 0) (layer "
            "\"B.SilkS\") hide (effects (font (size 1 1))))"
            " (pad \"1\" smd rect (at 1 0 90) (size 1 2) (layers \"B.Cu\")))"
            "(footprint \"x\" (locked yes) (layer \"F.Cu\") (uuid \"u\") (at 0 0) (property \"Reference\" \"R2\" (at 0 0) (layer \"F.SilkS\") (effects (font "
            "(size 1 1)))) (property \"Value\" \"10k\" (at 0 0) (layer \"F.SilkS\") (hide yes) (effects (font (size 1 1)))) (property \"Sheetfile\" \"a\"))");
        const Footprint& first = board->footprints[0];
        QCOMPARE(first.reference, std::string("U1"));
        QCOMPARE(first.value, std::string("v"));
        QVERIFY(first.isBack && first.locked && first.zoneConnection == ZoneConnection::None);
        QCOMPARE(first.rotation, std::int64_t{90000});
        QCOMPARE(first.clearance->value(), std::int64_t{300000});
        QCOMPARE(first.netTieGroups.size(), std::size_t{2});
        QCOMPARE(first.netTieGroups[0], (std::vector<std::string>{"1", "2"}));
        QCOMPARE(first.netTieGroups[1], (std::vector<std::string>{"3", "4,5"}));
        QCOMPARE(board->pads[0].position, pointAt(10000000, 19000000));
        QCOMPARE(board->pads[0].rotation, std::int64_t{90000});
        QCOMPARE(board->padName(PadId(0)), std::string("U1.1"));
        QVERIFY(board->footprints[1].locked && board->footprints[1].reference == "R2" && board->footprints[1].value == "10k");
        QCOMPARE(std::count_if(board->graphics.begin(), board->graphics.end(), [](const Graphic& graphic) { return graphic.kind == Graphic::Kind::Text; }),
                 std::ptrdiff_t{2}); // hidden ones left out
        QVERIFY(board->warnings.empty());
    }

    void courtyardsCloseAcrossSmallGapsAndAnyOrder() {
        const auto board = boardOf(
            kTwoLayers + "(footprint \"f\" (layer \"F.Cu\") (at 10 10 90)"
                         "(fp_line (start 0 0) (end 4 0) (layer \"F.CrtYd\") (width 0.05)) (fp_line (start 4 2) (end 0 2) (layer \"F.CrtYd\") (width 0.05)) "
                         "(fp_line (start 4 0) (end 4 2) (layer \"F.CrtYd\") (width 0.05)) (fp_line (start 0 2) (end 0 0.015) (layer \"F.CrtYd\") (width 0.05))"
                         "(fp_circle (center 0 0) (end 1 0) (layer \"B.CrtYd\") (width 0.05)))"
                         "(footprint \"g\" (layer \"F.Cu\") (at 0 0) (fp_line (start 0 0) (end 4 0) (layer \"F.CrtYd\") (width 0.05)) (fp_line (start 4 0) "
                         "(end 4 2) (layer \"F.CrtYd\") (width 0.05)))");
        QCOMPARE(board->footprints[0].frontCourtyard.size(), std::size_t{1});
        QCOMPARE(board->footprints[0].frontCourtyard[0].outer.size(), std::size_t{4});
        QCOMPARE(board->footprints[0].backCourtyard.size(), std::size_t{1});
        QVERIFY(board->footprints[0].backCourtyard[0].outer.size() > 20);
        QVERIFY(board->footprints[1].frontCourtyard.empty()); // open
    }

    void drawingsOfEveryKindAndAge() {
        const auto board =
            boardOf(kTwoLayers + kNets +
                    "(gr_line (start 0 0) (end 1 0) (layer \"Edge.Cuts\") (width 0.1) (tstamp a))"
                    "(gr_arc (start 5 5) (end 6 5) (angle 90) (layer \"Edge.Cuts\") (width 0.1))" // centre, first point, clockwise
                    "(gr_arc (start 6 5) (mid 5.707107 5.707107) (end 5 6) (stroke (width 0.1) (type solid)) (layer \"Edge.Cuts\"))" // the same arc today
                    "(gr_arc (start 5 5) (end 6 5) (angle 360) (layer \"F.SilkS\") (width 0.1))"
                    "(gr_circle (center 0 0) (end 3 4) (layer \"F.Cu\") (width 0.2) (fill solid))"
                    "(gr_circle (center 0 0) (end 3 4) (layer \"F.Cu\") (width 0.2) (fill none))"
                    "(gr_rect (start 1 1) (end 4 3) (layer \"F.Cu\") (width 0.2) (net 1))"
                    "(gr_poly (pts (xy 0 0) (xy 2 0) (xy 2 2)) (layer \"F.Cu\") (width 0))"
                    "(gr_poly (pts (xy 0 0) (xy 2 0) (xy 2 2)) (layer \"Edge.Cuts\") (width 0.1))"
                    "(gr_curve (pts (xy 0 0) (xy 1 3) (xy 3 3) (xy 4 0)) (layer \"F.SilkS\") (width 0.2))"
                    "(gr_line (start 0 0) (end 1 0) (layers \"F.Cu\" \"F.Mask\") (stroke (width 0.5) (type solid)) (uuid \"m\"))");
        const auto& graphics = board->graphics;
        QCOMPARE(graphics.size(), std::size_t{12});
        QVERIFY(graphics[0].isOn(TechLayer::EdgeCuts) && graphics[0].uuid == "a" && graphics[0].strokeWidth.value() == 100000);
        for (const Shape* shape : {&graphics[1].shapes[0], &graphics[2].shapes[0]}) {
            QCOMPARE(shape->start(), pointAt(6000000, 5000000));
            QCOMPARE(shape->mid(), pointAt(5707107, 5707107));
            QCOMPARE(shape->end(), pointAt(5000000, 6000000));
        }
        QCOMPARE(boxOf(graphics[3].shapes).width().value(), std::int64_t{2100000});
        QVERIFY(graphics[4].isFilled && graphics[4].shapes[0].kind() == Shape::Kind::Disc && graphics[4].shapes[0].radius().value() == 5100000);
        QVERIFY(!graphics[5].isFilled && graphics[5].shapes.size() == 2 && graphics[5].copperLayer() == LayerId(0));
        QCOMPARE(graphics[6].shapes.size(), std::size_t{4});
        QCOMPARE(graphics[6].net, NetId(1));
        QVERIFY(graphics[7].isFilled && graphics[7].shapes[0].kind() == Shape::Kind::Polygon);
        QVERIFY(!graphics[8].isFilled && graphics[8].shapes.size() == 3);
        QVERIFY(boxOf(graphics[9].shapes).min.y.value() >= 0 - 100000 && std::abs(boxOf(graphics[9].shapes).max.y.value() - 2350000) < 2000);
        QVERIFY(graphics[10].copperLayer() == LayerId(0) && graphics[11].isOn(TechLayer::FrontMask));
    }

    void textCoversItsLettersAsKiCadSetsThem() {
        // Boxes of pcbnew 9.0.8 for size 1 and a pen of 0.1 mm, in micrometres: letters are boxes here, so only the outer box is compared.
        const auto boxOfText = [](const std::string& text, const std::string& effects) {
            const auto board =
                boardOf(kTwoLayers + "(gr_text \"" + text + "\" (at 0 0) (layer \"F.Cu\") (effects (font (size 1 1) (thickness 0.1)) " + effects + "))");
            return board->graphics.empty() ? Box() : boxOf(board->graphics[0].shapes);
        };
        const auto isNear = [](const Box& box, std::array<double, 4> units) { // of a 21st of the size
            const auto um = [](double unit) { return static_cast<std::int64_t>(unit / 21 * 1e6); };
            const std::int64_t pen = 50000, tolerance = 3000;
            return std::abs(box.min.x.value() + pen - um(units[0])) < tolerance && std::abs(box.min.y.value() + pen - um(units[1])) < tolerance &&
                   std::abs(box.max.x.value() - pen - um(units[2])) < tolerance && std::abs(box.max.y.value() - pen - um(units[3])) < tolerance;
        };
        QVERIFY(isNear(boxOfText("HH", "(justify left)"), {6.382, -11.394, 40.382, 9.606}));
        QVERIFY(isNear(boxOfText("HH", ""), {-17, -11.394, 17, 9.606}));
        QVERIFY(isNear(boxOfText("HH", "(justify right bottom)"), {-40.382, -23.679, -6.382, -2.679}));
        QVERIFY(isNear(boxOfText("HI", "(justify left mirror)"), {-28.382, -11.394, -6.382, 9.606}));
        QVERIFY(isNear(boxOfText("H\\nH\\nH", "(justify left top)"), {6.382, 0.891, 18.382, 89.508}));
        QVERIFY(isNear(boxOfText("H^{2}H", "(justify left)"), {6.382, -13.274, 56.382, 9.606}));
        QVERIFY(boxOfText("H", "hide").isEmpty());
        QVERIFY(boxOfText("   ", "").isEmpty());
    }

    void textOfAFootprintStaysUpright() {
        const auto board = boardOf(kTwoLayers + "(footprint \"f\" (layer \"F.Cu\") (at 0 0 180) (fp_text user \"${REFERENCE}!\" (at 1 0 180) (layer \"F.Cu\") "
                                                "(effects (font (size 1 1) (thickness 0.1)) (justify left)))"
                                                "(fp_text user \"A\" (at 1 0 180) unlocked (layer \"F.Cu\") (effects (font (size 1 1) (thickness 0.1)) "
                                                "(justify left))) (property \"Reference\" \"R1\"))",
                                   "20241229");
        QCOMPARE(board->graphics.size(), std::size_t{2});
        QCOMPARE(board->graphics[0].text, std::string("R1!"));
        QVERIFY(board->graphics[0].textStyle.has_value());
        QCOMPARE(board->graphics[0].textStyle->rotation, std::int64_t{0});
        QCOMPARE(board->graphics[0].textStyle->position, pointAt(-1000000, 0));
    }

    void groupsSheetsFieldsAndClassesAreRead() {
        const auto board =
            boardOf(kTwoLayers + "(footprint \"L:F\" (layer \"F.Cu\") (uuid \"f1\") (at 1 2) (property \"Reference\" \"U1\") (property \"MPN\" \"X-1\") "
                                 "(path \"/a/b\") (sheetname \"/Power/\") (component_classes (class \"HV\") (class \"Hot\")) "
                                 "(pad \"1\" smd roundrect (at 0 0) (size 1 1) (layers \"F.Cu\") (property pad_prop_heatsink) (roundrect_rratio 0.2)))"
                                 "(group \"Gate\" (uuid \"g1\") (members \"f1\" \"g2\")) (group \"\" (id \"g2\") (members))",
                    "20241229");
        QCOMPARE(board->footprints.size(), std::size_t{1});
        const Footprint& part = board->footprints.front();
        QCOMPARE(part.sheetPath, std::string("/a/b"));
        QCOMPARE(part.sheetName, std::string("/Power/"));
        QCOMPARE(part.componentClasses, (std::vector<std::string>{"HV", "Hot"}));
        QCOMPARE(part.fields, (std::vector<std::pair<std::string, std::string>>{{"Reference", "U1"}, {"MPN", "X-1"}}));
        QCOMPARE(board->pads.front().property, PadProperty::Heatsink);
        QCOMPARE(board->pads.front().shapeName, std::string("roundrect"));
        QCOMPARE(board->groups.size(), std::size_t{2});
        QCOMPARE(board->groups[0].name, std::string("Gate"));
        QCOMPARE(board->groups[0].uuid, std::string("g1"));
        QCOMPARE(board->groups[0].members, (std::vector<std::string>{"f1", "g2"}));
        QCOMPARE(board->groups[1].uuid, std::string("g2"));
        QVERIFY(board->warnings.empty());
    }
    void unknownListsAreKeptAndNamedOnce() {
        const auto board =
            boardOf(kTwoLayers + kNets + "\n(flux 1)\n(flux 2)\n(segment (start 0 0) (end 1 0) (width 0.2) (layer \"F.Cu\") (net 1) (hologram))");
        QCOMPARE(board->warnings.size(), std::size_t{2});
        QCOMPARE(board->warnings[0], std::string("test.kicad_pcb:3:1: kept without understanding it: 'flux' in kicad_pcb"));
        QVERIFY(board->warnings[1].find("'hologram' in segment") != std::string::npos);
        QCOMPARE(board->copper.tracks.size(), std::size_t{1});
    }

    void listsInTheWrongPlaceAreRefused() {
        QCOMPARE(errorOf("(pad 1 smd rect)"),
                 QString("test.kicad_pcb:2:1: (pad ...) belongs into a footprint: a parenthesis is missing or too many before it"));
        QCOMPARE(errorOf("(footprint f (segment))"),
                 QString("test.kicad_pcb:2:14: (segment ...) does not belong into a footprint: a parenthesis is missing before it"));
        QVERIFY(errorOf("<<<<<<< HEAD").startsWith("test.kicad_pcb:2:1: expected a list here"));
        QCOMPARE(errorOf("(net one A)"), QString("test.kicad_pcb:2:6: expected a net number, found 'one'"));
        QCOMPARE(errorOf("(segment (start 1,5 0))"), QString("test.kicad_pcb:2:17: expected a length in millimetres, found '1,5'"));
    }

    void copperOnLayersTheBoardLacksIsKeptAndNotUsed() {
        const auto board = boardOf(kTwoLayers + kNets + "(segment (start 0 0) (end 1 0) (width 0.2) (layer \"In9.Cu\") (net 1))");
        QVERIFY(board->copper.isEmpty());
        QCOMPARE(board->warnings.size(), std::size_t{1});
    }

    void strippingLeavesCopperOut() {
        const std::string inside =
            kTwoLayers + kNets +
            "(segment (start 0 0) (end 1 0) (width 0.2) (layer \"F.Cu\") (net 1)) (segment locked (start 0 0) (end 1 0) (width 0.2) (layer \"F.Cu\") (net 1)) "
            "(via (at 0 0) (size 1) (drill 0.3) (layers \"F.Cu\" \"B.Cu\") (net 1))"
            "(zone (net 1) (net_name \"GND\") (layer \"F.Cu\") (attr (teardrop (type padvia))) (polygon (pts (xy 0 0) (xy 9 0) (xy 9 9))))"
            "(zone (net 1) (net_name \"GND\") (layer \"F.Cu\") (polygon (pts (xy 0 0) (xy 9 0) (xy 9 9))) (filled_polygon (layer \"F.Cu\") (pts (xy 0 0) (xy 9 "
            "0) (xy 9 9))))";
        const auto stripped = boardOf(inside, "20221018", {true, false});
        QVERIFY(stripped->copper.isEmpty());
        QCOMPARE(stripped->zones.size(), std::size_t{1});
        QVERIFY(stripped->zones[0].storedFills.empty());
        const auto locked = boardOf(inside, "20221018", {true, true});
        QCOMPARE(locked->copper.size(), std::size_t{1});
        QVERIFY(locked->copper.tracks[0].locked);
    }

    void dimensionsAndTargetsOnCopperAreObstacles() {
        const auto old = boardOf("(layers (0 F.Cu signal) (31 B.Cu signal)) (net 0 \"\") (dimension 10 (width 0.3) (layer F.Cu) (gr_text \"10 mm\" (at 5 5) "
                                 "(layer F.Cu) (effects (font (size 1.5 1.5) (thickness 0.3)))) (feature1 (pts (xy 0 0) (xy 0 7))) (feature2 (pts (xy 10 0) "
                                 "(xy 10 7))) (crossbar (pts (xy 10 6) (xy 0 6))) (arrow1a (pts (xy 0 6) (xy 1 6.5))))"
                                 "(target plus (at 20 20) (size 5) (width 0.1) (layer B.Cu))",
                                 "20171130");
        QCOMPARE(old->graphics.size(), std::size_t{3});
        QCOMPARE(boxOf(old->graphics[1].shapes).width().value(), std::int64_t{10300000});
        QCOMPARE(boxOf(old->graphics[2].shapes).width().value(), std::int64_t{5100000});
        QCOMPARE(old->graphics[2].copperLayer(), LayerId(1));
        const auto today = boardOf(
            kTwoLayers +
                "(dimension (type aligned) (layer \"F.Cu\") (uuid \"d\") (pts (xy 0 0) (xy 10 0)) (height 6) (gr_text \"10\" (at 5 5) (layer \"F.Cu\") "
                "(effects (font (size 1 1)))) (format (units 3)) (style (thickness 0.2) (arrow_length 1.27) (extension_height 0.5) (extension_offset 0)))",
            "20241229");
        QCOMPARE(today->graphics.size(), std::size_t{2});
        QCOMPARE(boxOf(today->graphics[1].shapes).max.y.value(), std::int64_t{6686421}); // the arrow
    }
};

QTEST_GUILESS_MAIN(BoardReaderTest)
#include "boardreadertest.moc"
