// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/board/outline.h"
#include "engine/geometry/distance.h"
#include "tests/support/boardbuilder.h"

using namespace viaduct;

namespace {

std::string line(const char* from, const char* to, const char* layer = "Edge.Cuts") {
    return std::string("(gr_line (start ") + from + ") (end " + to + ") (stroke (width 0.05) (type default)) (layer \"" + layer + "\"))";
}

Outline outlineFor(const std::vector<std::string>& drawings) {
    test::BoardBuilder builder;
    for (const std::string& drawing : drawings) builder.line(drawing);
    const auto file = builder.file();
    if (!file) qFatal("%s", file.error().text.c_str());
    return outlineOf(*file->board);
}

} // namespace

class OutlineTest final : public QObject {
    Q_OBJECT
private slots:
    void linesInAnyOrderAndDirectionMakeAnArea() {
        const Outline outline = outlineFor({line("0 0", "10 0"), line("0 5", "0 0"), line("10 0", "10 5"), line("0 5", "10 5")});
        QVERIFY2(outline.isClosed, outline.problem.c_str());
        QCOMPARE(outline.areas.size(), std::size_t{1});
        QVERIFY(contains(outline.areas.front(), pointAt(5'000'000, 2'500'000)));
        QVERIFY(!contains(outline.areas.front(), pointAt(5'000'000, 5'500'000)));
        QCOMPARE(outline.edges.size(), std::size_t{4});
    }
    void aClosedFigureInsideIsACutout() {
        const Outline outline = outlineFor({"(gr_rect (start 0 0) (end 20 20) (stroke (width 0.05) (type default)) (fill no) (layer \"Edge.Cuts\"))",
                                            "(gr_circle (center 10 10) (end 13 10) (stroke (width 0.05) (type default)) (fill no) (layer \"Edge.Cuts\"))"});
        QCOMPARE(outline.areas.size(), std::size_t{1});
        QCOMPARE(outline.areas.front().holes.size(), std::size_t{1});
        QVERIFY(!contains(outline.areas.front(), pointAt(11'000'000, 10'000'000)));
        QVERIFY(contains(outline.areas.front(), pointAt(14'000'000, 10'000'000)));
    }
    void twoFiguresSideBySideAreTwoAreas() {
        const Outline outline = outlineFor({"(gr_rect (start 0 0) (end 5 5) (stroke (width 0.05) (type default)) (fill no) (layer \"Edge.Cuts\"))",
                                            "(gr_rect (start 7 0) (end 12 5) (stroke (width 0.05) (type default)) (fill no) (layer \"Edge.Cuts\"))"});
        QVERIFY(outline.isClosed);
        QCOMPARE(outline.areas.size(), std::size_t{2});
    }
    void smallGapsAreClosedAndLargeOnesAreNot() {
        QVERIFY(outlineFor({line("0 0", "10 0"), line("10 0.008", "10 5"), line("10 5", "0 5"), line("0 5", "0 0")}).isClosed);
        const Outline open = outlineFor({line("0 0", "10 0"), line("10 0.2", "10 5"), line("10 5", "0 5"), line("0 5", "0 0")});
        QVERIFY(!open.isClosed);
        QVERIFY(!open.problem.empty());
    }
    void arcsBelongToTheArea() {
        const Outline outline = outlineFor({line("0 0", "10 0"), line("10 10", "0 10"), line("0 10", "0 0"),
                                            "(gr_arc (start 10 0) (mid 15 5) (end 10 10) (stroke (width 0.05) (type default)) (layer \"Edge.Cuts\"))"});
        QVERIFY2(outline.isClosed, outline.problem.c_str());
        QVERIFY(contains(outline.areas.front(), pointAt(14'900'000, 5'000'000)));
        QVERIFY(!contains(outline.areas.front(), pointAt(14'900'000, 1'000'000)));
    }
    void marginDrawingsAreKeptApart() {
        const Outline outline =
            outlineFor({"(gr_rect (start 0 0) (end 5 5) (stroke (width 0.05) (type default)) (fill no) (layer \"Edge.Cuts\"))", line("1 1", "4 1", "Margin")});
        QCOMPARE(outline.margins.size(), std::size_t{1});
        QCOMPARE(outline.edges.size(), std::size_t{4});
    }
    void aBoardWithoutAnOutlineSaysSo() {
        const Outline outline = outlineFor({});
        QVERIFY(!outline.isClosed);
        QVERIFY(outline.areas.empty());
    }
};

QTEST_GUILESS_MAIN(OutlineTest)
#include "outlinetest.moc"
