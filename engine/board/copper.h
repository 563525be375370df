// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/board/ids.h"
#include "engine/board/layerstack.h"
#include "engine/geometry/shape.h"

namespace viaduct {

// Where an item stands in the board file, in bytes [begin, end); both 0 for copper that is in no file yet.
struct SourceSpan final {
    std::uint32_t begin{0}, end{0};
    [[nodiscard]] bool isEmpty() const noexcept { return begin == end; }
    bool operator==(const SourceSpan&) const noexcept = default;
};

struct Track final {
    NetId net{kNoNet};
    LayerId layer;
    Point start, end;
    Nanometres width;
    bool locked{false};
    std::string uuid; // or tstamp; empty for copper that is in no file yet
    SourceSpan source;
    [[nodiscard]] Shape shape() const { return Shape::capsule(start, end, width / 2); }
};

struct TrackArc final {
    NetId net{kNoNet};
    LayerId layer;
    Point start, mid, end;
    Nanometres width;
    bool locked{false};
    std::string uuid;
    SourceSpan source;
    [[nodiscard]] Shape shape() const { return Shape::arc(start, mid, end, width / 2); }
};

enum class ViaKind : std::uint8_t { Through, Blind, Buried, Micro };

struct Via final {
    NetId net{kNoNet};
    Point position;
    Nanometres diameter, drill;
    LayerId from, to; // copper span, from <= to
    ViaKind kind{ViaKind::Through};
    bool locked{false};
    bool removeUnusedLayers{false}, keepEndLayers{true};
    bool tentedFront{true}, tentedBack{true};                   // not tented: the mask is open over it
    std::vector<std::pair<LayerId, Nanometres>> layerDiameters; // padstack: layers whose diameter differs
    std::string uuid;
    SourceSpan source;
    [[nodiscard]] LayerSet layers() const noexcept { return LayerSet::range(from, to); }
    [[nodiscard]] Nanometres diameterOn(LayerId layer) const noexcept {
        for (const auto& [on, size] : layerDiameters)
            if (on == layer) return size;
        return diameter;
    }
    [[nodiscard]] Shape shapeOn(LayerId layer) const { return Shape::disc(position, diameterOn(layer) / 2); }
    [[nodiscard]] Shape hole() const { return Shape::disc(position, drill / 2); }
};

// Tracks, arcs and vias: what routing adds and takes away. Pads, zones and drawings are part of Board.
struct Copper final {
    std::vector<Track> tracks;
    std::vector<TrackArc> arcs;
    std::vector<Via> vias;
    [[nodiscard]] std::size_t size() const noexcept { return tracks.size() + arcs.size() + vias.size(); }
    [[nodiscard]] bool isEmpty() const noexcept { return size() == 0; }
};

} // namespace viaduct
