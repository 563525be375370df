// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/layerpanel.h"

#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "views/emptyhint.h"
#include "views/icons.h"
#include "views/theme.h"

namespace viaduct {

namespace {

constexpr int kEye = 34, kSide = 12, kSwatch = 12;

class LayerDelegate final : public QStyledItemDelegate {
public:
    LayerDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {
        makeIcons();
        connect(&theme, &Theme::changed, this, [this] { makeIcons(); });
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override { return {120, isHeader(index) ? 32 : 26}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme::Colours& colours = m_theme.colours();
        const QRect row = option.rect;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        QFont font = option.font;
        if (isHeader(index)) {
            font.setPointSizeF(font.pointSizeF() * 0.86);
            font.setWeight(QFont::DemiBold);
            font.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
            painter->setFont(font);
            painter->setPen(colours.muted);
            painter->drawText(row.adjusted(kSide, 8, -kSide, 0), Qt::AlignVCenter | Qt::AlignLeft, index.data().toString().toUpper());
            painter->restore();
            return;
        }
        const bool isShown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked, isActive = index.data(LayerModel::ActiveRole).toBool();
        if (isActive)
            painter->fillRect(row, colours.selection);
        else if (option.state & QStyle::State_MouseOver)
            painter->fillRect(row, mixed(colours.panel, colours.selection, 0.4));
        if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_Selected)) {
            painter->setPen(QPen(colours.accent, 1));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(row.adjusted(0, 0, -1, -1));
        }
        const QRectF swatch(row.left() + kSide + 0.5, row.center().y() - kSwatch / 2 + 0.5, kSwatch, kSwatch);
        QColor colour = index.data(LayerModel::ColourRole).value<QColor>();
        colour.setAlpha(std::max(colour.alpha(), 150));
        painter->setPen(QPen(isShown ? mixed(colour, colours.text, 0.25) : colours.disabled, 1));
        painter->setBrush(isShown ? QBrush(colour) : Qt::NoBrush);
        painter->drawRoundedRect(swatch, 3, 3);
        if (isActive) font.setWeight(QFont::DemiBold);
        painter->setFont(font);
        painter->setPen(isShown ? colours.text : colours.disabled);
        painter->drawText(row.adjusted(kSide + kSwatch + 10, 0, -kEye, 0), Qt::AlignVCenter | Qt::AlignLeft, index.data().toString());
        (isShown ? m_eye : m_closed).paint(painter, QRect(row.right() - kEye + 8, row.center().y() - 8, 16, 16));
        painter->restore();
    }

    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index) override {
        const auto toggle = [&] {
            return model->setData(index, index.data(Qt::CheckStateRole).toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
        };
        if (event->type() == QEvent::MouseButtonRelease) {
            const int x = static_cast<QMouseEvent*>(event)->pos().x();
            if (x > option.rect.right() - kEye || x < option.rect.left() + kSide + kSwatch + 4) return toggle();
            return false;
        }
        if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) return toggle();
        return event->type() == QEvent::MouseButtonDblClick;
    }

private:
    static bool isHeader(const QModelIndex& index) { return index.data(LayerModel::KindRole).toInt() == static_cast<int>(LayerModel::Kind::Header); }
    void makeIcons() {
        const Theme::Colours& colours = m_theme.colours();
        m_eye = icon(QStringLiteral("eye"), colours.muted, colours.disabled);
        m_closed = icon(QStringLiteral("eye-off"), colours.disabled, colours.disabled);
    }
    const Theme& m_theme;
    QIcon m_eye, m_closed;
};

} // namespace

LayerPanel::LayerPanel(LayerModel& model, const Theme& theme, QWidget* parent) : QWidget(parent), m_list(new QListView(this)) {
    m_list->setModel(&model);
    m_list->setItemDelegate(new LayerDelegate(theme, m_list));
    m_list->setMouseTracking(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Layers and items"));
    new EmptyHint(m_list, tr("The layers of the open board appear here."));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_list);
    const auto activate = [this, &model](const QModelIndex& index) {
        if (const LayerId layer = model.copperAt(index); !layer.isNone()) emit activeWanted(layer);
    };
    connect(m_list, &QListView::clicked, this, activate);
    connect(m_list, &QListView::activated, this, activate);
    connect(&theme, &Theme::changed, m_list->viewport(), qOverload<>(&QWidget::update));
}

} // namespace viaduct
