// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/board/board.h"
#include "engine/session/state.h"

namespace viaduct::small {

// Two parts with two pins each on a 20 x 10 mm board: net A joins the upper pins, net B the lower ones. R1 is through-hole, R2 on the front.
inline std::shared_ptr<const Board> board() {
    auto made = std::make_shared<Board>();
    made->name = "small";
    made->layers = LayerStack({{"F.Cu", ""}, {"B.Cu", ""}});
    made->nets = {{NetId(0), "", 0}, {NetId(1), "/bus/A", 1}, {NetId(2), "B", 2}};
    const auto millimetres = [](double x, double y) { return pointAt(static_cast<std::int64_t>(x * 1e6), static_cast<std::int64_t>(y * 1e6)); };
    for (int part = 0; part < 2; ++part) {
        Footprint footprint;
        footprint.id = FootprintId(part);
        footprint.reference = "R" + std::to_string(part + 1);
        footprint.value = "10k";
        for (int pin = 0; pin < 2; ++pin) {
            Pad pad;
            pad.id = PadId(part * 2 + pin);
            pad.footprint = footprint.id;
            pad.number = std::to_string(pin + 1);
            pad.net = NetId(pin + 1);
            pad.position = millimetres(part == 0 ? 4 : 16, pin == 0 ? 3 : 7);
            pad.kind = part == 0 ? PadKind::ThroughHole : PadKind::Smd;
            pad.layers = part == 0 ? made->layers.all() : LayerSet::of(made->layers.front());
            pad.shapes = {Shape::disc(pad.position, Nanometres(800000))};
            if (part == 0) pad.hole = Shape::disc(pad.position, Nanometres(400000));
            footprint.pads.push_back(pad.id);
            made->pads.push_back(pad);
        }
        made->footprints.push_back(footprint);
    }
    const Point corners[] = {millimetres(0, 0), millimetres(20, 0), millimetres(20, 10), millimetres(0, 10)};
    for (int i = 0; i < 4; ++i) {
        Graphic edge;
        edge.layer = TechLayer::EdgeCuts;
        edge.shapes = {Shape::capsule(corners[i], corners[(i + 1) % 4], Nanometres(50000))};
        made->graphics.push_back(edge);
    }
    return made;
}

inline Track track(int net, int layer, double x0, double y0, double x1, double y1, double width = 0.5) {
    Track made;
    made.net = NetId(net);
    made.layer = LayerId(layer);
    made.start = pointAt(static_cast<std::int64_t>(x0 * 1e6), static_cast<std::int64_t>(y0 * 1e6));
    made.end = pointAt(static_cast<std::int64_t>(x1 * 1e6), static_cast<std::int64_t>(y1 * 1e6));
    made.width = Nanometres(static_cast<std::int64_t>(width * 1e6));
    return made;
}

inline Via via(int net, double x, double y) {
    Via made;
    made.net = NetId(net);
    made.position = pointAt(static_cast<std::int64_t>(x * 1e6), static_cast<std::int64_t>(y * 1e6));
    made.diameter = Nanometres(800000);
    made.drill = Nanometres(400000);
    made.from = LayerId(0);
    made.to = LayerId(1);
    return made;
}

// A state with net A routed in the session and net B open.
inline StatePtr state() {
    auto made = std::make_shared<State>();
    made->board = board();
    made->id = StateId(1);
    made->parent = StateId(0);
    made->label = "route 1 net";
    made->tool = "route";
    made->actor = "agent";
    made->added.tracks = {track(1, 0, 4, 3, 16, 3)};
    made->added.vias = {via(2, 10, 7)};
    made->copper = std::make_shared<const Copper>(made->added);
    made->fills = std::make_shared<const std::vector<ZoneFill>>();
    OpenConnection open;
    open.edge = {NetId(2),
                 {PadId(1), ZoneId(), pointAt(4'000'000, 7'000'000), made->board->layers.all()},
                 {PadId(3), ZoneId(), pointAt(16'000'000, 7'000'000), LayerSet::of(LayerId(0))},
                 Nanometres(12'000'000)};
    open.reason = OpenReason::BoxedIn;
    open.why = "R2.2 is fenced by A.";
    open.wasTried = true;
    made->open = {open};
    made->metrics.open = 1;
    made->metrics.tracks = 1;
    made->metrics.vias = 1;
    made->metrics.length = Nanometres(12'000'000);
    return made;
}

} // namespace viaduct::small
