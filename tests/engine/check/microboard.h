// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/check/checker.h"
#include "engine/kicad/boardreader.h"
#include "engine/kicad/customrules.h"
#include "engine/kicad/projectreader.h"

// Small boards in KiCad 9's format, written in code: 50 x 50 mm, four copper layers, nets A, B, GND, DP_P and DP_N. Lengths in millimetres
// as text, so that a threshold can be met to the nanometre.
class MicroBoard final {
public:
    MicroBoard& add(const std::string& item) {
        m_items += item + "\n";
        return *this;
    }
    MicroBoard& outline() {
        return add("(gr_rect (start 0 0) (end 50 50) (stroke (width 0.05) (type default)) (fill no) (layer \"Edge.Cuts\") " + uuid() + ")");
    }
    MicroBoard& track(const std::string& from, const std::string& to, const std::string& width = "0.2", const std::string& net = "A",
                      const std::string& layer = "F.Cu") {
        return add("(segment (start " + from + ") (end " + to + ") (width " + width + ") (layer \"" + layer + "\") (net " + std::to_string(netCode(net)) +
                   ") " + uuid() + ")");
    }
    MicroBoard& via(const std::string& at, const std::string& size = "0.6", const std::string& drill = "0.3", const std::string& net = "A",
                    const std::string& extra = "", const std::string& layers = "\"F.Cu\" \"B.Cu\"", const std::string& kind = "") {
        return add("(via " + kind + " (at " + at + ") (size " + size + ") (drill " + drill + ") (layers " + layers + ") " + extra + " (net " +
                   std::to_string(netCode(net)) + ") " + uuid() + ")");
    }
    // One pad as a footprint of its own; extra goes into the pad, footprintExtra beside it.
    MicroBoard& pad(const std::string& reference, const std::string& at, const std::string& net, const std::string& extra = "",
                    const std::string& shape = "smd rect", const std::string& size = "1 1", const std::string& layers = "\"F.Cu\" \"F.Mask\"",
                    const std::string& footprintExtra = "") {
        return footprint(reference, at, padText("1", "0 0", net, extra, shape, size, layers), footprintExtra);
    }
    MicroBoard& footprint(const std::string& reference, const std::string& at, const std::string& pads, const std::string& extra = "") {
        const std::string hidden = "(layer \"F.Fab\") (effects (font (size 1 1) (thickness 0.15))))";
        return add("(footprint \"T:" + reference + "\" (layer \"F.Cu\") " + uuid() + " (at " + at + ") (property \"Reference\" \"" + reference +
                   "\" (at 0 0 0) " + uuid() + " " + hidden + " (property \"Value\" \"v\" (at 0 0 0) " + uuid() + " " + hidden +
                   " (attr smd board_only exclude_from_pos_files exclude_from_bom) " + extra + " " + pads + ")");
    }
    std::string padText(const std::string& number, const std::string& at, const std::string& net, const std::string& extra = "",
                        const std::string& shape = "smd rect", const std::string& size = "1 1", const std::string& layers = "\"F.Cu\" \"F.Mask\"") {
        const std::string netText = net.empty() ? std::string() : " (net " + std::to_string(netCode(net)) + " \"" + net + "\")";
        return "(pad \"" + number + "\" " + shape + " (at " + at + ") (size " + size + ") " + extra + " (layers " + layers + ")" + netText + " " + uuid() + ")";
    }
    // A zone whose fill is its whole outline.
    MicroBoard& zone(const std::string& net, const std::string& points, const std::string& clearance = "0.2", const std::string& layer = "F.Cu",
                     const std::string& fill = "") {
        return add("(zone (net " + std::to_string(netCode(net)) + ") (net_name \"" + net + "\") (layer \"" + layer + "\") " + uuid() +
                   " (hatch edge 0.5) (connect_pads (clearance " + clearance +
                   ")) (min_thickness 0.2) (filled_areas_thickness no) (fill yes (thermal_gap 0.3) (thermal_bridge_width 0.3)) (polygon (pts " + points +
                   ")) (filled_polygon (layer \"" + layer + "\") (pts " + (fill.empty() ? points : fill) + ")))");
    }
    MicroBoard& ruleArea(const std::string& name, const std::string& points, bool tracks, bool vias, bool copperPour = false,
                         const std::string& layers = "\"F.Cu\" \"B.Cu\"") {
        const auto word = [](bool isForbidden) { return isForbidden ? "not_allowed" : "allowed"; };
        return add("(zone (net 0) (net_name \"\") (layers " + layers + ") " + uuid() + " (name \"" + name +
                   "\") (hatch edge 0.5) (connect_pads (clearance 0)) (min_thickness 0.25) (keepout (tracks " + std::string(word(tracks)) + ") (vias " +
                   word(vias) + ") (pads allowed) (copperpour " + word(copperPour) +
                   ") (footprints allowed)) (fill (thermal_gap 0.5) (thermal_bridge_width 0.5)) (polygon (pts " + points + ")))");
    }
    static std::string rectangle(const std::string& left, const std::string& top, const std::string& right, const std::string& bottom) {
        return "(xy " + left + " " + top + ") (xy " + right + " " + top + ") (xy " + right + " " + bottom + ") (xy " + left + " " + bottom + ")";
    }

    // Board minimums, "min_clearance" and the like; the Default class; more classes; patterns; severities: as in .kicad_pro.
    MicroBoard& minimum(const std::string& key, const std::string& value) { return m_minimums[key] = value, *this; }
    MicroBoard& standard(const std::string& key, const std::string& value) { return m_standard[key] = value, *this; }
    MicroBoard& netClass(const std::string& name, const std::string& fields, const std::string& pattern) {
        m_classes += ", {\"name\": \"" + name + "\", " + fields + "}";
        m_patterns += (m_patterns.empty() ? "" : ", ") + ("{\"netclass\": \"" + name) + "\", \"pattern\": \"" + pattern + "\"}";
        return *this;
    }
    MicroBoard& severity(const std::string& type, const std::string& value) { return m_severities[type] = value, *this; }
    MicroBoard& setup(const std::string& text) { return m_setup = text, *this; }
    MicroBoard& rule(const std::string& text) { return m_rules += text + "\n", *this; }

    [[nodiscard]] std::string boardText() const {
        std::string text = "(kicad_pcb (version 20241229) (generator \"micro\") (generator_version \"9.0\") (general (thickness 1.6)) (paper \"A4\")\n(layers "
                           "(0 \"F.Cu\" signal) (4 \"In1.Cu\" signal) (6 \"In2.Cu\" signal) (2 \"B.Cu\" signal) (5 \"F.SilkS\" user) (7 "
                           "\"B.SilkS\" user) (1 \"F.Mask\" user) (3 \"B.Mask\" user) (25 \"Edge.Cuts\" user) (27 \"Margin\" user) (31 \"F.CrtYd\" user) (29 "
                           "\"B.CrtYd\" user) (35 \"F.Fab\" user) (33 \"B.Fab\" user))\n(setup " +
                           m_setup + ")\n";
        for (std::size_t i = 0; i < kNets.size(); ++i) text += "(net " + std::to_string(i) + " \"" + kNets[i] + "\")\n";
        return text + m_items + ")\n";
    }
    [[nodiscard]] std::string projectText() const {
        const auto members = [](const std::map<std::string, std::string>& values, bool isText) {
            std::string text;
            for (const auto& [key, value] : values) text += (text.empty() ? "" : ", ") + ("\"" + key) + "\": " + (isText ? "\"" + value + "\"" : value);
            return text;
        };
        return "{\"board\": {\"design_settings\": {\"rules\": {" + members(m_minimums, false) + "}, \"rule_severities\": {" + members(m_severities, true) +
               "}, \"meta\": {\"version\": 2}}}, \"net_settings\": {\"classes\": [{\"name\": \"Default\", " + members(m_standard, false) + "}" + m_classes +
               "], \"meta\": {\"version\": 4}, \"netclass_patterns\": [" + m_patterns + "]}, \"meta\": {\"filename\": \"b.kicad_pro\", \"version\": 3}}";
    }
    [[nodiscard]] std::string rulesText() const { return m_rules.empty() ? std::string() : "(version 1)\n" + m_rules; }

    // The board as our own reader and rules see it; null when one of the texts is refused (`problem` says why).
    [[nodiscard]] std::unique_ptr<viaduct::RuleResolver> resolver(std::string* problem = nullptr) const {
        const auto refuse = [&](const viaduct::Error& error) {
            if (problem != nullptr) *problem = error.text;
            return nullptr;
        };
        auto file = viaduct::readBoardText(boardText(), "micro.kicad_pcb");
        if (!file) return refuse(file.error());
        auto project = viaduct::readProjectText(projectText(), "micro.kicad_pro");
        if (!project) return refuse(project.error());
        std::shared_ptr<const viaduct::CustomRulesFile> custom;
        if (!m_rules.empty()) {
            auto read = viaduct::readCustomRules(rulesText(), "micro.kicad_dru");
            if (!read) return refuse(read.error());
            custom = *read;
        }
        return std::make_unique<viaduct::RuleResolver>(file->board, viaduct::makeRuleSet(*file->board, &*project, custom));
    }
    [[nodiscard]] static std::vector<viaduct::ZoneFill> storedFills(const viaduct::Board& board) {
        std::vector<viaduct::ZoneFill> fills;
        for (const viaduct::Zone& zone : board.zones)
            if (!zone.isRuleArea()) fills.insert(fills.end(), zone.storedFills.begin(), zone.storedFills.end());
        return fills;
    }
    [[nodiscard]] std::optional<viaduct::CheckReport> check(std::string* problem = nullptr) const {
        const auto rules = resolver(problem);
        if (!rules) return std::nullopt;
        return viaduct::check(*rules, rules->board().copper, storedFills(rules->board()));
    }

private:
    static int netCode(const std::string& name) {
        for (std::size_t i = 0; i < kNets.size(); ++i)
            if (kNets[i] == name) return static_cast<int>(i);
        return 0;
    }
    std::string uuid() {
        const std::string number = std::to_string(++m_uuids);
        return "(uuid \"00000000-0000-4000-8000-" + std::string(12 - number.size(), '0') + number + "\")";
    }
    inline static const std::vector<std::string> kNets{"", "A", "B", "GND", "DP_P", "DP_N"};
    std::string m_items, m_classes, m_patterns, m_setup, m_rules;
    std::map<std::string, std::string> m_minimums{{"min_clearance", "0.0"},         {"min_track_width", "0.1"},           {"min_via_diameter", "0.4"},
                                                  {"min_via_annular_width", "0.1"}, {"min_through_hole_diameter", "0.2"}, {"min_hole_clearance", "0.25"},
                                                  {"min_hole_to_hole", "0.25"},     {"min_copper_edge_clearance", "0.5"}, {"min_connection", "0.0"},
                                                  {"min_resolved_spokes", "2"}};
    std::map<std::string, std::string> m_standard{
        {"clearance", "0.2"},      {"track_width", "0.2"},     {"via_diameter", "0.6"},   {"via_drill", "0.3"},          {"microvia_diameter", "0.3"},
        {"microvia_drill", "0.1"}, {"diff_pair_width", "0.2"}, {"diff_pair_gap", "0.25"}, {"diff_pair_via_gap", "0.25"}, {"priority", "2147483647"}};
    std::map<std::string, std::string> m_severities;
    int m_uuids{0};
};

// "clearance 1, hole_clearance 2": types with their counts, in order of the alphabet, without those in `leftOut`.
[[nodiscard]] inline std::string countsText(const std::map<std::string, int>& counts) {
    std::string text;
    for (const auto& [type, count] : counts) text += (text.empty() ? "" : ", ") + type + " " + std::to_string(count);
    return text;
}
// Dangling ends are left out: nearly every small board has some, and they have tests of their own.
[[nodiscard]] inline std::string countsOf(const viaduct::CheckReport& report) {
    std::map<std::string, int> counts;
    for (const viaduct::Violation& violation : report.violations)
        if (violation.type != "track_dangling" && violation.type != "via_dangling") ++counts[violation.type + (violation.severity == "warning" ? "/w" : "")];
    return countsText(counts);
}
