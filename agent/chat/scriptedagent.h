// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <cstdint>

#include "engine/service/sessionservice.h"

namespace viaduct {

// The built-in agent: a fixed plan without a model, which drives the session through the same commands, schemas and caps as any agent from
// outside. It looks, routes in a few calls with more work where something stays open, checks, and saves. One run at a time.
class ScriptedAgent final : public QObject {
    Q_OBJECT

public:
    struct Plan final {
        std::uint64_t firstWork{6'000'000}; // per variant: what is easy
        int firstVariants{1};
        std::uint64_t furtherWork{20'000'000}; // for what stays open
        int furtherVariants{2};
        int rounds{3};    // further calls, each with another seed, as long as they help
        bool saves{true}; // writes NAME-routed.kicad_pcb
    };

    explicit ScriptedAgent(SessionService& service, QObject* parent = nullptr) : QObject(parent), m_service(service) {}
    void start(const Plan& plan);
    void start() { start(Plan()); }
    void stop(); // the running call keeps its best so far; then the agent checks and saves what there is
    [[nodiscard]] bool isRunning() const noexcept { return m_isRunning; }
    static QString actor() { return QStringLiteral("agent"); }

signals:
    void runningChanged(bool isRunning);
    void finished(bool isDone, const QString& summary); // false: a call failed, the summary says which

private:
    void call(const QString& command, const nlohmann::json& args, void (ScriptedAgent::*next)(const CallRecord&));
    void afterInfo(const CallRecord& record);
    void afterOpen(const CallRecord& record);
    void afterRoute(const CallRecord& record);
    void afterCheck(const CallRecord& record);
    void afterSave(const CallRecord& record);
    void routeFirst();
    void routeFurther();
    void check();
    void end(bool isDone, const QString& summary);
    [[nodiscard]] std::size_t openCount() const noexcept { return m_open > 0 ? static_cast<std::size_t>(m_open) : 0; }
    void say(const QString& text) { m_service.note(actor(), text); }

    SessionService& m_service;
    Plan m_plan;
    bool m_isRunning{false}, m_isStopping{false};
    int m_round{0}, m_open{0}, m_added{0};
};

} // namespace viaduct
