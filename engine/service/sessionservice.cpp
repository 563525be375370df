// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/service/sessionservice.h"

#include <QMetaObject>
#include <QPointer>

#include <utility>

#include "engine/service/texts.h"

namespace viaduct {

namespace {

constexpr int kThreads = 3;              // one change, one query, one for files; the router has threads of its own
constexpr std::size_t kMaxCalls = 20000; // kept for the window

} // namespace

SessionService::SessionService(WorkspaceOptions options, std::shared_ptr<const CommandRegistry> registry, QObject* parent)
    : QObject(parent), m_options(std::move(options)), m_workspace(std::make_shared<Workspace>(m_options)), m_registry(std::move(registry)), m_pool(kThreads) {
    m_clock.start();
    connect(&m_relay, &EventRelay::batch, this, &SessionService::eventBatch);
}

SessionService::~SessionService() {
    for (const auto& [number, flag] : m_stops) flag->request();
}

quint64 SessionService::call(const QString& command, const nlohmann::json& args, const QString& actor) { return call(command, args, actor, this, {}); }

quint64 SessionService::call(const QString& command, const nlohmann::json& args, const QString& actor, QObject* context, Done done) {
    CallQueue::Entry entry;
    entry.record.number = ++m_lastNumber;
    entry.record.command = command;
    entry.record.args = args.is_null() ? nlohmann::json::object() : args;
    entry.record.actor = actor;
    const Command* known = m_registry->find(toUtf8(command));
    entry.isQuery = known == nullptr || known->kind == CommandKind::Query;
    if (done)
        entry.done = [guard = QPointer<QObject>(context), done = std::move(done)](const CallRecord& record) {
            if (guard) done(record);
        };
    keep(entry.record);
    m_queue.add(std::move(entry));
    // Never from inside the call: the caller first gets its number.
    QMetaObject::invokeMethod(this, &SessionService::startNext, Qt::QueuedConnection);
    return m_lastNumber;
}

quint64 SessionService::open(const OpenRequest& request, QObject* context, Done done) {
    if (session()) close(true, this, {});
    // The first call on a fresh workspace; what is still queued belongs to the old one.
    nlohmann::json args{{"path", toUtf8(request.path)}, {"strip", request.strip}};
    const quint64 number = call(QStringLiteral("session.open"), args, QStringLiteral("person"), context, std::move(done));
    m_opening[number] = request.places;
    return number;
}

void SessionService::close(bool discard, QObject* context, Done done) {
    call(QStringLiteral("session.close"), nlohmann::json{{"discard", discard}}, QStringLiteral("person"), context, std::move(done));
}

void SessionService::startNext() {
    while (auto entry = m_queue.take()) start(std::move(*entry));
}

void SessionService::start(CallQueue::Entry taken) {
    auto entry = std::make_shared<CallQueue::Entry>(std::move(taken));
    entry->record.status = CallRecord::Status::Running;
    entry->record.startedAt = now();
    const quint64 number = entry->record.number;
    if (const auto opening = m_opening.find(number); opening != m_opening.end()) {
        m_places = opening->second;
        m_opening.erase(opening);
        WorkspaceOptions options = m_options;
        options.session.outPath = toUtf8(m_places.outPath);
        options.logPath = toUtf8(m_places.logPath);
        options.fallbackFolder = toUtf8(m_places.fallbackFolder);
        options.hasFreePaths = true; // the person chose the board
        m_workspace = std::make_shared<Workspace>(std::move(options));
        m_calls.clear();
    }
    keep(entry->record);
    auto stop = std::make_shared<StopFlag>();
    m_stops[number] = stop;
    if (!entry->isQuery) emit busyChanged(true);

    auto report = [this, number](const CallProgress& progress) {
        QMetaObject::invokeMethod(
            this, [this, number, progress] { emit this->progress(number, progress); }, Qt::QueuedConnection);
    };
    auto work = [workspace = m_workspace, registry = m_registry, sink = entry->isQuery ? nullptr : m_relay.sinkFor(number), stop, report,
                 command = toUtf8(entry->record.command), args = entry->record.args, actor = toUtf8(entry->record.actor)] {
        CallContext context;
        context.workspace = workspace.get();
        context.events = sink.get();
        context.stop = stop.get();
        context.actor = actor;
        const bool isPerson = actor == "person";
        context.profile = isPerson ? Profile::Kicad : Profile::Route;
        context.mayOverwriteInput = isPerson;
        if (isPerson) context.caps = {UINT64_MAX, SIZE_MAX};
        context.progress = report;
        Finished finished{registry->call(context, command, args), 0};
        finished.work = context.work;
        return finished;
    };
    m_pool.run(this, std::move(work), [this, entry](Finished finished) { finish(entry, std::move(finished)); });
}

void SessionService::finish(const std::shared_ptr<CallQueue::Entry>& entry, Finished finished) {
    CallRecord& record = entry->record;
    record.elapsed = now() - record.startedAt;
    record.work = finished.work;
    if (finished.result) {
        record.status = CallRecord::Status::Done;
        record.result = std::move(*finished.result);
    } else {
        record.status = finished.result.error().code == ErrorCode::Cancelled ? CallRecord::Status::Cancelled : CallRecord::Status::Failed;
        record.error = std::move(finished.result.error());
    }
    m_stops.erase(record.number);
    m_queue.release(entry->isQuery);
    m_relay.flush(); // the last events come before the state they led to
    const StatePtr before = m_state;
    look();
    if (m_state) record.state = m_state->id;
    record.madeState = !entry->isQuery && m_state && m_state != before;
    keep(record);
    if (!entry->isQuery) emit busyChanged(false);
    if (entry->done) entry->done(record);
    startNext();
}

void SessionService::look() {
    const std::shared_ptr<Session> session = m_workspace->session();
    const bool isOther = session != m_seen;
    m_seen = session;
    const StatePtr state = session ? session->current() : nullptr;
    const bool isNew = isOther || state != m_state;
    m_state = state;
    if (isOther) emit sessionChanged();
    if (isNew) emit stateChanged(m_state);
}

void SessionService::keep(const CallRecord& record) {
    const auto at = m_calls.rbegin();
    bool isKnown = false;
    for (auto call = at; call != m_calls.rend() && !isKnown; ++call)
        if (call->number == record.number) {
            *call = record;
            isKnown = true;
        }
    if (!isKnown) {
        if (m_calls.size() >= kMaxCalls) m_calls.erase(m_calls.begin(), m_calls.begin() + kMaxCalls / 2);
        m_calls.push_back(record);
    }
    emit callChanged(record);
}

void SessionService::stop() {
    for (CallQueue::Entry& entry : m_queue.cancelWaiting()) {
        entry.record.status = CallRecord::Status::Cancelled;
        entry.record.error = Error{ErrorCode::Cancelled, "stopped before it began"};
        keep(entry.record);
        if (entry.done) entry.done(entry.record);
    }
    for (const auto& [number, flag] : m_stops) flag->request();
}

void SessionService::stopCall(quint64 number) {
    if (const auto flag = m_stops.find(number); flag != m_stops.end()) flag->second->request();
}

void SessionService::note(const QString& actor, const QString& text) { emit noted(actor, text); }

} // namespace viaduct
