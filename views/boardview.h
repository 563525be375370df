// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

#include "engine/service/selection.h"
#include "engine/session/state.h"
#include "views/hittest.h"
#include "views/hovercard.h"
#include "views/linesheet.h"
#include "views/liveoverlay.h"
#include "views/tilecache.h"

namespace viaduct {

// The board on the screen: input and repaint. What it shows comes as immutable values; painting the board happens in TileCache, what a
// running route does is LiveOverlay's.
class BoardView final : public QWidget {
    Q_OBJECT

public:
    explicit BoardView(Selection& selection, QWidget* parent = nullptr);
    ~BoardView() override;

    void setState(const StatePtr& state); // null: nothing is open
    void setColours(const BoardColours& colours);
    void setVisibility(const Visibility& visibility);
    [[nodiscard]] const Visibility& visibility() const noexcept { return m_visibility; }
    [[nodiscard]] const BoardColours& colours() const noexcept { return m_colours; }
    [[nodiscard]] const ViewTransform& view() const noexcept { return m_view; }
    [[nodiscard]] const LiveOverlay& live() const noexcept { return m_live; }

    void startLive();
    void applyLive(const EventBatch& batch);
    void finishLive(bool hasNewState); // true: keep showing what was laid until the new state's picture is there

    void fit(bool isAnimated = true);
    void zoomBy(double factor);
    void flip();
    void show(const QRectF& area); // brings it into sight and marks it
    void showNet(viaduct::NetId net);
    void toggleHighlightAtCursor();
    [[nodiscard]] bool isSettled() const; // everything visible is painted as it is now: for screenshots

    using QWidget::show;

signals:
    void cursorMoved(const QPointF& board);
    void cursorLeft();
    void hovered(const QString& net);
    void viewChanged();
    void visibilityChanged();
    void pictureChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setView(const ViewTransform& view, bool isSettled = true);
    void animateTo(const ViewTransform& target);
    void repicture(const QRectF& dirty = {}); // the same lists under other colours or visibility
    void accept(const StatePtr& state, BoardPicture picture);
    void updateLivePicture();
    void tick();
    void hover(QPointF at);
    void settle();
    void paintScale(QPainter& painter) const;
    void paintMark(QPainter& painter) const;
    [[nodiscard]] QRectF contentBox() const;

    Selection& m_selection;
    StatePtr m_state;
    std::shared_ptr<const BoardPicture> m_picture;
    LineSheet m_sheet;                     // for the ratsnest
    std::vector<RatsnestLine> m_openLines; // still open in sight of the live copper
    Visibility m_visibility;
    BoardColours m_colours{BoardColours::dark()};
    ViewTransform m_view;
    bool m_isFitted{false}; // follows the window's size until the person moves the view

    TileCache m_tiles;
    LiveOverlay m_live;
    quint64 m_liveInPicture{0};
    bool m_isBuildingLive{false}, m_finishesWithPicture{false};
    qint64 m_liveBuiltAt{0};
    quint64 m_pictureNumber{0};

    HoverCard m_card;
    std::optional<Hit> m_hit;
    QPointF m_cursor;
    bool m_hasCursor{false};
    std::optional<QPointF> m_dragFrom, m_pressedAt;
    QRectF m_mark; // board millimetres; null: none
    qint64 m_markSince{0};

    QVariantAnimation m_animation;
    ViewTransform m_animatedFrom, m_animatedTo;
    QTimer m_frame, m_settle, m_hoverDelay;
    QElapsedTimer m_clock;
    EnginePool m_pool;
};

} // namespace viaduct
