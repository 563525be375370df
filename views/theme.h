// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <QPalette>
#include <QString>

#include "views/boardcolours.h"

class QApplication;

namespace viaduct {

// Dark or light, following the system unless the person chose. Palette, style sheet and board colours come from here and nowhere else.
class Theme final : public QObject {
    Q_OBJECT

public:
    enum class Choice { System, Dark, Light };

    explicit Theme(QApplication& application, QObject* parent = nullptr);
    void choose(Choice choice);
    [[nodiscard]] Choice choice() const noexcept { return m_choice; }
    [[nodiscard]] bool isDark() const noexcept { return m_isDark; }
    [[nodiscard]] BoardColours board() const { return m_isDark ? BoardColours::dark() : BoardColours::light(); }

    struct Colours final {
        QColor window, panel, raised, edge, text, muted, disabled, accent, accentText, selection, good, warning, bad;
    };
    [[nodiscard]] const Colours& colours() const noexcept { return m_colours; }

    [[nodiscard]] static Choice choiceFrom(const QString& word) noexcept; // "dark", "light"; anything else follows the system
    [[nodiscard]] static QString wordFor(Choice choice);

signals:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();
    [[nodiscard]] bool isSystemDark() const;
    QApplication& m_application;
    QPalette m_systemPalette;
    Choice m_choice{Choice::System};
    bool m_isDark{true};
    Colours m_colours;
};

} // namespace viaduct
