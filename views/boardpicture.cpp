// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boardpicture.h"

#include "views/boardpainter.h"

namespace viaduct {

BoardPicture pictureOf(const State& state, const BoardColours& colours, const Visibility& visibility) {
    BoardPicture picture;
    picture.owner = state.board;
    picture.board = std::make_shared<const DrawList>(drawBoard(*state.board));
    static const std::vector<ZoneFill> kNoFills;
    picture.copper = std::make_shared<const DrawList>(
        drawCopper(*state.board, effectiveCopper(*state.board, state.removed, Copper()), state.added, state.fills ? *state.fills : kNoFills));
    picture.netNames = std::make_shared<const std::vector<QString>>(shortNetNames(*state.board));
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
