// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <filesystem>

#include "corpusfiles.h"
#include "engine/kicad/boardreader.h"
#include "engine/kicad/boardwriter.h"

using namespace viaduct;

namespace {

// Counts of pcbnew 9.0.8: pads, straight tracks, vias, and zones on copper with rule areas.
struct Counts final {
    const char* board;
    std::size_t pads, tracks, vias, zones;
};
constexpr Counts kCounts[] = {
    {"alvium-flex/alvium-flex", 75, 918, 115, 3},
    {"alvium-flex/alvium-flex.unrouted", 75, 0, 0, 3},
    {"bitaxe-gamma/bitaxe-gamma", 479, 825, 200, 18},
    {"bitaxe-gamma/bitaxe-gamma.unrouted", 479, 0, 0, 18},
    {"bluesmirf-v2/bluesmirf-v2", 131, 273, 54, 3},
    {"bluesmirf-v2/bluesmirf-v2.unrouted", 131, 0, 0, 3},
    {"esp32-poe-m1/esp32-poe-m1", 601, 2528, 233, 634},
    {"esp32-poe-m1/esp32-poe-m1.unrouted", 601, 0, 0, 26},
    {"fomu-dvt/fomu-dvt", 222, 579, 249, 24},
    {"fomu-dvt/fomu-dvt.unrouted", 222, 0, 0, 24},
    {"gb-bench-g1/gb-bench-g1", 667, 2678, 387, 10},
    {"gb-bench-g1/gb-bench-g1.unrouted", 667, 0, 0, 10},
    {"gb-brk-cart/gb-brk-cart", 72, 270, 73, 3},
    {"gb-brk-cart/gb-brk-cart.unrouted", 72, 0, 0, 3},
    {"greatfet-azalea/greatfet-azalea", 525, 1412, 176, 8},
    {"greatfet-azalea/greatfet-azalea.unrouted", 525, 0, 0, 8},
    {"kolsch/kolsch", 987, 2335, 423, 27},
    {"kolsch/kolsch.unrouted", 987, 0, 0, 27},
    {"mppt-2420-hc/mppt-2420-hc", 440, 1263, 282, 38},
    {"mppt-2420-hc/mppt-2420-hc.unrouted", 440, 0, 0, 38},
    {"nrfmicro/nrfmicro", 137, 397, 25, 3},
    {"nrfmicro/nrfmicro.unrouted", 137, 0, 0, 3},
    {"orangecrab-r021/orangecrab-r021", 1097, 7280, 441, 40},
    {"orangecrab-r021/orangecrab-r021.unrouted", 1097, 0, 0, 40},
    {"picodvi/picodvi", 241, 525, 126, 12},
    {"picodvi/picodvi.unrouted", 241, 0, 0, 12},
    {"rp2040-stamp/rp2040-stamp", 324, 523, 81, 17},
    {"rp2040-stamp/rp2040-stamp.unrouted", 324, 0, 0, 17},
    {"sizif-xxs/sizif-xxs", 440, 1462, 166, 1},
    {"sizif-xxs/sizif-xxs.unrouted", 440, 0, 0, 1},
    {"smartknob-base/smartknob-base", 334, 834, 174, 10},
    {"smartknob-base/smartknob-base.unrouted", 334, 0, 0, 10},
    {"sofle-v2/sofle-v2", 468, 942, 149, 2},
    {"sofle-v2/sofle-v2.unrouted", 468, 0, 0, 2},
    {"speeduino-v043d/speeduino-v043d", 483, 989, 124, 12},
    {"speeduino-v043d/speeduino-v043d.unrouted", 483, 0, 0, 12},
    {"splitflap-driver/splitflap-driver", 297, 687, 111, 9},
    {"splitflap-driver/splitflap-driver.unrouted", 297, 0, 0, 9},
    {"throwing-star/throwing-star", 68, 204, 4, 2},
    {"throwing-star/throwing-star.unrouted", 68, 0, 0, 2},
    {"tinyfpga-bx/tinyfpga-bx", 231, 822, 77, 3},
    {"tinyfpga-bx/tinyfpga-bx.unrouted", 231, 0, 0, 3},
};

} // namespace

class BoardCorpusTest final : public QObject {
    Q_OBJECT

private slots:
    void countsAgreeWithKiCad_data() {
        QTest::addColumn<int>("row");
        int row = 0;
        for (const Counts& counts : kCounts) QTest::newRow(counts.board) << row++;
    }
    void countsAgreeWithKiCad() {
        QFETCH(int, row);
        const Counts& counts = kCounts[row];
        const std::string path = std::string(VIADUCT_CORPUS "/dev/") + counts.board + ".kicad_pcb";
        if (!std::filesystem::exists(path)) QSKIP("no corpus here");
        const auto file = readBoardFile(path);
        QVERIFY2(file.has_value(), file ? "" : file.error().text.c_str());
        const Board& board = *file->board;
        QCOMPARE(board.pads.size(), counts.pads);
        QCOMPARE(board.copper.tracks.size(), counts.tracks);
        QCOMPARE(board.copper.vias.size(), counts.vias);
        QCOMPARE(board.zones.size(), counts.zones);
        QVERIFY2(board.warnings.empty(), board.warnings.empty() ? "" : board.warnings[0].c_str());
    }

    void everyBoardIsWrittenBackByteForByte() {
        std::vector<std::string> boards = boardsBelow(VIADUCT_CORPUS);
        for (const std::string& folder : {kDemoFolder, std::string(qgetenv("VIADUCT_PCBENCH").constData())})
            for (const std::string& board : boardsBelow(folder))
                if (std::filesystem::file_size(board) < 10'000'000) boards.push_back(board);
        if (boards.empty()) QSKIP("no corpus here");
        std::size_t count = 0;
        for (const std::string& path : boards) {
            const std::string bytes = bytesOf(path);
            const auto file = readBoardText(bytes, path);
            if (!file) continue; // nastyboardstest says which and why
            const auto written = writeBoardText(*file, {});
            QVERIFY2(written.has_value() && *written == bytes, path.c_str());
            ++count;
        }
        qInfo("%zu boards", count);
    }
};

QTEST_GUILESS_MAIN(BoardCorpusTest)
#include "boardcorpustest.moc"
