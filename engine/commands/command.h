// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/base/result.h"
#include "engine/base/stopflag.h"
#include "engine/router/eventsink.h"
#include "engine/session/session.h"

namespace viaduct {

class Workspace;

enum class CommandKind : std::uint8_t { Query, Route, Edit, Session, Export, Ui };
enum class Profile : std::uint8_t { Read, Route, Edit, Kicad }; // each contains the former

struct CallProgress final {
    std::string phase; // "pin access", "negotiating", ...
    std::size_t done{0}, total{0};
    std::uint64_t workLeft{0};
};

// Caps that keep a client within bounds; replay and the command line lift them.
struct CallCaps final {
    std::uint64_t work{50'000'000}; // per variant
    std::size_t nets{64};
};

// Everything a call has besides its arguments. Lives as long as the call.
struct CallContext final {
    Workspace* workspace{nullptr};    // the one place where a session is opened and closed
    std::shared_ptr<Session> session; // null while nothing is open; set by the registry from the workspace
    StatePtr state;                   // the state a query answers from; set by the registry
    EventSink* events{nullptr};
    const StopFlag* stop{nullptr};
    std::string actor{"script"}; // "person", "agent", "script", or a client's name
    Profile profile{Profile::Route};
    std::function<void(const CallProgress&)> progress; // from any thread, must not block
    CallCaps caps;
    bool mayOverwriteInput{false};                          // the person, or --in-place
    std::vector<std::pair<int, std::uint64_t>> replayStops; // replay of a stopped route

    // What the log needs beyond the result; filled by the command.
    std::uint64_t work{0};
    std::vector<std::pair<int, std::uint64_t>> stoppedAt;
};

struct CommandExample final {
    std::string title;
    nlohmann::json args;
};

// A named, typed operation: the only way anything changes. `run` gets arguments that passed the schema, with defaults filled in, and is
// synchronous; the service calls it on a pool thread.
struct Command final {
    std::string id; // "route", "session.open": the JSON-RPC method; MCP replaces '.' by '_'
    std::string title, description;
    CommandKind kind{CommandKind::Query};
    Profile profile{Profile::Read};
    nlohmann::json argsSchema, resultSchema;
    std::vector<CommandExample> examples;
    std::function<Result<nlohmann::json>(CallContext&, const nlohmann::json&)> run;
    bool needsSession{true};
    bool isHidden{false}; // not listed to clients (session.recover)
    bool isLogged{true};  // false: opening and closing, which the log stands for itself
};

[[nodiscard]] const char* toText(CommandKind kind) noexcept;
[[nodiscard]] const char* toText(Profile profile) noexcept;
[[nodiscard]] std::optional<Profile> profileFrom(const std::string& text) noexcept;

} // namespace viaduct
