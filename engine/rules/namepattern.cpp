// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/rules/namepattern.h"

#include <bitset>
#include <optional>

namespace viaduct {

namespace {

constexpr int kStepLimit = 200000; // backtracking steps for one name; real patterns need a few dozen
constexpr int kDepthLimit = 2000;  // nested calls: keeps the stack small
constexpr std::size_t kRepeatLimit = 1000;

using CharSet = std::bitset<256>;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

} // namespace

bool matchesWildcard(std::string_view pattern, std::string_view text, bool ignoreCase) {
    std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        const bool same = p < pattern.size() && (ignoreCase ? lower(pattern[p]) == lower(text[t]) : pattern[p] == text[t]);
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || same)) {
            ++p, ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

// A small backtracking matcher: literals, ".", classes, escapes, groups, alternatives, greedy and lazy repeats, anchors.
class NamePattern::Expression final {
public:
    static std::unique_ptr<const Expression> compile(std::string_view text) {
        auto made = std::make_unique<Expression>();
        std::size_t at = 0;
        const auto root = made->alternatives(text, at, 0);
        if (!root || at != text.size()) return nullptr;
        made->m_root = *root;
        return made;
    }
    [[nodiscard]] bool matchesWhole(std::string_view name) const {
        // KiCad puts "^" before and "$" behind the text and asks for a match at the first character: with alternatives at the top only the
        // last one is held to the end of the name.
        Run run{name, kStepLimit};
        const auto toTheEnd = [&](std::size_t end, int) { return end == name.size(); };
        const Node& root = m_nodes[static_cast<std::size_t>(m_root)];
        if (root.kind != Kind::Choice) return match(m_root, 0, run, 0, toTheEnd);
        for (const int branch : root.children)
            if (branch == root.children.back() ? match(branch, 0, run, 0, toTheEnd) : match(branch, 0, run, 0, [](std::size_t, int) { return true; }))
                return true;
        return false;
    }

private:
    enum class Kind { Set, Begin, End, Sequence, Choice, Repeat };
    struct Node {
        Kind kind;
        CharSet set;
        std::vector<int> children;
        std::size_t min{0}, max{0};
        bool isLazy{false};
    };
    struct Run {
        std::string_view text;
        int steps;
    };

    int add(Node node) {
        m_nodes.push_back(std::move(node));
        return static_cast<int>(m_nodes.size()) - 1;
    }

    std::optional<int> alternatives(std::string_view text, std::size_t& at, int depth) {
        if (depth > 100) return std::nullopt;
        Node choice{Kind::Choice, {}, {}};
        while (true) {
            const auto branch = sequence(text, at, depth);
            if (!branch) return std::nullopt;
            choice.children.push_back(*branch);
            if (at >= text.size() || text[at] != '|') break;
            ++at;
        }
        return choice.children.size() == 1 ? choice.children.front() : add(std::move(choice));
    }

    std::optional<int> sequence(std::string_view text, std::size_t& at, int depth) {
        Node sequence{Kind::Sequence, {}, {}};
        while (at < text.size() && text[at] != '|' && text[at] != ')') {
            auto atom = this->atom(text, at, depth);
            if (!atom) return std::nullopt;
            while (at < text.size()) {
                Node repeat{Kind::Repeat, {}, {*atom}};
                if (text[at] == '*') {
                    repeat.max = kRepeatLimit;
                    ++at;
                } else if (text[at] == '+') {
                    repeat.min = 1, repeat.max = kRepeatLimit;
                    ++at;
                } else if (text[at] == '?') {
                    repeat.max = 1;
                    ++at;
                } else if (text[at] == '{' && bounds(text, at, repeat)) {
                } else {
                    break;
                }
                if (at < text.size() && text[at] == '?') repeat.isLazy = true, ++at;
                atom = add(std::move(repeat));
            }
            sequence.children.push_back(*atom);
        }
        return add(std::move(sequence));
    }

    static bool bounds(std::string_view text, std::size_t& at, Node& repeat) {
        std::size_t here = at + 1;
        const auto number = [&]() -> std::optional<std::size_t> {
            std::size_t value = 0, digits = 0;
            for (; here < text.size() && text[here] >= '0' && text[here] <= '9' && digits < 5; ++here, ++digits)
                value = value * 10 + static_cast<std::size_t>(text[here] - '0');
            return digits == 0 ? std::nullopt : std::optional(value);
        };
        const auto low = number();
        if (!low) return false;
        auto high = low;
        if (here < text.size() && text[here] == ',') {
            ++here;
            const auto upper = number();
            high = upper ? *upper : kRepeatLimit;
        }
        if (here >= text.size() || text[here] != '}' || *high < *low || *high > kRepeatLimit) return false;
        repeat.min = *low, repeat.max = *high;
        at = here + 1;
        return true;
    }

    static bool escape(char c, CharSet& set) {
        const auto range = [&](char from, char to) {
            for (int code = from; code <= to; ++code) set.set(static_cast<std::size_t>(code));
        };
        CharSet named;
        switch (lower(c)) {
        case 'd':
            for (int code = '0'; code <= '9'; ++code) named.set(static_cast<std::size_t>(code));
            break;
        case 'w':
            range('0', '9'), range('a', 'z'), range('A', 'Z'), set.set('_');
            named = set;
            break;
        case 's':
            for (const char space : {' ', '\t', '\n', '\r', '\f', '\v'}) named.set(static_cast<unsigned char>(space));
            break;
        case 't': set.set('\t'); return true;
        case 'n': set.set('\n'); return true;
        default:
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '1' && c <= '9')) return false; // a feature we do not have
            set.set(static_cast<unsigned char>(c));
            return true;
        }
        set = c >= 'A' && c <= 'Z' ? ~named : named;
        return true;
    }

    std::optional<int> characterClass(std::string_view text, std::size_t& at) {
        CharSet set;
        bool isNegated = false, isFirst = true;
        if (at < text.size() && text[at] == '^') isNegated = true, ++at;
        while (at < text.size() && (text[at] != ']' || isFirst)) {
            isFirst = false;
            if (text[at] == '[' && at + 1 < text.size() && text[at + 1] == ':') return std::nullopt;
            CharSet one;
            auto from = static_cast<unsigned char>(text[at]);
            if (text[at] == '\\' && at + 1 < text.size()) {
                if (!escape(text[at + 1], one)) return std::nullopt;
                from = static_cast<unsigned char>(text[at + 1]);
                at += 2;
            } else {
                one.set(from);
                ++at;
            }
            if (one.count() == 1 && at + 1 < text.size() && text[at] == '-' && text[at + 1] != ']') {
                const auto to = static_cast<unsigned char>(text[at + 1]);
                if (to < from || to == '\\') return std::nullopt;
                for (unsigned code = from; code <= to; ++code) one.set(code);
                at += 2;
            }
            set |= one;
        }
        if (at >= text.size()) return std::nullopt;
        ++at;
        return add({Kind::Set, isNegated ? ~set : set, {}});
    }

    std::optional<int> atom(std::string_view text, std::size_t& at, int depth) {
        const char c = text[at++];
        CharSet set;
        switch (c) {
        case '(': {
            if (at + 1 < text.size() && text[at] == '?') {
                if (text[at + 1] != ':') return std::nullopt; // look-around and the like
                at += 2;
            }
            const auto inner = alternatives(text, at, depth + 1);
            if (!inner || at >= text.size() || text[at] != ')') return std::nullopt;
            ++at;
            return inner;
        }
        case '[': return characterClass(text, at);
        case '^': return add({Kind::Begin, {}, {}});
        case '$': return add({Kind::End, {}, {}});
        case '*':
        case '+':
        case '?': return std::nullopt; // nothing to repeat
        case '.': set.set().reset('\n'); return add({Kind::Set, set, {}});
        case '\\':
            if (at >= text.size() || !escape(text[at++], set)) return std::nullopt;
            return add({Kind::Set, set, {}});
        default: set.set(static_cast<unsigned char>(c)); return add({Kind::Set, set, {}});
        }
    }

    template <typename Next> bool match(int index, std::size_t at, Run& run, int depth, const Next& next) const {
        if (--run.steps < 0 || depth > kDepthLimit) return false;
        const Node& node = m_nodes[static_cast<std::size_t>(index)];
        switch (node.kind) {
        case Kind::Set: return at < run.text.size() && node.set.test(static_cast<unsigned char>(run.text[at])) && next(at + 1, depth);
        case Kind::Begin: return at == 0 && next(at, depth);
        case Kind::End: return at == run.text.size() && next(at, depth);
        case Kind::Sequence: return matchSequence(node, 0, at, run, depth, Continue(next));
        case Kind::Choice:
            for (const int child : node.children)
                if (match(child, at, run, depth + 1, Continue(next))) return true;
            return false;
        case Kind::Repeat: return matchRepeat(node, 0, at, run, depth, Continue(next));
        }
        return false;
    }

    // A borrowed callable: keeps the recursion from instantiating itself without end.
    class Continue final {
    public:
        template <typename Callable> explicit Continue(const Callable& callable)
            : m_object(&callable), m_call([](const void* object, std::size_t at, int depth) { return (*static_cast<const Callable*>(object))(at, depth); }) {}
        bool operator()(std::size_t at, int depth) const { return m_call(m_object, at, depth); }

    private:
        const void* m_object;
        bool (*m_call)(const void*, std::size_t, int);
    };

    bool matchSequence(const Node& node, std::size_t child, std::size_t at, Run& run, int depth, const Continue& next) const {
        if (child == node.children.size()) return next(at, depth);
        return matchOne(node.children[child], at, run, depth + 1,
                        Continue([&](std::size_t end, int deeper) { return matchSequence(node, child + 1, end, run, deeper + 1, next); }));
    }
    bool matchRepeat(const Node& node, std::size_t count, std::size_t at, Run& run, int depth, const Continue& next) const {
        if (--run.steps < 0 || depth > kDepthLimit) return false;
        const auto more = [&] {
            return count < node.max && matchOne(node.children.front(), at, run, depth + 1, Continue([&](std::size_t end, int deeper) {
                                                    return (end > at || count < node.min) && matchRepeat(node, count + 1, end, run, deeper + 1, next);
                                                }));
        };
        if (count < node.min) return more();
        return node.isLazy ? next(at, depth) || more() : more() || next(at, depth);
    }
    bool matchOne(int index, std::size_t at, Run& run, int depth, const Continue& next) const { return match(index, at, run, depth, next); }

    std::vector<Node> m_nodes;
    int m_root{0};
};

NamePattern::NamePattern(std::string_view pattern) : m_text(pattern) {
    m_isLiteral = pattern.find_first_of(".*+?^${}()|[]\\") == std::string_view::npos;
    if (!m_isLiteral) m_expression = Expression::compile(pattern);
}
NamePattern::~NamePattern() = default;
NamePattern::NamePattern(NamePattern&&) noexcept = default;
NamePattern& NamePattern::operator=(NamePattern&&) noexcept = default;

bool NamePattern::matches(std::string_view name) const {
    if (m_isLiteral) return m_text == name;
    return matchesWildcard(m_text, name) || (m_expression && m_expression->matchesWhole(name));
}

} // namespace viaduct
