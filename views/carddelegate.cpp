// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/carddelegate.h"

#include <QApplication>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

#include "views/theme.h"

namespace viaduct {

namespace {

constexpr int kSide = 12, kTop = 8, kGap = 4, kBadgePad = 7;

QColor toneColour(const Theme::Colours& colours, int tone) {
    switch (tone) {
    case CardDelegate::Good: return colours.good;
    case CardDelegate::Warning: return colours.warning;
    case CardDelegate::Bad: return colours.bad;
    case CardDelegate::Accent: return colours.accent;
    default: return colours.muted;
    }
}

QFont smaller(QFont font) {
    font.setPointSizeF(font.pointSizeF() * 0.92);
    return font;
}

} // namespace

QSize CardDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int title = QFontMetrics(option.font).height(), sentence = QFontMetrics(smaller(option.font)).height();
    const bool hasSentence = !index.data(Sentence).toString().isEmpty();
    if (index.data(IsNote).toBool()) return {120, sentence + 2 * 6};
    return {120, 2 * kTop + title + (hasSentence ? kGap + sentence : 0)};
}

void CardDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme::Colours& colours = m_theme.colours();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect row = option.rect;
    const bool isSelected = option.state & QStyle::State_Selected, isHovered = option.state & QStyle::State_MouseOver;
    if (isSelected)
        painter->fillRect(row, colours.selection);
    else if (isHovered)
        painter->fillRect(row, mixed(colours.panel, colours.selection, 0.4));
    painter->fillRect(QRect(row.left() + kSide, row.bottom(), row.width() - 2 * kSide, 1), mixed(colours.panel, colours.edge, 0.55));

    const QFont small = smaller(option.font);
    if (index.data(IsNote).toBool()) {
        QFont italic = small;
        italic.setItalic(true);
        painter->setFont(italic);
        painter->setPen(colours.muted);
        const QRect text = row.adjusted(kSide, 0, -kSide, 0);
        painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                          QFontMetrics(italic).elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight, text.width()));
        painter->restore();
        return;
    }
    const QColor tone = toneColour(colours, index.data(Tone).toInt());
    if (index.data(IsCurrent).toBool()) painter->fillRect(QRect(row.left(), row.top() + 2, 3, row.height() - 5), colours.accent);

    QFont bold = option.font;
    bold.setWeight(QFont::DemiBold);
    const QFontMetrics boldMetrics(bold), smallMetrics(small);
    int left = row.left() + kSide, right = row.right() - kSide;
    const int top = row.top() + kTop, height = boldMetrics.height();

    const QString aside = index.data(Right).toString();
    if (!aside.isEmpty()) {
        const int width = smallMetrics.horizontalAdvance(aside);
        painter->setFont(small);
        painter->setPen(colours.muted);
        painter->drawText(QRect(right - width, top, width + 1, height), Qt::AlignVCenter | Qt::AlignRight, aside);
        right -= width + 10;
    }
    const QString badge = index.data(Badge).toString();
    const int badgeWidth = badge.isEmpty() ? 0 : smallMetrics.horizontalAdvance(badge) + 2 * kBadgePad;
    const QString title = boldMetrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, std::max(40, right - left - badgeWidth - 8));
    painter->setFont(bold);
    painter->setPen(colours.text);
    painter->drawText(QRect(left, top, right - left, height), Qt::AlignVCenter | Qt::AlignLeft, title);
    left += boldMetrics.horizontalAdvance(title) + 8;
    if (badgeWidth > 0 && left + badgeWidth <= right + 4) {
        const QRectF plate(left + 0.5, top + 0.5, badgeWidth, height - 1);
        QColor fill = tone;
        fill.setAlphaF(0.16F);
        painter->setPen(Qt::NoPen);
        painter->setBrush(fill);
        painter->drawRoundedRect(plate, 4, 4);
        painter->setFont(small);
        painter->setPen(tone);
        painter->drawText(plate, Qt::AlignCenter, badge);
    }
    const QString sentence = index.data(Sentence).toString();
    if (!sentence.isEmpty()) {
        const QRect line(row.left() + kSide, top + height + kGap, row.width() - 2 * kSide, smallMetrics.height());
        painter->setFont(small);
        painter->setPen(colours.muted);
        painter->drawText(line, Qt::AlignVCenter | Qt::AlignLeft, smallMetrics.elidedText(sentence, Qt::ElideRight, line.width()));
    }
    painter->restore();
}

} // namespace viaduct
