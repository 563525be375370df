// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/commands/commandregistry.h"

namespace viaduct {

// The JSON lines front (SPEC 4): {"tool": id, "args": {...}} in, the result object or {"error": {"code", "message"}} out, one line each.
class JsonLines final {
public:
    JsonLines(const CommandRegistry& registry, CallContext& context) : m_registry(registry), m_context(context) {}
    // Reads requests from a descriptor until its end, or until a stop was asked for; answers on stdout. False when answers cannot be written.
    [[nodiscard]] bool serve(int descriptor);
    // The answer to one line, without newline.
    [[nodiscard]] std::string answer(const std::string& line);

private:
    const CommandRegistry& m_registry;
    CallContext& m_context;
};

} // namespace viaduct
