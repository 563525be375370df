// SPDX-License-Identifier: GPL-3.0-or-later
#include "agent/chat/scriptedagent.h"

#include "engine/service/texts.h"

namespace viaduct {

using nlohmann::json;

namespace {

constexpr int kListed = 100;

} // namespace

void ScriptedAgent::start(const Plan& plan) {
    if (m_isRunning || !m_service.session()) return;
    m_plan = plan;
    m_isRunning = true;
    m_isStopping = false;
    m_round = m_added = 0;
    emit runningChanged(true);
    say(tr("I look at the board first."));
    call(QStringLiteral("board_info"), json::object(), &ScriptedAgent::afterInfo);
}

void ScriptedAgent::stop() { m_isStopping = m_isRunning; }

void ScriptedAgent::call(const QString& command, const json& args, void (ScriptedAgent::*next)(const CallRecord&)) {
    m_service.call(command, args, actor(), this, [this, next](const CallRecord& record) {
        if (record.status == CallRecord::Status::Failed)
            return end(false, tr("%1 failed: %2").arg(record.command, record.error ? toQString(record.error->text) : QString()));
        if (record.status == CallRecord::Status::Cancelled) return end(false, tr("Stopped before %1.").arg(record.command));
        (this->*next)(record);
    });
}

void ScriptedAgent::afterInfo(const CallRecord& record) {
    m_open = record.result.value("open_connections", 0);
    if (m_open == 0) {
        say(tr("Everything is connected already."));
        return check();
    }
    call(QStringLiteral("open_connections"), json{{"limit", kListed}}, &ScriptedAgent::afterOpen);
}

void ScriptedAgent::afterOpen(const CallRecord& record) {
    m_open = record.result.value("open_total", m_open);
    if (m_open == 0) return check();
    if (m_isStopping) return check();
    if (m_round == 0)
        routeFirst();
    else
        routeFurther();
}

void ScriptedAgent::routeFirst() {
    say(counted(openCount(), tr("1 connection is open."), tr("%1 connections are open.")) + QLatin1Char(' ') + tr("A short pass shows what is easy."));
    call(QStringLiteral("route"), json{{"work", m_plan.firstWork}, {"variants", m_plan.firstVariants}, {"seed", 1}}, &ScriptedAgent::afterRoute);
}

void ScriptedAgent::routeFurther() {
    say(counted(openCount(), tr("1 connection stays open."), tr("%1 connections stay open.")) + QLatin1Char(' ') +
        tr("I try again with more work and another seed."));
    call(QStringLiteral("route"), json{{"work", m_plan.furtherWork}, {"variants", m_plan.furtherVariants}, {"seed", m_round + 1}}, &ScriptedAgent::afterRoute);
}

void ScriptedAgent::afterRoute(const CallRecord& record) {
    m_open = record.result.value("open_total", m_open);
    ++m_round;
    if (m_open == 0) say(tr("All of them are routed. I check the whole board."));
    if (m_open == 0 || m_isStopping || m_round > m_plan.rounds) return check();
    call(QStringLiteral("open_connections"), json{{"limit", kListed}}, &ScriptedAgent::afterOpen);
}

void ScriptedAgent::check() { call(QStringLiteral("check"), json::object(), &ScriptedAgent::afterCheck); }

void ScriptedAgent::afterCheck(const CallRecord& record) {
    m_added = record.result.value("added_total", 0);
    if (!m_plan.saves) return afterSave(record);
    say(m_added == 0 ? tr("No DRC error was added. I save.")
                     : counted(static_cast<std::size_t>(m_added), tr("1 DRC error was added; the report names it. I save."),
                               tr("%1 DRC errors were added; the report names them. I save.")));
    call(QStringLiteral("save"), json::object(), &ScriptedAgent::afterSave);
}

void ScriptedAgent::afterSave(const CallRecord& record) {
    const QString path = toQString(record.result.value("path", std::string()));
    QString summary = m_open == 0 ? tr("Everything is connected")
                                  : counted(openCount(), tr("1 connection stays open, with its reason"), tr("%1 connections stay open, each with its reason"));
    summary += m_added == 0 ? tr("; no DRC error was added.")
                            : counted(static_cast<std::size_t>(m_added), tr("; 1 DRC error was added."), tr("; %1 DRC errors were added."));
    if (!path.isEmpty()) summary += QLatin1Char(' ') + tr("Saved: %1").arg(path);
    say(summary);
    end(true, summary);
}

void ScriptedAgent::end(bool isDone, const QString& summary) {
    m_isRunning = false;
    emit runningChanged(false);
    emit finished(isDone, summary);
}

} // namespace viaduct
