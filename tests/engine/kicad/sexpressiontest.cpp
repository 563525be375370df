// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "engine/kicad/sexpression.h"

using namespace viaduct;

namespace {

std::string errorOf(const std::string& text, SExpression::Limits limits = {}) {
    const auto tree = SExpression::parse(text, "f", limits);
    return tree ? "no error" : tree.error().text;
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

} // namespace

class SExpressionTest final : public QObject {
    Q_OBJECT

private slots:
    void nodesAreSpansOfTheText() {
        const std::string text = "(a (b 1 \"two three\")\n\t(c))\n";
        const auto tree = SExpression::parse(text, "f");
        QVERIFY(tree.has_value());
        const SNode root = tree->root(), b = root.find("b"), c = root.at(2);
        QCOMPARE(root.raw(), std::string_view(text).substr(0, text.size() - 1));
        QCOMPARE(b.raw(), std::string_view("(b 1 \"two three\")"));
        QCOMPARE(b.at(1).word(), std::string_view("1"));
        QCOMPARE(b.at(2).word(), std::string_view("two three"));
        QCOMPARE(b.at(2).raw(), std::string_view("\"two three\""));
        QVERIFY(b.at(2).kind() == SNode::Kind::String && b.at(1).kind() == SNode::Kind::Word);
        QVERIFY(c.is("c") && !c.at(1) && !c.first().next(c));
        QVERIFY(!root.at(3) && !root.find("d") && root.find("d").find("e").isMissing());
        int count = 0;
        for (const SNode child : root.arguments()) count += child.isList() ? 1 : 0;
        QCOMPARE(count, 2);
    }

    void missingNodesAnswerEverythingWithNothing() {
        const SNode none;
        QVERIFY(!none && none.isMissing() && !none.isList() && !none.isLeaf());
        QVERIFY(none.word().empty() && none.text().empty() && none.head().empty() && none.raw().empty());
        for (const SNode child : none.children()) QVERIFY2(child.isMissing(), "a missing node has no children");
        QVERIFY(!none.find("x").at(2).first());
    }

    void escapesAreResolvedOnlyWhenAsked() {
        const std::string text = "(a \"q\\\"b\\\\s\\nl\\x41\\101\\q\" plain\\n)";
        const auto tree = SExpression::parse(text, "f");
        QVERIFY(tree.has_value());
        QCOMPARE(tree->root().at(1).text(), std::string("q\"b\\s\nlAAq"));
        QCOMPARE(tree->root().at(1).word(), std::string_view("q\\\"b\\\\s\\nl\\x41\\101\\q"));
        QCOMPARE(tree->root().at(2).text(), std::string("plain\\n")); // words have no escapes
        QCOMPARE(SExpression::unescaped("end\\"), std::string("end\\"));
        QCOMPARE(SExpression::unescaped("\\x"), std::string());
    }

    void commentsAreLinesThatBeginWithAHash() {
        const std::string text = "# first ( \"\n(a # no comment here\n  # (b \"\n #c\n)";
        const auto tree = SExpression::parse(text, "f");
        QVERIFY(tree.has_value());
        QCOMPARE(tree->root().at(1).word(), std::string_view("#"));
        QCOMPARE(tree->root().at(4).word(), std::string_view("here"));
        QVERIFY(!tree->root().at(5));
    }

    void placesCountLinesOfEveryKind_data() {
        QTest::addColumn<QByteArray>("end");
        QTest::newRow("line feed") << QByteArray("\n");
        QTest::newRow("carriage return and line feed") << QByteArray("\r\n");
        QTest::newRow("carriage return alone") << QByteArray("\r");
    }
    void placesCountLinesOfEveryKind() {
        QFETCH(QByteArray, end);
        const std::string text = "(a" + end.toStdString() + "  (b)" + end.toStdString() + end.toStdString() + "x)";
        const auto tree = SExpression::parse(text, "dir/f.kicad_pcb");
        QVERIFY(tree.has_value());
        QCOMPARE(tree->where(tree->root().begin()), std::string("dir/f.kicad_pcb:1:1"));
        QCOMPARE(tree->where(tree->root().at(1).begin()), std::string("dir/f.kicad_pcb:2:3"));
        QCOMPARE(tree->where(tree->root().at(2).begin()), std::string("dir/f.kicad_pcb:4:1"));
    }

    void brokenTextIsRefusedWithItsPlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        QTest::newRow("nothing") << ""
                                 << "f:1:1: the file is empty";
        QTest::newRow("blanks") << " \n "
                                << "f:2:2: the file is empty";
        QTest::newRow("no list") << "hello"
                                 << "f:1:1: no KiCad file: expected '(' here";
        QTest::newRow("closing first") << ")"
                                       << "f:1:1: no KiCad file: expected '(' here";
        QTest::newRow("truncated") << "(a\n (b 1"
                                   << "f:2:6: the file ends inside the list that begins at line 2, column 2: it is truncated";
        QTest::newRow("open string") << "(a\n \"b)"
                                     << "f:2:2: this string is not closed";
        QTest::newRow("string that swallows a line") << "(a \"b)\n (c \"d\")\n)"
                                                     << "f:1:4: this string is not closed on its line";
        QTest::newRow("backslash at the end") << "(a \"\\"
                                              << "f:1:4: this string is not closed";
    }
    void brokenTextIsRefusedWithItsPlace() {
        QFETCH(QString, text);
        QFETCH(QString, error);
        QCOMPARE(QString::fromStdString(errorOf(text.toStdString())), error);
    }

    void oddTextIsReadAndTold() {
        const std::string text = "\xEF\xBB\xBF(a \"x\ny\") rest";
        const auto tree = SExpression::parse(text, "f");
        QVERIFY(tree.has_value());
        QVERIFY(tree->hasByteOrderMark());
        QCOMPARE(tree->multiLineStrings().size(), std::size_t{1});
        QCOMPARE(tree->multiLineStrings()[0], 6U);
        QCOMPARE(text.substr(tree->trailingText()), std::string("rest"));
        const std::string lines = "(a \"" + std::string(1'000'001, 'x') + "\")";
        const auto longTree = SExpression::parse(lines, "f");
        QVERIFY(longTree.has_value() && longTree->longLine() != 0);
    }

    void nestingHasALimitAndNoRecursion() {
        QCOMPARE(errorOf(repeated("(", 300)), std::string("f:1:201: lists are nested deeper than 200"));
        SExpression::Limits limits;
        limits.depth = 1'000'000;
        const std::string deep = repeated("(", 500'000) + repeated(")", 500'000);
        const auto tree = SExpression::parse(deep, "f", limits);
        QVERIFY(tree.has_value());
        QCOMPARE(tree->root().raw().size(), deep.size());
        limits.nodes = 10;
        QCOMPARE(errorOf("(a b c d e f g h i j k)", limits), std::string("f:1:20: the file has more items than 10"));
    }

    void aSequenceHoldsManyLists() {
        SExpression::Limits limits;
        limits.isSequence = true;
        const auto tree = SExpression::parse("(version 1)\n# note\n(rule a)\n", "f", limits);
        QVERIFY(tree.has_value());
        QVERIFY(tree->root().at(0).is("version") && tree->root().at(1).is("rule") && !tree->root().at(2));
        QVERIFY(SExpression::parse("", "f", limits).has_value());
        QCOMPARE(errorOf("(a))", limits), std::string("f:1:4: a closing parenthesis too many"));
        QCOMPARE(errorOf("(a) (b", limits), std::string("f:1:7: the file ends inside the list that begins at line 1, column 5: it is truncated"));
    }

    void theMissingParenthesisOfSomeTeardropsIsForgiven() {
        const std::string text = "(teardrops (curved_edges no)filter_ratio 0.9) (enabled yes))";
        const auto tree = SExpression::parse(text, "f");
        QVERIFY(tree.has_value());
        QCOMPARE(tree->root().raw().size(), text.size());
        QCOMPARE(tree->root().find("filter_ratio").at(1).word(), std::string_view("0.9"));
        QVERIFY(tree->root().find("enabled"));
    }
};

QTEST_GUILESS_MAIN(SExpressionTest)
#include "sexpressiontest.moc"
