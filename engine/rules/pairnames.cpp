// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/pairnames.h"

namespace viaduct {

PairName pairNameOf(std::string_view netName) {
    for (std::size_t i = netName.size(); i-- > 0;) {
        const char c = netName[i];
        if ((c >= '0' && c <= '9') || c == '_') continue;
        char other = 0;
        if (c == 'P')
            other = 'N';
        else if (c == 'N')
            other = 'P';
        else if (c == '+')
            other = '-';
        else if (c == '-')
            other = '+';
        if (other == 0) return {};
        PairName pair{std::string(netName), std::string(netName.substr(0, i)), c == 'P' || c == '+'};
        pair.complement[i] = other;
        return pair;
    }
    return {};
}

} // namespace viaduct
