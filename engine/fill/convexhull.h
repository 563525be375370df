// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/geometry/shape.h"

namespace viaduct {

// The convex hull of the shapes as a ring; curves by chords outside them by at most 5 um.
[[nodiscard]] Ring convexHullOf(const ShapeList& shapes);

} // namespace viaduct
