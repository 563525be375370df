// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/progresscard.h"

#include <QCoreApplication>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

#include "engine/service/texts.h"

namespace viaduct {

QString phaseText(RouterPhase phase) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("ProgressCard", text); };
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

ProgressCard::ProgressCard(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_title(new QLabel(this)), m_count(new QLabel(this)), m_detail(new QLabel(this)), m_bar(new QProgressBar(this)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFixedWidth(286);
    setAccessibleName(tr("Progress"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 14);
    layout->setSpacing(5);
    layout->addWidget(m_title);
    layout->addWidget(m_count);
    layout->addWidget(m_bar);
    layout->addWidget(m_detail);
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 1000);
    m_detail->setWordWrap(true);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.7);
    large.setWeight(QFont::DemiBold);
    m_count->setFont(large);
    restyle();
    connect(&theme, &Theme::changed, this, &ProgressCard::restyle);
}

void ProgressCard::restyle() {
    const auto paint = [](QLabel* label, const QColor& colour) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, colour);
        label->setPalette(palette);
    };
    paint(m_title, m_theme.colours().muted);
    paint(m_count, m_theme.colours().text);
    paint(m_detail, m_theme.colours().muted);
    update();
}

void ProgressCard::showState(const StatePtr& state) {
    setVisible(state != nullptr);
    if (!state) return;
    const StateMetrics& metrics = state->metrics;
    m_title->setText(state->parent.isNone() ? tr("Board as opened") : tr("State %1").arg(state->id.value()));
    m_count->setText(metrics.open == 0 ? tr("All connected") : tr("%n open", nullptr, static_cast<int>(metrics.open)));
    m_bar->setVisible(false);
    QStringList parts;
    if (metrics.tracks + metrics.vias > 0)
        parts << tr("%1 mm of track").arg(millimetreText(metrics.length, 1)) << tr("%n via(s)", nullptr, static_cast<int>(metrics.vias));
    if (metrics.addedErrors)
        parts << (*metrics.addedErrors == 0 ? tr("no added DRC errors") : tr("%n added DRC error(s)", nullptr, static_cast<int>(*metrics.addedErrors)));
    m_detail->setText(parts.isEmpty() ? tr("%n part(s), %1 nets", nullptr, static_cast<int>(state->board->footprints.size()))
                                            .arg(state->board->nets.empty() ? 0 : state->board->nets.size() - 1)
                                      : parts.join(QStringLiteral(" · ")));
    layout()->activate();
    adjustSize();
}

void ProgressCard::showRoute(const LiveOverlay::Status& status, std::size_t openBefore, qint64 elapsed) {
    show();
    const int all = status.connections > 0 ? status.connections : static_cast<int>(openBefore);
    m_title->setText(phaseText(status.phase) +
                     (status.phase == RouterPhase::Negotiating && status.iteration > 0 ? tr(", round %1").arg(status.iteration) : QString()));
    m_count->setText(tr("%1 of %2 routed").arg(status.routed).arg(all));
    m_bar->setVisible(true);
    m_bar->setValue(all > 0 ? std::clamp(status.routed * 1000 / all, 0, 1000) : 0);
    QStringList parts{tr("variant %1").arg(status.variant + 1), tr("work %1").arg(workText(status.work)), durationText(elapsed)};
    if (status.conflicts > 0) parts.insert(1, tr("%n conflict(s)", nullptr, status.conflicts));
    m_detail->setText(parts.join(QStringLiteral(" · ")));
    layout()->activate();
    adjustSize();
}

void ProgressCard::paintEvent(QPaintEvent*) {
    const BoardColours colours = m_theme.board();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.cardEdge, 1));
    painter.setBrush(colours.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9);
}

} // namespace viaduct
