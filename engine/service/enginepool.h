// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace viaduct {

// The threads that engine work runs on, apart from Qt's global pool, so that a long route never starves anything else. Results come back on
// the event loop of the thread that owns the pool, and only while the object that asked for them is alive.
class EnginePool final : public QObject {
    Q_OBJECT

public:
    explicit EnginePool(int threads, QObject* parent = nullptr);
    ~EnginePool() override; // waits for what is running: ask it to stop first

    // Runs `work()` on a pool thread, then `done(result)` here. `work` must not touch `context`.
    template <typename Work, typename Done> void run(QObject* context, Work work, Done done) {
        using Value = std::invoke_result_t<Work>;
        start([this, guard = QPointer<QObject>(context), work = std::move(work), done = std::move(done)]() mutable {
            auto value = std::make_shared<Value>(work());
            deliver([guard, value, done = std::move(done)]() mutable {
                if (guard) done(std::move(*value));
            });
        });
    }

private:
    void start(std::function<void()> task);
    void deliver(std::function<void()> result);
    QThreadPool m_threads;
};

} // namespace viaduct
