// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <set>

#include "tests/views/smallboard.h"
#include "views/drawlist.h"
#include "views/strokefont.h"

using namespace viaduct;

namespace {

std::size_t countOf(const DrawList& list, SheetId id, Primitive::Role role) {
    const DrawSheet* sheet = list.sheet(id);
    if (sheet == nullptr) return 0;
    return static_cast<std::size_t>(std::count_if(sheet->items.begin(), sheet->items.end(), [role](const Primitive& item) { return item.role == role; }));
}

} // namespace

class DrawListTest : public QObject {
    Q_OBJECT

private slots:
    void padsGoToTheSheetsThatCarryThem() {
        const DrawList list = drawBoard(*small::board());
        QCOMPARE(countOf(list, SheetId(SheetId::Through::Pads), Primitive::Role::Pad), std::size_t(2));
        QCOMPARE(countOf(list, SheetId(SheetId::Through::Holes), Primitive::Role::PadHole), std::size_t(2));
        QCOMPARE(countOf(list, SheetId(LayerId(0)), Primitive::Role::Pad), std::size_t(2));
        QCOMPARE(countOf(list, SheetId(LayerId(1)), Primitive::Role::Pad), std::size_t(0));
        QCOMPARE(countOf(list, SheetId(TechLayer::EdgeCuts), Primitive::Role::Drawing), std::size_t(4));
        QCOMPARE(list.labels.size(), std::size_t(4));
    }
    void theClosedOutlineIsTheSubstrate() {
        const DrawList list = drawBoard(*small::board());
        QVERIFY(list.substrate.contains(QPointF(10, 5)));
        QVERIFY(!list.substrate.contains(QPointF(21, 5)));
    }
    void sessionCopperIsToldFromTheBoardsOwn() {
        Copper own, session;
        own.tracks = {small::track(1, 0, 1, 1, 2, 1)};
        session.tracks = {small::track(1, 0, 3, 1, 4, 1), small::track(2, 1, 3, 2, 4, 2)};
        const DrawList list = drawCopper(*small::board(), own, session, {});
        const DrawSheet* front = list.sheet(SheetId(LayerId(0)));
        QVERIFY(front != nullptr);
        QCOMPARE(front->items.size(), std::size_t(2));
        QCOMPARE(std::count_if(front->items.begin(), front->items.end(), [](const Primitive& item) { return item.isSession; }), 1L);
    }
    void itemsAreFoundByArea() {
        Copper copper;
        for (int i = 0; i < 50; ++i) copper.tracks.push_back(small::track(1, 0, i, 0, i, 1, 0.1));
        const DrawList list = drawCopper(*small::board(), copper, {}, {});
        const DrawSheet* front = list.sheet(SheetId(LayerId(0)));
        QCOMPARE(front->itemsIn(QRectF(9.5, 0.2, 2, 0.2)).size(), std::size_t(2));
        QVERIFY(front->itemsIn(QRectF(100, 100, 1, 1)).empty());
    }
    void brokenIdsAreLeftOut() {
        Copper copper;
        copper.tracks = {small::track(1, -1, 0, 0, 1, 1)};
        ZoneFill fill;
        fill.zone = ZoneId(7); // the board has no such zone
        fill.layer = LayerId(0);
        fill.islands = {{{pointAt(0, 0), pointAt(1000, 0), pointAt(0, 1000)}, {}}, {{pointAt(0, 0)}, {}}};
        const DrawList list = drawCopper(*small::board(), {}, copper, {fill});
        QCOMPARE(list.itemCount, std::size_t(1));
    }
    void netNamesAreShort() {
        const std::vector<QString> names = shortNetNames(*small::board());
        QCOMPARE(names.at(1), QStringLiteral("A"));
        QCOMPARE(names.at(2), QStringLiteral("B"));
    }
    void lettersBecomeStrokesInsideTheirBoxes() {
        auto board = std::make_shared<Board>(*small::board());
        Graphic text;
        text.kind = Graphic::Kind::Text;
        text.layer = TechLayer::FrontSilk;
        text.text = "A Z";
        for (const double x : {1.0, 3.0}) {
            const auto at = [x](double dx, double dy) { return pointAt(static_cast<std::int64_t>((x + dx) * 1e6), static_cast<std::int64_t>((1 + dy) * 1e6)); };
            text.shapes.push_back(Shape::polygon(Ring{at(0, 0), at(1, 0), at(1, 1.5), at(0, 1.5)}, Nanometres(75000)));
        }
        board->graphics.push_back(text);
        const DrawList list = drawBoard(*board);
        const DrawSheet* silk = list.sheet(SheetId(TechLayer::FrontSilk));
        QCOMPARE(silk->items.size(), std::size_t(6)); // A has two slopes and a bar, Z three lines
        for (const Primitive& item : silk->items) {
            QCOMPARE(item.form, Primitive::Form::Line);
            QVERIFY(QRectF(0.9, 0.9, 3.2, 1.7).contains(item.box));
        }
    }
    void everyGlyphIsWellFormed() {
        for (char32_t letter = U'!'; letter < 0x7F; ++letter) {
            const std::string_view glyph = glyphOf(letter);
            QVERIFY(!glyph.empty());
            eachStroke(glyph, [](const GlyphStroke& stroke) {
                QVERIFY(stroke.count() >= 1);
                QCOMPARE(stroke.digits.size() % 2, std::size_t(0));
                for (const char digit : stroke.digits) QVERIFY(digit >= '0' && digit <= '8');
            });
        }
        QVERIFY(glyphOf(U'\u4E2D').empty());
    }
};

QTEST_GUILESS_MAIN(DrawListTest)
#include "drawlisttest.moc"
