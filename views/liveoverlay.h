// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/service/eventrelay.h"
#include "views/boardpicture.h"
#include "views/drawlist.h"

namespace viaduct {

// What the running route has done so far, as data for a painter: copper that lies now, copper that was just torn out, where it searches,
// what was refused. Times come from the caller, in milliseconds; nothing here reads a clock.
class LiveOverlay final {
public:
    static constexpr qint64 kGlow = 650, kFade = 900, kRefusalShown = 4000, kHeatHalfLife = 420;
    static constexpr double kHeatCell = 0.7; // millimetres

    struct Piece final { // the copper of one connection
        std::int32_t net{0};
        std::vector<Track> tracks;
        std::vector<Via> vias;
        quint64 sequence{0};
        qint64 since{0};
    };
    struct Refusal final {
        QPointF place;
        QString rule, net;
        qint64 since{0};
    };
    struct Search final {
        QPointF from, to;
        std::int32_t net{0};
        qint64 since{0};
    };
    struct Status final {
        RouterPhase phase{RouterPhase::Preparing};
        int variant{0};
        int iteration{0}, conflicts{0}, open{-1};
        int routed{0}, connections{0};
        std::uint64_t work{0}, workLeft{0};
        int bestOpen{-1}, bestVias{0};
        Nanometres bestLength;
    };

    void start(qint64 now); // a route begins
    void finish();          // it ended: its copper is in the state now
    void apply(const EventBatch& batch, qint64 now, const std::vector<QString>* netNames);
    void age(qint64 now); // forgets what has faded

    [[nodiscard]] bool isRunning() const noexcept { return m_running; }
    [[nodiscard]] bool isMoving(qint64 now) const; // something still changes with time alone
    [[nodiscard]] const Status& status() const noexcept { return m_status; }
    [[nodiscard]] std::vector<const Piece*> freshPieces(quint64 after, qint64 now) const; // laid since `after`, or still glowing; newest last, bounded
    [[nodiscard]] const std::deque<Piece>& ripped() const noexcept { return m_ripped; }
    [[nodiscard]] const std::deque<Refusal>& refusals() const noexcept { return m_refusals; }
    [[nodiscard]] const std::optional<Search>& search() const noexcept { return m_search; }
    // Heat by cell, 0 ... 1 at `now`; cells of kHeatCell millimetres.
    struct HeatCell final {
        double level{0};
        qint64 since{0};
    };
    [[nodiscard]] const std::map<std::pair<int, int>, HeatCell>& heat() const noexcept { return m_heat; }
    [[nodiscard]] static double heatAt(const HeatCell& cell, qint64 now);

    // The copper that lies now, for a picture; `sequence` is the last change in it.
    [[nodiscard]] Copper copper() const;
    [[nodiscard]] quint64 sequence() const noexcept { return m_sequence; }
    [[nodiscard]] QRectF takeDirty(); // what changed since the last call, board millimetres; null: nothing
    [[nodiscard]] std::size_t pieceCount() const noexcept { return m_variants.empty() ? 0 : shown().size(); }
    // Lines of `all` that the live copper does not join yet.
    [[nodiscard]] std::vector<RatsnestLine> openLines(const std::vector<RatsnestLine>& all) const;

private:
    using Pieces = std::map<int, Piece>; // by connection
    [[nodiscard]] const Pieces& shown() const;
    void applyOne(const RouterEvent& event, qint64 now, const std::vector<QString>* netNames);
    void follow(int variant, qint64 now);
    void lay(int variant, const RouterEvent::Laid& laid, qint64 now);
    void rip(int variant, int connection, qint64 now);
    void warm(const RouterEvent::Frontier& frontier, qint64 now);
    void markDirty(const Piece& piece);

    bool m_running{false};
    Status m_status;
    std::map<int, Pieces> m_variants;
    std::map<int, bool> m_isOver;
    int m_shown{0};
    std::deque<Piece> m_ripped;
    std::deque<Refusal> m_refusals;
    std::optional<Search> m_search;
    std::map<std::pair<int, int>, HeatCell> m_heat;
    quint64 m_sequence{0};
    QRectF m_dirty;
};

} // namespace viaduct
