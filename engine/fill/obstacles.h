// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/geometry/shape.h"
#include "engine/geometry/spatialindex.h"

namespace viaduct {

// What copper of one zone must keep out of on one layer: exact shapes, each grown by its clearance already.
class Obstacles final {
public:
    void add(Shape shape);
    void add(const ShapeList& shapes, Nanometres clearance) {
        for (const Shape& shape : shapes) add(shape.grown(clearance));
    }
    [[nodiscard]] const std::vector<Shape>& shapes() const noexcept { return m_shapes; }
    void query(const Box& area, std::vector<std::int32_t>& found) const { m_index.query(area, found); }

private:
    std::vector<Shape> m_shapes;
    SpatialIndex m_index;
};

} // namespace viaduct
