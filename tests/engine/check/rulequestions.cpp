// SPDX-License-Identifier: GPL-3.0-or-later
// What conditions of rules mean: each question is a rule that asks for more room than there is, and applies or does not.
#include "microboards.h"

namespace {

using std::string;

const string kSheet = "(path \"/11111111-0000-4000-8000-000000000001/22222222-0000-4000-8000-000000000001\") (sheetname \"/Power/Aux/\")";
const string kAnyLayer = "\"*.Cu\" \"*.Mask\"";

class Asking final {
public:
    // The rule holds where `applies`: one clearance error then, none otherwise.
    void when(const string& condition, bool applies) {
        MicroBoard board = m_board;
        board.rule("(rule a (condition \"" + condition + "\") (constraint clearance (min 0.4mm)))");
        add(m_about + ": " + condition, std::move(board), applies);
    }
    void rules(const string& text, bool applies) {
        MicroBoard board = m_board;
        board.rule(text);
        add(m_about + ": " + text, std::move(board), applies);
    }
    Asking& of(const string& about, MicroBoard board, const string& always = "") {
        m_about = about;
        m_board = std::move(board);
        m_always = always;
        return *this;
    }
    [[nodiscard]] std::vector<MicroQuestion> all() const { return m_all; }

private:
    void add(const string& name, MicroBoard board, bool applies) {
        string answer = applies ? "clearance 1" : "";
        if (!m_always.empty()) answer += (answer.empty() ? "" : ", ") + m_always;
        m_all.push_back({name, std::move(board), answer});
    }
    string m_about, m_always;
    MicroBoard m_board;
    std::vector<MicroQuestion> m_all;
};

// Two tracks, two vias or two pads, 0.3 mm apart.
MicroBoard tracks(const string& more = "") { return MicroBoard().outline().track("10 10", "20 10").track("10 10.5", "20 10.5", "0.2", "B").add(more); }
MicroBoard pads(const string& pad = "", const string& shape = "smd rect", const string& layers = "\"F.Cu\" \"F.Mask\"", const string& footprint = "") {
    return MicroBoard().outline().pad("U1", "10 10", "A", pad, shape, "1 1", layers, footprint).pad("U2", "11.3 10", "B");
}
string uuidBehind(const MicroBoard& board, const string& head) {
    const string text = board.boardText(), mark = "(uuid \"";
    return text.substr(text.find(mark, text.find(head)) + mark.size(), 36);
}
string group(const string& name, const string& member, const string& number = "1") {
    return "(group \"" + name + "\" (uuid \"00000000-0000-4000-9000-00000000000" + number + "\") (members \"" + member + "\"))";
}

void askSyntax(Asking& ask) {
    ask.of("syntax", tracks());
    ask.when("A.Type == 'Track';", false);
    ask.when("A.Type ==\t'Track'", false);
    ask.when("A.Width > 5mils", false);
    ask.when("A.Width > 5 mil", true);
    ask.when("A.Width == 200um", false);
    ask.when("a.Type == 'Track'", false);
    ask.when("A.type == 'track'", true);
    ask.when("AB.Type == 'Track'", false);
    ask.when("AB.Width == 0.2mm", true);
    ask.when("L == 'F.Cu'", true);
    ask.when("A.EXISTSONLAYER('F.Cu')", true);
    ask.when("A.existsOnLayer(F.Cu)", false);
    ask.when("A.Width + 0.1mm == 0.3mm", true);
    ask.when("2 * A.Width == 0.4mm", true);
    ask.when("!A.foo('x')", true);
    ask.when("null == null", true);
    ask.when("A", false);
    ask.when("0 || 1", true);
}

// A rule that holds, before one that makes KiCad ignore the file.
void askWholeFiles(Asking& ask) {
    ask.of("the whole file", tracks());
    const string first = "(rule a (constraint clearance (min 0.4mm)))";
    ask.rules(first + "(rule b)", true);
    ask.rules(first + "(rule b (layer \"Foo\") (constraint clearance (min 0.1mm)))", false);
    ask.rules(first + "(rule b (layer \"In9.Cu\") (constraint clearance (min 0.1mm)))", true);
    ask.rules(first + "(rule b (layer \"F.Mask\") (constraint clearance (min 0.1mm)))", true);
    ask.rules(first + "(rule b (constraint disallow through_via))", false);
    ask.rules(first + "(rule b (constraint length (max 10ps)))", false);
    ask.rules("(rule a (layer \"F.*\") (constraint clearance (min 0.4mm)))", true);
    ask.rules("(rule a (severity exclusion) (constraint clearance (min 0.4mm)))", true);
}

void askTracksAndVias(Asking& ask) {
    ask.of("tracks", tracks());
    ask.when("A.Start_X == 10mm && A.End_X == 20mm", true);
    ask.when("A.Start_Y == 10.5mm", true);
    ask.when("A.Position_X == 10mm", false);
    ask.when("A.Locked", false);
    ask.when("A.Locked == 0", true);
    ask.when("A.Clearance_Override == null", false);
    ask.when("A.hasNetclass('default')", false);
    ask.when("A.memberOfSheet('/')", false);
    ask.of("a via", MicroBoard().outline().via("10 10").track("10 10.7", "20 10.7", "0.2", "B"));
    ask.when("A.Position_X == 10mm && A.Position_Y == 10mm", true);
    ask.when("A.Hole == 0.3mm", true);
    ask.when("A.Layer == 'F.Cu' && A.Type == 'Via'", false);
    ask.when("A.Layer_Top == 'F.Cu'", true);
    ask.when("A.Width == 0.6mm", false);
    ask.when("A.Via_Type == 'Through'", true);
}

void askPads(Asking& ask) {
    ask.of("pads", pads());
    for (const char* held : {"A.Pad_Shape == 'Rectangle'", "A.Position_X == 10mm", "A.Orientation == 0", "A.Orientation == 0deg", "A.Pad_Number == '1'",
                             "A.Clearance_Override == null", "A.Hole_Size_X == 0mm", "A.Hole_Shape == 'Round'", "A.Pad_To_Die_Length == 0mm",
                             "A.Parent == 'U1'", "A.Zone_Connection_Style == 'Inherited'", "A.Thermal_Relief_Gap == null", "A.memberOfFootprint('U1')",
                             "A.memberOfFootprint('T:U1')", "A.getField('x') == ''", "A.memberOfSheet('/')", "A.memberOfSheetOrChildren('/')"})
        ask.when(held, true);
    for (const char* failed : {"A.Pad_Shape == 'Circle'", "A.Layer == 'F.Cu'", "A.Width != 0.3mm", "A.Reference == 'U1'", "A.getField('Value') == 'v'",
                               "A.memberOfFootprint('u1')", "A.Layer_Top == 'F.Cu'", "A.ComponentClass == 'C1'"})
        ask.when(failed, false);
    ask.of("a round pad", pads("", "smd circle")).when("A.Pad_Shape == 'Circle'", true);
    ask.of("a rounded pad", pads("(roundrect_rratio 0.1)", "smd roundrect")).when("A.Pad_Shape == 'Rounded rectangle'", true);
    ask.of("a chamfered pad", pads("(roundrect_rratio 0) (chamfer_ratio 0.2) (chamfer top_left)", "smd roundrect")).when("A.Pad_Shape == 'Chamfered*'", true);
    ask.of("a slot", pads("(drill oval 0.5 0.4)", "thru_hole rect", kAnyLayer));
    ask.when("A.Hole_Size_X == 0.5mm && A.Hole_Size_Y == 0.4mm", true);
    ask.when("A.Hole_Shape == 'Oblong'", true);
    ask.of("a ball", pads("(property pad_prop_bga)")).when("A.Fabrication_Property == 'BGA pad'", true);
    ask.of("a heatsink", pads("(property pad_prop_heatsink)")).when("A.Fabrication_Property == 'heatsink*'", true);
    ask.of("a pad with a mask margin", pads("(solder_mask_margin 0.1)")).when("A.Soldermask_Margin_Override == 0.1mm", true);
    ask.of("a solid pad", pads("(zone_connect 2)")).when("A.Zone_Connection_Style == 'Solid'", true);
}

void askZones(Asking& ask) {
    const string square = MicroBoard::rectangle("10", "10", "20", "20");
    ask.of("a zone", MicroBoard().outline().zone("A", square).track("10 9.6", "20 9.6", "0.2", "B"), "isolated_copper/w 1");
    for (const char* held : {"A.Type == 'Zone'", "A.Layer == 'F.Cu' && A.Type == 'Zone'", "A.Minimum_Width == 0.2mm", "A.Clearance == 0.2mm",
                             "A.Pad_Connections == 'Thermal reliefs'", "A.Fill_Mode == 'Solid fill'", "A.Position_X == 10mm && A.Type == 'Zone'",
                             "A.Remove_Islands == 'Always'", "A.Locked == 0 && A.Type == 'Zone'", "A.Priority == 3 || A.Type == 'Track'"})
        ask.when(held, true);
    for (const char* failed : {"A.Priority == 0", "A.Priority == 3 || A.Type == 'Zone'", "A.Thermal_Relief_Gap == 0.3mm"}) ask.when(failed, false);
}

void askGroupsAndSheets(Asking& ask) {
    const string firstTrack = uuidBehind(tracks(), "(segment"), firstPad = uuidBehind(pads(), "(pad "), firstPart = uuidBehind(pads(), "(footprint ");
    ask.of("a track in a group", tracks(group("Gate", firstTrack)));
    for (const char* held : {"A.memberOfGroup('Gate')", "A.memberOfGroup('G*')", "A.memberOf('Gate')"}) ask.when(held, true);
    for (const char* failed : {"A.memberOfGroup('gate')", "A.memberOfGroup('X')", "A.memberOfGroup('')"}) ask.when(failed, false);
    ask.of("a part in a group in a group", pads().add(group("In", firstPart)).add(group("Out", "00000000-0000-4000-9000-000000000001", "2")));
    for (const char* held : {"A.memberOfGroup('In')", "A.memberOfGroup('Out')"}) ask.when(held, true);
    ask.of("a pad in a group", pads().add(group("In", firstPad))).when("A.memberOfGroup('In')", false);
    ask.of("a part of a sheet", pads("", "smd rect", "\"F.Cu\" \"F.Mask\"", kSheet));
    for (const char* held : {"A.memberOfSheet('/Power/Aux')", "A.memberOfSheet('/Power/Aux/')", "A.memberOfSheet('*Aux')",
                             "A.memberOfSheetOrChildren('/Power')", "A.memberOfSheetOrChildren('/Pow*')"})
        ask.when(held, true);
    for (const char* failed :
         {"A.memberOfSheet('/Power')", "A.memberOfSheet('/power/aux')", "A.memberOfSheetOrChildren('/Power/Aux/Deep')", "A.memberOfSheetOrChildren('/Pow')"})
        ask.when(failed, false);
    ask.of("a part of two component classes", pads("", "smd rect", "\"F.Cu\" \"F.Mask\"", "(component_classes (class \"C1\") (class \"C2\"))"));
    for (const char* held : {"A.hasComponentClass('C1')", "A.hasComponentClass('C2')", "A.memberOfFootprint('${Class:C1}')"}) ask.when(held, true);
    for (const char* failed : {"A.hasComponentClass('c1')", "A.hasComponentClass('C*')", "A.ComponentClass == 'C1'"}) ask.when(failed, false);
}

} // namespace

std::vector<MicroQuestion> ruleQuestions() {
    Asking ask;
    askSyntax(ask);
    askWholeFiles(ask);
    askTracksAndVias(ask);
    askPads(ask);
    askZones(ask);
    askGroupsAndSheets(ask);
    return ask.all();
}
