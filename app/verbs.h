// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace viaduct {

// One function per verb of the command line; argv[0] is the verb. Each returns the exit code.
int runRouteVerb(int argc, char** argv);
int runDrcVerb(int argc, char** argv);
int runSessionVerb(int argc, char** argv);
int runDoctorVerb(int argc, char** argv);

} // namespace viaduct
