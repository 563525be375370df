// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/documentflow.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

#include "engine/base/log.h"
#include "engine/service/texts.h"
#include "engine/session/journal.h"

namespace viaduct {

namespace {

const auto kDemo = QStringLiteral("/usr/share/kicad/demos/pic_programmer/pic_programmer.kicad_pcb");

// The demo is worked on as a copy, so that nothing is written where it came from.
Result<QString> copyDemo(const QString& source) {
    const QFileInfo board(source);
    const QString folder = userDataLocation() + QStringLiteral("/demo");
    if (!QDir().mkpath(folder))
        return fail(ErrorCode::Unwritable, "The folder " + toUtf8(folder) + " cannot be made; open a board from a folder of yours instead.");
    for (const char* ending : {"kicad_pcb", "kicad_pro", "kicad_dru"}) {
        const QString from = QStringLiteral("%1/%2.%3").arg(board.absolutePath(), board.completeBaseName(), QLatin1String(ending));
        const QString to = QStringLiteral("%1/%2.%3").arg(folder, board.completeBaseName(), QLatin1String(ending));
        if (!QFile::exists(from)) continue;
        QFile::remove(to);
        if (!QFile::copy(from, to)) return fail(ErrorCode::Unwritable, "The demo board cannot be copied to " + toUtf8(to) + ".");
        QFile::setPermissions(to, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther);
    }
    return folder + QLatin1Char('/') + board.fileName();
}

} // namespace

DocumentFlow::DocumentFlow(SessionService& service, Settings& settings, QWidget& window, bool isQuiet)
    : QObject(&window), m_service(service), m_settings(settings), m_window(window), m_isQuiet(isQuiet) {
    connect(&m_service, &SessionService::sessionChanged, this, [this] {
        m_instance.reset();
        const std::shared_ptr<Session> session = m_service.session();
        if (!session) return;
        Instance instance;
        instance.pid = QCoreApplication::applicationPid();
        instance.board = session->file().path;
        instance.started = toUtf8(QDateTime::currentDateTimeUtc().toString(Qt::ISODate));
        instance.version = toUtf8(QCoreApplication::applicationVersion());
        if (auto file = InstanceFile::create(instance))
            m_instance = std::move(*file);
        else
            logMessage(LogLevel::Warning, file.error().text);
    });
}

DocumentFlow::~DocumentFlow() = default;

QString DocumentFlow::demoBoard() {
    if (QFileInfo(kDemo).isFile()) return kDemo;
    const QString own = QCoreApplication::applicationDirPath() + QStringLiteral("/../../resources/demo/viaduct-demo.kicad_pcb");
    if (QFileInfo(own).isFile()) return QFileInfo(own).canonicalFilePath();
    const QString installed = QCoreApplication::applicationDirPath() + QStringLiteral("/../share/viaduct/demo/viaduct-demo.kicad_pcb");
    return QFileInfo(installed).isFile() ? QFileInfo(installed).canonicalFilePath() : QString();
}

void DocumentFlow::openDemo() {
    m_service.pool().run(
        this, [source = demoBoard()] { return copyDemo(source); },
        [this](Result<QString> copy) {
            if (copy)
                open(*copy, true);
            else
                complain(toQString(copy.error().text));
        });
}

void DocumentFlow::chooseAndOpen(bool strip) {
    auto* dialog =
        new QFileDialog(&m_window, tr("Open a board"), m_settings.text(QStringLiteral("folder"), QDir::homePath()), tr("KiCad boards (*.kicad_pcb)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this, strip](const QString& path) { open(path, strip); });
    dialog->open();
}

void DocumentFlow::open(const QString& path, bool strip) {
    if (std::exchange(m_isOpening, true)) return;
    m_settings.setText(QStringLiteral("folder"), QFileInfo(path).absolutePath());
    const auto find = [this, path, strip] {
        m_service.pool().run(
            this, [path] { return placesFor(path); },
            [this, path, strip](SessionPlaces places) {
                SessionService::OpenRequest request{path, strip, std::move(places)};
                if (request.places.otherProcess == 0) return begin(request);
                ask(tr("This board is open in another Viaduct window."),
                    tr("Process %1 works on it. Two sessions on one board do not see each other's changes.").arg(request.places.otherProcess),
                    tr("Open it anyway"), tr("Cancel"), [this, request](bool isWanted) {
                        if (isWanted)
                            begin(request);
                        else
                            m_isOpening = false;
                    });
            });
    };
    if (!m_service.session()) return find();
    m_isOpening = false; // the person may stay
    leave([this, find] {
        m_isOpening = true;
        find();
    });
}

void DocumentFlow::begin(const SessionService::OpenRequest& request) {
    const QString path = request.path;
    const QStringList journals = request.places.journals;
    m_service.open(request, this, [this, path, journals](const CallRecord& record) {
        m_isOpening = false;
        if (record.status != CallRecord::Status::Done) return complain(record.error ? toQString(record.error->text) : tr("The board could not be opened."));
        m_settings.addRecent(path);
        emit opened(path);
        if (journals.isEmpty() || m_isQuiet) return;
        ask(tr("An earlier session on this board ended without being saved."), tr("Its changes were kept. They are checked again before they come back."),
            tr("Restore them"), tr("Leave them"), [this, journal = journals.back()](bool isWanted) {
                if (isWanted) restoreJournal(journal);
            });
    });
}

void DocumentFlow::restoreJournal(const QString& journal) {
    m_service.pool().run(
        this, [path = toUtf8(journal)] { return readJournal(path); },
        [this, journal](Result<JournalContents> contents) {
            const std::shared_ptr<Session> session = m_service.session();
            if (!session) return;
            if (!contents) return complain(toQString(contents.error().text));
            const JournalSubject& subject = contents->subject;
            if (subject.boardSha256 != session->file().sha256 || subject.rulesSha256 != session->project().sha256() ||
                subject.strip != session->file().options.strip)
                return complain(tr("The board or its rules changed since that session, or it was opened %1 its tracks. Its changes stay in %2.")
                                    .arg(subject.strip ? tr("without") : tr("with"), journal));
            m_service.call(QStringLiteral("session.recover"), contents->args, QStringLiteral("person"), this, [this, journal](const CallRecord& record) {
                if (record.status == CallRecord::Status::Done)
                    m_service.pool().run(
                        this, [path = toUtf8(journal)] { return removeJournal(path), true; }, [](bool) {});
                else
                    complain(record.error ? toQString(record.error->text) : tr("The earlier session could not be restored."));
            });
        });
}

void DocumentFlow::save() { saveTo(QStringLiteral("save"), nlohmann::json::object(), {}); }

void DocumentFlow::saveAs() {
    if (!m_service.session()) return;
    auto* dialog = new QFileDialog(&m_window, tr("Save the board as"), m_service.places().outPath, tr("KiCad boards (*.kicad_pcb)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("kicad_pcb"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        saveTo(QStringLiteral("window.save_as"), nlohmann::json{{"path", toUtf8(path)}}, {});
    });
    dialog->open();
}

void DocumentFlow::saveTo(const QString& command, const nlohmann::json& args, std::function<void()> then) {
    m_service.call(command, args, QStringLiteral("person"), this, [this, then = std::move(then)](const CallRecord& record) {
        if (record.status != CallRecord::Status::Done) return complain(record.error ? toQString(record.error->text) : tr("The board could not be saved."));
        emit saved(toQString(record.result.value("path", std::string())));
        if (then) then();
    });
}

void DocumentFlow::leave(std::function<void()> go) {
    m_service.stop();
    whenIdle([this, go = std::move(go)] {
        const std::shared_ptr<Session> session = m_service.session();
        const bool mustAsk = session && session->isDirty() && !m_isQuiet;
        const auto close = [this, go] {
            if (!m_service.session()) return go();
            m_service.close(true, this, [go](const CallRecord&) { go(); });
        };
        if (mustAsk)
            askToSave(close);
        else
            close();
    });
}

void DocumentFlow::whenIdle(std::function<void()> then) {
    if (!m_service.isBusy()) return then();
    auto once = std::make_shared<QMetaObject::Connection>();
    *once = connect(
        &m_service, &SessionService::busyChanged, this,
        [once, then = std::move(then)](bool isBusy) {
            if (isBusy) return;
            QObject::disconnect(*once);
            then();
        },
        Qt::QueuedConnection);
}

void DocumentFlow::askToSave(std::function<void()> go) {
    auto* box = new QMessageBox(QMessageBox::Question, tr("Unsaved changes"), tr("The routed copper is not saved yet."), QMessageBox::NoButton, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Saving writes %1.").arg(m_service.places().outPath));
    const QPushButton* save = box->addButton(tr("Save"), QMessageBox::AcceptRole);
    const QPushButton* discard = box->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    connect(box, &QMessageBox::buttonClicked, this, [this, save, discard, go = std::move(go)](const QAbstractButton* button) {
        if (button == save)
            saveTo(QStringLiteral("save"), nlohmann::json::object(), go);
        else if (button == discard)
            go();
    });
    box->open();
}

void DocumentFlow::ask(const QString& text, const QString& more, const QString& yes, const QString& no, std::function<void(bool)> answer) {
    if (m_isQuiet) return answer(true);
    auto* box = new QMessageBox(QMessageBox::Question, QCoreApplication::applicationName(), text, QMessageBox::NoButton, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(more);
    const QPushButton* accept = box->addButton(yes, QMessageBox::AcceptRole);
    box->addButton(no, QMessageBox::RejectRole);
    connect(box, &QMessageBox::finished, this, [box, accept, answer = std::move(answer)] { answer(box->clickedButton() == accept); });
    box->open();
}

void DocumentFlow::complain(const QString& text) {
    emit failed(text);
    logMessage(LogLevel::Error, toUtf8(text));
    if (m_isQuiet) return;
    auto* box = new QMessageBox(QMessageBox::Warning, QCoreApplication::applicationName(), text, QMessageBox::Ok, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse);
    box->setTextFormat(Qt::PlainText);
    box->open();
}

} // namespace viaduct
