// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <vector>

#include "views/boardpicture.h"

namespace viaduct {

// What can be shown or hidden: copper layers, technical layers, kinds of items. A row's check state is its visibility; setting it emits
// visibilityWanted, the answer comes back through setVisibility.
class LayerModel final : public QAbstractListModel {
    Q_OBJECT

public:
    enum class Kind { Header, Copper, Tech, Item };
    enum class Item { Tracks, Vias, Pads, Zones, Ratsnest, Names, Grid };
    enum Role { KindRole = Qt::UserRole + 1, ColourRole, ActiveRole };

    using QAbstractListModel::QAbstractListModel;
    void setBoard(const Board* board); // null: nothing is open
    void setVisibility(const Visibility& visibility);
    void setColours(const BoardColours& colours);
    [[nodiscard]] LayerId copperAt(const QModelIndex& index) const; // none() for other rows

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void visibilityWanted(const viaduct::Visibility& visibility);

private:
    struct Row final {
        Kind kind{Kind::Header};
        QString name;
        LayerId copper;
        TechLayer tech{TechLayer::Other};
        Item item{Item::Tracks};
    };
    [[nodiscard]] bool isShown(const Row& row) const;
    [[nodiscard]] QColor colourOf(const Row& row) const;
    void show(Visibility& visibility, const Row& row, bool isOn) const;
    std::vector<Row> m_rows;
    std::size_t m_copperLayers{0};
    Visibility m_visibility;
    BoardColours m_colours{BoardColours::dark()};
};

} // namespace viaduct
