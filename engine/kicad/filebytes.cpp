// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/filebytes.h"

#include <cstdio>
#include <filesystem>
#include <memory>

namespace viaduct {

Result<std::string> readFileBytes(const std::string& path, std::uintmax_t largest) {
    std::error_code problem;
    const auto status = std::filesystem::status(path, problem);
    if (!std::filesystem::exists(status)) return fail(ErrorCode::Unreadable, path + ": no such file");
    if (!std::filesystem::is_regular_file(status)) return fail(ErrorCode::Unreadable, path + ": not a regular file");
    const std::uintmax_t size = std::filesystem::file_size(path, problem);
    if (problem) return fail(ErrorCode::Unreadable, path + ": " + problem.message());
    if (size > largest) return fail(ErrorCode::Unreadable, path + ": larger than " + std::to_string(largest >> 20U) + " MiB");
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) return fail(ErrorCode::Unreadable, path + ": cannot be opened; check its permissions");
    std::string bytes(static_cast<std::size_t>(size), '\0');
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
    if (std::ferror(file.get()) != 0) return fail(ErrorCode::Unreadable, path + ": reading failed");
    return bytes;
}

} // namespace viaduct
