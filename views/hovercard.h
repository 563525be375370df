// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QSizeF>
#include <QString>

#include <utility>
#include <vector>

#include "engine/session/state.h"
#include "views/hittest.h"

class QPainter;

namespace viaduct {

// The small card beside the cursor that names what lies under it.
class HoverCard final {
public:
    void set(const Hit& hit, const BoardPicture& picture, const State& state);
    void clear() { m_title.clear(); }
    [[nodiscard]] bool isEmpty() const noexcept { return m_title.isEmpty(); }
    [[nodiscard]] const QString& title() const noexcept { return m_title; }
    [[nodiscard]] const std::vector<std::pair<QString, QString>>& rows() const noexcept { return m_rows; }
    void paint(QPainter& painter, const BoardPicture& picture, QPointF cursor, QSizeF viewport) const;

private:
    void setPad(const Pad& pad, const Board& board);
    QString m_title;
    std::vector<std::pair<QString, QString>> m_rows; // name and value
};

[[nodiscard]] QString layerName(const Board& board, LayerId layer);

} // namespace viaduct
