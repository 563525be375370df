// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QLineF>
#include <QRect>

class QPainter;

namespace viaduct {

// A transparent sheet for thin smooth lines, one device pixel wide (Wu, "An efficient antialiasing technique", 1991). QPainter hands the spans of
// smooth lines to a thread pool in small batches: for a ratsnest of some hundred lines the waking costs many times what the pixels do.
class LineSheet final {
public:
    // Begins a picture of this size in device pixels; keeps the memory of the one before.
    void begin(QSize size);
    void add(const QLineF& line, const QColor& colour); // in device pixels
    // Onto a painter whose device has `ratio` device pixels a pixel.
    void paint(QPainter& painter, double ratio) const;
    [[nodiscard]] const QImage& image() const noexcept { return m_image; }

private:
    QImage m_image;
    QRect m_drawn; // what is not transparent lies in it
};

} // namespace viaduct
