// SPDX-License-Identifier: GPL-3.0-or-later
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/digest.h"
#include "engine/kicad/boardwriter.h"
#include "engine/kicad/filebytes.h"

namespace viaduct {

namespace fs = std::filesystem;

Result<void> writeFileAtomically(const std::string& path, const std::string& bytes) {
    const auto refuse = [&](const std::string& what) {
        return fail(ErrorCode::Unwritable, path + ": " + what + ": " + std::strerror(errno) + "; nothing was changed");
    };
    // Through a link to the file it names, so that the link stays a link.
    std::error_code problem;
    const bool isLink = fs::is_symlink(path, problem);
    problem.clear(); // set where there is no file yet
    const fs::path target = isLink ? fs::weakly_canonical(path, problem) : fs::path(path);
    if (problem) return fail(ErrorCode::Unwritable, path + ": " + problem.message());
    // A device, a pipe or a socket would be replaced, not written to.
    const fs::file_status there = fs::status(target, problem);
    if (fs::exists(there) && !fs::is_regular_file(there))
        return fail(ErrorCode::Unwritable,
                    path + (fs::is_directory(there) ? " is a folder; name a file to write to" : " is no regular file; name another one"));
    const fs::path folder = target.parent_path().empty() ? fs::path(".") : target.parent_path();
    std::string temporary = (folder / ("." + target.filename().string() + ".XXXXXX")).string();
    const int file = mkstemp(temporary.data());
    if (file < 0) return refuse("no file can be written in its folder");
    const auto giveUp = [&](const std::string& what) {
        auto error = refuse(what);
        (void)close(file);
        (void)unlink(temporary.c_str());
        return error;
    };
    struct stat old {};
    const mode_t mask = umask(0);
    umask(mask);
    const mode_t mode = stat(target.c_str(), &old) == 0 ? old.st_mode & 07777U : 0666U & ~mask;
    if (fchmod(file, mode) != 0) return giveUp("its permissions cannot be set");
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count = write(file, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return giveUp("writing failed");
        done += static_cast<std::size_t>(count);
    }
    if (fsync(file) != 0) return giveUp("writing failed");
    if (close(file) != 0) {
        auto error = refuse("writing failed");
        (void)unlink(temporary.c_str());
        return error;
    }
    if (std::rename(temporary.c_str(), target.c_str()) != 0) {
        auto error = refuse("the new file cannot take its place");
        (void)unlink(temporary.c_str());
        return error;
    }
    // The folder's entry too, so that a power cut cannot bring the old file back half renamed; not all file systems allow it.
    if (const int directory = open(folder.c_str(), O_RDONLY | O_DIRECTORY); directory >= 0) {
        (void)fsync(directory);
        (void)close(directory);
    }
    return {};
}

Result<void> ensureUnchangedOnDisk(const BoardFile& file) {
    const auto bytes = readFileBytes(file.path, kLargestBoardFile);
    if (!bytes) return fail(ErrorCode::CheckFailed, bytes.error().text + " (it was there when the board was opened)");
    if (bytes->size() == file.bytes.size() && Sha256::hexOf(*bytes) == file.sha256) return {};
    return fail(ErrorCode::CheckFailed, file.path + ": another program changed the file since it was opened; save under another name, or open it again");
}

Result<void> copyCompanions(const std::string& boardPath, const std::string& target) {
    std::error_code problem;
    for (const char* extension : {".kicad_pro", ".kicad_dru"}) {
        const fs::path source = fs::path(boardPath).replace_extension(extension), copy = fs::path(target).replace_extension(extension);
        if (!fs::exists(source, problem)) continue;
        if (source == copy || (fs::exists(copy, problem) && fs::equivalent(source, copy, problem))) continue;
        const std::string bytes = TRY(readFileBytes(source.string(), kLargestBoardFile));
        TRY(writeFileAtomically(copy.string(), bytes));
    }
    return {};
}

} // namespace viaduct
