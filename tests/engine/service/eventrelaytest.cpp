// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QTest>

#include <thread>

#include "engine/service/eventrelay.h"

using namespace viaduct;

namespace {

RouterEvent ripped(int connection) { return {0, 0, 0, RouterEvent::Ripped{connection, NetId(1)}}; }
RouterEvent attempt() { return {0, 0, 0, RouterEvent::Attempt{NetId(1), {}, {}}}; }

} // namespace

class EventRelayTest : public QObject {
    Q_OBJECT

private slots:
    void eventsOfAThreadArriveInOrder() {
        EventRelay relay;
        std::vector<int> seen;
        quint64 call = 0;
        connect(&relay, &EventRelay::batch, this, [&](const EventBatch& batch) {
            call = batch.call;
            for (const RouterEvent& event : batch.events) seen.push_back(std::get<RouterEvent::Ripped>(event.body).connection);
        });
        std::thread router([sink = relay.sinkFor(9)] {
            for (int i = 0; i < 3000; ++i) sink->receive(ripped(i));
        });
        QTRY_COMPARE(seen.size(), std::size_t(3000));
        router.join();
        QVERIFY(std::is_sorted(seen.begin(), seen.end()));
        QCOMPARE(call, 9U);
    }
    void batchesComeAboutSixtyTimesASecond() {
        EventRelay relay;
        int batches = 0;
        connect(&relay, &EventRelay::batch, this, [&] { ++batches; });
        const auto sink = relay.sinkFor(1);
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < 500) {
            sink->receive(ripped(1));
            QTest::qWait(1);
        }
        QVERIFY2(batches <= 40, qPrintable(QString::number(batches)));
        QVERIFY2(batches >= 5, qPrintable(QString::number(batches)));
    }
    void transientEventsAreDroppedAndCounted() {
        EventRelay relay;
        EventBatch got;
        connect(&relay, &EventRelay::batch, this, [&](const EventBatch& batch) { got = batch; });
        const auto sink = relay.sinkFor(1);
        for (std::size_t i = 0; i < EventRelay::kMaxTransient + 100; ++i) sink->receive(attempt());
        sink->receive(ripped(5));
        relay.flush();
        QCOMPARE(got.events.size(), EventRelay::kMaxTransient + 1);
        QCOMPARE(got.dropped, std::uint64_t(100));
        QVERIFY(!got.isBroken);
    }
    void tooManyLastingEventsBreakTheBatchAndStayBounded() {
        EventRelay relay;
        EventBatch got;
        connect(&relay, &EventRelay::batch, this, [&](const EventBatch& batch) { got = batch; });
        const auto sink = relay.sinkFor(1);
        for (std::size_t i = 0; i < EventRelay::kMaxLasting + 10; ++i) sink->receive(ripped(1));
        relay.flush();
        QVERIFY(got.isBroken);
        QVERIFY(got.events.size() <= EventRelay::kMaxLasting);
    }
    void nobodyLooksMeansNothingTransientIsBuilt() {
        EventRelay relay;
        const auto sink = relay.sinkFor(1);
        QVERIFY(sink->wantsTransient());
        relay.setTransientWanted(false);
        QVERIFY(!sink->wantsTransient());
    }
    void aSinkOutlivesItsRelay() {
        std::shared_ptr<EventSink> sink;
        {
            EventRelay relay;
            sink = relay.sinkFor(1);
            sink->receive(ripped(1));
        }
        sink->receive(ripped(2));
    }
};

QTEST_GUILESS_MAIN(EventRelayTest)
#include "eventrelaytest.moc"
