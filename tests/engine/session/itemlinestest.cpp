// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/kicad/copperitemline.h"
#include "engine/session/itemlines.h"
#include "tests/support/boardbuilder.h"

using namespace viaduct;

namespace {

// FNV-1a 64 worked out by hand from its definition, apart from engine/base/digest.
std::string fnv(const std::string& bytes) {
    std::uint64_t value = 14695981039346656037ULL;
    for (const unsigned char byte : bytes) value = (value ^ byte) * 1099511628211ULL;
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

Track track(int net, std::int64_t x1, std::int64_t y1, std::int64_t x2, std::int64_t y2) {
    Track made;
    made.net = NetId(net);
    made.layer = LayerId(0);
    made.start = pointAt(x1, y1);
    made.end = pointAt(x2, y2);
    made.width = Nanometres(250000);
    return made;
}

std::shared_ptr<const Board> smallBoard() {
    test::BoardBuilder builder;
    const int odd = builder.net("say \"hi\"");
    builder.pad("R1", odd, 5, 5).pad("R2", odd, 9, 5).track(odd, 5, 5, 9, 5).outline(0, 0, 20, 20);
    auto file = builder.file();
    return file ? file->board : nullptr;
}

} // namespace

class ItemLinesTest final : public QObject {
    Q_OBJECT
private slots:
    void nothingChangedHasTheDigestOfNothing() {
        const auto board = smallBoard();
        QVERIFY(board);
        QCOMPARE(stateDigest(*board, {}, {}), std::string("cbf29ce484222325"));
    }
    void aTrackIsWrittenFromItsSmallerEnd() {
        const auto board = smallBoard();
        const std::string line = "track|say \\\"hi\\\"|F.Cu|1000|9000|2000|3000|250000";
        QCOMPARE(copperItemLine(*board, track(1, 1000, 9000, 2000, 3000)), line);
        QCOMPARE(copperItemLine(*board, track(1, 2000, 3000, 1000, 9000)), line);
    }
    void aViaNamesItsLayers() {
        const auto board = smallBoard();
        Via via;
        via.net = NetId(1);
        via.position = pointAt(-5, 7);
        via.diameter = Nanometres(600000);
        via.drill = Nanometres(300000);
        via.from = LayerId(0);
        via.to = LayerId(1);
        QCOMPARE(copperItemLine(*board, via), std::string("via|say \\\"hi\\\"|-5|7|600000|300000|F.Cu|B.Cu"));
    }
    void anArcKeepsItsMiddleWhenItIsTurned() {
        const auto board = smallBoard();
        TrackArc arc;
        arc.net = NetId(1);
        arc.layer = LayerId(1);
        arc.start = pointAt(20, 0);
        arc.mid = pointAt(10, 10);
        arc.end = pointAt(0, 0);
        arc.width = Nanometres(5);
        QCOMPARE(copperItemLine(*board, arc), std::string("arc|say \\\"hi\\\"|B.Cu|0|0|10|10|20|0|5"));
    }
    void theDigestIsThatOfTheSortedLines() {
        const auto board = smallBoard();
        Copper copper;
        copper.tracks = {track(1, 5, 0, 6, 0), track(1, 1, 0, 2, 0)};
        const std::string a = "track|say \\\"hi\\\"|F.Cu|1|0|2|0|250000", b = "track|say \\\"hi\\\"|F.Cu|5|0|6|0|250000";
        const std::string removed = "removed|" + board->copper.tracks.at(0).uuid;
        QCOMPARE(stateDigest(*board, copper, {{CopperKind::Track, 0}}), fnv(removed + "\n" + a + "\n" + b));
        std::swap(copper.tracks[0], copper.tracks[1]);
        QCOMPARE(stateDigest(*board, copper, {{CopperKind::Track, 0}}), fnv(removed + "\n" + a + "\n" + b));
    }
    void removedItemsWithoutUuidAreToldApartByOccurrence() {
        const auto board = smallBoard();
        Board twins = *board;
        twins.copper.tracks = {track(1, 1, 0, 2, 0), track(1, 1, 0, 2, 0)};
        const auto first = stateLines(twins, {}, {{CopperKind::Track, 0}}), second = stateLines(twins, {}, {{CopperKind::Track, 1}});
        QVERIFY(first != second);
        QVERIFY(first.at(0).rfind("removed|track|", 0) == 0);
    }
};

QTEST_GUILESS_MAIN(ItemLinesTest)
#include "itemlinestest.moc"
