// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fstream>
#include <string>

#include <QtCore/QTemporaryDir>

#include "engine/commands/commandregistry.h"
#include "engine/session/sessionlog.h"
#include "engine/session/workspace.h"
#include "tests/support/boardbuilder.h"

namespace viaduct::test {

// What lies beside a board: the texts of its .kicad_pro and .kicad_dru; empty: no such file.
struct RuleTexts final {
    std::string project{}, rules{};
};

// A board in a folder of its own, opened, with every engine command.
class OpenSession final {
public:
    explicit OpenSession(const BoardBuilder& builder, ReadOptions read = {}, SessionOptions session = {}, const RuleTexts& beside = {}) {
        addEngineCommands(registry);
        board = builder.write(folder.path().toStdString());
        for (const auto& [name, text] : {std::pair("test.kicad_pro", &beside.project), std::pair("test.kicad_dru", &beside.rules)})
            if (!text->empty()) std::ofstream(folder.filePath(name).toStdString(), std::ios::binary) << *text;
        out = folder.filePath("out.kicad_pcb").toStdString();
        WorkspaceOptions options;
        session.outPath = out;
        options.session = session;
        options.version = "test";
        options.keepsJournal = false;
        options.hasFreePaths = true;
        workspace = std::make_unique<Workspace>(options);
        const auto opened = workspace->open(board, read);
        if (!opened) problem = opened.error().text;
        context.workspace = workspace.get();
    }
    [[nodiscard]] Result<nlohmann::json> call(const std::string& id, const nlohmann::json& args = nlohmann::json::object()) {
        return registry.call(context, id, args);
    }
    [[nodiscard]] Session& session() { return *workspace->session(); }
    [[nodiscard]] std::string log() { return session().log()->text(); }

    QTemporaryDir folder;
    std::string board, out, problem;
    CommandRegistry registry;
    std::unique_ptr<Workspace> workspace;
    CallContext context;
};

} // namespace viaduct::test
