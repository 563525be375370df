// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/overbar.h"

namespace viaduct {

std::string withNewOverbars(std::string text) {
    if (text.find('~') == std::string::npos || text == "~") return text;
    std::string renewed;
    bool isOpen = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char character = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
        if (character != '~') {
            const bool isEnd = isOpen && (character == ' ' || character == '}' || character == ')');
            if (isEnd) renewed.push_back('}'), isOpen = false;
            renewed.push_back(character);
        } else if (next == '{') {
            return text;
        } else if (next == '~') {
            // "~~{" would read as an overbar, so the brace gets a tilde with an empty bar before it.
            const bool isBrace = at + 2 < text.size() && text[at + 2] == '{';
            renewed += isBrace ? "~~{}" : "~";
            ++at;
        } else {
            renewed += isOpen ? "}" : "~{";
            isOpen = !isOpen;
        }
    }
    if (isOpen) renewed.push_back('}');
    return renewed;
}

} // namespace viaduct
