// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/netmodel.h"

#include "engine/service/texts.h"

namespace viaduct {

void NetModel::setState(const StatePtr& state, const RuleSet* rules) {
    std::vector<Row> rows;
    if (state) {
        const Board& board = *state->board;
        std::vector<Row> all(board.nets.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i].net = NetId(static_cast<std::int32_t>(i));
            all[i].name = toQString(board.nets[i].name);
            if (rules != nullptr && i < rules->classOfNet.size()) all[i].netClass = toQString(rules->classFor(all[i].net).name);
        }
        const auto rowFor = [&all](NetId net) -> Row* { return net.value() > 0 && net.index() < all.size() ? &all[net.index()] : nullptr; };
        for (const Pad& pad : board.pads)
            if (Row* row = rowFor(pad.net)) ++row->pads;
        for (const OpenConnection& open : state->open)
            if (Row* row = rowFor(open.edge.net)) ++row->open;
        if (state->copper) {
            for (const Track& track : state->copper->tracks)
                if (Row* row = rowFor(track.net)) row->length += lengthOf(track);
            for (const TrackArc& arc : state->copper->arcs)
                if (Row* row = rowFor(arc.net)) row->length += lengthOf(arc);
            for (const Via& via : state->copper->vias)
                if (Row* row = rowFor(via.net)) ++row->vias;
        }
        for (Row& row : all)
            if (row.net.value() > 0 && row.pads > 0) rows.push_back(std::move(row));
    }
    // The same nets in another state keep the person's selection and place in the list.
    const bool isSame =
        rows.size() == m_rows.size() && std::equal(rows.begin(), rows.end(), m_rows.begin(), [](const Row& a, const Row& b) { return a.name == b.name; });
    if (!isSame) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows = std::move(rows);
    if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int NetModel::rowOf(NetId net) const {
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].net == net) return static_cast<int>(i);
    return -1;
}

QVariant NetModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == NetRole) return row.net.value();
    if (role == Qt::TextAlignmentRole) return index.column() >= Pads ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == Name) return row.name.toHtmlEscaped();
    if (role != Qt::DisplayRole && role != SortRole) return {};
    const bool isSorted = role == SortRole;
    switch (index.column()) {
    case Name: return row.name;
    case Class: return row.netClass;
    case Pads: return row.pads;
    case Open: return isSorted || row.open > 0 ? QVariant(row.open) : QVariant(row.pads > 1 ? QStringLiteral("✓") : QStringLiteral("–"));
    case Length:
        return isSorted                 ? QVariant(static_cast<qlonglong>(row.length.value()))
               : row.length.value() > 0 ? QVariant(millimetreText(row.length, 1))
                                        : QVariant(QStringLiteral("–"));
    case Vias: return isSorted || row.vias > 0 ? QVariant(row.vias) : QVariant(QStringLiteral("–"));
    default: return {};
    }
}

QVariant NetModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return section >= Pads ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Name: return tr("Net");
    case Class: return tr("Class");
    case Pads: return tr("Pads");
    case Open: return tr("Open");
    case Length: return tr("mm");
    case Vias: return tr("Vias");
    default: return {};
    }
}

} // namespace viaduct
