// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/commands/commandregistry.h"
#include "engine/service/callqueue.h"
#include "engine/service/enginepool.h"
#include "engine/service/eventrelay.h"
#include "engine/service/sessionplaces.h"
#include "engine/session/workspace.h"

namespace viaduct {

// The one session as an object on the event loop: calls go in, signals come out, nothing here ever waits. The engine's work runs on a pool
// of its own; a call's callback and the signals come on the thread of this object. Watching never changes a result.
class SessionService final : public QObject {
    Q_OBJECT

public:
    using Done = std::function<void(const CallRecord&)>;

    // `options`: for every session that is opened here; places come with each. `registry` is constant from here on.
    SessionService(WorkspaceOptions options, std::shared_ptr<const CommandRegistry> registry, QObject* parent = nullptr);
    ~SessionService() override; // stops what runs and waits for it, within Stop's second

    // Queues a call; returns its number. `done` is called once, and only while `context` is alive.
    quint64 call(const QString& command, const nlohmann::json& args, const QString& actor, QObject* context, Done done);
    quint64 call(const QString& command, const nlohmann::json& args, const QString& actor);
    // Opening and closing are commands too; these name them. A board that is open is closed first, without asking.
    struct OpenRequest final {
        QString path;
        bool strip{false};
        SessionPlaces places;
    };
    quint64 open(const OpenRequest& request, QObject* context, Done done);
    void close(bool discard, QObject* context, Done done);

    // The running change keeps its best so far and ends; calls that have not started are cancelled.
    void stop();
    void stopCall(quint64 number);

    [[nodiscard]] bool isBusy() const noexcept { return m_queue.isChanging(); }
    [[nodiscard]] bool isIdle() const noexcept { return m_queue.isIdle(); }
    [[nodiscard]] std::shared_ptr<Session> session() const { return m_workspace->session(); }
    [[nodiscard]] StatePtr state() const noexcept { return m_state; }               // the last one signalled; null while nothing is open
    [[nodiscard]] const SessionPlaces& places() const noexcept { return m_places; } // of what is open
    [[nodiscard]] const CommandRegistry& registry() const noexcept { return *m_registry; }
    [[nodiscard]] const std::vector<CallRecord>& calls() const noexcept { return m_calls; } // of this session, as they were asked for
    [[nodiscard]] EventRelay& events() noexcept { return m_relay; }
    [[nodiscard]] EnginePool& pool() noexcept { return m_pool; } // for reading files and the like
    [[nodiscard]] qint64 now() const noexcept { return m_clock.elapsed(); }

    // A remark of an agent between its calls, for people; part of no result.
    void note(const QString& actor, const QString& text);

signals:
    void sessionChanged();                               // opened or closed: ask session()
    void stateChanged(const viaduct::StatePtr& state);   // another state is current (null: closed)
    void callChanged(const viaduct::CallRecord& record); // asked for, started, ended
    void progress(quint64 call, const viaduct::CallProgress& progress);
    void eventBatch(const viaduct::EventBatch& batch);
    void busyChanged(bool isBusy);
    void noted(const QString& actor, const QString& text);

private:
    struct Finished final {
        Result<nlohmann::json> result;
        std::uint64_t work{0};
    };
    void startNext();
    void start(CallQueue::Entry entry);
    void finish(const std::shared_ptr<CallQueue::Entry>& entry, Finished finished);
    void look(); // emits what changed in the workspace
    void keep(const CallRecord& record);

    WorkspaceOptions m_options;
    SessionPlaces m_places;
    std::shared_ptr<Workspace> m_workspace;
    std::shared_ptr<const CommandRegistry> m_registry;
    QElapsedTimer m_clock;
    CallQueue m_queue;
    std::map<quint64, std::shared_ptr<StopFlag>> m_stops;
    std::map<quint64, SessionPlaces> m_opening; // calls of session.open that have not started
    std::vector<CallRecord> m_calls;
    quint64 m_lastNumber{0};
    std::shared_ptr<Session> m_seen;
    StatePtr m_state;
    EventRelay m_relay;
    EnginePool m_pool; // last: its threads end before anything they touch
};

} // namespace viaduct
