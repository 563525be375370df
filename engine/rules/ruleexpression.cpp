// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/ruleexpression.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "engine/rules/rulenames.h"

namespace viaduct {

namespace {

constexpr int kDepthLimit = 200;
constexpr std::size_t kNodeLimit = 4000; // whoever walks a condition may do so recursively

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::string lowered(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

} // namespace

class RuleExpressionParser final {
public:
    RuleExpressionParser(std::string_view text, bool isUnitless) : m_text(text), m_isUnitless(isUnitless) {}

    [[nodiscard]] int errorColumn() const noexcept { return static_cast<int>(m_errorColumn); }

    Result<RuleExpression> run() {
        advance();
        if (m_token == Token::End) return std::move(m_expression);
        int root = parse(0, 0);
        if (m_token != Token::End) complain("unexpected text");
        // KiCad reports a lone number without unit, which would mean nanometres; with more numbers it stays silent.
        if (m_numbers == 1 && m_hasBareNumber && !m_isUnitless)
            remark("missing_unit", "the number has no unit (mm, mil or in) and counts as nanometres", m_bareColumn);
        if (!m_error.empty()) return fail(ErrorCode::InvalidArgs, m_error + " at column " + std::to_string(m_errorColumn));
        m_expression.m_root = root;
        return std::move(m_expression);
    }

private:
    using Kind = RuleExpression::Kind;
    using Node = RuleExpression::Node;
    enum class Token {
        End,
        Number,
        String,
        Identifier,
        And,
        Or,
        Equal,
        NotEqual,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Not,
        Plus,
        Minus,
        Times,
        Divide,
        Open,
        Close,
        Dot,
        Comma,
        Semicolon,
        Wrong
    };

    void complain(const std::string& text) {
        if (!m_error.empty()) return;
        m_error = text;
        m_errorColumn = m_start + 1;
    }
    void remark(const char* code, std::string text, int column) { m_expression.m_remarks.push_back({code, std::move(text), column}); }
    [[nodiscard]] int here() const { return static_cast<int>(m_start) + 1; }
    int add(Node node, int column = 0) {
        node.column = column;
        if (m_expression.m_nodes.size() >= kNodeLimit) complain("the condition is too long"), m_token = Token::End;
        m_expression.m_nodes.push_back(std::move(node));
        return static_cast<int>(m_expression.m_nodes.size()) - 1;
    }

    void advance() {
        while (m_at < m_text.size() && m_text[m_at] == ' ') ++m_at; // other white space is none to KiCad
        m_start = m_at;
        m_value.clear();
        if (m_at >= m_text.size()) {
            m_token = Token::End;
            return;
        }
        const char c = m_text[m_at];
        const auto two = [&](char second, Token token, Token single) {
            m_token = m_at + 1 < m_text.size() && m_text[m_at + 1] == second ? token : single;
            m_at += m_token == token ? 2 : 1;
        };
        if (isDigit(c)) return number();
        if (c == '\'') return string();
        if (isLetter(c)) {
            while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at]))) m_value += m_text[m_at++];
            m_token = Token::Identifier;
            return;
        }
        switch (c) {
        case '=': return two('=', Token::Equal, Token::Wrong);
        case '!': return two('=', Token::NotEqual, Token::Not);
        case '<': return two('=', Token::LessEqual, Token::Less);
        case '>': return two('=', Token::GreaterEqual, Token::Greater);
        case '&': return two('&', Token::And, Token::Wrong);
        case '|': return two('|', Token::Or, Token::Wrong);
        default: break;
        }
        constexpr std::string_view kSingles = "+-*/().,;";
        constexpr Token kTokens[] = {Token::Plus,  Token::Minus, Token::Times, Token::Divide,   Token::Open,
                                     Token::Close, Token::Dot,   Token::Comma, Token::Semicolon};
        const std::size_t single = kSingles.find(c);
        m_token = single == std::string_view::npos ? Token::Wrong : kTokens[single];
        ++m_at;
    }

    void number() {
        bool hasPoint = false;
        while (m_at < m_text.size() && (isDigit(m_text[m_at]) || ((m_text[m_at] == '.' || m_text[m_at] == ',') && !hasPoint))) {
            hasPoint = hasPoint || !isDigit(m_text[m_at]);
            m_value += isDigit(m_text[m_at]) ? m_text[m_at] : '.';
            ++m_at;
        }
        m_token = Token::Number;
    }

    void string() {
        ++m_at;
        m_token = Token::String;
        while (m_at < m_text.size() && m_text[m_at] != '\'') {
            if (m_text[m_at] == '\\' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '\'') ++m_at;
            m_value += m_text[m_at++];
        }
        if (m_at >= m_text.size())
            complain("unterminated string");
        else
            ++m_at;
    }

    // The unit right behind a number; its factor to nanometres.
    std::optional<double> unit() {
        if (m_token != Token::Identifier) return std::nullopt;
        constexpr double kPerMillimetre = 1e6, kPerMil = 25400.0;
        std::optional<double> factor;
        if (m_value == "mm")
            factor = kPerMillimetre;
        else if (m_value == "mil")
            factor = kPerMil;
        else if (m_value == "in")
            factor = 1000.0 * kPerMil;
        else if (m_value == "deg")
            factor = 1.0;
        if (factor) advance();
        return factor;
    }

    struct Operator {
        int level; // binds tighter the higher
        Kind kind;
    };
    [[nodiscard]] std::optional<Operator> binary() const {
        switch (m_token) {
        case Token::And: return Operator{1, Kind::And};
        case Token::Or: return Operator{2, Kind::Or};
        case Token::Equal: return Operator{3, Kind::Equal};
        case Token::NotEqual: return Operator{3, Kind::NotEqual};
        case Token::Less: return Operator{3, Kind::Less};
        case Token::LessEqual: return Operator{3, Kind::LessEqual};
        case Token::Greater: return Operator{3, Kind::Greater};
        case Token::GreaterEqual: return Operator{3, Kind::GreaterEqual};
        case Token::Plus: return Operator{5, Kind::Add};
        case Token::Minus: return Operator{5, Kind::Subtract};
        case Token::Times: return Operator{6, Kind::Multiply};
        case Token::Divide: return Operator{6, Kind::Divide};
        default: return std::nullopt;
        }
    }

    int parse(int level, int depth) {
        if (depth > kDepthLimit) {
            complain("nested too deeply");
            m_token = Token::End;
            return add({});
        }
        int left = operand(depth);
        bool wasComparison = false;
        while (const auto found = binary()) {
            if (found->level < level || !m_error.empty()) break;
            if (found->level == 3 && wasComparison) {
                complain("two comparisons in a row");
                break;
            }
            wasComparison = found->level == 3;
            const int column = here();
            advance();
            Node node{found->kind};
            node.left = left;
            node.right = parse(found->level + 1, depth + 1);
            left = add(std::move(node), column);
        }
        return left;
    }

    int operand(int depth) {
        const int column = here();
        switch (m_token) {
        case Token::Not: {
            advance();
            Node node{Kind::Not};
            node.left = parse(5, depth + 1);
            return add(std::move(node), column);
        }
        case Token::Minus: { // only in values: "(min -0.01mm)"
            advance();
            Node node{Kind::Subtract};
            node.left = add({});
            node.right = parse(6, depth + 1);
            return add(std::move(node));
        }
        case Token::Open: {
            advance();
            const int inner = parse(0, depth + 1);
            if (m_token != Token::Close)
                complain("missing )");
            else
                advance();
            return inner;
        }
        case Token::Number: {
            Node node{Kind::Number};
            std::from_chars(m_value.data(), m_value.data() + m_value.size(), node.number);
            ++m_numbers;
            advance();
            if (const auto factor = unit()) {
                if (m_isUnitless) complain("unexpected unit");
                node.number *= *factor;
            } else {
                m_hasBareNumber = true;
                m_bareColumn = column;
            }
            return add(std::move(node), column);
        }
        case Token::String: {
            Node node{Kind::String};
            node.text = m_value;
            node.isWildcard = m_value.find_first_of("*?") != std::string::npos;
            advance();
            return add(std::move(node), column);
        }
        case Token::Identifier: return reference();
        default: complain("value expected"); return add({});
        }
    }

    // A, B, AB or L, then a property or a function.
    int reference() {
        const std::string name = m_value;
        const int column = here();
        advance();
        if (lowered(name) == "null") return add({Kind::Null});
        const bool isLayer = name == "L";
        if (name != "A" && name != "B" && name != "AB" && !isLayer) complain("unrecognized item '" + name + "'");
        Node node{isLayer ? Kind::LayerOfTest : Kind::Item};
        node.item = name == "B" ? 1 : 0;
        if (m_token != Token::Dot) return add(std::move(node), column);
        advance();
        if (m_token != Token::Identifier) {
            complain("property expected");
            return add({});
        }
        const std::string member = m_value, key = lowered(m_value);
        const int memberColumn = here();
        advance();
        if (m_token == Token::Open) return function(node, member, key, memberColumn);
        const bool isOfOneItem = key == "netclass" || key == "netname" || key == "type" || key == "componentclass";
        if (isOfOneItem && (isLayer || name == "AB")) {
            remark("unknown_property", "'" + name + "' has no '" + member + "', which equals nothing", memberColumn);
            node.kind = Kind::Property;
            node.property = RuleProperty::Unknown;
            return add(std::move(node), memberColumn);
        }
        if (isLayer) return add(std::move(node), column); // KiCad answers every other property of L with the layer
        node.kind = Kind::Property;
        node.name = key;
        if (const auto known = propertyNamed(key)) {
            node.property = *known;
        } else if (isUnmodelledProperty(key)) {
            node.property = RuleProperty::Unmodelled;
            m_expression.m_unmodelled.push_back(member);
        } else {
            node.property = RuleProperty::Unknown;
            remark("unknown_property", "there is no property '" + member + "', which equals nothing", memberColumn);
        }
        return add(std::move(node), memberColumn);
    }

    int function(Node node, const std::string& member, const std::string& key, int column) {
        const auto known = functionNamed(key);
        if (!known) remark("unknown_function", "there is no function '" + member + "', which holds for nothing", column);
        advance();
        std::vector<std::string> arguments;
        while (m_token == Token::String || m_token == Token::Identifier) {
            arguments.push_back(m_value);
            advance();
            if (m_token == Token::Comma) advance();
        }
        if (m_token != Token::Close)
            complain("missing )");
        else
            advance();
        node.kind = Kind::Function;
        node.name = key;
        node.function = RuleFunction::Unknown;
        if (known) {
            node.function = known->function;
            if (known->function == RuleFunction::Unmodelled) m_expression.m_unmodelled.push_back(member + "()");
            if (static_cast<int>(arguments.size()) < known->arguments || (known->arguments > 0 && arguments.front().empty()))
                remark("missing_argument", member + "() lacks its argument and holds for nothing", column);
        }
        if (!arguments.empty()) node.text = arguments.front();
        return add(std::move(node), column);
    }

    std::string_view m_text;
    bool m_isUnitless;
    std::size_t m_at{0}, m_start{0}, m_errorColumn{0};
    Token m_token{Token::End};
    std::string m_value, m_error;
    int m_numbers{0}, m_bareColumn{0};
    bool m_hasBareNumber{false};
    RuleExpression m_expression;
};

Result<RuleExpression> RuleExpression::parse(std::string_view text, int* errorColumn) {
    RuleExpressionParser parser(text, false);
    auto parsed = parser.run();
    if (errorColumn != nullptr) *errorColumn = parser.errorColumn();
    return parsed;
}

namespace {

std::optional<double> constantOf(const RuleExpression& expression, int index) {
    const RuleExpression::Node& node = expression.node(index);
    if (node.kind == RuleExpression::Kind::Number) return node.number;
    if (node.left < 0 || node.right < 0) return std::nullopt;
    const auto left = constantOf(expression, node.left), right = constantOf(expression, node.right);
    if (!left || !right) return std::nullopt;
    switch (node.kind) {
    case RuleExpression::Kind::Add: return *left + *right;
    case RuleExpression::Kind::Subtract: return *left - *right;
    case RuleExpression::Kind::Multiply: return *left * *right;
    case RuleExpression::Kind::Divide: return *right == 0 ? std::nullopt : std::optional(*left / *right);
    default: return std::nullopt;
    }
}

} // namespace

Result<double> RuleExpression::parseValue(std::string_view text, bool isUnitless) {
    RuleExpression expression = TRY(RuleExpressionParser(text, isUnitless).run());
    const auto value = expression.isEmpty() ? std::nullopt : constantOf(expression, expression.root());
    if (!value) return fail(ErrorCode::InvalidArgs, "a value is expected");
    if (!(*value > -1e12 && *value < 1e12)) return fail(ErrorCode::InvalidArgs, "the value is out of range");
    return *value;
}

} // namespace viaduct
