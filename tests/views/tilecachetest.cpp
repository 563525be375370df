// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include "tests/views/smallboard.h"
#include "views/boardpainter.h"
#include "views/tilecache.h"

using namespace viaduct;

namespace {

std::shared_ptr<const BoardPicture> picture(const Visibility& visibility = {}) {
    static const StatePtr kState = small::state(); // one board, so that pictures of it are known as such
    BoardPicture made = pictureOf(*kState, BoardColours::dark(), visibility);
    made.ratsnest = nullptr;
    return std::make_shared<const BoardPicture>(std::move(made));
}

QImage paintedBy(TileCache& tiles, QSize size) {
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    tiles.paint(painter);
    return image;
}

} // namespace

class TileCacheTest : public QObject {
    Q_OBJECT

    const ViewTransform m_view{{10, 5}, 40, {900, 500}};

private slots:
    void tilesShowWhatOnePainterWouldPaint() {
        TileCache tiles;
        const auto shown = picture();
        tiles.setPicture(shown);
        tiles.setView(m_view, 1);
        QTRY_VERIFY(tiles.isCurrent());
        QImage whole(m_view.viewport().toSize(), QImage::Format_RGB32);
        BoardPainter(*shown, m_view).paint(whole);
        const QImage tiled = paintedBy(tiles, whole.size());
        int different = 0;
        for (int y = 0; y < whole.height(); ++y)
            for (int x = 0; x < whole.width(); ++x) different += tiled.pixel(x, y) != whole.pixel(x, y) ? 1 : 0;
        QVERIFY2(different < whole.width() * whole.height() / 100, qPrintable(QString::number(different)));
    }
    void aChangeElsewhereKeepsTheTiles() {
        TileCache tiles;
        tiles.setPicture(picture());
        tiles.setView(m_view, 1);
        QTRY_VERIFY(tiles.isCurrent() && !tiles.isPainting());
        tiles.setPicture(picture(), QRectF(1000, 1000, 1, 1));
        QVERIFY(tiles.isCurrent());
        tiles.setPicture(picture(), QRectF(10, 5, 1, 1));
        QVERIFY(!tiles.isCurrent());
        QTRY_VERIFY(tiles.isCurrent());
    }
    void aMovingViewShowsWhatThereIs() {
        TileCache tiles;
        tiles.setPicture(picture());
        tiles.setView(m_view, 1);
        QTRY_VERIFY(tiles.isCurrent());
        const ViewTransform closer = m_view.zoomed({450, 250}, 1.5);
        tiles.setView(closer, 1, false);
        const QImage image = paintedBy(tiles, closer.viewport().toSize());
        QVERIFY(image.pixelColor(closer.toView({10, 3}).toPoint()).red() > 150); // the track, from scaled tiles
        tiles.setView(closer, 1);
        QTRY_VERIFY(tiles.isCurrent());
    }
    void goingAwayWhileItPaintsIsSafe() {
        for (int i = 0; i < 20; ++i) {
            TileCache tiles;
            tiles.setPicture(picture());
            tiles.setView(m_view.zoomed({0, 0}, 1 + i), 1);
        }
    }
    void nothingIsShownWithoutAPicture() {
        TileCache tiles;
        tiles.setView(m_view, 1);
        paintedBy(tiles, QSize(10, 10));
        QVERIFY(!tiles.isCurrent());
    }
};

QTEST_MAIN(TileCacheTest)
#include "tilecachetest.moc"
