// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/views/smallboard.h"
#include "views/boardpainter.h"

using namespace viaduct;

namespace {

BoardPicture pictureOf(const Visibility& visibility = {}) {
    BoardPicture picture = viaduct::pictureOf(*small::state(), BoardColours::dark(), visibility);
    picture.ratsnest = nullptr;
    picture.visibility.names = picture.visibility.grid = false;
    return picture;
}

QColor colourAt(const BoardPicture& picture, QPointF place, bool isFlipped = false) {
    const ViewTransform view({10, 5}, 20, {400, 200}, isFlipped);
    QImage image(400, 200, QImage::Format_RGB32);
    BoardPainter(picture, view).paint(image);
    return image.pixelColor(view.toView(place).toPoint());
}

} // namespace

class BoardPainterTest : public QObject {
    Q_OBJECT

private slots:
    void sessionTracksAreBrighterThanKiCadsLayerColour() {
        const QColor seen = colourAt(pictureOf(), {10, 3});
        const QColor own = BoardColours::dark().copper(LayerId(0), 2);
        QVERIFY(seen.red() > own.red() - 10);
        QVERIFY(seen != own);
        QVERIFY(seen.red() > 2 * seen.blue());
    }
    void hiddenThingsAreNotPainted() {
        const QColor substrate = BoardColours::dark().substrate;
        Visibility visibility;
        QVERIFY(colourAt(pictureOf(visibility), {10, 3}) != substrate);
        visibility.tracks = false;
        QCOMPARE(colourAt(pictureOf(visibility), {10, 3}), substrate);
        visibility = {};
        visibility.copper.remove(LayerId(0));
        QCOMPARE(colourAt(pictureOf(visibility), {10, 3}), substrate);
        visibility = {};
        visibility.vias = false;
        QCOMPARE(colourAt(pictureOf(visibility), {10, 7}), substrate);
    }
    void aHighlightedNetIsLitAndTheRestStepsBack() {
        Visibility visibility;
        visibility.highlight = 1;
        const QColor plain = colourAt(pictureOf(), {10, 3}), lit = colourAt(pictureOf(visibility), {10, 3});
        QVERIFY(lit.lightness() > plain.lightness());
        const QColor via = colourAt(pictureOf(), {10.35, 7}), dimmed = colourAt(pictureOf(visibility), {10.35, 7});
        QVERIFY(dimmed.lightness() < via.lightness());
    }
    void dimmingLeavesTheActiveLayer() {
        Visibility visibility;
        visibility.dimOthers = true;
        QCOMPARE(colourAt(pictureOf(visibility), {10, 3}), colourAt(pictureOf(), {10, 3}));
        visibility.active = LayerId(1);
        QVERIFY(colourAt(pictureOf(visibility), {10, 3}).lightness() < colourAt(pictureOf(), {10, 3}).lightness());
    }
    void theFlippedBoardIsMirrored() { QCOMPARE(colourAt(pictureOf(), {5, 3}, true), colourAt(pictureOf(), {5, 3})); }
    void theActiveLayerIsPaintedLast() {
        const std::vector<LayerId> order = BoardPainter::paintOrder(4, LayerId(2), false);
        QCOMPARE(order, (std::vector<LayerId>{LayerId(3), LayerId(1), LayerId(0), LayerId(2)}));
        QCOMPARE(BoardPainter::paintOrder(2, LayerId::none(), true), (std::vector<LayerId>{LayerId(0), LayerId(1)}));
    }
    void aWholeBoardFitsItsImage() {
        const QImage image = paintBoard(pictureOf(), QSize(300, 200));
        QCOMPARE(image.size(), QSize(300, 200));
        QCOMPARE(image.pixelColor(2, 2), BoardColours::dark().background);
        QCOMPARE(image.pixelColor(190, 100).name(), BoardColours::dark().substrate.name());
    }
    void anythingIsPaintedWithoutABoard() {
        BoardPicture empty;
        QVERIFY(!paintBoard(empty, QSize(10, 10)).isNull());
        QVERIFY(!paintBoard(empty, QSize(0, 0)).isNull());
    }
    void extremeZoomsEnd() {
        QImage image(64, 64, QImage::Format_RGB32);
        for (const double scale : {ViewTransform::kMinScale, ViewTransform::kMaxScale})
            BoardPainter(pictureOf(), ViewTransform({4, 3}, scale, image.size())).paint(image);
    }
};

QTEST_MAIN(BoardPainterTest)
#include "boardpaintertest.moc"
