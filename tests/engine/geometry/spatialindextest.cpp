// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/base/deterministicrandom.h"
#include "engine/geometry/spatialindex.h"

using namespace viaduct;

class SpatialIndexTest final : public QObject {
    Q_OBJECT
private slots:
    void findsWhatALinearSearchFinds() {
        DeterministicRandom random(8);
        SpatialIndex index(Nanometres(1000));
        std::vector<Box> boxes;
        std::vector<bool> isIn;
        const auto anyBox = [&](std::uint64_t size) {
            const auto x = static_cast<std::int64_t>(random.below(100000)) - 50000, y = static_cast<std::int64_t>(random.below(100000)) - 50000;
            return Box{pointAt(x, y), pointAt(x + static_cast<std::int64_t>(random.below(size)), y + static_cast<std::int64_t>(random.below(size)))};
        };
        for (std::int32_t i = 0; i < 2000; ++i) {
            boxes.push_back(anyBox(i % 100 == 0 ? 200000 : 3000));
            isIn.push_back(true);
            index.insert(i, boxes.back());
        }
        for (std::int32_t i = 0; i < 2000; i += 3) {
            index.remove(i, boxes[static_cast<std::size_t>(i)]);
            isIn[static_cast<std::size_t>(i)] = false;
        }
        std::vector<std::int32_t> found;
        for (int q = 0; q < 500; ++q) {
            const Box area = anyBox(q % 10 == 0 ? 1000000 : 4000);
            std::vector<std::int32_t> expected;
            for (std::size_t i = 0; i < boxes.size(); ++i)
                if (isIn[i] && boxes[i].intersects(area)) expected.push_back(static_cast<std::int32_t>(i));
            found.clear();
            index.query(area, found);
            QVERIFY(found == expected);
        }
    }
    void anEmptyIndexFindsNothing() {
        SpatialIndex index;
        std::vector<std::int32_t> found{7};
        index.query(Box{pointAt(-1, -1), pointAt(1, 1)}, found);
        index.insert(1, Box());
        index.query(Box(), found);
        QVERIFY(found == std::vector<std::int32_t>{7});
    }
};

QTEST_GUILESS_MAIN(SpatialIndexTest)
#include "spatialindextest.moc"
