// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <set>

#include "corpusfiles.h"
#include "engine/kicad/boardwriter.h"
#include "engine/kicad/copperitemline.h"

using namespace viaduct;

namespace {

// A board in the dialect of one KiCad version, with one track and a filled zone.
struct Dialect final {
    const char* name;
    const char* text;
    const char* track; // how the track that addedTrack() describes is written behind the first
    const char* via;
};

const Dialect kDialects[] = {
    {"KiCad 4",
     "(kicad_pcb (version 4) (host pcbnew 4.0.7)\n\n  (layers\n    (0 Front signal)\n    (31 B.Cu signal)\n  )\n\n  (net 0 \"\")\n  (net 1 A)\n\n"
     "  (segment (start 0 0) (end 1 0) (width 0.2) (layer Front) (net 1))\n\n  (zone (net 1) (net_name A) (layer Front) (tstamp 0) (hatch edge 0.5)\n    (fill "
     "yes (arc_segments 16))\n    (polygon\n      (pts\n        (xy 0 0) (xy 9 0) (xy 9 9)\n      )\n    )\n  )\n)\n",
     "  (segment (start 0 0) (end 1 0) (width 0.2) (layer Front) (net 1))\n  (segment (start 1.5 2) (end 3 4.123456) (width 0.25) (layer Front) (net 1) "
     "(tstamp 7F2C1A55))\n",
     "  (via (at 5 6) (size 0.6) (drill 0.3) (layers Front B.Cu) (net 1) (tstamp 00C0FFEE))\n"},
    {"KiCad 7",
     "(kicad_pcb (version 20221018) (generator pcbnew)\r\n\r\n  (layers\r\n    (0 \"F.Cu\" signal)\r\n    (31 \"B.Cu\" signal)\r\n  )\r\n\r\n  (net 0 "
     "\"\")\r\n  (net 1 \"A\")\r\n\r\n"
     "  (segment (start 0 0) (end 1 0) (width 0.2) (layer \"F.Cu\") (net 1) (tstamp x))\r\n\r\n  (zone (net 1) (net_name \"A\") (layer \"F.Cu\")\r\n    (fill "
     "yes)\r\n    (polygon\r\n      (pts\r\n        (xy 0 0)\r\n        (xy 9 0)\r\n        (xy 9 9)\r\n      )\r\n    )\r\n  )\r\n)\r\n",
     "(tstamp x))\r\n  (segment (start 1.5 2) (end 3 4.123456) (width 0.25) (layer \"F.Cu\") (net 1) (tstamp 7f2c1a55-0000-8000-8000-000000000000))\r\n",
     "  (via (at 5 6) (size 0.6) (drill 0.3) (layers \"F.Cu\" \"B.Cu\") (net 1) (tstamp 00c0ffee-0000-8000-8000-000000000000))\r\n"},
    {"KiCad 9",
     "(kicad_pcb\n\t(version 20241229)\n\t(generator \"pcbnew\")\n\t(layers\n\t\t(0 \"F.Cu\" signal)\n\t\t(2 \"B.Cu\" signal)\n\t)\n\t(net 0 \"\")\n\t(net 1 "
     "\"A\")\n"
     "\t(segment\n\t\t(start 0 0)\n\t\t(end 1 0)\n\t\t(width 0.2)\n\t\t(layer \"F.Cu\")\n\t\t(net 1)\n\t\t(uuid \"x\")\n\t)\n\t(zone\n\t\t(net "
     "1)\n\t\t(net_name \"A\")\n\t\t(layer \"F.Cu\")\n\t\t(fill yes)\n\t\t(polygon\n\t\t\t(pts\n\t\t\t\t(xy 0 0) (xy 9 0) (xy 9 "
     "9)\n\t\t\t)\n\t\t)\n\t)\n\t(embedded_fonts no)\n)\n",
     "\t\t(uuid \"x\")\n\t)\n\t(segment\n\t\t(start 1.5 2)\n\t\t(end 3 4.123456)\n\t\t(width 0.25)\n\t\t(layer \"F.Cu\")\n\t\t(net 1)\n\t\t(uuid "
     "\"7f2c1a55-0000-8000-8000-000000000000\")\n\t)\n",
     "\t(via\n\t\t(at 5 6)\n\t\t(size 0.6)\n\t\t(drill 0.3)\n\t\t(layers \"F.Cu\" \"B.Cu\")\n\t\t(net 1)\n\t\t(uuid "
     "\"00c0ffee-0000-8000-8000-000000000000\")\n\t)\n"},
    {"KiCad 10",
     "(kicad_pcb\n\t(version 20260206)\n\t(layers\n\t\t(0 \"F.Cu\" signal)\n\t\t(2 \"B.Cu\" signal)\n\t)\n"
     "\t(segment\n\t\t(start 0 0)\n\t\t(end 1 0)\n\t\t(width 0.2)\n\t\t(layer \"F.Cu\")\n\t\t(net \"A\")\n\t\t(uuid \"x\")\n\t)\n\t(zone\n\t\t(net "
     "\"A\")\n\t\t(layer \"F.Cu\")\n\t\t(fill yes)\n\t\t(polygon\n\t\t\t(pts\n\t\t\t\t(xy 0 0) (xy 9 0) (xy 9 9)\n\t\t\t)\n\t\t)\n\t)\n)\n",
     "\t(segment\n\t\t(start 1.5 2)\n\t\t(end 3 4.123456)\n\t\t(width 0.25)\n\t\t(layer \"F.Cu\")\n\t\t(net \"A\")\n\t\t(uuid "
     "\"7f2c1a55-0000-8000-8000-000000000000\")\n\t)\n",
     "\t\t(layers \"F.Cu\" \"B.Cu\")\n\t\t(net \"A\")\n\t\t(uuid \"00c0ffee-0000-8000-8000-000000000000\")\n\t)\n"},
    {"one line",
     "(kicad_pcb (version 20241229) (layers (0 \"F.Cu\" signal) (2 \"B.Cu\" signal)) (net 0 \"\") (net 1 \"A\") (segment (start 0 0) (end 1 0) (width 0.2) "
     "(layer \"F.Cu\") (net 1)) (zone (net 1) (net_name \"A\") (layer \"F.Cu\") (fill yes) (polygon (pts (xy 0 0) (xy 9 0) (xy 9 9)))))",
     "(net 1)) (segment (start 1.5 2) (end 3 4.123456) (width 0.25) (layer \"F.Cu\") (net 1) (uuid \"7f2c1a55-0000-8000-8000-000000000000\")) (via",
     " (via (at 5 6) (size 0.6) (drill 0.3) (layers \"F.Cu\" \"B.Cu\") (net 1) (uuid \"00c0ffee-0000-8000-8000-000000000000\")) (zone"},
};

Track addedTrack() {
    return {NetId(1), LayerId(0), pointAt(1500000, 2000000), pointAt(3000000, 4123456), Nanometres(250000), false, "7f2c1a55-0000-8000-8000-000000000000", {}};
}
Via addedVia() {
    Via via;
    via.net = NetId(1), via.position = pointAt(5000000, 6000000), via.diameter = Nanometres(600000), via.drill = Nanometres(300000), via.from = LayerId(0),
    via.to = LayerId(1);
    via.uuid = "00c0ffee-0000-8000-8000-000000000000";
    return via;
}

BoardFile fileOf(const std::string& text, ReadOptions options = {}) {
    auto file = readBoardText(text, "board.kicad_pcb", options);
    if (!file) qFatal("%s", file.error().text.c_str());
    return std::move(*file);
}

std::string written(const BoardFile& file, const BoardChanges& changes) {
    const auto text = writeBoardText(file, changes);
    return text ? *text : "error: " + text.error().text;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

class BoardWriterTest final : public QObject {
    Q_OBJECT

private slots:
    void copperIsWrittenInTheFilesOwnDialect_data() {
        QTest::addColumn<int>("dialect");
        int index = 0;
        for (const Dialect& dialect : kDialects) QTest::newRow(dialect.name) << index++;
    }
    void copperIsWrittenInTheFilesOwnDialect() {
        QFETCH(int, dialect);
        const Dialect& with = kDialects[dialect];
        const BoardFile file = fileOf(with.text);
        BoardChanges changes;
        changes.added.tracks.push_back(addedTrack());
        changes.added.vias.push_back(addedVia());
        const std::string text = written(file, changes);
        QVERIFY2(contains(text, with.track), text.c_str());
        QVERIFY2(contains(text, with.via), text.c_str());
        // Everything else is as it was: taking the new items out again gives the input's bytes.
        const BoardFile again = fileOf(text);
        QCOMPARE(again.board->copper.size(), std::size_t{3});
        BoardChanges back;
        back.removed = {again.board->copper.tracks[1].source, again.board->copper.vias[0].source};
        QCOMPARE(written(again, back), std::string(with.text));
    }

    void removedItemsTakeTheirLineWithThem_data() { copperIsWrittenInTheFilesOwnDialect_data(); }
    void removedItemsTakeTheirLineWithThem() {
        QFETCH(int, dialect);
        const BoardFile file = fileOf(kDialects[dialect].text);
        BoardChanges changes;
        changes.removed.push_back(file.board->copper.tracks[0].source);
        changes.removed.push_back(file.board->copper.tracks[0].source); // twice is once
        const std::string text = written(file, changes);
        const BoardFile again = fileOf(text);
        QVERIFY(again.board->copper.isEmpty());
        QVERIFY(!contains(text, "  \n") && !contains(text, "\t\n") && !contains(text, "(segment"));
        QCOMPARE(again.board->zones.size(), std::size_t{1});
        // Into a board without copper new copper goes before the zones.
        BoardChanges added;
        added.added.tracks.push_back(addedTrack());
        const std::string filled = written(again, added);
        QVERIFY(filled.find("(segment") < filled.find("(zone") && filled.find("(segment") > filled.find("(layers"));
        changes.added.tracks.push_back(addedTrack());
        QCOMPARE(fileOf(written(file, changes)).board->copper.tracks.at(0).end, addedTrack().end);
    }

    void fillsAreReplacedInTheFilesOwnDialect_data() { copperIsWrittenInTheFilesOwnDialect_data(); }
    void fillsAreReplacedInTheFilesOwnDialect() {
        QFETCH(int, dialect);
        const BoardFile file = fileOf(kDialects[dialect].text);
        const auto square = [](std::int64_t from, std::int64_t to) { return Ring{pointAt(from, from), pointAt(to, from), pointAt(to, to), pointAt(from, to)}; };
        BoardChanges changes;
        changes.fills = std::vector<ZoneFill>{{ZoneId(0), LayerId(0), {{square(0, 8000000), {square(2000000, 4000000)}}, {square(9000000, 9900000), {}}}}};
        const std::string text = written(file, changes);
        const BoardFile again = fileOf(text);
        QCOMPARE(again.board->zones[0].fillSources.size(), std::size_t{2});
        QCOMPARE(again.board->zones[0].storedFills.size(), std::size_t{1});
        QCOMPARE(again.board->zones[0].storedFills[0].layer, LayerId(0));
        // Until KiCad 6 a pen of the zone's minimum width draws round the stored outline: the copper is the same all the same.
        if (file.board->formatVersion < 20220211) QVERIFY2(contains(text, "(xy 7.875 0.125)"), text.c_str());
        const Box box = [&] {
            Box all;
            for (const Point corner : again.board->zones[0].storedFills[0].islands[0].outer) all.include(corner);
            return all;
        }();
        QCOMPARE(box.min.x.value(), std::int64_t{0});
        QCOMPARE(box.max.x.value(), std::int64_t{8000000});
        // Taking the fills out again gives the input's bytes, and a second replacement replaces.
        BoardChanges none;
        none.fills = std::vector<ZoneFill>{{ZoneId(0), LayerId(0), {}}};
        QCOMPARE(written(again, none), std::string(kDialects[dialect].text));
        const BoardFile twice = fileOf(written(again, changes));
        QCOMPARE(twice.bytes, text);
    }

    void aZoneThatWasNeverFilledIsMarkedAsFilled() {
        std::string text = kDialects[2].text;
        text.replace(text.find("(fill yes)"), 10, "(fill\n\t\t\t(thermal_gap 0.5)\n\t\t)");
        const BoardFile file = fileOf(text);
        QVERIFY(!file.board->zones[0].isFilled);
        BoardChanges changes;
        changes.fills = std::vector<ZoneFill>{{ZoneId(0), LayerId(0), {{{pointAt(0, 0), pointAt(9000000, 0), pointAt(9000000, 9000000)}, {}}}}};
        const std::string filled = written(file, changes);
        QVERIFY2(contains(filled, "(fill yes\n\t\t\t(thermal_gap 0.5)"), filled.c_str());
        QVERIFY(fileOf(filled).board->zones[0].isFilled);
    }

    void strippedBoardsAreWrittenWithoutWhatWasStripped() {
        std::string text = kDialects[2].text;
        text.insert(text.find("\t(embedded"), "\t(zone\n\t\t(net 1)\n\t\t(net_name \"A\")\n\t\t(layer \"F.Cu\")\n\t\t(attr\n\t\t\t(teardrop\n\t\t\t\t(type "
                                              "padvia)\n\t\t\t)\n\t\t)\n\t\t(polygon\n\t\t\t(pts\n\t\t\t\t(xy 0 0) (xy 9 0) (xy 9 9)\n\t\t\t)\n\t\t)\n\t)\n");
        const std::string segment = text.substr(text.find("\t(segment"), text.find("\t(zone") - text.find("\t(segment"));
        std::string locked = segment;
        locked.insert(locked.find("\t\t(layer"), "\t\t(locked yes)\n");
        text.insert(text.find("\t(zone"), locked);
        const BoardFile all = fileOf(text, {true, false}), kept = fileOf(text, {true, true});
        QVERIFY(all.board->copper.isEmpty() && kept.board->copper.size() == 1);
        std::string expected = kDialects[2].text;
        expected.erase(expected.find(segment), segment.size());
        QCOMPARE(written(all, {}), expected);
        QVERIFY(contains(written(kept, {}), locked) && !contains(written(kept, {}), segment));
        BoardChanges changes;
        changes.added.tracks.push_back(addedTrack());
        QCOMPARE(fileOf(written(all, changes)).board->copper.size(), std::size_t{1});
    }

    void newItemsGetTheSameUniqueNamesOnEveryRun() {
        const BoardFile file = fileOf(kDialects[2].text);
        BoardChanges changes;
        Track track = addedTrack();
        track.uuid.clear();
        Via via = addedVia();
        via.uuid.clear();
        changes.added.tracks = {track, track};
        changes.added.vias = {via};
        const std::string text = written(file, changes);
        QCOMPARE(written(file, changes), text);
        const BoardFile again = fileOf(text);
        std::set<std::string> names;
        for (const std::string& name : {again.board->copper.tracks[1].uuid, again.board->copper.tracks[2].uuid, again.board->copper.vias[0].uuid}) {
            QCOMPARE(name.size(), std::size_t{36});
            QCOMPARE(name[14], '8');
            QVERIFY(std::string("89ab").find(name[19]) != std::string::npos);
            names.insert(name);
        }
        QCOMPARE(names.size(), std::size_t{3});
        CopperNames expected(file.sha256);
        QCOMPARE(again.board->copper.tracks[1].uuid, expected.uuidFor(copperItemLine(*file.board, track)));
        // The direction of a track does not matter, another board does.
        std::swap(track.start, track.end);
        QCOMPARE(CopperNames(file.sha256).uuidFor(copperItemLine(*file.board, track)), again.board->copper.tracks[1].uuid);
        QVERIFY(CopperNames("other").uuidFor(copperItemLine(*file.board, track)) != again.board->copper.tracks[1].uuid);
    }

    void itemLinesAreThoseOfTheContract() {
        const BoardFile file = fileOf("(kicad_pcb (version 20241229) (net 0 \"\") (net 1 \"a\\\"b\"))");
        QCOMPARE(copperItemLine(*file.board, addedTrack()), std::string("track|a\\\"b|F.Cu|1500000|2000000|3000000|4123456|250000"));
        QCOMPARE(copperItemLine(*file.board, addedVia()), std::string("via|a\\\"b|5000000|6000000|600000|300000|F.Cu|B.Cu"));
        const TrackArc arc{NetId(1), LayerId(1), pointAt(3, 3), pointAt(2, 2), pointAt(1, 1), Nanometres(7), false, {}, {}};
        QCOMPARE(copperItemLine(*file.board, arc), std::string("arc|a\\\"b|B.Cu|1|1|2|2|3|3|7"));
    }

    void arcsAreWrittenAsArcsOrAsLinesWhereTheFormatHasNone() {
        const TrackArc arc{NetId(1), LayerId(0), pointAt(0, 0), pointAt(1000000, 1000000), pointAt(2000000, 0), Nanometres(200000), false, {}, {}};
        BoardChanges changes;
        changes.added.arcs.push_back(arc);
        QCOMPARE(fileOf(written(fileOf(kDialects[2].text), changes)).board->copper.arcs.size(), std::size_t{1});
        const BoardFile old = fileOf(written(fileOf(kDialects[0].text), changes));
        QVERIFY(old.board->copper.arcs.empty() && old.board->copper.tracks.size() > 5);
        QCOMPARE(old.board->copper.tracks.back().end, arc.end);
    }

    void lockedItemsAndViaKindsAreWrittenAndReadAgain_data() { copperIsWrittenInTheFilesOwnDialect_data(); }
    void lockedItemsAndViaKindsAreWrittenAndReadAgain() {
        QFETCH(int, dialect);
        BoardChanges changes;
        changes.added.tracks.push_back(addedTrack());
        changes.added.tracks[0].locked = true;
        for (const ViaKind kind : {ViaKind::Micro, ViaKind::Blind}) {
            changes.added.vias.push_back(addedVia());
            changes.added.vias.back().kind = kind;
            changes.added.vias.back().locked = true;
        }
        const BoardFile again = fileOf(written(fileOf(kDialects[dialect].text), changes));
        QVERIFY(again.board->copper.tracks[1].locked && again.board->copper.vias[0].locked);
        QVERIFY(again.board->copper.vias[0].kind == ViaKind::Micro && again.board->copper.vias[1].kind == ViaKind::Blind);
    }

    void copperOfANetWithoutNumberIsRefused() {
        const BoardFile file = fileOf("(kicad_pcb (version 20221018) (layers (0 \"F.Cu\" signal) (31 \"B.Cu\" signal)) (net 0 \"\") (zone (net 0) (net_name "
                                      "\"GHOST\") (layer \"F.Cu\") (polygon (pts (xy 0 0) (xy 9 0) (xy 9 9)))))");
        BoardChanges changes;
        changes.added.tracks.push_back(addedTrack());
        QVERIFY(contains(written(file, changes), "error: the net 'GHOST' is not in the board file's table of nets"));
    }

    void anUnknownSpanIsRefused() {
        BoardChanges changes;
        changes.removed.push_back({3, 9});
        QVERIFY(contains(written(fileOf(kDialects[2].text), changes), "error: "));
    }

    void everythingAddedComesOffByteForByteOnRealBoards() {
        const std::vector<std::string> boards = boardsBelow(VIADUCT_CORPUS);
        if (boards.empty()) QSKIP("no corpus here");
        for (const std::string& path : boards) {
            auto file = readBoardFile(path);
            if (!file || file->board->copper.isEmpty()) continue;
            BoardChanges changes;
            Track track = addedTrack();
            track.uuid.clear();
            changes.added.tracks.push_back(track);
            Via via = addedVia();
            via.to = file->board->layers.back();
            changes.added.vias.push_back(via);
            const auto text = writeBoardText(*file, changes);
            if (!text && file->board->net(NetId(1)).code < 0) continue;
            QVERIFY2(text.has_value(), text ? "" : (path + text.error().text).c_str());
            const BoardFile again = fileOf(*text);
            BoardChanges back;
            for (const Track& item : again.board->copper.tracks)
                if (item.start == track.start && item.end == track.end) back.removed.push_back(item.source);
            for (const Via& item : again.board->copper.vias)
                if (item.position == via.position && item.drill == via.drill) back.removed.push_back(item.source);
            QCOMPARE(back.removed.size(), std::size_t{2});
            QVERIFY2(written(again, back) == file->bytes, path.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(BoardWriterTest)
#include "boardwritertest.moc"
