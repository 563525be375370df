// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QListWidget>
#include <QStringList>
#include <QWidget>

#include "views/theme.h"

namespace viaduct {

// What a person sees before a board is open: open one, try the demo, go on where they were.
class StartPage final : public QWidget {
    Q_OBJECT

public:
    StartPage(const Theme& theme, QWidget* parent = nullptr);
    void setRecent(const QStringList& files);
    void setDemoAvailable(bool isAvailable);
    [[nodiscard]] bool isStripWanted() const { return m_strip->isChecked(); }

signals:
    void openWanted();
    void demoWanted();
    void fileWanted(const QString& path);

private:
    void restyle();
    const Theme& m_theme;
    QLabel *m_logo, *m_lead, *m_recentTitle, *m_hint;
    QListWidget* m_recent;
    QCheckBox* m_strip;
    QWidget* m_demo;
};

} // namespace viaduct
