// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>

#include <chrono>
#include <filesystem>

#include "corpusfiles.h"
#include "engine/kicad/boardreader.h"
#include "engine/kicad/boardwriter.h"

using namespace viaduct;

namespace {

// What each odd file must give: "error PLACE", "opens" as in KiCad, or "warns" where KiCad refuses or repairs silently.
struct Expectation final {
    const char* file;
    const char* answer;
};
constexpr Expectation kExpected[] = {
    {"01-empty", "error 1:1"},
    {"02-whitespace", "error 4:1"},
    {"03-truncated-half", "error 4203:1"},
    {"04-truncated-last-paren", "error 6156:1"},
    {"05-extra-paren", "warns"},
    {"06-trailing-garbage", "warns"},
    {"07-merge-conflict-inside", "error 123:1"},
    {"08-huge-number", "warns"},
    {"09-nan", "error 5192:10"},
    {"10-exponent", "opens"},
    {"11-comma-decimal", "error 5192:10"},
    {"12-future-version", "error 2:2"},
    {"13-version-missing", "error 1:1"},
    {"14-version-negative", "warns"},
    {"15-unknown-token-top", "warns"},
    {"16-unknown-token-in-footprint", "warns"},
    {"17-string-escapes", "opens"},
    {"18-raw-newline-in-string", "warns"},
    {"19-unterminated-string", "error 151:21"},
    {"20-invalid-utf8", "opens"},
    {"21-latin1", "opens"},
    {"22-utf8-bom", "warns"},
    {"23-crlf", "opens"},
    {"24-cr-only", "opens"},
    {"25-nul-byte", "opens"},
    {"26-zero-size-pad", "warns"},
    {"27-negative-size-pad", "warns"},
    {"28-drill-bigger-than-pad", "opens"},
    {"29-duplicate-refs", "opens"},
    {"30-duplicate-uuids", "opens"},
    {"31-bad-uuid", "opens"},
    {"32-pads-off-board", "opens"},
    {"33-no-outline", "opens"},
    {"34-open-outline", "opens"},
    {"35-self-intersecting-outline", "opens"},
    {"36-two-disjoint-outlines", "opens"},
    {"37-zero-length-and-dup-edges", "opens"},
    {"38-20000-nets", "opens"},
    {"39-net-number-undeclared", "warns"},
    {"40-net-number-gap-negative", "warns"},
    {"41-pad-netname-mismatch", "warns"},
    {"42-track-on-unknown-layer", "warns"},
    {"43-zero-width-track", "opens"},
    {"44-zero-length-track", "opens"},
    {"45-degenerate-arc", "opens"},
    {"46-deep-nesting", "error 5:201"},
    {"47-very-old-format4", "opens"},
    {"48-legacy-brd", "error 1:1"},
    {"49-not-kicad", "error 1:1"},
    {"50-footprint-file", "error 1:1"},
    {"51-only-header", "opens"},
    {"52-one-line", "opens"},
    {"53-gigantic-string", "warns"},
    {"54-negative-coords", "opens"},
};

} // namespace

class NastyBoardsTest final : public QObject {
    Q_OBJECT

private slots:
    void eachOddFileIsRefusedWithItsPlaceOrReadAsKiCadReadsIt_data() {
        QTest::addColumn<QString>("answer");
        for (const Expectation& expected : kExpected) QTest::newRow(expected.file) << QString(expected.answer);
    }
    void eachOddFileIsRefusedWithItsPlaceOrReadAsKiCadReadsIt() {
        QFETCH(QString, answer);
        const std::string name = QTest::currentDataTag(), path = VIADUCT_CORPUS "/nasty/" + name + ".kicad_pcb";
        if (!std::filesystem::exists(path)) QSKIP("no corpus here");
        const auto file = readBoardFile(path);
        if (answer.startsWith("error")) {
            QVERIFY(!file.has_value());
            const QString text = QString::fromStdString(file.error().text);
            QVERIFY2(text.startsWith(QString::fromStdString(name) + ".kicad_pcb:" + answer.mid(6) + ": "), qPrintable(text));
            return;
        }
        QVERIFY2(file.has_value(), file ? "" : file.error().text.c_str());
        QCOMPARE(!file->board->warnings.empty(), answer == "warns");
        for (const std::string& warning : file->board->warnings)
            QVERIFY2(QRegularExpression("^" + QRegularExpression::escape(QString::fromStdString(name)) + "\\.kicad_pcb:\\d+:\\d+: ")
                         .match(QString::fromStdString(warning))
                         .hasMatch(),
                     warning.c_str());
        const auto same = writeBoardText(*file, {});
        QVERIFY(same.has_value());
        QVERIFY(*same == file->bytes);
    }

    // Neither cuts at any byte nor changed bytes may crash or hang the reader; what is read is whole or refused.
    void cutAndGarbledFilesAreRefusedOrRead() {
        const std::vector<std::string> boards = boardsBelow(VIADUCT_CORPUS "/fmt10");
        const std::string whole = boards.empty() ? bytesOf(VIADUCT_SOURCE_DIR "/resources/demo/viaduct-demo.kicad_pcb") : bytesOf(boards[1 % boards.size()]);
        if (whole.empty()) QSKIP("no board here");
        std::size_t refused = 0, tried = 0;
        for (std::size_t cut = 0; cut + 2 < whole.size(); cut += 1 + whole.size() / 300) {
            const auto file = readBoardText(whole.substr(0, cut), "cut.kicad_pcb");
            ++tried;
            if (!file) ++refused;
        }
        QCOMPARE(refused, tried); // a file without its end is never half-loaded
        const char replacements[] = {'(', ')', '"', ' ', '9', '-', '\0', '\xFF', 'x', '\n'};
        for (std::size_t at = 0, i = 0; at < whole.size(); at += 1 + whole.size() / 600, ++i) {
            std::string garbled = whole;
            garbled[at] = replacements[i % sizeof replacements];
            const auto file = readBoardText(std::move(garbled), "garbled.kicad_pcb");
            if (!file) QVERIFY2(file.error().text.find("garbled.kicad_pcb:") == 0, file.error().text.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(NastyBoardsTest)
#include "nastyboardstest.moc"
