// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/textvariables.h"

namespace viaduct {

TextVariables::TextVariables(const Footprint& footprint, const SNode& list) {
    const std::size_t colon = footprint.library.find(':');
    m_values = {{"REFERENCE", footprint.reference},
                {"VALUE", footprint.value},
                {"FOOTPRINT_LIBRARY", colon == std::string::npos ? std::string() : footprint.library.substr(0, colon)},
                {"FOOTPRINT_NAME", colon == std::string::npos ? footprint.library : footprint.library.substr(colon + 1)},
                {"LAYER", footprint.isBack ? "B.Cu" : "F.Cu"}};
    for (const SNode part : list.arguments())
        if (part.is("property") && part.at(2).isLeaf()) m_values.emplace_back(part.at(1).text(), part.at(2).text());
}

std::string TextVariables::resolved(std::string text) const {
    if (text == "%R") return m_values[0].second;
    if (text == "%V") return m_values[1].second;
    std::size_t from = 0;
    for (int rounds = 0; rounds < 32; ++rounds) {
        const std::size_t open = text.find("${", from), close = open == std::string::npos ? open : text.find('}', open);
        if (close == std::string::npos) return text;
        const std::string name = text.substr(open + 2, close - open - 2);
        from = close + 1;
        for (const auto& [known, value] : m_values)
            if (known == name) {
                text.replace(open, close - open + 1, value);
                from = open + value.size(); // values are not resolved again, so that a field naming itself ends
                break;
            }
    }
    return text;
}

} // namespace viaduct
