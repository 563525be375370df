// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/router/eventsink.h"

namespace viaduct {

// Events of a running call since the last batch, in the order they came.
struct EventBatch final {
    quint64 call{0};
    std::vector<RouterEvent> events;
    std::uint64_t dropped{0}; // transient events left out because the viewer was slower than the router
    bool isBroken{false};     // lasting events were lost too: the viewer starts afresh from the next state
};

// Takes events on the router's threads and hands them to the event loop in batches, about sixty times a second. Bounded: what the eye would
// miss anyway is dropped, the router never waits.
class EventRelay final : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMaxTransient = 512, kMaxLasting = 100000; // per batch
    static constexpr int kInterval = 16;                                    // milliseconds

    explicit EventRelay(QObject* parent = nullptr);
    ~EventRelay() override;

    // A sink for one call. It may outlive the relay; then it swallows what it gets.
    [[nodiscard]] std::shared_ptr<EventSink> sinkFor(quint64 call);
    void setTransientWanted(bool isWanted); // somebody looks: searches and frontiers are worth building
    void flush();                           // hands over what is waiting, now

signals:
    void batch(const viaduct::EventBatch& batch);

private:
    struct Queue;
    class Sink;
    void drain();
    std::shared_ptr<Queue> m_queue;
    QTimer m_timer;
};

} // namespace viaduct
