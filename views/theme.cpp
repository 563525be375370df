// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme.h"

#include <QApplication>
#include <QEvent>
#include <QStyleFactory>

#include "views/icons.h"

namespace viaduct {

namespace {

Theme::Colours coloursFor(bool isDark) {
    if (isDark)
        return {QColor(22, 27, 36),    QColor(27, 33, 44),   QColor(36, 44, 58),   QColor(48, 58, 74), QColor(224, 230, 240),
                QColor(146, 158, 178), QColor(92, 102, 120), QColor(78, 178, 255), QColor(8, 20, 36),  QColor(38, 74, 112),
                QColor(86, 204, 132),  QColor(240, 188, 86), QColor(255, 112, 112)};
    return {QColor(240, 242, 246), QColor(252, 253, 254), QColor(255, 255, 255), QColor(208, 214, 224), QColor(28, 34, 44),
            QColor(100, 112, 130), QColor(164, 172, 184), QColor(18, 112, 206),  QColor(255, 255, 255), QColor(208, 228, 250),
            QColor(28, 140, 78),   QColor(176, 116, 0),   QColor(200, 40, 52)};
}

QPalette paletteFor(const Theme::Colours& c) {
    QPalette palette;
    palette.setColor(QPalette::Window, c.window);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.panel);
    palette.setColor(QPalette::AlternateBase, mixed(c.panel, c.raised, 0.5));
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.muted);
    palette.setColor(QPalette::Button, c.raised);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::ToolTipBase, c.raised);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::BrightText, c.bad);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::Highlight, c.selection);
    palette.setColor(QPalette::HighlightedText, c.text);
    palette.setColor(QPalette::Mid, c.edge);
    palette.setColor(QPalette::Dark, c.edge);
    palette.setColor(QPalette::Light, c.raised);
    palette.setColor(QPalette::Midlight, c.raised);
    palette.setColor(QPalette::Shadow, QColor(0, 0, 0, 120));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, c.disabled);
    return palette;
}

// One quiet sheet: flat panels, one line between them, the accent only where something is on or runs.
QString sheetFor(const Theme::Colours& c) {
    QString sheet = QStringLiteral(R"(
QMainWindow, QDialog { background: @window; }
QMainWindow::separator { background: @edge; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QDockWidget { color: @muted; font-weight: 600; titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: @window; padding: 7px 10px 6px 10px; border: none; text-align: left; }
QMenuBar { background: @window; border-bottom: 1px solid @edge; padding: 1px 4px; }
QMenuBar::item { padding: 5px 9px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @raised; }
QMenu { background: @panel; border: 1px solid @edge; padding: 5px; }
QMenu::item { padding: 6px 26px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @edge; margin: 5px 8px; }
QMenu::icon { padding-left: 8px; }
QToolBar { background: @window; border: none; border-bottom: 1px solid @edge; padding: 5px 8px; spacing: 2px; }
QToolBar::separator { background: @edge; width: 1px; margin: 5px 7px; }
QToolButton { border: 1px solid transparent; border-radius: 6px; padding: 5px 9px; background: transparent; }
QToolButton:hover { background: @raised; }
QToolButton:pressed, QToolButton:checked { background: @selection; }
QToolButton:disabled { color: @disabled; }
QToolButton#primary { background: @accent; color: @accentText; font-weight: 600; }
QToolButton#primary:hover { background: @accentHover; }
QToolButton#primary:disabled { background: @raised; color: @disabled; }
QStatusBar { background: @window; border-top: 1px solid @edge; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; padding: 3px 8px; }
QTabBar { background: @window; }
QTabBar::tab { background: transparent; color: @muted; padding: 7px 12px; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:hover { color: @text; }
QTabWidget::pane { border: none; border-top: 1px solid @edge; }
QAbstractItemView { background: @panel; border: none; outline: none; alternate-background-color: @alternate; selection-background-color: @selection; selection-color: @text; }
QTreeView::item, QListView::item { padding: 4px 4px; border: none; }
QTreeView::item:hover, QListView::item:hover { background: @hover; }
QTreeView::item:selected, QListView::item:selected { background: @selection; color: @text; }
QHeaderView { background: @panel; }
QHeaderView::section { background: @panel; color: @muted; padding: 5px 8px; border: none; border-bottom: 1px solid @edge; }
QLineEdit { background: @raised; border: 1px solid @edge; border-radius: 6px; padding: 5px 8px; selection-background-color: @selection; selection-color: @text; }
QLineEdit:focus { border: 1px solid @accent; }
QPushButton { background: @raised; border: 1px solid @edge; border-radius: 6px; padding: 7px 16px; }
QPushButton:hover { border-color: @accent; }
QPushButton:default, QPushButton#primary { background: @accent; color: @accentText; border-color: @accent; font-weight: 600; }
QPushButton#primary:hover { background: @accentHover; }
QPushButton:disabled { color: @disabled; border-color: @edge; background: @window; }
QProgressBar { background: @raised; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: @edge; border-radius: 4px; margin: 2px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QToolTip { background: @raised; color: @text; border: 1px solid @edge; padding: 4px 7px; }
QCheckBox { spacing: 8px; }
QCheckBox::indicator { width: 15px; height: 15px; border: 1px solid @muted; border-radius: 4px; background: @raised; }
QCheckBox::indicator:hover { border-color: @accent; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:/icons/checked.svg); }
)");
    const auto put = [&sheet](const char* name, const QColor& colour) { sheet.replace(QLatin1Char('@') + QLatin1String(name), colour.name()); };
    put("accentText", c.accentText); // longer names first
    put("accentHover", mixed(c.accent, c.text, 0.16));
    put("accent", c.accent);
    put("alternate", mixed(c.panel, c.raised, 0.4));
    put("window", c.window);
    put("panel", c.panel);
    put("raised", c.raised);
    put("edge", c.edge);
    put("text", c.text);
    put("muted", c.muted);
    put("disabled", c.disabled);
    put("selection", c.selection);
    put("hover", mixed(c.panel, c.selection, 0.45));
    return sheet;
}

} // namespace

Theme::Theme(QApplication& application, QObject* parent) : QObject(parent), m_application(application), m_systemPalette(QApplication::palette()) {
    registerIcons();
    if (QStyle* fusion = QStyleFactory::create(QStringLiteral("Fusion"))) QApplication::setStyle(fusion);
    m_application.installEventFilter(this);
    apply();
}

void Theme::choose(Choice choice) {
    m_choice = choice;
    apply();
}

bool Theme::isSystemDark() const {
    const QColor window = m_systemPalette.color(QPalette::Window), text = m_systemPalette.color(QPalette::WindowText);
    return window.lightness() < text.lightness();
}

void Theme::apply() {
    m_isDark = m_choice == Choice::Dark || (m_choice == Choice::System && isSystemDark());
    m_colours = coloursFor(m_isDark);
    QApplication::setPalette(paletteFor(m_colours));
    m_application.setStyleSheet(sheetFor(m_colours));
    emit changed();
}

bool Theme::eventFilter(QObject* watched, QEvent* event) {
    // A desktop that changes its colours while the program runs says so with a new theme, not with the palette set above.
    if (watched == &m_application && event->type() == QEvent::ThemeChange && m_choice == Choice::System) apply();
    return QObject::eventFilter(watched, event);
}

Theme::Choice Theme::choiceFrom(const QString& word) noexcept {
    if (word == QLatin1String("dark")) return Choice::Dark;
    return word == QLatin1String("light") ? Choice::Light : Choice::System;
}

QString Theme::wordFor(Choice choice) {
    switch (choice) {
    case Choice::Dark: return QStringLiteral("dark");
    case Choice::Light: return QStringLiteral("light");
    case Choice::System: break;
    }
    return QStringLiteral("system");
}

} // namespace viaduct
