// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/fill/obstacles.h"

namespace viaduct {

void Obstacles::add(Shape shape) {
    m_index.insert(static_cast<std::int32_t>(m_shapes.size()), shape.box());
    m_shapes.push_back(std::move(shape));
}

} // namespace viaduct
