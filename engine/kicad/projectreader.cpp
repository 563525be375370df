// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kicad/projectreader.h"

#include <array>
#include <cmath>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "engine/base/digest.h"
#include "engine/geometry/millimetretext.h"
#include "engine/kicad/filebytes.h"

namespace viaduct {

namespace {

using Json = nlohmann::json;

constexpr std::uintmax_t kLargestProjectFile = std::uintmax_t{64} << 20U;

constexpr std::array<std::pair<const char*, std::optional<Nanometres> StatedMinimums::*>, 13> kMinimums{{
    {"min_clearance", &StatedMinimums::clearance},
    {"min_track_width", &StatedMinimums::trackWidth},
    {"min_connection", &StatedMinimums::connectionWidth},
    {"min_via_annular_width", &StatedMinimums::annularWidth},
    {"min_via_diameter", &StatedMinimums::viaDiameter},
    {"min_through_hole_diameter", &StatedMinimums::throughHole},
    {"min_microvia_diameter", &StatedMinimums::microviaDiameter},
    {"min_microvia_drill", &StatedMinimums::microviaDrill},
    {"min_hole_to_hole", &StatedMinimums::holeToHole},
    {"min_hole_clearance", &StatedMinimums::holeClearance},
    {"min_copper_edge_clearance", &StatedMinimums::edgeClearance},
    {"solder_mask_to_copper_clearance", &StatedMinimums::solderMaskToCopper},
    {"min_groove_width", &StatedMinimums::grooveWidth},
}};

constexpr std::array<std::pair<const char*, std::optional<Nanometres> StatedNetClass::*>, 9> kClassValues{{
    {"clearance", &StatedNetClass::clearance},
    {"track_width", &StatedNetClass::trackWidth},
    {"via_diameter", &StatedNetClass::viaDiameter},
    {"via_drill", &StatedNetClass::viaDrill},
    {"microvia_diameter", &StatedNetClass::microviaDiameter},
    {"microvia_drill", &StatedNetClass::microviaDrill},
    {"diff_pair_width", &StatedNetClass::pairWidth},
    {"diff_pair_gap", &StatedNetClass::pairGap},
    {"diff_pair_via_gap", &StatedNetClass::pairViaGap},
}};

// Reads values by key; the first wrong type is kept as the error, with the path of its key.
class ProjectReading final {
public:
    explicit ProjectReading(std::string name) : m_name(std::move(name)) {}

    Result<StatedRules> run(const Json& root) {
        if (!root.is_object()) return fail(ErrorCode::Unreadable, m_name + ": expected a JSON object");
        const Json& board = object(root, "board", "board");
        const Json& settings = object(board, "design_settings", "board.design_settings");
        readMinimums(object(settings, "rules", "board.design_settings.rules"));
        readSeverities(object(settings, "rule_severities", "board.design_settings.rule_severities"));
        readExclusions(settings);
        const Json& nets = object(root, "net_settings", "net_settings");
        readClasses(nets);
        readAssignments(object(nets, "netclass_assignments", "net_settings.netclass_assignments"));
        readPatterns(nets);
        for (const auto& [key, value] : object(root, "text_variables", "text_variables").items())
            m_rules.textVariables[key] = text(value, "text_variables." + key);
        if (m_error) return tl::unexpected<Error>(*m_error);
        return std::move(m_rules);
    }

private:
    void refuse(const std::string& path, const std::string& expected) {
        if (!m_error) m_error = Error{ErrorCode::Unreadable, m_name + ": " + path + " must be " + expected};
    }

    // An absent or null member is an empty one.
    const Json& object(const Json& parent, const char* key, const std::string& path) {
        static const Json kEmpty = Json::object();
        const auto found = parent.find(key);
        if (found == parent.end() || found->is_null()) return kEmpty;
        if (found->is_object()) return *found;
        refuse(path, "an object");
        return kEmpty;
    }
    const Json& array(const Json& parent, const char* key, const std::string& path) {
        static const Json kEmpty = Json::array();
        const auto found = parent.find(key);
        if (found == parent.end() || found->is_null()) return kEmpty;
        if (found->is_array()) return *found;
        refuse(path, "an array");
        return kEmpty;
    }
    std::string text(const Json& value, const std::string& path) {
        if (value.is_string()) return value.get<std::string>();
        refuse(path, "a string");
        return {};
    }
    std::optional<Nanometres> length(const Json& parent, const char* key, const std::string& path) {
        const auto found = parent.find(key);
        if (found == parent.end() || found->is_null()) return std::nullopt;
        if (!found->is_number()) {
            refuse(path + "." + key, "a number of millimetres");
            return std::nullopt;
        }
        const double nanometres = found->get<double>() * 1e6;
        if (std::abs(nanometres) > static_cast<double>(kLargestStatedLength.value())) {
            refuse(path + "." + key, "a length within 2147 mm");
            return std::nullopt;
        }
        return Nanometres(std::llround(nanometres));
    }
    std::optional<int> count(const Json& parent, const char* key, const std::string& path) {
        const auto found = parent.find(key);
        if (found == parent.end() || found->is_null()) return std::nullopt;
        if (found->is_number_integer() && found->get<std::int64_t>() >= INT32_MIN && found->get<std::int64_t>() <= INT32_MAX) return found->get<int>();
        refuse(path + "." + key, "a whole number");
        return std::nullopt;
    }

    void readMinimums(const Json& rules) {
        const std::string path = "board.design_settings.rules";
        for (const auto& [key, member] : kMinimums) m_rules.minimums.*member = length(rules, key, path);
        m_rules.minimums.resolvedSpokes = count(rules, "min_resolved_spokes", path);
        if (const auto height = rules.find("use_height_for_length_calcs"); height != rules.end() && height->is_boolean())
            m_rules.useHeightForLengths = height->get<bool>();
    }

    void readSeverities(const Json& severities) {
        for (const auto& [key, value] : severities.items()) m_rules.severities[key] = text(value, "board.design_settings.rule_severities." + key);
        // KiCad 6 wrote this name.
        if (const auto old = m_rules.severities.find("hole_near_hole"); old != m_rules.severities.end())
            m_rules.severities.try_emplace("hole_to_hole", old->second);
    }

    // "type|x|y|uuid|uuid", or [that, comment].
    void readExclusions(const Json& settings) {
        for (const Json& entry : array(settings, "drc_exclusions", "board.design_settings.drc_exclusions"))
            m_rules.exclusions.push_back(text(entry.is_array() && !entry.empty() ? entry.front() : entry, "board.design_settings.drc_exclusions[]"));
    }

    void readClasses(const Json& nets) {
        std::size_t index = 0;
        for (const Json& entry : array(nets, "classes", "net_settings.classes")) {
            const std::string path = "net_settings.classes[" + std::to_string(index++) + "]";
            if (!entry.is_object()) {
                refuse(path, "an object");
                continue;
            }
            StatedNetClass stated;
            if (const auto name = entry.find("name"); name != entry.end())
                stated.name = text(*name, path + ".name");
            else
                refuse(path + ".name", "there");
            stated.priority = count(entry, "priority", path);
            for (const auto& [key, member] : kClassValues) stated.*member = length(entry, key, path);
            for (const Json& net : array(entry, "nets", path + ".nets")) stated.nets.push_back(text(net, path + ".nets[]")); // KiCad 6
            m_rules.classes.push_back(std::move(stated));
        }
    }

    void readAssignments(const Json& assignments) {
        for (const auto& [net, classes] : assignments.items()) {
            const std::string path = "net_settings.netclass_assignments." + net;
            std::vector<std::string> names;
            if (classes.is_array())
                for (const Json& entry : classes) names.push_back(text(entry, path + "[]"));
            else if (!classes.is_null())
                names.push_back(text(classes, path));
            m_rules.assignments.emplace_back(net, std::move(names));
        }
    }

    void readPatterns(const Json& nets) {
        std::size_t index = 0;
        for (const Json& entry : array(nets, "netclass_patterns", "net_settings.netclass_patterns")) {
            const std::string path = "net_settings.netclass_patterns[" + std::to_string(index++) + "]";
            if (!entry.is_object() || !entry.contains("pattern") || !entry.contains("netclass")) {
                refuse(path, "an object with pattern and netclass");
                continue;
            }
            std::string pattern = text(entry["pattern"], path + ".pattern"), netClass = text(entry["netclass"], path + ".netclass");
            m_rules.patterns.emplace_back(std::move(pattern), std::move(netClass));
        }
    }

    std::string m_name;
    StatedRules m_rules;
    std::optional<Error> m_error;
};

std::string placeIn(const std::string& text, std::size_t byte) {
    std::size_t line = 1, column = 1;
    for (std::size_t at = 0; at + 1 < byte && at < text.size(); ++at) {
        ++column;
        if (text[at] == '\n') ++line, column = 1;
    }
    return std::to_string(line) + ":" + std::to_string(column);
}

} // namespace

Result<StatedRules> readProjectText(const std::string& text, const std::string& name) {
    // The library reports by exception; none leaves this function.
    try {
        return ProjectReading(name).run(Json::parse(text));
    } catch (const Json::parse_error& problem) {
        return fail(ErrorCode::Unreadable, name + ":" + placeIn(text, problem.byte) + ": no valid JSON here");
    } catch (const Json::exception& problem) { return fail(ErrorCode::Unreadable, name + ": " + problem.what()); }
}

std::string ProjectFiles::sha256() const {
    Sha256 digest;
    digest.add(projectText).add(std::string_view("\0", 1)).add(rulesText);
    std::string hex;
    for (const std::uint8_t byte : digest.finish()) hex.push_back("0123456789abcdef"[byte >> 4U]), hex.push_back("0123456789abcdef"[byte & 0xFU]);
    return hex;
}

Result<ProjectFiles> readProjectFiles(const std::string& boardPath) {
    ProjectFiles files;
    std::error_code problem;
    const auto read = [&](const char* extension, std::string& path, std::string& text) -> Result<void> {
        const std::filesystem::path beside = std::filesystem::path(boardPath).replace_extension(extension);
        if (!std::filesystem::exists(beside, problem)) return {};
        path = beside.string();
        text = TRY(readFileBytes(path, kLargestProjectFile));
        return {};
    };
    TRY(read(".kicad_pro", files.projectPath, files.projectText));
    TRY(read(".kicad_dru", files.rulesPath, files.rulesText));
    return files;
}

} // namespace viaduct
