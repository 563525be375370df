// SPDX-License-Identifier: GPL-3.0-or-later
// The furniture of the main window: actions, menus, tool bar, docks, status bar.
#include <QActionGroup>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include "engine/service/texts.h"
#include "views/callpanel.h"
#include "views/historypanel.h"
#include "views/hittest.h"
#include "views/layerpanel.h"
#include "views/mainwindow.h"
#include "views/netpanel.h"

namespace viaduct {

QAction* MainWindow::action(const QString& text, const QString& iconName, const QKeySequence& key, const std::function<void()>& run) {
    auto* made = new QAction(text, this);
    made->setShortcut(key);
    QString plain = text;
    plain.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
    made->setToolTip(key.isEmpty() ? plain : QStringLiteral("%1 (%2)").arg(plain, key.toString(QKeySequence::NativeText)));
    if (!iconName.isEmpty()) m_icons.emplace_back(made, iconName);
    if (run) connect(made, &QAction::triggered, this, run);
    addAction(made);
    return made;
}

void MainWindow::makeActions() {
    m_openAction = action(tr("&Open…"), QStringLiteral("open"), QKeySequence::Open, [this] { m_documents->chooseAndOpen(false); });
    m_openStripped = action(tr("Open &without tracks…"), {}, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), [this] { m_documents->chooseAndOpen(true); });
    m_demo = action(tr("Open the &demo board"), QStringLiteral("board"), {}, [this] { m_documents->openDemo(); });
    m_demo->setEnabled(!DocumentFlow::demoBoard().isEmpty());
    m_save = action(tr("&Save"), QStringLiteral("save"), QKeySequence::Save, [this] { m_documents->save(); });
    m_saveAs = action(tr("Save &as…"), {}, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] { m_documents->saveAs(); });
    m_close = action(tr("&Close the board"), {}, QKeySequence::Close, [this] { m_documents->leave([] {}); });
    m_quit = action(tr("&Quit"), {}, QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });

    m_route = action(tr("&Route"), QStringLiteral("route"), QKeySequence(Qt::CTRL | Qt::Key_R), [this] { route(); });
    m_agent =
        action(tr("Let the built-in &agent route"), QStringLiteral("agent"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), [this] { emit agentWanted(); });
    m_agent->setIconText(tr("Agent"));
    m_stop = action(tr("S&top"), QStringLiteral("stop"), QKeySequence(Qt::CTRL | Qt::Key_Period), [this] {
        emit stopWanted();
        m_service.stop();
    });
    m_undo = action(tr("&Undo"), QStringLiteral("undo"), QKeySequence::Undo, [this] {
        m_service.call(QStringLiteral("undo"), nlohmann::json{{"force", true}}, QStringLiteral("person"));
    });

    m_fit = action(tr("&Fit the board"), QStringLiteral("fit"), QKeySequence(Qt::Key_Home), [this] { m_board->fit(); });
    m_zoomIn = action(tr("Zoom &in"), QStringLiteral("zoom-in"), QKeySequence::ZoomIn, [this] { m_board->zoomBy(1.5); });
    m_zoomOut = action(tr("Zoom &out"), QStringLiteral("zoom-out"), QKeySequence::ZoomOut, [this] { m_board->zoomBy(1 / 1.5); });
    m_flip = action(tr("F&lip the board"), QStringLiteral("flip"), QKeySequence(Qt::Key_F), [this] { m_board->flip(); });
    m_highlight = action(tr("&Highlight the net under the cursor"), {}, QKeySequence(Qt::Key_N), [this] { m_board->toggleHighlightAtCursor(); });
    m_highlight->setShortcuts({QKeySequence(Qt::Key_N), QKeySequence(Qt::Key_QuoteLeft)});
    m_dim = action(tr("&Dim the other layers"), QStringLiteral("dim"), QKeySequence(Qt::CTRL | Qt::Key_H), {});
    m_dim->setCheckable(true);
    connect(m_dim, &QAction::toggled, this, [this](bool isOn) {
        Visibility visibility = m_board->visibility();
        visibility.dimOthers = isOn;
        m_board->setVisibility(visibility);
    });
    m_layerUp = action(tr("Layer a&bove"), {}, QKeySequence(Qt::Key_PageUp), [this] { stepLayer(-1); });
    m_layerUp->setShortcuts({QKeySequence(Qt::Key_PageUp), QKeySequence(Qt::Key_Minus)});
    m_layerDown = action(tr("Layer be&low"), {}, QKeySequence(Qt::Key_PageDown), [this] { stepLayer(1); });
    m_layerDown->setShortcuts({QKeySequence(Qt::Key_PageDown), QKeySequence(Qt::Key_Plus)});

    auto* themes = new QActionGroup(this);
    const auto theme = [this, themes](const QString& text, Theme::Choice choice) {
        QAction* made = action(text, {}, {}, [this, choice] {
            m_settings.setText(QStringLiteral("theme"), Theme::wordFor(choice));
            m_theme.choose(choice);
        });
        made->setCheckable(true);
        themes->addAction(made);
        return made;
    };
    m_themeSystem = theme(tr("Follow the &system"), Theme::Choice::System);
    m_themeDark = theme(tr("&Dark"), Theme::Choice::Dark);
    m_themeLight = theme(tr("&Light"), Theme::Choice::Light);
}

void MainWindow::makeMenus() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions({m_openAction, m_openStripped, m_demo});
    file->addSeparator();
    file->addActions({m_save, m_saveAs});
    file->addSeparator();
    file->addActions({m_close, m_quit});
    QMenu* route = menuBar()->addMenu(tr("&Route"));
    route->addActions({m_route, m_agent, m_stop});
    route->addSeparator();
    route->addAction(m_undo);
    QMenu* view = menuBar()->addMenu(tr("&View"));
    view->addActions({m_fit, m_zoomIn, m_zoomOut, m_flip});
    view->addSeparator();
    view->addActions({m_highlight, m_dim, m_layerUp, m_layerDown});
    view->addSeparator();
    QMenu* theme = view->addMenu(tr("&Theme"));
    theme->addActions({m_themeSystem, m_themeDark, m_themeLight});
    QMenu* panels = view->addMenu(tr("&Panels"));
    for (QDockWidget* dock : m_docks) panels->addAction(dock->toggleViewAction());
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&About Viaduct"), this, [this] {
        auto* box =
            new QMessageBox(QMessageBox::NoIcon, tr("About Viaduct"), tr("Viaduct %1").arg(QCoreApplication::applicationVersion()), QMessageBox::Close, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->setInformativeText(tr(
            "A workbench in which agents and people route KiCad boards together.\n\nFree software under the GNU General Public License, version 3 or later."));
        box->open();
    });
}

void MainWindow::makeToolBar() {
    m_toolBar = addToolBar(tr("Tools"));
    m_toolBar->setObjectName(QStringLiteral("tools"));
    m_toolBar->setMovable(false);
    m_toolBar->setIconSize(QSize(18, 18));
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_openAction->setIconText(tr("Open"));
    m_fit->setIconText(tr("Fit"));
    m_flip->setIconText(tr("Flip"));
    m_dim->setIconText(tr("Dim"));
    m_toolBar->addActions({m_openAction, m_save});
    m_toolBar->addSeparator();
    m_toolBar->addActions({m_route, m_agent, m_stop, m_undo});
    m_toolBar->addSeparator();
    m_toolBar->addActions({m_fit, m_flip, m_dim});
    if (QWidget* button = m_toolBar->widgetForAction(m_route)) button->setObjectName(QStringLiteral("primary"));
    for (QAction* shown : m_toolBar->actions())
        if (QWidget* button = m_toolBar->widgetForAction(shown)) button->setAccessibleName(shown->iconText());
}

QDockWidget* MainWindow::dock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area) {
    auto* made = new QDockWidget(title, this);
    made->setObjectName(name);
    made->setWidget(content);
    addDockWidget(area, made);
    m_docks.push_back(made);
    // Behind a tab the name stands there already: a thin handle to move it by is enough.
    const auto dress = [this, made] {
        const bool isTabbed = !made->isFloating() && !tabifiedDockWidgets(made).isEmpty();
        if (isTabbed == (made->titleBarWidget() != nullptr)) return;
        QWidget* handle = nullptr;
        if (isTabbed) {
            handle = new QWidget(made);
            handle->setFixedHeight(5);
        }
        delete made->titleBarWidget();
        made->setTitleBarWidget(handle);
    };
    connect(made, &QDockWidget::topLevelChanged, this, dress, Qt::QueuedConnection);
    connect(made, &QDockWidget::dockLocationChanged, this, dress, Qt::QueuedConnection);
    connect(made, &QDockWidget::visibilityChanged, this, dress, Qt::QueuedConnection);
    return made;
}

void MainWindow::makeDocks() {
    auto* layers = new LayerPanel(m_layers, m_theme);
    connect(layers, &LayerPanel::activeWanted, this, [this](LayerId layer) {
        Visibility visibility = m_board->visibility();
        visibility.active = layer;
        visibility.copper.insert(layer);
        m_board->setVisibility(visibility);
    });
    QDockWidget* left = dock(QStringLiteral("layers"), tr("Layers"), layers, Qt::LeftDockWidgetArea);
    m_connections = new ConnectionsPanel(m_open, m_selection, m_theme);
    m_openDock = dock(QStringLiteral("connections"), tr("Open"), m_connections, Qt::RightDockWidgetArea);
    auto* netPanel = new NetPanel(m_nets, m_selection);
    connect(netPanel, &NetPanel::zoomWanted, m_board, &BoardView::showNet);
    QDockWidget* nets = dock(QStringLiteral("nets"), tr("Nets"), netPanel, Qt::RightDockWidgetArea);
    auto* historyPanel = new HistoryPanel(m_history, m_theme);
    connect(historyPanel, &HistoryPanel::restoreWanted, this, [this](StateId state) {
        if (!m_service.isBusy()) m_service.call(QStringLiteral("restore"), nlohmann::json{{"state", state.value()}}, QStringLiteral("person"));
    });
    QDockWidget* history = dock(QStringLiteral("history"), tr("History"), historyPanel, Qt::RightDockWidgetArea);
    QDockWidget* calls = dock(QStringLiteral("calls"), tr("Calls"), new CallPanel(m_calls, m_theme), Qt::BottomDockWidgetArea);
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    tabifyDockWidget(m_openDock, nets);
    tabifyDockWidget(nets, history);
    m_openDock->raise();
    resizeDocks({left, m_openDock}, {206, 372}, Qt::Horizontal);
    resizeDocks({calls}, {206}, Qt::Vertical);
}

void MainWindow::makeStatusBar() {
    const auto label = [this](const QString& name, int width) {
        auto* made = new QLabel(this);
        made->setAccessibleName(name);
        made->setMinimumWidth(width);
        return made;
    };
    m_message = label(tr("Message"), 0);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_place = label(tr("Cursor"), 190);
    m_layer = label(tr("Active layer"), 60);
    m_net = label(tr("Net"), 120);
    m_zoom = label(tr("Zoom"), 80);
    m_zoom->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_message, 1);
    for (QLabel* shown : {m_net, m_layer, m_place, m_zoom}) statusBar()->addPermanentWidget(shown);
}

} // namespace viaduct
