// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/progressstrip.h"

#include <QCoreApplication>
#include <QHBoxLayout>

#include <algorithm>

#include "engine/service/texts.h"

namespace viaduct {

namespace {

constexpr int kHeight = 44, kBar = 240;

} // namespace

QString phaseText(RouterPhase phase) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("ProgressStrip", text); };
    switch (phase) {
    case RouterPhase::Preparing: return tr("Reading the board's obstacles");
    case RouterPhase::PinAccess: return tr("Finding ways out of the pins");
    case RouterPhase::Negotiating: return tr("Negotiating");
    case RouterPhase::Legalising: return tr("Making it legal");
    case RouterPhase::Repairing: return tr("Repairing");
    case RouterPhase::Polishing: return tr("Polishing");
    case RouterPhase::Finished: return tr("Checking the result");
    }
    return {};
}

ProgressStrip::ProgressStrip(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_headline(new QLabel(this)), m_aside(new QLabel(this)), m_detail(new QLabel(this)), m_bar(new QProgressBar(this)) {
    setFixedHeight(kHeight);
    setAutoFillBackground(true);
    setAccessibleName(tr("Progress"));
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 1000);
    m_bar->setFixedWidth(kBar);
    m_bar->setAccessibleName(tr("Routed share"));
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setWeight(QFont::DemiBold);
    m_headline->setFont(large);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 0, 16, 0);
    layout->setSpacing(14);
    layout->addWidget(m_headline);
    layout->addWidget(m_aside);
    layout->addStretch(1);
    layout->addWidget(m_detail);
    layout->addWidget(m_bar);
    restyle();
    connect(&theme, &Theme::changed, this, &ProgressStrip::restyle);
}

void ProgressStrip::restyle() {
    const auto paint = [](QLabel* label, const QColor& colour) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, colour);
        label->setPalette(palette);
    };
    const Theme::Colours& colours = m_theme.colours();
    paint(m_headline, m_isGood ? colours.good : colours.text);
    paint(m_aside, colours.muted);
    paint(m_detail, colours.muted);
}

void ProgressStrip::showState(const StatePtr& state) {
    setVisible(state != nullptr);
    if (!state) return;
    const StateMetrics& metrics = state->metrics;
    const bool isAsOpened = state->parent.isNone();
    m_headline->setText(metrics.open == 0 ? tr("Everything is connected") : counted(metrics.open, tr("1 connection open"), tr("%1 connections open")));
    m_aside->setText(isAsOpened ? tr("as opened") : tr("state %1").arg(state->id.value()));
    m_bar->hide();
    QStringList parts;
    if (metrics.tracks + metrics.vias > 0)
        parts << tr("%1 mm of track").arg(millimetreText(metrics.length, 1)) << counted(metrics.vias, tr("1 via"), tr("%1 vias"));
    if (metrics.addedErrors)
        parts << (*metrics.addedErrors == 0 ? tr("no DRC error added") : counted(*metrics.addedErrors, tr("1 DRC error added"), tr("%1 DRC errors added")));
    const std::size_t nets = state->board->nets.empty() ? 0 : state->board->nets.size() - 1;
    if (isAsOpened) parts << counted(state->board->footprints.size(), tr("1 part"), tr("%1 parts")) << counted(nets, tr("1 net"), tr("%1 nets"));
    m_detail->setText(parts.join(QStringLiteral("   ·   ")));
    m_isGood = metrics.open == 0 && !isAsOpened && metrics.addedErrors.value_or(0) == 0;
    restyle();
}

void ProgressStrip::showRoute(const LiveOverlay::Status& status, std::size_t openBefore, qint64 elapsed) {
    show();
    const int all = status.connections > 0 ? status.connections : static_cast<int>(openBefore);
    m_headline->setText(tr("%1 of %2 routed").arg(status.routed).arg(all));
    m_aside->setText(phaseText(status.phase) +
                     (status.phase == RouterPhase::Negotiating && status.iteration > 0 ? tr(", round %1").arg(status.iteration) : QString()));
    m_bar->show();
    m_bar->setValue(all > 0 ? std::clamp(status.routed * 1000 / all, 0, 1000) : 0);
    QStringList parts{tr("work %1").arg(workText(status.work)), durationText(elapsed)};
    if (status.variant > 0) parts.prepend(tr("variant %1").arg(status.variant + 1));
    if (status.conflicts > 0) parts.prepend(counted(static_cast<std::size_t>(status.conflicts), tr("1 conflict"), tr("%1 conflicts")));
    m_detail->setText(parts.join(QStringLiteral("   ·   ")));
    m_isGood = false;
    restyle();
}

} // namespace viaduct
