// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QProgressBar>
#include <QString>
#include <QWidget>

#include "engine/session/state.h"
#include "views/liveoverlay.h"
#include "views/theme.h"

namespace viaduct {

[[nodiscard]] QString phaseText(RouterPhase phase);

// The small plate over the board's corner: how far the route is, and afterwards what came of it.
class ProgressCard final : public QWidget {
    Q_OBJECT

public:
    ProgressCard(const Theme& theme, QWidget* parent);
    void showState(const StatePtr& state);                                                     // at rest
    void showRoute(const LiveOverlay::Status& status, std::size_t openBefore, qint64 elapsed); // while one runs
    [[nodiscard]] QString title() const { return m_title->text(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    const Theme& m_theme;
    QLabel *m_title, *m_count, *m_detail;
    QProgressBar* m_bar;
};

} // namespace viaduct
