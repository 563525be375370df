// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/board/board.h"
#include "engine/kicad/sexpression.h"

namespace viaduct {

// ${REFERENCE}, ${VALUE} and the fields of one footprint, as its texts use them; % and %R of KiCad 4 and 5. Others stay as written.
class TextVariables final {
public:
    TextVariables(const Footprint& footprint, const SNode& list);
    [[nodiscard]] std::string resolved(std::string text) const;

private:
    std::vector<std::pair<std::string, std::string>> m_values;
};

} // namespace viaduct
