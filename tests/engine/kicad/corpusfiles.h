// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace viaduct {

// Board files below a folder, sorted by path; empty when the folder does not exist.
inline std::vector<std::string> boardsBelow(const std::string& folder) {
    std::vector<std::string> boards;
    std::error_code problem;
    for (std::filesystem::recursive_directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
        if (at->path().extension() == ".kicad_pcb") boards.push_back(at->path().string());
    std::sort(boards.begin(), boards.end());
    return boards;
}

inline std::string bytesOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline const std::string kDemoFolder = "/usr/share/kicad/demos";

} // namespace viaduct
