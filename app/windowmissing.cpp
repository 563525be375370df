// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/exitcode.h"
#include "app/windowverb.h"

namespace viaduct {

int runWindow(int, char**) {
    std::fputs("viaduct: this build has no window; `viaduct --help` lists what it can do.\n", stderr);
    return kExitUsage;
}

} // namespace viaduct
