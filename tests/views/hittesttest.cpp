// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "tests/views/smallboard.h"
#include "views/hittest.h"
#include "views/hovercard.h"

using namespace viaduct;

class HitTestTest : public QObject {
    Q_OBJECT

    StatePtr m_state = small::state();
    BoardPicture m_picture = pictureOf(*m_state, BoardColours::dark());

private slots:
    void aPadIsMeantBeforeTheTrackThatEndsOnIt() {
        const auto hit = hitAt(m_picture, {4, 3}, 0.1, false);
        QVERIFY(hit);
        QCOMPARE(hit->item.role, Primitive::Role::Pad);
        QCOMPARE(hit->item.net, 1);
    }
    void tracksAndViasAreFoundWithinTheTolerance() {
        QCOMPARE(hitAt(m_picture, {10, 3.3}, 0.1, false)->item.role, Primitive::Role::Track);
        QVERIFY(!hitAt(m_picture, {10, 3.5}, 0.1, false));
        QCOMPARE(hitAt(m_picture, {10, 7}, 0.1, false)->item.role, Primitive::Role::Via);
    }
    void whatIsHiddenIsNotHit() {
        BoardPicture picture = m_picture;
        picture.visibility.copper.remove(LayerId(0));
        QVERIFY(!hitAt(picture, {10, 3}, 0.1, false));
        picture = m_picture;
        picture.visibility.vias = false;
        QVERIFY(!hitAt(picture, {10, 7}, 0.1, false));
    }
    void theCardNamesWhatIsThere() {
        HoverCard card;
        card.set(*hitAt(m_picture, {4, 3}, 0.1, false), m_picture, *m_state);
        QCOMPARE(card.title(), QStringLiteral("R1.1"));
        QCOMPARE(card.rows().front().second, QStringLiteral("/bus/A"));
        card.set(*hitAt(m_picture, {10, 3}, 0.1, false), m_picture, *m_state);
        QCOMPARE(card.rows().back().second, QStringLiteral("this session"));
        card.clear();
        QVERIFY(card.isEmpty());
    }
    void theBoxOfANetHoldsItsPads() {
        const QRectF box = boxOfNet(m_picture, 2);
        QVERIFY(box.contains(QPointF(4, 7)) && box.contains(QPointF(16, 7)));
        QVERIFY(boxOfNet(m_picture, 99).isNull());
    }
};

QTEST_MAIN(HitTestTest)
#include "hittesttest.moc"
