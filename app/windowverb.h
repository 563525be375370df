// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace viaduct {

// `viaduct [BOARD]`: the window. Arguments as given to main. Returns the exit code. Implemented with Qt in windowverb.cpp; a build without
// the views has windowmissing.cpp instead.
int runWindow(int argc, char** argv);

} // namespace viaduct
