// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of ways along the surface, against sums of straight lines and arcs by hand and against a search that tries everything.
#include <cmath>
#include <limits>
#include <random>

#include <QObject>
#include <QTest>

#include "engine/check/checkrun.h"
#include "engine/geometry/distance.h"
#include "microboard.h"

using namespace viaduct;

namespace {

constexpr double kPi = 3.14159265358979323846;

std::string number(double millimetres) { return std::to_string(millimetres); }

MicroBoard discs(double xA, double yA, double xB, double yB) {
    return MicroBoard()
        .outline()
        .pad("P1", number(xA) + " " + number(yA), "A", "", "smd circle")
        .pad("P2", number(xB) + " " + number(yB), "B", "", "smd circle")
        .rule("(rule c (constraint creepage (min 200mm)))");
}

std::string edge(const std::string& shape) { return "(gr_" + shape + " (stroke (width 0.05) (type default)) (fill no) (layer \"Edge.Cuts\"))"; }
std::string edgeLine(const std::string& shape) { return "(gr_" + shape + " (stroke (width 0.05) (type default)) (layer \"Edge.Cuts\"))"; }

// Of the one report of creepage, in nanometres; -1 without one.
double lengthOn(const MicroBoard& board) {
    const auto report = board.check();
    double length = -1;
    if (report)
        for (const Violation& violation : report->violations)
            if (violation.type == "creepage" && violation.actual) length = static_cast<double>(violation.actual->value());
    return length;
}

bool isNear(double length, double expected, double tolerance) {
    if (std::abs(length - expected) <= tolerance) return true;
    qInfo("%.1f nm, expected %.1f nm", length, expected);
    return false;
}

double realDistance(Point a, Point b) { return std::hypot(static_cast<double>((b.x - a.x).value()), static_cast<double>((b.y - a.y).value())); }

// Every corner of every opening, every leg between them, and Dijkstra without a heap. Ends are the centres of discs of `radius`.
double shortestOfAll(const std::vector<Ring>& openings, Point a, Point b, double radius) {
    std::vector<Point> places{a, b};
    for (const Ring& opening : openings) places.insert(places.end(), opening.begin(), opening.end());
    const auto isOpen = [&](Point from, Point to) {
        for (const Ring& opening : openings) {
            if (contains(PolygonWithHoles{opening, {}}, {(from.x + to.x) / 2, (from.y + to.y) / 2})) {
                // On the opening's own edge is not inside.
                bool isEdge = false;
                for (std::size_t i = 0; i < opening.size(); ++i) {
                    const Point &p = opening[i], &q = opening[(i + 1) % opening.size()];
                    isEdge = isEdge || (p == from && q == to) || (p == to && q == from);
                }
                if (!isEdge) return false;
            }
            for (std::size_t i = 0; i < opening.size(); ++i) {
                const Point &p = opening[i], &q = opening[(i + 1) % opening.size()];
                if (p == from || p == to || q == from || q == to) continue;
                if (segmentsIntersect(from, to, p, q)) return false;
            }
        }
        return true;
    };
    std::vector<double> lengths(places.size(), std::numeric_limits<double>::infinity());
    std::vector<bool> isDone(places.size(), false);
    lengths[0] = -radius;
    while (true) {
        std::size_t at = places.size();
        for (std::size_t i = 0; i < places.size(); ++i)
            if (!isDone[i] && std::isfinite(lengths[i]) && (at == places.size() || lengths[i] < lengths[at])) at = i;
        if (at == places.size()) return -1;
        if (at == 1) return lengths[1] - radius;
        isDone[at] = true;
        for (std::size_t i = 0; i < places.size(); ++i)
            if (!isDone[i] && isOpen(places[at], places[i])) lengths[i] = std::min(lengths[i], lengths[at] + realDistance(places[at], places[i]));
    }
}

} // namespace

class CreepageTest final : public QObject {
    Q_OBJECT
private slots:
    void aWayRoundACircleIsTwoTangentsAndAnArc_data() {
        QTest::addColumn<double>("radius");
        for (const double radius : {0.3, 0.5, 1.0, 3.0, 6.0}) QTest::addRow("%g mm", radius) << radius;
    }
    void aWayRoundACircleIsTwoTangentsAndAnArc() {
        QFETCH(double, radius);
        const double apart = radius + 2, tangent = std::sqrt(apart * apart - radius * radius), arc = radius * (kPi - 2 * std::acos(radius / apart));
        const double expected = (2 * (tangent - 0.5) + arc) * 1e6;
        const MicroBoard outline = discs(25 - apart, 25, 25 + apart, 25).add(edge("circle (center 25 25) (end " + number(25 + radius) + " 25)"));
        QVERIFY(isNear(lengthOn(outline), expected, 1000));
        const std::string size = number(2 * radius);
        const MicroBoard drilled = discs(25 - apart, 25, 25 + apart, 25)
                                       .pad("H1", "25 25", "", "(drill " + size + ")", "np_thru_hole circle", size + " " + size, "\"*.Cu\" \"*.Mask\"");
        QVERIFY(isNear(lengthOn(drilled), expected, 1000));
    }
    void aRoundedSlotIsGoneRound() {
        // Half circles of 1 mm at (20, 25) and (30, 25); the pads lie 3 mm before and behind the middle.
        MicroBoard board = discs(25, 22, 25, 28);
        board.add(edgeLine("line (start 20 24) (end 30 24)")).add(edgeLine("arc (start 30 24) (mid 31 25) (end 30 26)"));
        board.add(edgeLine("line (start 30 26) (end 20 26)")).add(edgeLine("arc (start 20 26) (mid 19 25) (end 20 24)"));
        // The tangent point lies to the right of the top by as much as it is farther round than the pad is to the left.
        const double apart = std::hypot(5, 3), tangent = std::sqrt(apart * apart - 1), turn = kPi - 2 * (std::acos(1 / apart) - std::atan2(5, 3));
        QVERIFY(isNear(lengthOn(board), (2 * (tangent - 0.5) + turn) * 1e6, 1000));
    }
    void anOvalHoleWithoutPlatingIsGoneRound() {
        const MicroBoard board = discs(23, 25, 27, 25).pad("H1", "25 25", "", "(drill oval 1 6)", "np_thru_hole oval", "1 6", "\"*.Cu\" \"*.Mask\"");
        // Round the half circle of 0.5 mm at (25, 22.5).
        const double apart = std::hypot(2, 2.5), tangent = std::sqrt(apart * apart - 0.25), turn = 2 * (std::atan2(2, -2.5) - std::acos(0.5 / apart));
        QVERIFY(isNear(lengthOn(board), (2 * (tangent - 0.5) + turn * 0.5) * 1e6, 1000));
    }
    void theShortestOfAllWaysIsFound_data() {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 60; ++seed) QTest::addRow("%d", seed) << seed;
    }
    void theShortestOfAllWaysIsFound() {
        QFETCH(int, seed);
        std::mt19937 random(static_cast<std::uint32_t>(seed));
        const auto pick = [&](std::int64_t low, std::int64_t high) {
            return low + static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(high - low));
        };
        // Up to 16 openings of three to five corners, one in each square of 8 mm; pads of 1 mm beside them.
        std::vector<Ring> openings;
        MicroBoard board = discs(3, 25, 47, 26);
        for (int square = 0; square < 16; ++square) {
            if (pick(0, 8) == 0) continue;
            const Point centre = pointAt(13'000'000 + 8'000'000 * (square % 4), 13'000'000 + 8'000'000 * (square / 4));
            const auto corners = static_cast<int>(pick(3, 6));
            const double phase = static_cast<double>(pick(0, 6283)) / 1000;
            Ring ring;
            std::string text = "poly (pts";
            for (int i = 0; i < corners; ++i) {
                const double angle = phase + 2 * kPi * i / corners, radius = static_cast<double>(pick(1'500'000, 3'950'000));
                ring.push_back(pointAt(centre.x.value() + std::llround(radius * std::cos(angle)), centre.y.value() + std::llround(radius * std::sin(angle))));
                text += " (xy " + number(ring.back().x.millimetres()) + " " + number(ring.back().y.millimetres()) + ")";
            }
            openings.push_back(ring);
            board.add(edge(text + ")"));
        }
        const double expected = shortestOfAll(openings, pointAt(3'000'000, 25'000'000), pointAt(47'000'000, 26'000'000), 500'000);
        QVERIFY(isNear(lengthOn(board), expected, 20));
    }
    void aStopIsObeyed() {
        const MicroBoard board = discs(20, 25, 30, 25).add(edge("rect (start 24 20) (end 26 30)"));
        const auto rules = board.resolver();
        QVERIFY(rules != nullptr);
        StopFlag stop;
        stop.request();
        CheckOptions options;
        options.stop = &stop;
        const std::vector<ZoneFill> fills;
        CheckRun stopped(*rules, rules->board().copper, fills, options);
        checkCreepage(stopped);
        QVERIFY(stopped.violations.empty());
        options.stop = nullptr;
        CheckRun run(*rules, rules->board().copper, fills, options);
        checkCreepage(run);
        QCOMPARE(run.violations.size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(CreepageTest)
#include "creepagetest.moc"
