// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QWidget>

#include <functional>
#include <memory>

#include "engine/service/sessionservice.h"
#include "engine/session/instancefile.h"
#include "views/settings.h"

namespace viaduct {

// Opening, saving and closing with the questions that belong to them. Every question is asked without blocking: the answer comes as a signal.
class DocumentFlow final : public QObject {
    Q_OBJECT

public:
    // `isQuiet`: nobody is there to answer (pictures, tests); questions take their safe answer, failures come through `failed` only.
    DocumentFlow(SessionService& service, Settings& settings, QWidget& window, bool isQuiet);
    ~DocumentFlow() override;

    void open(const QString& path, bool strip);
    void chooseAndOpen(bool strip);
    void openDemo();
    [[nodiscard]] static QString demoBoard(); // empty when there is none on this machine
    void save();                              // to NAME-routed.kicad_pcb beside the board
    void saveAs();
    // Stops what runs, asks about unsaved changes, then calls `go`; not at all when the person stays.
    void leave(std::function<void()> go);

signals:
    void opened(const QString& path);
    void saved(const QString& path);
    void failed(const QString& text);

private:
    void begin(const SessionService::OpenRequest& request);
    void restoreJournal(const QString& journal);
    void ask(const QString& text, const QString& more, const QString& yes, const QString& no, std::function<void(bool)> answer);
    void askToSave(std::function<void()> go);
    void saveTo(const QString& command, const nlohmann::json& args, std::function<void()> then);
    void complain(const QString& text);
    void whenIdle(std::function<void()> then);

    SessionService& m_service;
    Settings& m_settings;
    QWidget& m_window;
    bool m_isQuiet;
    bool m_isOpening{false};
    std::unique_ptr<InstanceFile> m_instance;
};

} // namespace viaduct
