// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/service/callqueue.h"

using namespace viaduct;

namespace {

CallQueue::Entry entry(quint64 number, bool isQuery) {
    CallQueue::Entry made;
    made.record.number = number;
    made.isQuery = isQuery;
    return made;
}

quint64 taken(CallQueue& queue) {
    const auto next = queue.take();
    return next ? next->record.number : 0;
}

} // namespace

class CallQueueTest : public QObject {
    Q_OBJECT

private slots:
    void changesRunOneAtATimeInOrder() {
        CallQueue queue;
        queue.add(entry(1, false));
        queue.add(entry(2, false));
        QCOMPARE(taken(queue), 1U);
        QCOMPARE(taken(queue), 0U);
        queue.release(false);
        QCOMPARE(taken(queue), 2U);
    }
    void aQueryAnswersWhileAChangeRuns() {
        CallQueue queue;
        queue.add(entry(1, false));
        queue.add(entry(2, false));
        queue.add(entry(3, true));
        QCOMPARE(taken(queue), 1U);
        QCOMPARE(taken(queue), 3U);
        QCOMPARE(taken(queue), 0U);
    }
    void aQueryBehindAChangeWaitsForItToStart() {
        CallQueue queue;
        queue.add(entry(1, false));
        queue.add(entry(2, true));
        QCOMPARE(taken(queue), 1U); // never the query first
    }
    void aChangeDoesNotPassAnEarlierQuery() {
        CallQueue queue;
        queue.add(entry(1, true));
        queue.add(entry(2, true));
        queue.add(entry(3, false));
        QCOMPARE(taken(queue), 1U);
        QCOMPARE(taken(queue), 0U);
        queue.release(true);
        QCOMPARE(taken(queue), 2U);
        QCOMPARE(taken(queue), 3U);
    }
    void cancellingTakesOutWhatHasNotStarted() {
        CallQueue queue;
        queue.add(entry(1, false));
        queue.add(entry(2, false));
        QCOMPARE(taken(queue), 1U);
        QCOMPARE(queue.cancelWaiting().size(), std::size_t(1));
        QVERIFY(queue.isChanging());
        queue.release(false);
        QVERIFY(queue.isIdle());
    }
};

QTEST_GUILESS_MAIN(CallQueueTest)
#include "callqueuetest.moc"
