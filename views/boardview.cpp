// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boardview.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "views/livepainter.h"

namespace viaduct {

namespace {

constexpr int kFrame = 16, kSettle = 60, kHoverDelay = 160; // milliseconds
constexpr qint64 kLivePicture = 240, kMarkShown = 2600;
constexpr double kMargin = 36;

} // namespace

BoardView::BoardView(Selection& selection, QWidget* parent) : QWidget(parent), m_selection(selection), m_pool(1) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(240, 160);
    setAccessibleName(tr("Board"));
    setAccessibleDescription(tr("The board with its copper. Home fits it, F turns it over, N highlights the net under the cursor."));
    m_clock.start();
    m_frame.setInterval(kFrame);
    m_frame.setTimerType(Qt::PreciseTimer);
    connect(&m_frame, &QTimer::timeout, this, &BoardView::tick);
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettle);
    connect(&m_settle, &QTimer::timeout, this, &BoardView::settle);
    m_hoverDelay.setSingleShot(true);
    m_hoverDelay.setInterval(kHoverDelay);
    connect(&m_hoverDelay, &QTimer::timeout, this, [this] { hover(m_cursor); });
    connect(&m_tiles, &TileCache::changed, this, qOverload<>(&QWidget::update));
    m_animation.setDuration(220);
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        const double share = value.toDouble();
        const double scale = m_animatedFrom.scale() * std::pow(m_animatedTo.scale() / m_animatedFrom.scale(), share);
        setView(ViewTransform(m_animatedFrom.centre() + (m_animatedTo.centre() - m_animatedFrom.centre()) * share, scale, m_animatedTo.viewport(),
                              m_view.isFlipped()),
                false);
    });
    connect(&m_animation, &QVariantAnimation::finished, this, [this] { setView(m_animatedTo.resized(size())); });
    connect(&m_selection, &Selection::netChanged, this, [this](NetId net) {
        Visibility visibility = m_visibility;
        visibility.highlight = net.value();
        setVisibility(visibility);
    });
    connect(&m_selection, &Selection::shown, this, qOverload<const QRectF&>(&BoardView::show));
}

BoardView::~BoardView() = default;

void BoardView::setState(const StatePtr& state) {
    if (!state) {
        m_state.reset();
        m_picture.reset();
        m_openLines.clear();
        m_live = LiveOverlay();
        m_tiles.setPicture(nullptr);
        ++m_pictureNumber;
        update();
        return;
    }
    const quint64 number = ++m_pictureNumber;
    auto build = [state, colours = m_colours, visibility = m_visibility, earlier = m_picture, font = font()] {
        BoardPicture picture = pictureOf(*state, colours, visibility, earlier.get());
        picture.font = font;
        return picture;
    };
    m_pool.run(this, std::move(build), [this, state, number](BoardPicture picture) {
        if (number == m_pictureNumber) accept(state, std::move(picture));
    });
}

void BoardView::accept(const StatePtr& state, BoardPicture picture) {
    const bool isOther = !m_state || m_state->board != state->board;
    m_state = state;
    if (m_finishesWithPicture || !m_live.isRunning()) {
        m_live.finish();
        m_liveInPicture = 0;
        m_finishesWithPicture = false;
    }
    m_openLines = ratsnestOf(*state);
    picture.colours = m_colours; // both may have changed while it was built
    picture.visibility = m_visibility;
    m_picture = std::make_shared<const BoardPicture>(std::move(picture));
    m_tiles.setPicture(m_picture);
    if (isOther) {
        m_isFitted = true;
        setView(m_view.resized(size()).fitted(contentBox(), kMargin));
    }
    update();
    emit pictureChanged();
}

void BoardView::setColours(const BoardColours& colours) {
    m_colours = colours;
    repicture();
}

void BoardView::setVisibility(const Visibility& visibility) {
    if (visibility == m_visibility) return;
    m_visibility = visibility;
    repicture();
    emit visibilityChanged();
}

void BoardView::repicture(const QRectF& dirty) {
    if (m_picture) {
        auto picture = std::make_shared<BoardPicture>(*m_picture);
        picture->colours = m_colours;
        picture->visibility = m_visibility;
        m_picture = std::move(picture);
        m_tiles.setPicture(m_picture, dirty);
    }
    update();
}

void BoardView::startLive() {
    m_live.start(m_clock.elapsed());
    m_liveInPicture = 0;
    m_liveBuiltAt = m_clock.elapsed();
    m_finishesWithPicture = false;
    m_frame.start();
}

void BoardView::applyLive(const EventBatch& batch) {
    m_live.apply(batch, m_clock.elapsed(), m_picture ? m_picture->netNames.get() : nullptr);
    if (!m_frame.isActive()) m_frame.start();
}

void BoardView::finishLive(bool hasNewState) {
    if (hasNewState && m_picture) {
        m_finishesWithPicture = true;
        return;
    }
    m_live.finish();
    m_liveInPicture = 0;
    if (m_state) m_openLines = ratsnestOf(*m_state);
    if (m_picture && m_picture->live) {
        auto picture = std::make_shared<BoardPicture>(*m_picture);
        picture->live = nullptr;
        m_picture = std::move(picture);
        m_tiles.setPicture(m_picture);
    }
    update();
}

// Live copper moves into the tiles a few times a second, so that pads, names and layers lie over it as they will in the end.
void BoardView::updateLivePicture() {
    const qint64 now = m_clock.elapsed();
    if (!m_picture || !m_state || m_isBuildingLive || !m_live.isRunning() || m_live.sequence() == m_liveInPicture || now - m_liveBuiltAt < kLivePicture ||
        m_tiles.isPainting())
        return;
    m_isBuildingLive = true;
    m_liveBuiltAt = now;
    m_openLines = m_live.openLines(ratsnestOf(*m_state));
    const QRectF dirty = m_live.takeDirty();
    auto build = [state = m_state, copper = m_live.copper()] { return std::make_shared<const DrawList>(drawCopper(*state->board, Copper(), copper, {})); };
    m_pool.run(this, std::move(build), [this, dirty, sequence = m_live.sequence()](std::shared_ptr<const DrawList> list) {
        m_isBuildingLive = false;
        if (!m_picture || !m_live.isRunning()) return;
        auto picture = std::make_shared<BoardPicture>(*m_picture);
        picture->live = std::move(list);
        m_picture = std::move(picture);
        m_liveInPicture = sequence;
        m_tiles.setPicture(m_picture, dirty.isNull() ? QRectF(0, 0, 1e-9, 1e-9) : dirty.adjusted(-0.2, -0.2, 0.2, 0.2));
    });
}

void BoardView::tick() {
    const qint64 now = m_clock.elapsed();
    m_live.age(now);
    updateLivePicture();
    const bool isMarked = !m_mark.isNull() && now - m_markSince < kMarkShown;
    if (!isMarked) m_mark = QRectF();
    if (!m_live.isMoving(now) && !isMarked) m_frame.stop();
    update();
}

QRectF BoardView::contentBox() const { return m_picture && m_picture->board ? m_picture->board->box : QRectF(); }

void BoardView::setView(const ViewTransform& view, bool isSettled) {
    m_view = view;
    m_tiles.setView(view, devicePixelRatioF(), isSettled);
    if (isSettled) m_settle.stop();
    update();
    emit viewChanged();
}

void BoardView::settle() { setView(m_view); }

void BoardView::animateTo(const ViewTransform& target) {
    m_animation.stop();
    if (!isVisible() || target.viewport().isEmpty()) return setView(target);
    m_animatedFrom = m_view;
    m_animatedTo = target;
    m_animation.start();
}

void BoardView::fit(bool isAnimated) {
    m_isFitted = true;
    const ViewTransform target = m_view.resized(size()).fitted(contentBox(), kMargin);
    if (isAnimated)
        animateTo(target);
    else
        setView(target);
}

void BoardView::zoomBy(double factor) {
    m_isFitted = false;
    animateTo(m_view.zoomed(QPointF(width() / 2.0, height() / 2.0), factor));
}

void BoardView::flip() { setView(m_isFitted ? m_view.flipped().fitted(contentBox(), kMargin) : m_view.flipped()); }

void BoardView::show(const QRectF& area) {
    if (area.isNull() || !m_picture) return;
    m_isFitted = false;
    const double grow = std::max({area.width() * 0.5, area.height() * 0.5, 3.0});
    const QRectF wide = area.adjusted(-grow, -grow, grow, grow);
    ViewTransform target = m_view.resized(size()).fitted(wide, kMargin);
    if (target.scale() > 60) target = ViewTransform(wide.center(), 60, target.viewport(), target.isFlipped());
    m_mark = area;
    m_markSince = m_clock.elapsed();
    m_frame.start();
    animateTo(target);
}

void BoardView::showNet(NetId net) {
    if (!m_picture || net.isNone()) return;
    m_selection.setNet(net);
    show(boxOfNet(*m_picture, net.value()));
}

void BoardView::toggleHighlightAtCursor() {
    const std::optional<Hit> hit =
        m_picture && m_hasCursor ? hitAt(*m_picture, m_view.toBoard(m_cursor), 4 / m_view.scale(), m_view.isFlipped()) : std::nullopt;
    const NetId net = hit && hit->item.net > 0 ? NetId(hit->item.net) : NetId::none();
    m_selection.setNet(net == m_selection.net() ? NetId::none() : net);
}

bool BoardView::isSettled() const {
    return m_animation.state() != QAbstractAnimation::Running && !m_settle.isActive() && (!m_picture || m_tiles.isCurrent()) && !m_isBuildingLive;
}

void BoardView::hover(QPointF at) {
    m_card.clear();
    m_hit.reset();
    if (m_picture && m_state && m_hasCursor && !m_dragFrom) m_hit = hitAt(*m_picture, m_view.toBoard(at), 3 / m_view.scale(), m_view.isFlipped());
    if (m_hit) m_card.set(*m_hit, *m_picture, *m_state);
    const bool hasNet = m_hit && m_hit->item.net > 0 && static_cast<std::size_t>(m_hit->item.net) < m_picture->netNames->size();
    emit hovered(hasNet ? (*m_picture->netNames)[static_cast<std::size_t>(m_hit->item.net)] : QString());
    update();
}

void BoardView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!m_picture) {
        painter.fillRect(rect(), m_colours.background);
        return;
    }
    const qint64 now = m_clock.elapsed();
    m_tiles.paint(painter);
    const LivePainter live(*m_picture, m_view);
    if (m_visibility.ratsnest) live.paintRatsnest(painter, m_openLines, m_sheet);
    live.paint(painter, m_live, m_liveInPicture, now);
    paintMark(painter);
    paintScale(painter);
    if (m_hasCursor && !m_dragFrom) m_card.paint(painter, *m_picture, m_cursor, size());
}

void BoardView::paintMark(QPainter& painter) const {
    if (m_mark.isNull()) return;
    const double share = static_cast<double>(m_clock.elapsed() - m_markSince) / static_cast<double>(kMarkShown);
    if (share >= 1) return;
    const double pulse = 0.5 + 0.5 * std::cos(share * 6 * 3.14159265358979);
    QColor colour = m_colours.accent;
    colour.setAlphaF(static_cast<float>(std::min(1.0, 2 * (1 - share))));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 2));
    const double grow = 8 + 6 * pulse;
    painter.drawRoundedRect(m_view.toView(m_mark).adjusted(-grow, -grow, grow, grow), 6, 6);
}

// A scale bar and, from behind, a word that says so.
void BoardView::paintScale(QPainter& painter) const {
    double length = 0.1;
    for (int i = 0; length * m_view.scale() < 60 && i < 15; ++i) length *= i % 3 == 1 ? 2.5 : 2.0;
    const double pixels = length * m_view.scale();
    QFont font = this->font();
    font.setPixelSize(11);
    painter.setFont(font);
    painter.setRenderHint(QPainter::Antialiasing, false);
    QColor colour = m_colours.cardMuted;
    painter.setPen(QPen(colour, 1));
    const double x = 16, y = height() - 16;
    painter.drawLine(QPointF(x, y), QPointF(x + pixels, y));
    painter.drawLine(QPointF(x, y - 4), QPointF(x, y));
    painter.drawLine(QPointF(x + pixels, y - 4), QPointF(x + pixels, y));
    QString text = length < 1 ? tr("%1 mm").arg(length, 0, 'g', 3) : tr("%1 mm").arg(length, 0, 'f', 0);
    if (m_view.isFlipped()) text += QStringLiteral("   ·   ") + tr("seen from the back");
    painter.drawText(QPointF(x + pixels + 8, y), text);
}

void BoardView::resizeEvent(QResizeEvent*) {
    m_animation.stop();
    const ViewTransform resized = m_view.resized(size());
    setView(m_isFitted ? resized.fitted(contentBox(), kMargin) : resized);
}

void BoardView::wheelEvent(QWheelEvent* event) {
    const QPoint turned = event->angleDelta();
    m_animation.stop();
    m_card.clear();
    m_isFitted = false;
    if (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)) {
        const double by = turned.y() != 0 ? turned.y() : turned.x();
        setView(m_view.panned(event->modifiers() & Qt::ShiftModifier ? QPointF(0, by) : QPointF(by, 0)));
    } else if (turned.y() != 0) {
        setView(m_view.zoomed(event->position(), std::pow(1.0016, turned.y())), false);
        m_settle.start();
    }
    event->accept();
}

void BoardView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) return;
    m_animation.stop();
    m_pressedAt = m_dragFrom = event->position();
}

void BoardView::mouseMoveEvent(QMouseEvent* event) {
    m_cursor = event->position();
    m_hasCursor = true;
    emit cursorMoved(m_view.toBoard(m_cursor));
    if (m_dragFrom) {
        const QPointF by = event->position() - *m_dragFrom;
        if (m_pressedAt && (event->position() - *m_pressedAt).manhattanLength() < 4) return;
        m_pressedAt.reset();
        m_card.clear();
        m_isFitted = false;
        setCursor(Qt::ClosedHandCursor);
        m_dragFrom = event->position();
        setView(m_view.panned(by));
        return;
    }
    if (!m_card.isEmpty())
        hover(m_cursor);
    else
        m_hoverDelay.start();
}

void BoardView::mouseReleaseEvent(QMouseEvent* event) {
    m_dragFrom.reset();
    unsetCursor();
    if (event->button() != Qt::LeftButton || !m_pressedAt || !m_picture) return;
    m_pressedAt.reset();
    const std::optional<Hit> hit = hitAt(*m_picture, m_view.toBoard(event->position()), 4 / m_view.scale(), m_view.isFlipped());
    const bool isZone = hit && hit->item.role == Primitive::Role::Zone;
    m_selection.setNet(hit && !isZone && hit->item.net > 0 ? NetId(hit->item.net) : NetId::none());
}

void BoardView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::MiddleButton) fit();
}

void BoardView::leaveEvent(QEvent*) {
    m_hasCursor = false;
    m_card.clear();
    m_hoverDelay.stop();
    emit cursorLeft();
    update();
}

bool BoardView::event(QEvent* event) {
    if (event->type() == QEvent::NativeGesture) {
        auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            m_isFitted = false;
            setView(m_view.zoomed(gesture->position(), 1.0 + gesture->value()), false);
            m_settle.start();
            return true;
        }
    }
    return QWidget::event(event);
}

void BoardView::keyPressEvent(QKeyEvent* event) {
    const double step = 80;
    switch (event->key()) {
    case Qt::Key_Left: setView(m_view.panned({step, 0})); break;
    case Qt::Key_Right: setView(m_view.panned({-step, 0})); break;
    case Qt::Key_Up: setView(m_view.panned({0, step})); break;
    case Qt::Key_Down: setView(m_view.panned({0, -step})); break;
    case Qt::Key_Escape: m_selection.clear(); break;
    default: QWidget::keyPressEvent(event); return;
    }
    m_isFitted = m_isFitted && event->key() == Qt::Key_Escape;
}

} // namespace viaduct
