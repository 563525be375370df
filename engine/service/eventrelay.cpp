// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/service/eventrelay.h"

#include <QMetaObject>

#include <utility>

namespace viaduct {

namespace {

bool isTransient(const RouterEvent& event) {
    return std::holds_alternative<RouterEvent::Attempt>(event.body) || std::holds_alternative<RouterEvent::Frontier>(event.body);
}

} // namespace

// Shared by the relay and every sink it gave out, so that neither needs the other alive.
struct EventRelay::Queue final {
    std::mutex mutex;
    EventRelay* owner{nullptr}; // guarded by mutex; null once the relay is gone
    EventBatch waiting;
    std::size_t transient{0};
    bool isWoken{false};
    std::atomic<bool> wantsTransient{true};
};

class EventRelay::Sink final : public EventSink {
public:
    Sink(std::shared_ptr<Queue> queue, quint64 call) : m_queue(std::move(queue)), m_call(call) {}
    [[nodiscard]] bool wantsTransient() const noexcept override { return m_queue->wantsTransient.load(std::memory_order_relaxed); }
    void receive(const RouterEvent& event) override {
        const std::lock_guard lock(m_queue->mutex);
        if (m_queue->owner == nullptr) return;
        EventBatch& waiting = m_queue->waiting;
        waiting.call = m_call;
        if (isTransient(event)) {
            if (m_queue->transient >= kMaxTransient) {
                ++waiting.dropped;
                return;
            }
            ++m_queue->transient;
        } else if (waiting.events.size() >= kMaxLasting) {
            waiting.events.clear();
            m_queue->transient = 0;
            waiting.isBroken = true;
        }
        waiting.events.push_back(event);
        if (std::exchange(m_queue->isWoken, true)) return;
        QMetaObject::invokeMethod(
            m_queue->owner, [timer = &m_queue->owner->m_timer] { timer->start(); }, Qt::QueuedConnection);
    }

private:
    std::shared_ptr<Queue> m_queue;
    quint64 m_call;
};

EventRelay::EventRelay(QObject* parent) : QObject(parent), m_queue(std::make_shared<Queue>()) {
    m_queue->owner = this;
    m_timer.setSingleShot(true);
    m_timer.setInterval(kInterval);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &EventRelay::drain);
}

EventRelay::~EventRelay() {
    const std::lock_guard lock(m_queue->mutex);
    m_queue->owner = nullptr;
}

std::shared_ptr<EventSink> EventRelay::sinkFor(quint64 call) { return std::make_shared<Sink>(m_queue, call); }

void EventRelay::setTransientWanted(bool isWanted) { m_queue->wantsTransient.store(isWanted, std::memory_order_relaxed); }

void EventRelay::flush() {
    m_timer.stop();
    drain();
}

void EventRelay::drain() {
    EventBatch taken;
    {
        const std::lock_guard lock(m_queue->mutex);
        taken = std::exchange(m_queue->waiting, EventBatch());
        m_queue->transient = 0;
        m_queue->isWoken = false;
    }
    if (!taken.events.empty() || taken.isBroken) emit batch(taken);
}

} // namespace viaduct
