// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/service/enginepool.h"

#include <QMetaObject>
#include <QThread>

namespace viaduct {

EnginePool::EnginePool(int threads, QObject* parent) : QObject(parent) {
    m_threads.setMaxThreadCount(threads);
    m_threads.setThreadPriority(QThread::LowPriority);
    m_threads.setStackSize(16 * 1024 * 1024); // recursive descent over files of unknown depth
    m_threads.setObjectName(QStringLiteral("engine"));
}

EnginePool::~EnginePool() {
    // The only wait there is: a task must not outlive the object that it delivers to. Callers request a stop before they let the pool go.
    m_threads.clear();
    m_threads.waitForDone();
}

void EnginePool::start(std::function<void()> task) { m_threads.start(std::move(task)); }

void EnginePool::deliver(std::function<void()> result) { QMetaObject::invokeMethod(this, std::move(result), Qt::QueuedConnection); }

} // namespace viaduct
