// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boardpicture.h"

#include "views/boardpainter.h"

namespace viaduct {

std::vector<RatsnestLine> ratsnestOf(const State& state) {
    std::vector<RatsnestLine> lines;
    lines.reserve(state.open.size());
    for (const OpenConnection& open : state.open) lines.push_back({toMillimetres(open.edge.a.place), toMillimetres(open.edge.b.place), open.edge.net.value()});
    return lines;
}

BoardPicture pictureOf(const State& state, const BoardColours& colours, const Visibility& visibility, const BoardPicture* earlier) {
    BoardPicture picture;
    const bool isSameBoard = earlier != nullptr && earlier->owner == state.board;
    picture.owner = state.board;
    picture.board = isSameBoard ? earlier->board : std::make_shared<const DrawList>(drawBoard(*state.board));
    picture.netNames = isSameBoard ? earlier->netNames : std::make_shared<const std::vector<QString>>(shortNetNames(*state.board));
    static const std::vector<ZoneFill> kNoFills;
    picture.copper = std::make_shared<const DrawList>(
        drawCopper(*state.board, effectiveCopper(*state.board, state.removed, Copper()), state.added, state.fills ? *state.fills : kNoFills));
    picture.ratsnest = std::make_shared<const std::vector<RatsnestLine>>(ratsnestOf(state));
    picture.copperLayers = state.board->layers.count();
    picture.colours = colours;
    picture.visibility = visibility;
    return picture;
}

QImage paintBoard(const BoardPicture& picture, QSize size, double margin) {
    QImage image(size.expandedTo(QSize(1, 1)), QImage::Format_RGB32);
    const QRectF box = picture.board ? picture.board->box : QRectF();
    const ViewTransform view = ViewTransform({}, 10.0, image.size()).fitted(box, margin);
    BoardPainter(picture, view).paint(image);
    return image;
}

} // namespace viaduct
