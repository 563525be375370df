// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

#include "corpusfiles.h"
#include "engine/geometry/polygonops.h"
#include "engine/kicad/boardwriter.h"

using namespace viaduct;

namespace {

// Asks pcbnew what a board holds: counts, and the sum of the filled areas in square micrometres per zone and layer, in file order.
const char* const kQuestion = R"(
import sys, os, pcbnew
for path in sys.argv[1:]:
    board = pcbnew.LoadBoard(path)
    if board is None:
        print("refused"); continue
    kinds = {"PCB_TRACK": 0, "PCB_ARC": 0, "PCB_VIA": 0}
    nets = 0
    for item in board.GetTracks():
        kinds[item.GetClass()] += 1
        nets += len(item.GetNetname())
    area = 0
    for zone in board.Zones():
        for layer in zone.GetLayerSet().CuStack():
            fill = zone.GetFilledPolysList(layer)
            area += fill.Area()
    print(kinds["PCB_TRACK"], kinds["PCB_ARC"], kinds["PCB_VIA"], nets, sum(len(f.Pads()) for f in board.GetFootprints()), round(area / 1e6), len(board.Zones()))
sys.stdout.flush(); os._exit(0)
)";

QStringList asked(const QStringList& boards) {
    QProcess kicad;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LANG", "C");
    kicad.setProcessEnvironment(environment);
    kicad.start("/usr/bin/python3", QStringList{"-c", kQuestion} + boards);
    kicad.waitForFinished(300000);
    QStringList answers;
    for (const QString& line : QString::fromUtf8(kicad.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts))
        if (line == "refused" || line.count(' ') == 6) answers << line;
    return answers;
}

} // namespace

// What we write KiCad must read: every board of the corpus with copper added, taken out and fills replaced.
class BoardRoundTripTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QProcess python;
        python.start("/usr/bin/python3", {"-c", "import pcbnew"});
        if (!python.waitForFinished(60000) || python.exitCode() != 0)
            QSKIP("KiCad's Python module is not installed: what KiCad reads of our files is not tested");
    }

    void kicadReadsChangedBoardsAsWeMeanThem_data() {
        QTest::addColumn<QString>("path");
        std::vector<std::string> boards = boardsBelow(VIADUCT_CORPUS "/dev");
        for (const std::string& demo : boardsBelow(kDemoFolder))
            if (std::filesystem::file_size(demo) < 3'000'000) boards.push_back(demo);
        for (const std::string& path : boards)
            if (path.find(".unrouted.") == std::string::npos || path.find("kolsch") != std::string::npos)
                QTest::newRow(std::filesystem::path(path).stem().c_str()) << QString::fromStdString(path);
        if (boards.empty()) QTest::newRow("none") << QString();
    }

    void kicadReadsChangedBoardsAsWeMeanThem() {
        QFETCH(QString, path);
        if (path.isEmpty()) QSKIP("no corpus here");
        const auto file = readBoardFile(path.toStdString());
        QVERIFY2(file.has_value(), file ? "" : file.error().text.c_str());
        const Board& board = *file->board;
        BoardChanges changes;
        const NetId net = board.nets.size() > 1 ? board.nets[1].id : kNoNet;
        const Point corner = board.box().min;
        const auto at = [&](std::int64_t x, std::int64_t y) { return corner + pointAt(x, y); };
        changes.added.tracks.push_back({net, board.layers.front(), at(-5000000, 0), at(-6123456, 1), Nanometres(200000), false, {}, {}});
        changes.added.tracks.push_back({net, board.layers.back(), at(-5000000, 9000000), at(-6123456, 9000001), Nanometres(200000), true, {}, {}});
        changes.added.arcs.push_back(
            {net, board.layers.back(), at(-5000000, 3000000), at(-6000000, 4000000), at(-7000000, 3000000), Nanometres(250000), false, {}, {}});
        Via via;
        via.net = net, via.position = at(-9000000, 0), via.diameter = Nanometres(600000), via.drill = Nanometres(300000), via.from = board.layers.front(),
        via.to = board.layers.back();
        changes.added.vias.push_back(via);
        if (!board.copper.tracks.empty()) changes.removed.push_back(board.copper.tracks.front().source);
        if (!board.copper.vias.empty()) changes.removed.push_back(board.copper.vias.back().source);
        changes.fills.emplace();
        for (const Zone& zone : board.zones)
            for (const ZoneFill& fill : zone.storedFills) changes.fills->push_back(fill);
        const auto written = writeBoardText(*file, changes);
        QVERIFY2(written.has_value(), written ? "" : written.error().text.c_str());

        QTemporaryDir folder;
        const std::string before = folder.filePath("before.kicad_pcb").toStdString(), after = folder.filePath("after.kicad_pcb").toStdString();
        QVERIFY(writeFileAtomically(before, file->bytes).has_value());
        QVERIFY(writeFileAtomically(after, *written).has_value());
        const QStringList answers = asked({QString::fromStdString(before), QString::fromStdString(after)});
        QCOMPARE(answers.size(), 2);
        QVERIFY(answers[0] != "refused");
        QVERIFY2(answers[1] != "refused", "KiCad refuses what we wrote");
        const QStringList was = answers[0].split(' '), is = answers[1].split(' ');
        const auto reread = readBoardText(*written, "after");
        QVERIFY(reread.has_value());
        const Copper& copper = reread->board->copper;
        QCOMPARE(is[0].toULongLong(), copper.tracks.size() + (was[0].toULongLong() - board.copper.tracks.size()));
        QCOMPARE(is[1].toULongLong(), copper.arcs.size());
        QCOMPARE(is[2].toULongLong(), copper.vias.size());
        QCOMPARE(is[4], was[4]);
        // Older fills are drawn with a pen: they come back through a shrunk outline, and KiCad flattens the pen's round ends in its own way.
        const double filled = was[5].toDouble(), tolerance = board.formatVersion >= 20220211 ? 1e-6 : 2e-3;
        QVERIFY2(std::abs(is[5].toDouble() - filled) <= tolerance * filled + 1, qPrintable(answers[0] + " | " + answers[1]));
        double own = 0;
        for (const Zone& zone : board.zones)
            if (zone.footprint.isNone())
                for (const ZoneFill& fill : zone.storedFills)
                    for (const PolygonWithHoles& island : fill.islands) own += static_cast<double>(areaOf(island)) * 1e-6;
        QVERIFY2(std::abs(own - filled) <= tolerance * filled + 1, qPrintable(QString("%1 | %2").arg(answers[0]).arg(own, 0, 'f', 0)));
        QCOMPARE(is[6], was[6]);
        std::size_t names = 0;
        for (const Track& track : copper.tracks) names += QString::fromStdString(reread->board->net(track.net).name).size();
        for (const TrackArc& arc : copper.arcs) names += QString::fromStdString(reread->board->net(arc.net).name).size();
        for (const Via& each : copper.vias) names += QString::fromStdString(reread->board->net(each.net).name).size();
        QCOMPARE(is[3].toULongLong(), names);
    }

    void kicadReadsStrippedBoardsWithoutCopper() {
        const std::vector<std::string> boards = boardsBelow(VIADUCT_CORPUS "/dev");
        if (boards.empty()) QSKIP("no corpus here");
        QTemporaryDir folder;
        QStringList paths;
        for (const std::string& path : boards) {
            if (path.find(".unrouted.") != std::string::npos) continue;
            ReadOptions options;
            options.strip = true;
            const auto file = readBoardFile(path, options);
            QVERIFY(file.has_value());
            QVERIFY(file->board->copper.isEmpty());
            const auto written = writeBoardText(*file, {});
            QVERIFY2(written.has_value(), written ? "" : written.error().text.c_str());
            paths << folder.filePath(QString::fromStdString(std::filesystem::path(path).filename().string()));
            QVERIFY(writeFileAtomically(paths.back().toStdString(), *written).has_value());
        }
        const QStringList answers = asked(paths);
        QCOMPARE(answers.size(), paths.size());
        for (int i = 0; i < answers.size(); ++i)
            QVERIFY2(answers[i].startsWith("0 0 0 0 ") && answers[i].split(' ')[5] == "0", qPrintable(paths[i] + ": " + answers[i]));
    }
};

QTEST_GUILESS_MAIN(BoardRoundTripTest)
#include "boardroundtriptest.moc"
