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

// The line above the board: how far the route is, and afterwards what came of it.
class ProgressStrip final : public QWidget {
    Q_OBJECT

public:
    ProgressStrip(const Theme& theme, QWidget* parent);
    void showState(const StatePtr& state);                                                     // at rest
    void showRoute(const LiveOverlay::Status& status, std::size_t openBefore, qint64 elapsed); // while one runs
    [[nodiscard]] QString headline() const { return m_headline->text(); }

private:
    void restyle();
    const Theme& m_theme;
    QLabel *m_headline, *m_aside, *m_detail;
    QProgressBar* m_bar;
    bool m_isGood{false};
};

} // namespace viaduct
