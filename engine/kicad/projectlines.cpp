// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/projectlines.h"

#include <iterator>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace viaduct {

namespace {

// Bytes of the text that count the lines behind them. The parser holds a copy, so the count lies outside.
class CountingBytes final {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;
    CountingBytes(const char* at, int* line) : m_at(at), m_line(line) {}
    reference operator*() const { return *m_at; }
    CountingBytes& operator++() {
        if (*m_at++ == '\n') ++*m_line;
        return *this;
    }
    CountingBytes operator++(int) {
        CountingBytes before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingBytes& other) const { return m_at == other.m_at; }
    bool operator!=(const CountingBytes& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    int* m_line;
};

// Follows the parser through the few places that are asked for.
class Following final : public nlohmann::json_sax<nlohmann::json> {
public:
    Following(const int& line, ProjectLines& lines) : m_line(line), m_lines(lines) {}
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool string(string_t& value) override {
        // net_settings > classes > [ > { : name
        if (m_keys.size() == 4 && m_keys[0] == "net_settings" && m_keys[1] == "classes" && m_keys[3] == "name") m_lines.classes[value] = m_begins.back();
        return true;
    }
    bool start_object(std::size_t) override { return enter(); }
    bool end_object() override { return leave(); }
    bool start_array(std::size_t) override { return enter(); }
    bool end_array() override { return leave(); }
    bool key(string_t& key) override {
        m_keys.back() = key;
        if (m_keys.size() == 4 && m_keys[0] == "board" && m_keys[1] == "design_settings" && m_keys[2] == "rules") m_lines.minimums[key] = m_line;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

private:
    static constexpr std::size_t kDepthLimit = 1000;
    bool enter() {
        m_keys.emplace_back();
        m_begins.push_back(m_line);
        return m_keys.size() < kDepthLimit;
    }
    bool leave() {
        m_keys.pop_back();
        m_begins.pop_back();
        return true;
    }
    const int& m_line;
    ProjectLines& m_lines;
    std::vector<std::string> m_keys; // of each open object its latest key; of an array nothing
    std::vector<int> m_begins;
};

int found(const std::map<std::string, int>& lines, const std::string& name) {
    const auto entry = lines.find(name);
    return entry == lines.end() ? 0 : entry->second;
}

} // namespace

int ProjectLines::lineOfClass(const std::string& name) const { return found(classes, name); }
int ProjectLines::lineOfMinimum(const std::string& key) const { return found(minimums, key); }

ProjectLines projectLines(const std::string& text) {
    ProjectLines lines;
    int line = 1;
    Following following(line, lines);
    nlohmann::json::sax_parse(CountingBytes(text.data(), &line), CountingBytes(text.data() + text.size(), &line), &following);
    return lines;
}

} // namespace viaduct
