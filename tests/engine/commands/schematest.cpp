// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "engine/commands/schema.h"

using namespace viaduct;
using nlohmann::json;

class SchemaTest final : public QObject {
    Q_OBJECT
private slots:
    void errorsNameTheKeyAndWhatIsWrong_data() {
        QTest::addColumn<QString>("schema");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("key"); // empty with an empty text: no error
        QTest::addColumn<QString>("text");
        const QString closed = R"({"type":"object","properties":{"a":{"type":"integer","minimum":1,"maximum":9}},"additionalProperties":false})";
        QTest::newRow("fits") << closed << R"({"a":3})"
                              << ""
                              << "";
        QTest::newRow("absent is fine") << closed << "{}"
                                        << ""
                                        << "";
        QTest::newRow("unknown key") << closed << R"({"b":3})"
                                     << "b"
                                     << "not known here (known: a)";
        QTest::newRow("too small") << closed << R"({"a":0})"
                                   << "a"
                                   << "at least 1 (is 0)";
        QTest::newRow("too large") << closed << R"({"a":1e30})"
                                   << "a"
                                   << "at most 9";
        QTest::newRow("wrong type") << closed << R"({"a":"3"})"
                                    << "a"
                                    << "must be of type integer";
        QTest::newRow("a fraction is no integer") << closed << R"({"a":1.5})"
                                                  << "a"
                                                  << "must be of type integer";
        QTest::newRow("a whole float is an integer") << closed << R"({"a":2.0})"
                                                     << ""
                                                     << "";
        QTest::newRow("null is no integer") << closed << R"({"a":null})"
                                            << "a"
                                            << "must be of type integer";
        QTest::newRow("true is no integer") << closed << R"({"a":true})"
                                            << "a"
                                            << "must be of type integer";
        QTest::newRow("arguments that are no object") << closed << "[]"
                                                      << ""
                                                      << "must be of type object";
        QTest::newRow("missing") << R"({"type":"object","properties":{"a":{}},"required":["a"]})"
                                 << "{}"
                                 << "a"
                                 << "is missing";
        QTest::newRow("deep") << R"({"properties":{"h":{"type":"array","items":{"properties":{"f":{"enum":["x"]}}}}}})"
                              << R"({"h":[{},{"f":"y"}]})"
                              << "h[1].f"
                              << "one of [\"x\"]";
        QTest::newRow("too many items") << R"({"properties":{"l":{"type":"array","maxItems":2}}})"
                                        << R"({"l":[1,2,3]})"
                                        << "l"
                                        << "at most 2 items (has 3)";
        QTest::newRow("too few items") << R"({"properties":{"l":{"type":"array","minItems":2}}})"
                                       << R"({"l":[1]})"
                                       << "l"
                                       << "at least 2 items";
        QTest::newRow("twice") << R"({"properties":{"l":{"type":"array","uniqueItems":true}}})"
                               << R"({"l":[1,1]})"
                               << "l"
                               << "twice";
        QTest::newRow("too long") << R"({"properties":{"t":{"type":"string","maxLength":2}}})"
                                  << R"({"t":"abc"})"
                                  << "t"
                                  << "at most 2 bytes";
        QTest::newRow("any of, number out of range") << R"({"properties":{"f":{"anyOf":[{"type":"number","minimum":1,"maximum":9},{"const":"forbid"}]}}})"
                                                     << R"({"f":0.5})"
                                                     << "f"
                                                     << "at least 1 (is 0.5)";
        QTest::newRow("any of, no branch") << R"({"properties":{"f":{"anyOf":[{"type":"number"},{"const":"forbid"}]}}})"
                                           << R"({"f":"no"})"
                                           << "f"
                                           << "of type number or \"forbid\"";
        QTest::newRow("any of, fits") << R"({"properties":{"f":{"anyOf":[{"type":"number"},{"const":"forbid"}]}}})"
                                      << R"({"f":"forbid"})"
                                      << ""
                                      << "";
        QTest::newRow("map") << R"({"properties":{"m":{"type":"object","additionalProperties":{"type":"number","minimum":1}}}})"
                             << R"({"m":{"F.Cu":0}})"
                             << "m.F.Cu"
                             << "at least 1";
        QTest::newRow("too many keys") << R"({"properties":{"m":{"type":"object","maxProperties":1}}})"
                                       << R"({"m":{"a":1,"b":2}})"
                                       << "m"
                                       << "at most 1 keys";
    }
    void errorsNameTheKeyAndWhatIsWrong() {
        QFETCH(QString, schema);
        QFETCH(QString, value);
        QFETCH(QString, key);
        QFETCH(QString, text);
        const std::vector<SchemaError> errors = validate(json::parse(schema.toStdString()), json::parse(value.toStdString()));
        QCOMPARE(errors.empty(), text.isEmpty());
        if (errors.empty()) return;
        QCOMPARE(QString::fromStdString(errors[0].key), key);
        QVERIFY2(QString::fromStdString(errors[0].text).contains(text), errors[0].text.c_str());
    }
    void absentValuesGetTheirDefaults() {
        const json schema = json::parse(R"({"properties":{"a":{"default":7},"o":{"type":"object","properties":{"b":{"default":true}}},"c":{}}})");
        QCOMPARE(withDefaults(schema, json::parse(R"({"o":{}})")), json::parse(R"({"a":7,"o":{"b":true}})"));
        QCOMPARE(withDefaults(schema, json::parse(R"({"a":1})")), json::parse(R"({"a":1})"));
    }
    void longValuesAreShortenedWithoutBreakingLetters() {
        std::string value;
        for (int i = 0; i < 60; ++i) value += "\xC3\xA4"; // a with two dots
        const auto errors = validate(json{{"type", "integer"}}, json(value));
        QVERIFY(errors.at(0).text.size() < 120);
        QVERIFY(QString::fromStdString(errors.at(0).text).toStdString() == errors.at(0).text);
    }
    void schemasOfOursThatSayNothingAreFound() {
        QVERIFY(!schemaProblems(json::parse(R"({"type":"integer"})")).empty());
        QVERIFY(!schemaProblems(json::parse(R"({"pattern":"x"})")).empty());
        QVERIFY(!schemaProblems(json::parse(R"({"type":"boolean","default":3})")).empty());
        QVERIFY(schemaProblems(json::parse(R"({"type":"integer","minimum":0,"maximum":1,"default":1})")).empty());
    }
};

QTEST_GUILESS_MAIN(SchemaTest)
#include "schematest.moc"
