// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <QRectF>

#include "engine/board/ids.h"

namespace viaduct {

// What the person looks at, shared by every view: the highlighted net, and places that a view asks the board to show.
class Selection final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    [[nodiscard]] NetId net() const noexcept { return m_net; } // none(): nothing is highlighted
    void setNet(NetId net);
    void clear() { setNet(NetId::none()); }
    // Asks the board view to bring a place (board millimetres) into sight.
    void show(const QRectF& area) { emit shown(area); }

signals:
    void netChanged(viaduct::NetId net);
    void shown(const QRectF& area);

private:
    NetId m_net;
};

} // namespace viaduct
