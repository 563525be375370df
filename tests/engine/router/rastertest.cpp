// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <set>

#include "engine/base/deterministicrandom.h"
#include "engine/geometry/distance.h"
#include "engine/router/raster.h"

using namespace viaduct;

class RasterTest final : public QObject {
    Q_OBJECT
private slots:
    void aCellIsTakenExactlyWhenItsCentreIsTooClose();
    void aCellIsInsideExactlyWhenItsCentreIs();
};

namespace {

std::set<std::pair<int, int>> cellsOf(const std::vector<Run>& runs) {
    std::set<std::pair<int, int>> cells;
    for (const Run& run : runs)
        for (int x = run.x0; x <= run.x1; ++x) cells.emplace(x, run.y);
    return cells;
}

Shape randomShape(DeterministicRandom& random) {
    const auto point = [&] { return pointAt(static_cast<std::int64_t>(random.below(4'000'000)), static_cast<std::int64_t>(random.below(4'000'000))); };
    const Nanometres radius(static_cast<std::int64_t>(random.below(400'000)));
    switch (random.below(4)) {
    case 0: return Shape::disc(point(), radius);
    case 1: return Shape::capsule(point(), point(), radius);
    case 2: return Shape::arc(point(), point(), point(), radius);
    default: return Shape::polygon(Ring{point(), point(), point()}, radius);
    }
}

} // namespace

void RasterTest::aCellIsTakenExactlyWhenItsCentreIsTooClose() {
    Lattice lattice;
    lattice.nx = lattice.ny = 60, lattice.layers = 1, lattice.pitch = 70'000;
    DeterministicRandom random(7);
    for (int i = 0; i < 300; ++i) {
        const Shape shape = randomShape(random);
        const auto need = static_cast<std::int64_t>(1 + random.below(500'000));
        std::vector<Run> runs;
        appendCloser(lattice, shape, need, runs);
        const auto cells = cellsOf(runs);
        for (int y = 0; y < lattice.ny; ++y)
            for (int x = 0; x < lattice.nx; ++x)
                QCOMPARE(cells.contains({x, y}), isCloserThan(Shape::disc(lattice.pointAt(x, y), Nanometres()), shape, Nanometres(need)));
    }
}

void RasterTest::aCellIsInsideExactlyWhenItsCentreIs() {
    Lattice lattice;
    lattice.nx = lattice.ny = 50, lattice.layers = 1, lattice.pitch = 100'000;
    lattice.origin = pointAt(33, 47); // no centre on a border
    const PolygonWithHoles area{{pointAt(0, 0), pointAt(4'000'000, 500'000), pointAt(3'000'000, 4'000'000), pointAt(1'500'000, 1'700'000)},
                                {{pointAt(2'000'000, 1'000'000), pointAt(2'600'000, 1'100'000), pointAt(2'300'000, 1'600'000)}}};
    std::vector<Run> runs;
    appendInside(lattice, area, runs);
    const auto cells = cellsOf(runs);
    QVERIFY(!cells.empty());
    for (int y = 0; y < lattice.ny; ++y)
        for (int x = 0; x < lattice.nx; ++x) QCOMPARE(cells.contains({x, y}), contains(area, lattice.pointAt(x, y)));
}

QTEST_GUILESS_MAIN(RasterTest)
#include "rastertest.moc"
