// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QLabel>
#include <QMainWindow>
#include <QStackedWidget>
#include <QTimer>

#include <vector>

#include "engine/service/selection.h"
#include "engine/service/sessionservice.h"
#include "views/boardview.h"
#include "views/callmodel.h"
#include "views/connectionspanel.h"
#include "views/documentflow.h"
#include "views/historymodel.h"
#include "views/layermodel.h"
#include "views/netmodel.h"
#include "views/openconnectionsmodel.h"
#include "views/progressstrip.h"
#include "views/startpage.h"
#include "views/theme.h"

class QToolBar;

namespace viaduct {

// Docks, menus and what connects them. The board fills the window; everything else can be moved, closed, and comes back.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(SessionService& service, Selection& selection, Theme& theme, Settings& settings, bool isQuiet);
    ~MainWindow() override;

    [[nodiscard]] DocumentFlow& documents() noexcept { return *m_documents; }
    [[nodiscard]] BoardView& board() noexcept { return *m_board; }
    void setAgentAvailable(bool isAvailable);
    void setAgentRunning(bool isRunning);
    void setMessage(const QString& text); // stays in the status bar until the next one

signals:
    void agentWanted(); // "Let the built-in agent route"
    void stopWanted();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeActions();
    void makeMenus();
    void makeToolBar();
    void makeDocks();
    void makeStatusBar();
    void connectService();
    void connectBoard();
    QAction* action(const QString& text, const QString& iconName, const QKeySequence& key, const std::function<void()>& run);
    QDockWidget* dock(const QString& name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    void restyle();
    void refresh(); // what is enabled, what the title says
    void setState(const StatePtr& state);
    void route();
    void updateProgress();
    void stepLayer(int by);
    void showDocks(bool isOpen);

    SessionService& m_service;
    Selection& m_selection;
    Theme& m_theme;
    Settings& m_settings;
    bool m_isQuiet, m_isLeaving{false}, m_isPutAway{true}, m_isAgentRunning{false}, m_isAgentAvailable{false};

    NetModel m_nets;
    OpenConnectionsModel m_open;
    HistoryModel m_history;
    CallModel m_calls;
    LayerModel m_layers;

    QStackedWidget* m_pages;
    StartPage* m_start;
    BoardView* m_board;
    ProgressStrip* m_progress;
    QWidget* m_workbench; // the strip above the board
    ConnectionsPanel* m_connections{nullptr};
    DocumentFlow* m_documents;
    QToolBar* m_toolBar{nullptr};
    QDockWidget* m_openDock{nullptr};
    std::vector<QDockWidget*> m_docks;
    QByteArray m_layout; // of the docks while a board is open; without one they are put away

    QAction *m_openAction{nullptr}, *m_openStripped{nullptr}, *m_demo{nullptr}, *m_save{nullptr}, *m_saveAs{nullptr}, *m_close{nullptr}, *m_quit{nullptr};
    QAction *m_route{nullptr}, *m_agent{nullptr}, *m_stop{nullptr}, *m_undo{nullptr};
    QAction *m_fit{nullptr}, *m_zoomIn{nullptr}, *m_zoomOut{nullptr}, *m_flip{nullptr}, *m_highlight{nullptr}, *m_dim{nullptr}, *m_layerUp{nullptr},
        *m_layerDown{nullptr};
    QAction *m_themeSystem{nullptr}, *m_themeDark{nullptr}, *m_themeLight{nullptr};
    std::vector<std::pair<QAction*, QString>> m_icons;

    QLabel *m_place{nullptr}, *m_layer{nullptr}, *m_net{nullptr}, *m_zoom{nullptr}, *m_message{nullptr};
    quint64 m_routing{0}; // the call whose events are shown; 0: none
    qint64 m_routingSince{0};
    std::size_t m_openBefore{0};
    QTimer m_clock;
};

} // namespace viaduct
