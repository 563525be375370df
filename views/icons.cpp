// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

static void linkResources() { Q_INIT_RESOURCE(resources); } // must stand outside of a namespace

namespace viaduct {

void registerIcons() { linkResources(); }

namespace {

QPixmap pixmapOf(const QByteArray& svg, const QColor& colour, int size) {
    QByteArray tinted = svg;
    tinted.replace("#000000", colour.name().toLatin1());
    QSvgRenderer renderer(tinted);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QIcon icon(const QString& name, const QColor& colour, const QColor& disabled) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray svg = file.readAll();
    QIcon icon;
    for (const int size : {16, 20, 24, 32, 48}) {
        icon.addPixmap(pixmapOf(svg, colour, size));
        icon.addPixmap(pixmapOf(svg, disabled, size), QIcon::Disabled);
    }
    return icon;
}

QIcon programIcon() {
    QSvgRenderer renderer(QStringLiteral(":/icons/viaduct.svg"));
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace viaduct
