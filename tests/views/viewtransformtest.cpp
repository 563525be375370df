// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>
#include <limits>

#include "views/viewtransform.h"

using namespace viaduct;

class ViewTransformTest : public QObject {
    Q_OBJECT

private slots:
    void thereAndBackIsTheSamePlace_data() {
        QTest::addColumn<bool>("isFlipped");
        QTest::newRow("from the front") << false;
        QTest::newRow("from the back") << true;
    }
    void thereAndBackIsTheSamePlace() {
        QFETCH(bool, isFlipped);
        const ViewTransform view({12.5, -3}, 17.25, {800, 600}, isFlipped);
        for (const QPointF place : {QPointF(0, 0), QPointF(100.125, -40), QPointF(-3, 7.5)})
            QVERIFY(std::hypot((view.toBoard(view.toView(place)) - place).x(), (view.toBoard(view.toView(place)) - place).y()) < 1e-9);
    }
    void theMatrixDoesWhatToViewDoes() {
        for (const bool isFlipped : {false, true}) {
            const ViewTransform view({4, 5}, 9, {300, 200}, isFlipped);
            const QPointF mapped = view.matrix().map(QPointF(7, 1)), direct = view.toView(QPointF(7, 1));
            QVERIFY((mapped - direct).manhattanLength() < 1e-9);
        }
    }
    void zoomingKeepsThePlaceUnderTheCursor() {
        const ViewTransform view({10, 10}, 10, {800, 600});
        const QPointF cursor(123, 456);
        const QPointF held = view.toBoard(cursor);
        for (const double factor : {0.1, 0.9, 1.7, 40.0}) QVERIFY((view.zoomed(cursor, factor).toBoard(cursor) - held).manhattanLength() < 1e-9);
    }
    void zoomHasBoundsAndIgnoresNonsense() {
        const ViewTransform view({0, 0}, 10, {800, 600});
        QCOMPARE(view.zoomed({0, 0}, 1e30).scale(), ViewTransform::kMaxScale);
        QCOMPARE(view.zoomed({0, 0}, 1e-30).scale(), ViewTransform::kMinScale);
        QCOMPARE(view.zoomed({0, 0}, -1).scale(), 10.0);
        QCOMPARE(view.zoomed({0, 0}, std::numeric_limits<double>::quiet_NaN()).scale(), 10.0);
    }
    void theBoardFollowsThePointerWhenPanned() {
        for (const bool isFlipped : {false, true}) {
            const ViewTransform view({10, 10}, 10, {800, 600}, isFlipped);
            const QPointF grabbed = view.toBoard({100, 100});
            QVERIFY((view.panned({30, -20}).toView(grabbed) - QPointF(130, 80)).manhattanLength() < 1e-9);
        }
    }
    void aFittedBoxLiesInTheViewWithItsMargin() {
        const QRectF box(20, 30, 100, 10);
        const ViewTransform view = ViewTransform({}, 1, {640, 480}).fitted(box, 20);
        const QRectF seen = view.toView(box);
        QVERIFY(QRectF(19.9, 19.9, 600.2, 440.2).contains(seen));
        QVERIFY(std::abs(seen.width() - 600) < 1e-6);
    }
    void flippingMirrorsAboutTheMiddle() {
        const ViewTransform view({10, 10}, 10, {800, 600});
        QCOMPARE(view.toView({11, 12}), QPointF(410, 320));
        QCOMPARE(view.flipped().toView({11, 12}), QPointF(390, 320));
        QCOMPARE(view.flipped().flipped(), view);
    }
    void anEmptyBoxIsNoRectangle() { QVERIFY(toMillimetres(Box()).isNull()); }
};

QTEST_GUILESS_MAIN(ViewTransformTest)
#include "viewtransformtest.moc"
