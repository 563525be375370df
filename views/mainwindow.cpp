// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mainwindow.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMimeData>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

#include "engine/service/texts.h"
#include "views/hittest.h"
#include "views/hovercard.h"
#include "views/icons.h"

namespace viaduct {

namespace {

constexpr int kStateVersion = 1; // of the saved dock layout
constexpr int kProgressEvery = 100;

} // namespace

MainWindow::MainWindow(SessionService& service, Selection& selection, Theme& theme, Settings& settings, bool isQuiet)
    : m_service(service), m_selection(selection), m_theme(theme), m_settings(settings), m_isQuiet(isQuiet), m_pages(new QStackedWidget(this)),
      m_start(new StartPage(theme)), m_board(new BoardView(selection)), m_progress(new ProgressStrip(theme, nullptr)), m_workbench(new QWidget),
      m_documents(new DocumentFlow(service, settings, *this, isQuiet)) {
    setWindowIcon(programIcon());
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_pages->addWidget(m_start);
    auto* column = new QVBoxLayout(m_workbench);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_progress);
    column->addWidget(m_board, 1);
    m_pages->addWidget(m_workbench);
    setCentralWidget(m_pages);
    makeActions();
    makeDocks();
    makeMenus();
    makeToolBar();
    makeStatusBar();
    connectService();
    connectBoard();
    connect(&m_theme, &Theme::changed, this, &MainWindow::restyle);
    m_clock.setInterval(kProgressEvery);
    connect(&m_clock, &QTimer::timeout, this, &MainWindow::updateProgress);
    resize(1480, 940);
    restoreGeometry(m_settings.bytes(QStringLiteral("geometry")));
    m_layout = m_settings.bytes(QStringLiteral("docks"));
    if (m_layout.isEmpty()) m_layout = saveState(kStateVersion);
    m_start->setRecent(m_settings.recent());
    m_start->setDemoAvailable(!DocumentFlow::demoBoard().isEmpty());
    restyle();
    setState(nullptr);
}

MainWindow::~MainWindow() = default;

void MainWindow::connectService() {
    connect(&m_service, &SessionService::sessionChanged, this, [this] {
        const std::shared_ptr<Session> session = m_service.session();
        m_selection.clear();
        m_calls.clear();
        for (const CallRecord& record : m_service.calls()) m_calls.update(record);
        m_layers.setBoard(session ? &session->board() : nullptr);
        if (session) {
            Visibility visibility = m_board->visibility();
            visibility.active = session->board().layers.front();
            visibility.highlight = -1;
            m_board->setVisibility(visibility);
        }
        m_start->setRecent(m_settings.recent());
    });
    connect(&m_service, &SessionService::stateChanged, this, &MainWindow::setState);
    connect(&m_service, &SessionService::callChanged, this, [this](const CallRecord& record) {
        m_calls.update(record);
        if (record.command != QLatin1String("route")) return;
        if (record.status == CallRecord::Status::Running) {
            m_routing = record.number;
            m_routingSince = m_service.now();
            m_openBefore = m_service.state() ? m_service.state()->metrics.open : 0;
            m_board->startLive();
            m_clock.start();
        } else if (record.isOver() && m_routing == record.number) {
            m_routing = 0;
            m_clock.stop();
            m_board->finishLive(record.madeState);
            m_progress->showState(m_service.state());
            m_history.refresh(m_service.session().get());
            m_open.setState(m_service.session() ? m_service.session()->current() : nullptr); // reasons may be new although the state is not
        }
        updateProgress();
    });
    connect(&m_service, &SessionService::progress, this, [this](quint64 call, const CallProgress& progress) { m_calls.setProgress(call, progress); });
    connect(&m_service, &SessionService::noted, this, [this](const QString& actor, const QString& text) { m_calls.addNote(actor, text); });
    connect(&m_service, &SessionService::eventBatch, this, [this](const EventBatch& batch) {
        if (batch.call != m_routing) return;
        m_board->applyLive(batch);
        updateProgress();
    });
    connect(&m_service, &SessionService::busyChanged, this, &MainWindow::refresh);
    connect(m_documents, &DocumentFlow::saved, this, [this](const QString& path) { setMessage(tr("Saved %1").arg(path)); });
    connect(m_documents, &DocumentFlow::failed, this, &MainWindow::setMessage);
    connect(m_documents, &DocumentFlow::opened, this, [this](const QString& path) { setMessage(tr("Opened %1").arg(path)); });
    connect(m_start, &StartPage::openWanted, this, [this] { m_documents->chooseAndOpen(m_start->isStripWanted()); });
    connect(m_start, &StartPage::demoWanted, this, [this] { m_documents->openDemo(); });
    connect(m_start, &StartPage::fileWanted, this, [this](const QString& path) { m_documents->open(path, m_start->isStripWanted()); });
}

void MainWindow::connectBoard() {
    connect(m_board, &BoardView::cursorMoved, this,
            [this](QPointF at) { m_place->setText(QStringLiteral("x %1   y %2 mm").arg(at.x(), 0, 'f', 3).arg(at.y(), 0, 'f', 3)); });
    connect(m_board, &BoardView::cursorLeft, this, [this] { m_place->clear(); });
    connect(m_board, &BoardView::hovered, this, [this](const QString& net) {
        const std::shared_ptr<Session> session = m_service.session();
        const NetId lit = m_selection.net();
        m_net->setText(!net.isEmpty()                                                           ? net
                       : session && !lit.isNone() && lit.index() < session->board().nets.size() ? toQString(session->board().nets[lit.index()].name)
                                                                                                : QString());
    });
    connect(m_board, &BoardView::viewChanged, this, [this] {
        if (m_service.session()) m_zoom->setText(QStringLiteral("%1 px/mm").arg(m_board->view().scale(), 0, 'f', m_board->view().scale() < 10 ? 1 : 0));
    });
    connect(m_board, &BoardView::visibilityChanged, this, [this] {
        const Visibility& visibility = m_board->visibility();
        m_layers.setVisibility(visibility);
        m_dim->setChecked(visibility.dimOthers);
        const std::shared_ptr<Session> session = m_service.session();
        m_layer->setText(session ? layerName(session->board(), visibility.active) : QString());
    });
    connect(&m_layers, &LayerModel::visibilityWanted, m_board, &BoardView::setVisibility);
    connect(&m_selection, &Selection::netChanged, this, [this](NetId net) {
        const std::shared_ptr<Session> session = m_service.session();
        m_net->setText(session && !net.isNone() && net.index() < session->board().nets.size() ? toQString(session->board().nets[net.index()].name) : QString());
    });
}

void MainWindow::setState(const StatePtr& state) {
    const std::shared_ptr<Session> session = m_service.session();
    m_pages->setCurrentWidget(state ? m_workbench : static_cast<QWidget*>(m_start));
    m_board->setState(state);
    m_open.setState(state);
    m_nets.setState(state, session ? &session->rules().rules() : nullptr);
    m_history.refresh(session.get());
    m_openDock->setWindowTitle(state && state->metrics.open > 0 ? tr("Open  %1").arg(state->metrics.open) : tr("Open"));
    m_connections->setHint(!state ? tr("No board is open.") : tr("Everything is connected."));
    if (m_routing == 0) m_progress->showState(state);
    showDocks(state != nullptr);
    refresh();
}

void MainWindow::route() {
    if (m_service.session()) m_service.call(QStringLiteral("route"), nlohmann::json{{"variants", 2}}, QStringLiteral("person"));
}

void MainWindow::updateProgress() {
    if (m_routing == 0) return;
    m_progress->showRoute(m_board->live().status(), m_openBefore, m_service.now() - m_routingSince);
}

void MainWindow::showDocks(bool isOpen) {
    const bool isShown = std::any_of(m_docks.begin(), m_docks.end(), [](const QDockWidget* dock) { return !dock->isHidden(); });
    if (isOpen && m_isPutAway)
        restoreState(m_layout, kStateVersion);
    else if (!isOpen && isShown) {
        if (!m_isPutAway) m_layout = saveState(kStateVersion);
        for (QDockWidget* dock : m_docks) dock->hide();
    }
    m_isPutAway = !isOpen;
}

void MainWindow::stepLayer(int by) {
    const std::shared_ptr<Session> session = m_service.session();
    if (!session) return;
    Visibility visibility = m_board->visibility();
    const int count = static_cast<int>(session->board().layers.count());
    visibility.active = LayerId(std::clamp(visibility.active.value() + by, 0, count - 1));
    m_board->setVisibility(visibility);
}

void MainWindow::setAgentAvailable(bool isAvailable) {
    m_isAgentAvailable = isAvailable;
    refresh();
}

void MainWindow::setAgentRunning(bool isRunning) {
    m_isAgentRunning = isRunning;
    refresh();
}

void MainWindow::setMessage(const QString& text) { m_message->setText(text); }

void MainWindow::refresh() {
    const std::shared_ptr<Session> session = m_service.session();
    const bool isOpen = session != nullptr, isBusy = m_service.isBusy() || m_isAgentRunning;
    const StatePtr state = m_service.state();
    for (QAction* action : {m_save, m_saveAs, m_close, m_fit, m_zoomIn, m_zoomOut, m_flip, m_highlight, m_dim, m_layerUp, m_layerDown})
        action->setEnabled(isOpen);
    m_route->setEnabled(isOpen && !isBusy && state && state->metrics.open > 0);
    m_agent->setEnabled(isOpen && !isBusy && m_isAgentAvailable);
    m_agent->setVisible(m_isAgentAvailable);
    m_stop->setEnabled(isBusy);
    m_undo->setEnabled(isOpen && !isBusy && state && !state->parent.isNone());
    const QString name = session ? toQString(session->board().name) : QString();
    setWindowTitle(session ? QStringLiteral("%1[*] – %2").arg(name, tr("Viaduct")) : tr("Viaduct") + QStringLiteral("[*]"));
    setWindowModified(session && session->isDirty());
    if (session && m_layer->text().isEmpty()) m_layer->setText(layerName(session->board(), m_board->visibility().active));
    if (!session)
        for (QLabel* label : {m_place, m_layer, m_net, m_zoom}) label->clear();
}

void MainWindow::restyle() {
    for (const auto& [action, name] : m_icons)
        action->setIcon(icon(name, action == m_route ? m_theme.colours().accentText : m_theme.colours().text, m_theme.colours().disabled));
    m_board->setColours(m_theme.board());
    m_layers.setColours(m_theme.board());
    for (const auto& [action, choice] :
         {std::pair{m_themeSystem, Theme::Choice::System}, {m_themeDark, Theme::Choice::Dark}, {m_themeLight, Theme::Choice::Light}})
        action->setChecked(m_theme.choice() == choice);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_settings.setBytes(QStringLiteral("geometry"), saveGeometry());
    m_settings.setBytes(QStringLiteral("docks"), m_isPutAway ? m_layout : saveState(kStateVersion));
    if (m_isLeaving || (!m_service.session() && !m_service.isBusy())) return event->accept();
    event->ignore(); // the answer comes later; then the window closes itself
    m_documents->leave([this] {
        m_isLeaving = true;
        close();
    });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().toLocalFile().endsWith(QLatin1String(".kicad_pcb"))) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty()) m_documents->open(urls.front().toLocalFile(), m_start->isStripWanted());
}

} // namespace viaduct
