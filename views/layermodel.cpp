// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/layermodel.h"

#include <set>

#include "views/hovercard.h"

namespace viaduct {

namespace {

struct TechName final {
    TechLayer layer;
    const char* name;
};
// KiCad's names, in the order of its own panel.
constexpr TechName kTechNames[] = {
    {TechLayer::FrontSilk, "F.Silkscreen"},     {TechLayer::BackSilk, "B.Silkscreen"},     {TechLayer::FrontMask, "F.Mask"},   {TechLayer::BackMask, "B.Mask"},
    {TechLayer::FrontPaste, "F.Paste"},         {TechLayer::BackPaste, "B.Paste"},         {TechLayer::FrontFab, "F.Fab"},     {TechLayer::BackFab, "B.Fab"},
    {TechLayer::FrontCourtyard, "F.Courtyard"}, {TechLayer::BackCourtyard, "B.Courtyard"}, {TechLayer::EdgeCuts, "Edge.Cuts"}, {TechLayer::Margin, "Margin"},
    {TechLayer::Comments, "User.Comments"},     {TechLayer::Drawings, "User.Drawings"},    {TechLayer::Other, "Other"}};

} // namespace

void LayerModel::setBoard(const Board* board) {
    beginResetModel();
    m_rows.clear();
    m_copperLayers = board != nullptr ? board->layers.count() : 0;
    if (board != nullptr) {
        const auto header = [this](const QString& name) { m_rows.push_back({Kind::Header, name, {}, {}, {}}); };
        header(tr("Copper"));
        for (std::size_t i = 0; i < m_copperLayers; ++i) {
            const LayerId layer(static_cast<std::int32_t>(i));
            m_rows.push_back({Kind::Copper, layerName(*board, layer), layer, {}, {}});
        }
        header(tr("Items"));
        const std::pair<Item, QString> items[] = {{Item::Tracks, tr("Tracks")}, {Item::Vias, tr("Vias")},         {Item::Pads, tr("Pads")},
                                                  {Item::Zones, tr("Zones")},   {Item::Ratsnest, tr("Ratsnest")}, {Item::Names, tr("Names")},
                                                  {Item::Grid, tr("Grid")}};
        for (const auto& [item, name] : items) m_rows.push_back({Kind::Item, name, {}, {}, item});
        header(tr("Drawings"));
        std::set<TechLayer> used{TechLayer::EdgeCuts};
        for (const Graphic& graphic : board->graphics)
            if (const auto* tech = std::get_if<TechLayer>(&graphic.layer)) used.insert(*tech);
        for (const TechName& tech : kTechNames)
            if (used.count(tech.layer) > 0) m_rows.push_back({Kind::Tech, QString::fromLatin1(tech.name), {}, tech.layer, {}});
    }
    endResetModel();
}

void LayerModel::setVisibility(const Visibility& visibility) {
    m_visibility = visibility;
    if (!m_rows.empty()) emit dataChanged(index(0), index(rowCount() - 1));
}

void LayerModel::setColours(const BoardColours& colours) {
    m_colours = colours;
    if (!m_rows.empty()) emit dataChanged(index(0), index(rowCount() - 1));
}

LayerId LayerModel::copperAt(const QModelIndex& index) const {
    return index.isValid() && index.row() < rowCount() ? m_rows[static_cast<std::size_t>(index.row())].copper : LayerId::none();
}

bool LayerModel::isShown(const Row& row) const {
    const Visibility& see = m_visibility;
    if (row.kind == Kind::Copper) return see.copper.contains(row.copper);
    if (row.kind == Kind::Tech) return see.shows(row.tech);
    switch (row.item) {
    case Item::Tracks: return see.tracks;
    case Item::Vias: return see.vias;
    case Item::Pads: return see.pads;
    case Item::Zones: return see.zones;
    case Item::Ratsnest: return see.ratsnest;
    case Item::Names: return see.names;
    case Item::Grid: return see.grid;
    }
    return true;
}

QColor LayerModel::colourOf(const Row& row) const {
    if (row.kind == Kind::Copper) return m_colours.copper(row.copper, m_copperLayers);
    if (row.kind == Kind::Tech) return m_colours.tech(row.tech);
    switch (row.item) {
    case Item::Tracks: return m_colours.session(m_colours.copper(LayerId(0), 2));
    case Item::Vias: return m_colours.via;
    case Item::Pads: return m_colours.padThrough;
    case Item::Zones: return mixed(m_colours.copper(LayerId(0), 2), m_colours.background, 0.5);
    case Item::Ratsnest: return m_colours.ratsnest;
    case Item::Names: return m_colours.cardText;
    case Item::Grid: return m_colours.grid;
    }
    return {};
}

void LayerModel::show(Visibility& visibility, const Row& row, bool isOn) const {
    if (row.kind == Kind::Copper) {
        LayerSet copper = visibility.copper;
        if (isOn)
            copper.insert(row.copper);
        else
            copper.remove(row.copper);
        visibility.copper = copper;
        return;
    }
    if (row.kind == Kind::Tech) {
        if (isOn)
            visibility.tech |= Visibility::bit(row.tech);
        else
            visibility.tech &= ~Visibility::bit(row.tech);
        return;
    }
    switch (row.item) {
    case Item::Tracks: visibility.tracks = isOn; break;
    case Item::Vias: visibility.vias = isOn; break;
    case Item::Pads: visibility.pads = isOn; break;
    case Item::Zones: visibility.zones = isOn; break;
    case Item::Ratsnest: visibility.ratsnest = isOn; break;
    case Item::Names: visibility.names = isOn; break;
    case Item::Grid: visibility.grid = isOn; break;
    }
}

QVariant LayerModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return row.name;
    case KindRole: return static_cast<int>(row.kind);
    case ActiveRole: return row.kind == Kind::Copper && row.copper == m_visibility.active;
    case Qt::CheckStateRole: return row.kind == Kind::Header ? QVariant() : QVariant(isShown(row) ? Qt::Checked : Qt::Unchecked);
    case ColourRole: return row.kind == Kind::Header ? QVariant() : QVariant(colourOf(row));
    default: return {};
    }
}

bool LayerModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || index.row() >= rowCount() || role != Qt::CheckStateRole) return false;
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (row.kind == Kind::Header) return false;
    Visibility visibility = m_visibility;
    show(visibility, row, value.toInt() == Qt::Checked);
    emit visibilityWanted(visibility);
    return true;
}

Qt::ItemFlags LayerModel::flags(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount()) return Qt::NoItemFlags;
    if (m_rows[static_cast<std::size_t>(index.row())].kind == Kind::Header) return Qt::ItemIsEnabled;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable;
}

} // namespace viaduct
