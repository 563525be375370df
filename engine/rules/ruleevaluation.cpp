// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/ruleevaluation.h"

#include <string_view>
#include <utility>

#include "engine/rules/rulevalue.h"

namespace viaduct {

namespace {

using Kind = RuleExpression::Kind;
using Node = RuleExpression::Node;

class Evaluator final {
public:
    Evaluator(const BoundExpression& condition, const EvaluationContext& context) : m_condition(condition), m_context(context) {}

    [[nodiscard]] Truth run(int node) const {
        const Value result = evaluate(node);
        if (result.type == Value::Type::Unknown) return Truth::Unknown;
        return truthOf(result.type == Value::Type::Number && result.number != 0);
    }

private:
    [[nodiscard]] bool isStandIn() const { return m_context.known == Known::NetAndKind; }

    [[nodiscard]] Value evaluate(int index) const {
        const Node& node = m_condition.expression.node(index);
        switch (node.kind) {
        case Kind::Number: return Value::of(node.number);
        case Kind::String: {
            Value value = Value::of(std::string_view(node.text));
            value.isWildcard = node.isWildcard;
            return value;
        }
        case Kind::Null: return Value::of(Value::Type::Null);
        case Kind::Item: return Value::undefined();
        case Kind::LayerOfTest: {
            if (isStandIn()) return Value::unknown();
            Value value = Value::of(Value::Type::Layer);
            if (!m_context.layer.isNone()) value.layers = LayerSet::of(m_context.layer);
            return value;
        }
        case Kind::Property: return propertyOf(node, m_context);
        case Kind::Function: return functionOf(node, m_condition.bindings[static_cast<std::size_t>(index)], m_context);
        case Kind::Not: {
            const Value inner = evaluate(node.left);
            return inner.type == Value::Type::Unknown || inner.type == Value::Type::Failed ? inner : Value::of(numberOf(inner) != 0 ? 0.0 : 1.0);
        }
        default: return binary(node);
        }
    }

    static double numberOf(const Value& value) { return value.type == Value::Type::Number ? value.number : 0.0; }

    [[nodiscard]] Value binary(const Node& node) const {
        const Value left = evaluate(node.left), right = evaluate(node.right);
        if (left.type == Value::Type::Failed || right.type == Value::Type::Failed) return Value::of(Value::Type::Failed);
        const bool leftUnknown = left.type == Value::Type::Unknown, rightUnknown = right.type == Value::Type::Unknown;
        if (node.kind == Kind::And || node.kind == Kind::Or) {
            const double decides = node.kind == Kind::And ? 0.0 : 1.0;
            const auto isDecided = [&](const Value& value) { return value.type != Value::Type::Unknown && (numberOf(value) != 0) == (decides != 0); };
            if (isDecided(left) || isDecided(right)) return Value::of(decides);
            return leftUnknown || rightUnknown ? Value::unknown() : Value::of(1.0 - decides);
        }
        if (leftUnknown || rightUnknown) {
            // Nothing equals an undefined value, nor differs from it.
            if ((node.kind == Kind::Equal || node.kind == Kind::NotEqual) && (left.type == Value::Type::Undefined || right.type == Value::Type::Undefined))
                return Value::of(0.0);
            return Value::unknown();
        }
        if (node.kind == Kind::Equal) return equal(node, left, right);
        if (node.kind == Kind::NotEqual) {
            if (left.type == Value::Type::Undefined || right.type == Value::Type::Undefined) return Value::of(0.0);
            const Value same = equal(node, left, right);
            return same.type == Value::Type::Unknown ? same : Value::of(same.number != 0 ? 0.0 : 1.0);
        }
        const double a = numberOf(left), b = numberOf(right);
        switch (node.kind) {
        case Kind::Less: return Value::of(a < b ? 1.0 : 0.0);
        case Kind::LessEqual: return Value::of(a <= b ? 1.0 : 0.0);
        case Kind::Greater: return Value::of(a > b ? 1.0 : 0.0);
        case Kind::GreaterEqual: return Value::of(a >= b ? 1.0 : 0.0);
        case Kind::Add: return Value::of(a + b);
        case Kind::Subtract: return Value::of(a - b);
        case Kind::Multiply: return Value::of(a * b);
        case Kind::Divide: return Value::of(b == 0 ? 0.0 : a / b);
        default: return Value::of(0.0);
        }
    }

    [[nodiscard]] Value equal(const Node& node, const Value& left, const Value& right) const {
        using Type = Value::Type;
        if (left.type == Type::Undefined || right.type == Type::Undefined) return Value::of(0.0);
        if (left.type == Type::Null && right.type == Type::Null) return Value::of(1.0);
        if (left.type == Type::Number && right.type == Type::Number) return Value::of(left.number == right.number ? 1.0 : 0.0);
        if (left.type == Type::NetClass || left.type == Type::Net) return equalNets(left, right);
        if (left.type == Type::Layer) {
            if (right.type == Type::Layer) return Value::of(left.layers == right.layers ? 1.0 : 0.0);
            return Value::of(!(left.layers & m_condition.bindings[static_cast<std::size_t>(node.right)].layers).isEmpty() ? 1.0 : 0.0);
        }
        if (left.type == Type::String && right.type == Type::String) return Value::of(textMatches(left.text, right) ? 1.0 : 0.0);
        // 'X' == A.NetClass: plain text against the name.
        if (left.type == Type::String && (right.type == Type::Net || right.type == Type::NetClass))
            return Value::of(equalsIgnoringCase(left.text, nameOf(right)) ? 1.0 : 0.0);
        return Value::of(0.0);
    }

    [[nodiscard]] std::string_view nameOf(const Value& value) const {
        return value.type == Value::Type::Net ? std::string_view(m_context.board.net(value.net).name)
                                              : std::string_view(m_context.rules.classFor(value.net).name);
    }

    [[nodiscard]] Value equalNets(const Value& left, const Value& right) const {
        if (left.type == right.type) {
            if (left.type == Value::Type::NetClass)
                return Value::of(m_context.rules.classOfNet[left.net.index()] == m_context.rules.classOfNet[right.net.index()] ? 1.0 : 0.0);
            return isStandIn() ? Value::unknown() : Value::of(left.net == right.net ? 1.0 : 0.0);
        }
        if (right.type != Value::Type::String) return Value::of(0.0);
        if (left.type == Value::Type::NetClass)
            for (const std::string& member : m_context.rules.classFor(left.net).members)
                if (textMatches(member, right)) return Value::of(1.0);
        return Value::of(textMatches(nameOf(left), right) ? 1.0 : 0.0);
    }

    const BoundExpression& m_condition;
    const EvaluationContext& m_context;
};

} // namespace

Truth holds(const BoundExpression& condition, EvaluationContext context) {
    if (condition.expression.isEmpty()) return Truth::Yes;
    const Truth first = Evaluator(condition, context).run(condition.expression.root());
    if (first == Truth::Yes || context.items[1] == nullptr) return first;
    std::swap(context.items[0], context.items[1]);
    const Truth second = Evaluator(condition, context).run(condition.expression.root());
    if (second == Truth::Yes) return second;
    return first == Truth::Unknown || second == Truth::Unknown ? Truth::Unknown : Truth::No;
}

Truth holdsAt(const BoundExpression& condition, int node, const EvaluationContext& context) { return Evaluator(condition, context).run(node); }

} // namespace viaduct
