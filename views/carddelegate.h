// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace viaduct {

class Theme;

// A list row of two lines: title with a badge, something on the right, and a sentence below. Connections, calls and states all look so.
class CardDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum Role { Badge = Qt::UserRole + 1, Tone, Right, Sentence, IsCurrent, IsNote };
    enum ToneValue { Quiet, Good, Warning, Bad, Accent };

    explicit CardDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const Theme& m_theme;
};

} // namespace viaduct
