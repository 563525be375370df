// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <QRectF>

#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/service/enginepool.h"
#include "views/boardpicture.h"

class QPainter;

namespace viaduct {

// The board as square images painted on other threads; the GUI thread only copies them to the screen. A tile that is out of date or of
// another zoom stays in use until its successor is ready, over an overview of the whole board, so that a view is never empty.
class TileCache final : public QObject {
    Q_OBJECT

public:
    static constexpr int kTile = 512;         // device pixels
    static constexpr std::size_t kKept = 110; // tiles, 1 MB each

    explicit TileCache(QObject* parent = nullptr);
    ~TileCache() override;

    // `dirty`: what changed since the last picture, board millimetres; null: everything.
    void setPicture(std::shared_ptr<const BoardPicture> picture, const QRectF& dirty = {});
    // `isSettled` false: the view still moves (an animation, a turning wheel); what there is gets scaled, nothing new is painted yet.
    void setView(const ViewTransform& view, double pixelRatio, bool isSettled = true);
    void paint(QPainter& painter); // in view coordinates

    [[nodiscard]] bool isCurrent() const; // every visible tile shows the latest picture at this zoom
    [[nodiscard]] bool isPainting() const noexcept { return m_running > 0 || !m_wanted.empty(); }

signals:
    void changed(); // something new to see

private:
    struct Tile final {
        QImage image;
        quint64 revision{0};
    };
    using Place = std::pair<int, int>;
    struct Level final {
        double scale{0}; // device pixels a millimetre
        bool isFlipped{false};
        std::map<Place, Tile> tiles;
        [[nodiscard]] QRectF area(Place place) const; // board millimetres
    };
    struct Order final {
        bool isOverview{false};
        double scale{0};
        bool isFlipped{false};
        Place place;
    };
    void plan();      // which tiles are missing, nearest to the middle first
    void startNext(); // hands orders to the painting threads
    void accept(const Order& order, quint64 revision, QImage image);
    void evict();
    [[nodiscard]] std::vector<Place> visiblePlaces(int margin) const;
    void paintLevel(QPainter& painter, const Level& level) const;
    void paintOverview(QPainter& painter) const;
    [[nodiscard]] bool isFresh(Place place) const;

    std::shared_ptr<const BoardPicture> m_picture;
    quint64 m_revision{0};
    ViewTransform m_view;
    double m_ratio{1};
    Level m_level;
    std::vector<Level> m_older; // newest first
    QImage m_overview;
    QRectF m_overviewArea;
    quint64 m_overviewRevision{0};
    bool m_overviewFlipped{false};
    std::deque<Order> m_wanted;
    std::map<Place, quint64> m_started; // of the current level
    bool m_overviewStarted{false};
    int m_running{0};
    EnginePool m_pool;
};

} // namespace viaduct
