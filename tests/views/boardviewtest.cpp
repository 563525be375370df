// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "tests/views/smallboard.h"
#include "views/boardview.h"

using namespace viaduct;

class BoardViewTest : public QObject {
    Q_OBJECT

    static void open(BoardView& view) {
        view.resize(900, 500);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.setState(small::state());
        QSignalSpy pictures(&view, &BoardView::pictureChanged);
        QVERIFY(pictures.wait());
        QTRY_VERIFY(view.isSettled());
    }

private slots:
    void aBoardIsFittedWhenItComes() {
        Selection selection;
        BoardView view(selection);
        open(view);
        QVERIFY(QRectF(view.rect()).contains(view.view().toView(QRectF(0, 0, 20, 10))));
        QVERIFY(view.view().toView(QRectF(0, 0, 20, 10)).width() > 600);
    }
    void aClickHighlightsTheNetAndAnotherLetsGo() {
        Selection selection;
        BoardView view(selection);
        open(view);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.view().toView({10, 3}).toPoint());
        QCOMPARE(selection.net(), NetId(1));
        QCOMPARE(view.visibility().highlight, 1);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.view().toView({10, 5}).toPoint());
        QVERIFY(selection.net().isNone());
    }
    void theWheelZoomsAtTheCursor() {
        Selection selection;
        BoardView view(selection);
        open(view);
        const QPointF cursor(200, 120), held = view.view().toBoard(cursor);
        const double before = view.view().scale();
        QWheelEvent turn(cursor, view.mapToGlobal(cursor), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&view, &turn);
        QVERIFY(view.view().scale() > before);
        QVERIFY((view.view().toBoard(cursor) - held).manhattanLength() < 1e-6);
        QTRY_VERIFY(view.isSettled());
    }
    void draggingPansAndHomeFitsAgain() {
        Selection selection;
        BoardView view(selection);
        open(view);
        const QPointF fitted = view.view().centre();
        QTest::mousePress(&view, Qt::LeftButton, {}, {300, 200});
        QTest::mouseMove(&view, {320, 200});
        QTest::mouseMove(&view, {360, 230});
        QTest::mouseRelease(&view, Qt::LeftButton, {}, {360, 230});
        QVERIFY((view.view().centre() - fitted).manhattanLength() > 0.5);
        QVERIFY(selection.net().isNone()); // a drag is no click
        view.fit(false);
        QVERIFY((view.view().centre() - fitted).manhattanLength() < 1e-6);
    }
    void flippingTwiceChangesNothing() {
        Selection selection;
        BoardView view(selection);
        open(view);
        const ViewTransform before = view.view();
        view.flip();
        QVERIFY(view.view().isFlipped());
        view.flip();
        QVERIFY(!view.view().isFlipped());
        QVERIFY(std::abs(view.view().scale() - before.scale()) < 1e-9);
    }
    void aPlaceIsBroughtIntoSight() {
        Selection selection;
        BoardView view(selection);
        open(view);
        selection.show(QRectF(3.5, 6.5, 1, 1));
        QTRY_VERIFY(view.isSettled());
        QVERIFY((view.view().centre() - QPointF(4, 7)).manhattanLength() < 0.01);
    }
    void liveCopperAppearsAndGoes() {
        Selection selection;
        BoardView view(selection);
        open(view);
        view.startLive();
        view.applyLive({1, {RouterEvent{0, 0, 5, RouterEvent::Laid{3, NetId(2), {small::track(2, 1, 4, 8.5, 16, 8.5)}, {}}}}, 0, false});
        QVERIFY(view.live().isRunning());
        QTRY_VERIFY(view.grab().toImage().pixelColor(view.view().toView({8, 8.5}).toPoint()).blue() > 120);
        view.finishLive(false);
        QTRY_VERIFY(view.isSettled());
        QVERIFY(view.grab().toImage().pixelColor(view.view().toView({8, 8.5}).toPoint()).blue() < 120);
    }
    void nothingIsOpenIsNoProblem() {
        Selection selection;
        BoardView view(selection);
        view.resize(300, 200);
        view.show();
        view.fit();
        view.flip();
        view.toggleHighlightAtCursor();
        view.showNet(NetId(1));
        view.setState(nullptr);
        QTest::mouseClick(&view, Qt::LeftButton, {}, {10, 10});
        QTest::keyClick(&view, Qt::Key_Left);
        view.grab();
        QVERIFY(view.isSettled());
    }
};

QTEST_MAIN(BoardViewTest)
#include "boardviewtest.moc"
