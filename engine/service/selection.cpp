// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/service/selection.h"

namespace viaduct {

void Selection::setNet(NetId net) {
    if (net == m_net) return;
    m_net = net;
    emit netChanged(net);
}

} // namespace viaduct
