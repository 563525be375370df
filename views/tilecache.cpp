// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tilecache.h"

#include <QPainter>
#include <QThread>

#include <algorithm>
#include <cmath>

#include "views/boardpainter.h"

namespace viaduct {

namespace {

constexpr std::size_t kOlderLevels = 2;
constexpr int kOverview = 1024; // pixels of its longer side

int paintingThreads() { return std::clamp(QThread::idealThreadCount() - 1, 1, 2); }

} // namespace

QRectF TileCache::Level::area(Place place) const {
    const double size = kTile / scale;
    const double x = place.first * size, y = place.second * size;
    return isFlipped ? QRectF(-x - size, y, size, size) : QRectF(x, y, size, size);
}

TileCache::TileCache(QObject* parent) : QObject(parent), m_pool(paintingThreads()) {}

TileCache::~TileCache() = default;

void TileCache::setPicture(std::shared_ptr<const BoardPicture> picture, const QRectF& dirty) {
    const bool isSameBoard = m_picture && picture && m_picture->owner == picture->owner;
    m_picture = std::move(picture);
    const quint64 before = m_revision++;
    if (!isSameBoard) {
        m_level.tiles.clear();
        m_older.clear();
        m_overview = QImage();
    } else if (!dirty.isNull()) {
        // What the change does not touch stays current.
        for (auto& [place, tile] : m_level.tiles)
            if (tile.revision == before && !m_level.area(place).intersects(dirty)) tile.revision = m_revision;
        for (auto& [place, revision] : m_started)
            if (revision == before && !m_level.area(place).intersects(dirty)) revision = m_revision;
    }
    plan();
}

void TileCache::setView(const ViewTransform& view, double pixelRatio, bool isSettled) {
    m_view = view;
    m_ratio = pixelRatio;
    if (!isSettled && m_level.scale > 0) return;
    const double scale = view.scale() * pixelRatio;
    if (scale != m_level.scale || view.isFlipped() != m_level.isFlipped) {
        if (view.isFlipped() != m_level.isFlipped)
            m_older.clear();
        else if (!m_level.tiles.empty()) {
            m_older.insert(m_older.begin(), std::move(m_level));
            if (m_older.size() > kOlderLevels) m_older.resize(kOlderLevels);
        }
        m_level = Level{scale, view.isFlipped(), {}};
        m_started.clear();
        // Back at a zoom that is still here.
        for (auto older = m_older.begin(); older != m_older.end(); ++older)
            if (older->scale == scale && older->isFlipped == view.isFlipped()) {
                m_level = std::move(*older);
                m_older.erase(older);
                break;
            }
    }
    plan();
}

std::vector<TileCache::Place> TileCache::visiblePlaces(int margin) const {
    const double scale = m_level.scale;
    const double u = (m_level.isFlipped ? -m_view.centre().x() : m_view.centre().x()) * scale, v = m_view.centre().y() * scale;
    const double share = scale / m_view.scale(); // level pixels a view pixel
    const double halfWidth = m_view.viewport().width() * share / 2, halfHeight = m_view.viewport().height() * share / 2;
    const auto tileOf = [](double pixels) { return static_cast<int>(std::floor(std::clamp(pixels / kTile, -1e8, 1e8))); };
    std::vector<Place> places;
    for (int y = tileOf(v - halfHeight) - margin; y <= tileOf(v + halfHeight) + margin; ++y)
        for (int x = tileOf(u - halfWidth) - margin; x <= tileOf(u + halfWidth) + margin; ++x) places.emplace_back(x, y);
    std::sort(places.begin(), places.end(), [&](Place a, Place b) {
        const auto distance = [&](Place place) { return std::hypot((place.first + 0.5) * kTile - u, (place.second + 0.5) * kTile - v); };
        return std::pair(distance(a), a) < std::pair(distance(b), b);
    });
    return places;
}

bool TileCache::isFresh(Place place) const {
    const auto tile = m_level.tiles.find(place);
    return tile != m_level.tiles.end() && tile->second.revision == m_revision;
}

bool TileCache::isCurrent() const {
    const std::vector<Place> places = visiblePlaces(0);
    return m_picture && std::all_of(places.begin(), places.end(), [this](Place place) { return isFresh(place); });
}

void TileCache::plan() {
    m_wanted.clear();
    if (!m_picture || m_level.scale <= 0) return;
    if ((m_overviewRevision != m_revision || m_overviewFlipped != m_view.isFlipped()) && !m_overviewStarted && m_overview.isNull())
        m_wanted.push_back({true, 0, m_view.isFlipped(), {}});
    const auto want = [this](Place place) {
        const auto started = m_started.find(place);
        if (!isFresh(place) && (started == m_started.end() || started->second != m_revision))
            m_wanted.push_back({false, m_level.scale, m_level.isFlipped, place});
    };
    for (const Place place : visiblePlaces(0)) want(place);
    for (const Place place : visiblePlaces(1)) // so that a pan finds its tiles ready
        if (std::none_of(m_wanted.begin(), m_wanted.end(), [place](const Order& order) { return !order.isOverview && order.place == place; })) want(place);
    if (!m_overview.isNull() && !m_overviewStarted && (m_overviewRevision != m_revision || m_overviewFlipped != m_view.isFlipped()))
        m_wanted.push_back({true, 0, m_view.isFlipped(), {}});
    startNext();
}

void TileCache::startNext() {
    while (m_running < paintingThreads() && !m_wanted.empty()) {
        const Order order = m_wanted.front();
        m_wanted.pop_front();
        ++m_running;
        ViewTransform view;
        if (order.isOverview) {
            m_overviewStarted = true;
            const QRectF box = m_picture->board ? m_picture->board->box : QRectF();
            const double share = box.width() > 0 ? std::clamp(box.height() / box.width(), 0.1, 10.0) : 1.0;
            const QSize size = share <= 1 ? QSize(kOverview, static_cast<int>(kOverview * share)) : QSize(static_cast<int>(kOverview / share), kOverview);
            view = ViewTransform({}, 1, size, order.isFlipped).fitted(box, 24);
        } else {
            m_started[order.place] = m_revision;
            view = ViewTransform(m_level.area(order.place).center(), order.scale, QSizeF(kTile, kTile), order.isFlipped);
        }
        auto paintTile = [picture = m_picture, view] {
            QImage image(view.viewport().toSize(), QImage::Format_RGB32);
            BoardPainter(*picture, view).paint(image);
            return std::pair(view.visible(), std::move(image));
        };
        m_pool.run(this, std::move(paintTile), [this, order, revision = m_revision](std::pair<QRectF, QImage> painted) {
            if (order.isOverview) m_overviewArea = painted.first;
            accept(order, revision, std::move(painted.second));
        });
    }
}

void TileCache::accept(const Order& order, quint64 revision, QImage image) {
    --m_running;
    if (order.isOverview) {
        m_overview = std::move(image);
        m_overviewRevision = revision;
        m_overviewFlipped = order.isFlipped;
        m_overviewStarted = false;
        emit changed();
        plan();
        return;
    }
    if (order.scale == m_level.scale && order.isFlipped == m_level.isFlipped) {
        const auto started = m_started.find(order.place);
        // A tile that the latest change did not touch was carried over to the new revision while it was being painted.
        const quint64 current = started != m_started.end() && started->second > revision && started->second == m_revision ? started->second : revision;
        Tile& tile = m_level.tiles[order.place];
        if (tile.revision <= current) tile = {std::move(image), current};
        if (started != m_started.end() && started->second <= current) m_started.erase(started);
        evict();
        emit changed();
    }
    if (m_wanted.empty())
        plan();
    else
        startNext();
}

void TileCache::evict() {
    std::size_t count = m_level.tiles.size();
    for (const Level& older : m_older) count += older.tiles.size();
    while (count > kKept && !m_older.empty()) {
        count -= m_older.back().tiles.size();
        m_older.pop_back();
    }
    if (count <= kKept) return;
    const QPointF middle = m_view.centre();
    while (m_level.tiles.size() > kKept) {
        const auto farthest = std::max_element(m_level.tiles.begin(), m_level.tiles.end(), [&](const auto& a, const auto& b) {
            const auto distance = [&](Place place) { return (m_level.area(place).center() - middle).manhattanLength(); };
            return distance(a.first) < distance(b.first);
        });
        m_level.tiles.erase(farthest);
    }
}

void TileCache::paint(QPainter& painter) {
    const QRectF all(QPointF(), m_view.viewport());
    if (!m_picture) return;
    const std::vector<Place> places = visiblePlaces(0);
    const bool isFull = std::all_of(places.begin(), places.end(), [this](Place place) { return m_level.tiles.count(place) > 0; });
    if (!isFull) {
        painter.fillRect(all, m_picture->colours.background);
        paintOverview(painter);
        for (auto older = m_older.rbegin(); older != m_older.rend(); ++older) paintLevel(painter, *older);
    }
    paintLevel(painter, m_level);
}

void TileCache::paintOverview(QPainter& painter) const {
    if (!m_overview.isNull() && m_overviewFlipped == m_view.isFlipped()) painter.drawImage(m_view.toView(m_overviewArea), m_overview);
}

void TileCache::paintLevel(QPainter& painter, const Level& level) const {
    if (level.isFlipped != m_view.isFlipped()) return;
    const QRectF all(QPointF(), m_view.viewport());
    const bool isExact = level.scale == m_view.scale() * m_ratio;
    const double size = kTile / m_ratio;
    for (const auto& [place, tile] : level.tiles) {
        const QRectF target = m_view.toView(level.area(place));
        if (!target.intersects(all)) continue;
        if (!isExact) {
            painter.drawImage(target, tile.image);
            continue;
        }
        // Whole device pixels: a copy, no scaling.
        const QPointF at(std::round(target.left() * m_ratio) / m_ratio, std::round(target.top() * m_ratio) / m_ratio);
        painter.drawImage(QRectF(at, QSizeF(size, size)), tile.image);
    }
}

} // namespace viaduct
