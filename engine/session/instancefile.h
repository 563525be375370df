// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace viaduct {

// How a client finds a running session (SPEC 9). Empty text and port 0: that front is off.
struct Instance final {
    std::int64_t pid{0};
    std::string board, socket, secret, started, version;
    int http{0}, viewer{0}; // ports on the loopback
};

// $XDG_RUNTIME_DIR/viaduct, else a folder of the user's with mode 0700; made when absent. Fails where it belongs to someone else.
[[nodiscard]] Result<std::string> instanceFolder();

// The file PID.json, mode 0600, for as long as this object lives.
class InstanceFile final {
public:
    [[nodiscard]] static Result<std::unique_ptr<InstanceFile>> create(const Instance& instance);
    ~InstanceFile();
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    [[nodiscard]] Result<void> update(const Instance& instance); // atomic

private:
    explicit InstanceFile(std::string path) : m_path(std::move(path)) {}
    std::string m_path;
};

// Instances whose process lives; files of dead ones are removed.
[[nodiscard]] std::vector<Instance> livingInstances();

} // namespace viaduct
