// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/instancefile.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "engine/session/sessionlog.h"

namespace viaduct {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

bool writePrivately(const std::string& path, const std::string& text) {
    const std::string part = path + ".part";
    ::unlink(part.c_str());
    const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) return false;
    const bool isWritten = ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::close(descriptor);
    if (isWritten && std::rename(part.c_str(), path.c_str()) == 0) return true;
    ::unlink(part.c_str());
    return false;
}

std::string textOf(const Instance& instance) {
    const json document = {{"pid", instance.pid},       {"board", instance.board},   {"socket", instance.socket},   {"http", instance.http},
                           {"viewer", instance.viewer}, {"secret", instance.secret}, {"started", instance.started}, {"version", instance.version}};
    return toLine(document) + "\n";
}

bool isAlive(std::int64_t pid) { return pid > 0 && (::kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM); }

} // namespace

Result<std::string> instanceFolder() {
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    const std::string folder = runtime != nullptr && *runtime == '/' ? std::string(runtime) + "/viaduct" : "/tmp/viaduct-" + std::to_string(::getuid());
    ::mkdir(folder.c_str(), 0700);
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
        return fail(ErrorCode::Unwritable, "The folder " + folder + " for running sessions cannot be made.");
    if (status.st_uid != ::getuid() || (status.st_mode & 0077U) != 0)
        return fail(ErrorCode::NotAllowed, "The folder " + folder + " belongs to another user or is open to others; remove it.");
    return folder;
}

Result<std::unique_ptr<InstanceFile>> InstanceFile::create(const Instance& instance) {
    const std::string folder = TRY(instanceFolder());
    std::unique_ptr<InstanceFile> file(new InstanceFile(folder + "/" + std::to_string(instance.pid) + ".json"));
    TRY(file->update(instance));
    return file;
}

InstanceFile::~InstanceFile() { ::unlink(m_path.c_str()); }

Result<void> InstanceFile::update(const Instance& instance) {
    if (!writePrivately(m_path, textOf(instance))) return fail(ErrorCode::Unwritable, "The instance file " + m_path + " cannot be written.");
    return {};
}

std::vector<Instance> livingInstances() {
    std::vector<Instance> living;
    const auto folder = instanceFolder();
    if (!folder) return living;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(*folder, error)) {
        if (entry.path().extension() != ".json") continue;
        std::ifstream file(entry.path());
        std::stringstream all;
        all << file.rdbuf();
        const json document = parseJson(all.str());
        if (!document.is_object()) continue;
        try {
            Instance instance{document.at("pid"),     document.at("board"),   document.at("socket"), document.at("secret"),
                              document.at("started"), document.at("version"), document.at("http"),   document.at("viewer")};
            if (isAlive(instance.pid))
                living.push_back(std::move(instance));
            else
                fs::remove(entry.path(), error);
        } catch (const json::exception&) { continue; }
    }
    std::sort(living.begin(), living.end(), [](const Instance& a, const Instance& b) { return a.pid < b.pid; });
    return living;
}

} // namespace viaduct
