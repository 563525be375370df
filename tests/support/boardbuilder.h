// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/kicad/boardreader.h"

namespace viaduct::test {

// Small boards for tests, a few calls each, as the text that KiCad 9 would write. Lengths in millimetres.
class BoardBuilder final {
public:
    explicit BoardBuilder(int layers = 2) : m_layers(layers) {}

    int net(const std::string& name) {
        m_nets.push_back(name);
        return static_cast<int>(m_nets.size());
    }
    // One part with one pad: a square of `size`, on the front, or on all layers with a hole when `drill` is above 0.
    BoardBuilder& pad(const std::string& reference, int net, double x, double y, double size = 1.0, double drill = 0.0) {
        const std::string layers = drill > 0 ? R"("*.Cu" "*.Mask")" : R"("F.Cu" "F.Mask")";
        const std::string kind = drill > 0 ? "thru_hole rect" : "smd rect";
        m_body += "\t(footprint \"test:pad\" (layer \"F.Cu\") (uuid \"" + uuid() + "\") (at " + mm(x) + " " + mm(y) + ")\n\t\t(property \"Reference\" \"" +
                  reference + "\" (at 0 0) (layer \"F.SilkS\") (hide yes))\n\t\t(pad \"1\" " + kind + " (at 0 0) (size " + mm(size) + " " + mm(size) + ")" +
                  (drill > 0 ? " (drill " + mm(drill) + ")" : std::string()) + " (layers " + layers + ")" + netClause(net) + " (uuid \"" + uuid() +
                  "\"))\n\t)\n";
        return *this;
    }
    BoardBuilder& track(int net, double x1, double y1, double x2, double y2, const std::string& layer = "F.Cu", double width = 0.25, bool locked = false) {
        m_body += "\t(segment (start " + mm(x1) + " " + mm(y1) + ") (end " + mm(x2) + " " + mm(y2) + ") (width " + mm(width) + ")" +
                  (locked ? " (locked yes)" : "") + " (layer \"" + layer + "\") (net " + std::to_string(net) + ") (uuid \"" + uuid() + "\"))\n";
        return *this;
    }
    BoardBuilder& via(int net, double x, double y, double diameter = 0.6, double drill = 0.3) {
        m_body += "\t(via (at " + mm(x) + " " + mm(y) + ") (size " + mm(diameter) + ") (drill " + mm(drill) + ") (layers \"F.Cu\" \"B.Cu\") (net " +
                  std::to_string(net) + ") (uuid \"" + uuid() + "\"))\n";
        return *this;
    }
    BoardBuilder& zone(int net, double x0, double y0, double x1, double y1, const std::string& layer = "B.Cu") {
        m_body += "\t(zone (net " + std::to_string(net) + ") (net_name " + quoted(m_nets.at(static_cast<std::size_t>(net) - 1)) + ") (layer \"" + layer +
                  "\") (uuid \"" + uuid() +
                  "\") (hatch edge 0.5) (connect_pads (clearance 0.2)) (min_thickness 0.2) (fill yes (thermal_gap 0.3) (thermal_bridge_width "
                  "0.3))\n\t\t(polygon (pts (xy " +
                  mm(x0) + " " + mm(y0) + ") (xy " + mm(x1) + " " + mm(y0) + ") (xy " + mm(x1) + " " + mm(y1) + ") (xy " + mm(x0) + " " + mm(y1) + "))))\n";
        return *this;
    }
    BoardBuilder& outline(double x0, double y0, double x1, double y1) {
        m_body += "\t(gr_rect (start " + mm(x0) + " " + mm(y0) + ") (end " + mm(x1) + " " + mm(y1) +
                  ") (stroke (width 0.05) (type default)) (fill none) (layer \"Edge.Cuts\") (uuid \"" + uuid() + "\"))\n";
        return *this;
    }
    // A line of the file's own kind, as written.
    BoardBuilder& line(const std::string& text) {
        m_body += "\t" + text + "\n";
        return *this;
    }

    [[nodiscard]] std::string text() const {
        std::string text = "(kicad_pcb\n\t(version 20241229)\n\t(generator \"pcbnew\")\n\t(generator_version \"9.0\")\n\t(general (thickness 1.6))\n\t(paper "
                           "\"A4\")\n\t(layers\n"
                           "\t\t(0 \"F.Cu\" signal)\n";
        for (int inner = 1; inner <= m_layers - 2; ++inner)
            text += "\t\t(" + std::to_string(2 + 2 * inner) + " \"In" + std::to_string(inner) + ".Cu\" signal)\n";
        text += "\t\t(2 \"B.Cu\" signal)\n\t\t(5 \"F.SilkS\" user)\n\t\t(1 \"F.Mask\" user)\n\t\t(3 \"B.Mask\" user)\n\t\t(25 \"Edge.Cuts\" "
                "user)\n\t)\n\t(setup (pad_to_mask_clearance 0))\n"
                "\t(net 0 \"\")\n";
        for (std::size_t i = 0; i < m_nets.size(); ++i) text += "\t(net " + std::to_string(i + 1) + " " + quoted(m_nets[i]) + ")\n";
        return text + m_body + ")\n";
    }
    [[nodiscard]] Result<BoardFile> file(ReadOptions options = {}) const { return readBoardText(text(), "test.kicad_pcb", options); }
    // Written as FOLDER/NAME.kicad_pcb; gives that path.
    [[nodiscard]] std::string write(const std::filesystem::path& folder, const std::string& name = "test") const {
        const std::filesystem::path path = folder / (name + ".kicad_pcb");
        std::ofstream(path, std::ios::binary) << text();
        return path.string();
    }

private:
    static std::string mm(double value) {
        char buffer[32];
        std::snprintf(buffer, sizeof buffer, "%.6f", value);
        std::string text(buffer);
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
        return text;
    }
    static std::string quoted(const std::string& name) {
        std::string text = "\"";
        for (const char c : name) text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        return text + "\"";
    }
    [[nodiscard]] std::string netClause(int net) const {
        return net == 0 ? std::string() : " (net " + std::to_string(net) + " " + quoted(m_nets.at(static_cast<std::size_t>(net) - 1)) + ")";
    }
    std::string uuid() {
        char buffer[64];
        std::snprintf(buffer, sizeof buffer, "00000000-0000-4000-8000-%012d", ++m_items);
        return buffer;
    }
    int m_layers;
    int m_items{0};
    std::vector<std::string> m_nets;
    std::string m_body;
};

// Pairs of pads that a router connects without trouble: `rows` nets A1 ... An, one above the other, 10 mm wide.
[[nodiscard]] inline BoardBuilder ladder(int rows, int layers = 2) {
    BoardBuilder board(layers);
    board.outline(0, 0, 20, 4.0 * rows + 4);
    for (int i = 0; i < rows; ++i) {
        const int net = board.net("A" + std::to_string(i + 1));
        board.pad("L" + std::to_string(i + 1), net, 5, 4.0 * i + 4).pad("R" + std::to_string(i + 1), net, 15, 4.0 * i + 4);
    }
    return board;
}

} // namespace viaduct::test
