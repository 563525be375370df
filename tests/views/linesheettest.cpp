// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QtTest>

#include <cmath>
#include <limits>

#include "views/linesheet.h"

using namespace viaduct;

class LineSheetTest final : public QObject {
    Q_OBJECT
private slots:
    void aLevelLineFillsItsRow() {
        LineSheet sheet;
        sheet.begin({20, 10});
        sheet.add(QLineF(2.5, 4.5, 17.5, 4.5), Qt::red);
        for (int x = 2; x <= 17; ++x) QVERIFY(qAlpha(sheet.image().pixel(x, 4)) > 250);
        for (const QPoint off : {QPoint(10, 3), QPoint(10, 5), QPoint(0, 4), QPoint(19, 4)}) QCOMPARE(qAlpha(sheet.image().pixel(off)), 0);
    }
    void aLineBetweenTwoRowsIsSharedByThem() {
        LineSheet sheet;
        sheet.begin({20, 10});
        sheet.add(QLineF(2.5, 5, 17.5, 5), Qt::red);
        QVERIFY(std::abs(qAlpha(sheet.image().pixel(10, 4)) - 128) < 4);
        QVERIFY(std::abs(qAlpha(sheet.image().pixel(10, 5)) - 128) < 4);
    }
    void everyLineLooksLikeAPaintersLine() {
        // Summed ink of the two within a few percent, whatever the angle.
        for (int degrees = 0; degrees < 180; degrees += 15) {
            const double angle = degrees * 3.14159265358979 / 180;
            const QLineF line(100 - 80 * std::cos(angle), 100 - 80 * std::sin(angle), 100 + 80 * std::cos(angle), 100 + 80 * std::sin(angle));
            LineSheet sheet;
            sheet.begin({200, 200});
            sheet.add(line, QColor(255, 255, 255, 200));
            QImage painted(200, 200, QImage::Format_ARGB32_Premultiplied);
            painted.fill(Qt::transparent);
            QPainter painter(&painted);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(QColor(255, 255, 255, 200), 1.0));
            painter.drawLine(line);
            painter.end();
            const auto inkOf = [](const QImage& image) {
                double ink = 0;
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x) ink += qAlpha(image.pixel(x, y));
                return ink;
            };
            const double share = inkOf(sheet.image()) / inkOf(painted);
            QVERIFY2(std::abs(share - 1) < 0.06, qPrintable(QStringLiteral("%1 degrees: %2").arg(degrees).arg(share)));
        }
    }
    void linesOutsideAreCutAndNonsenseIsLeftOut() {
        LineSheet sheet;
        sheet.begin({20, 10});
        sheet.add(QLineF(-1e7, 5.5, 1e7, 5.5), Qt::red);
        QVERIFY(qAlpha(sheet.image().pixel(0, 5)) > 250 && qAlpha(sheet.image().pixel(19, 5)) > 250);
        sheet.add(QLineF(-5, -5, -50, 3), Qt::red);
        sheet.add(QLineF(0, 0, std::numeric_limits<double>::infinity(), 3), Qt::red);
        sheet.add(QLineF(0, std::nan(""), 3, 3), Qt::red);
        QCOMPARE(qAlpha(sheet.image().pixel(0, 0)), 0);
    }
    void theNextPictureBeginsClean() {
        LineSheet sheet;
        sheet.begin({20, 10});
        sheet.add(QLineF(0, 0, 20, 10), Qt::red);
        sheet.begin({20, 10});
        for (int y = 0; y < 10; ++y)
            for (int x = 0; x < 20; ++x) QCOMPARE(sheet.image().pixel(x, y), 0U);
        sheet.begin({5, 5});
        QCOMPARE(sheet.image().size(), QSize(5, 5));
    }
};

QTEST_GUILESS_MAIN(LineSheetTest)
#include "linesheettest.moc"
