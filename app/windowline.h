// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace viaduct {

// The command line of the window.
struct WindowLine final {
    std::string board;
    bool strip{false};
    bool demo{false};                         // the built-in agent routes the board
    bool exits{false};                        // when everything asked for is done
    bool inWindow{false};                     // a real window even on a platform without a display (for pictures)
    std::string screenshot, screenshotAtHalf; // pictures of the window, or of the board without one
    std::string at{"done"};                   // start | mid | done: the moment of `screenshot`
    std::string theme;                        // dark | light | system; empty: as last time
    int width{1600}, height{1000};
    std::uint64_t threads{1};
    [[nodiscard]] bool takesPictures() const noexcept { return !screenshot.empty() || !screenshotAtHalf.empty(); }
};

// Reads the line; an exit code when the program is to end.
[[nodiscard]] std::optional<int> parseWindowLine(WindowLine& line, int argc, char** argv);

int runInWindow(const WindowLine& line, int argc, char** argv);
// The same agent and the same session without a window: writes the routed board, the log, and a picture of the board.
int runWithoutWindow(const WindowLine& line, int argc, char** argv);

} // namespace viaduct
