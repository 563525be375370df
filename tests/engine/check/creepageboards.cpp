// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about creepage. KiCad 9.0.8 joins no ways round corners: it sees straight ways only, and of two pieces of copper only the one
// between their nearest points (drc_creepage_utils.cpp leaves edges without a drawing of their own out of its pairs, and never connects
// the points on arcs and circles). Where that hides a way, we tell it.
#include "microboards.h"

namespace {

using std::string;

const char* const kRound = "KiCad finds no way round a corner or a curve of the edge, however short; a current does";

MicroBoard plain() { return MicroBoard().outline(); }
string limit(const string& least, const string& clauses = "") { return "(rule c " + clauses + " (constraint creepage (min " + least + "mm)))"; }
// Two tracks of 0.2 mm with 2.8 mm between them.
MicroBoard pair(const string& net = "B", const string& layer = "F.Cu") {
    return plain().track("10 10", "20 10", "0.2", "A", layer).track("10 13", "20 13", "0.2", net, layer);
}
string edge(const string& shape) { return "(gr_" + shape + " (stroke (width 0.05) (type default)) (fill no) (layer \"Edge.Cuts\"))"; }
MicroBoard discs() { return plain().pad("P1", "10 10", "A", "", "smd circle").pad("P2", "14 10", "B", "", "smd circle"); }

class Questions final {
public:
    explicit Questions(std::vector<MicroQuestion>& all) : m_all(all) {}
    void operator()(const string& name, const MicroBoard& board, const string& kicad, const string& ours = "as KiCad", const string& why = "") {
        m_all.push_back({"creepage: " + name, board, kicad, ours, why});
    }

private:
    std::vector<MicroQuestion>& m_all;
};

void askStraight(Questions& ask) {
    ask("no rule, no question", pair(), "");
    ask("a gap shorter than the rule", pair().rule(limit("5")), "creepage 1");
    ask("a gap of the rule passes", pair().rule(limit("2.8")), "");
    ask("a gap short by one nanometre fails: there is no tolerance", pair().rule(limit("2.800001")), "creepage 1");
    ask("copper of one net", pair("A").rule(limit("5")), "");
    ask("copper without a net counts as one more net", pair("").rule(limit("5")), "creepage 1");
    ask("an inner layer is a surface too", pair("B", "In1.Cu").rule(limit("5")), "creepage 1");
    ask("two layers do not meet", plain().track("10 10", "20 10").track("10 13", "20 13", "0.2", "B", "B.Cu").rule(limit("5")), "");
    ask("two vias are told once, not once a layer", plain().via("10 10").via("13 10", "0.6", "0.3", "B").rule(limit("5")), "creepage 1");
    ask("other items on another layer are told again",
        plain().via("10 10").via("13 10", "0.6", "0.3", "B").track("10 10", "11 10", "0.2", "A", "In1.Cu").rule(limit("5")), "creepage 2");
    ask("round pads", discs().rule(limit("3.000001")), "creepage 1");
    ask("round pads that keep the distance", discs().rule(limit("3")), "");
    ask("oval pads", plain().pad("P1", "10 10", "A", "", "smd oval", "2 1").pad("P2", "14 10", "B", "", "smd oval", "2 1").rule(limit("5")), "creepage 1");
    ask("pads with rounded corners",
        plain()
            .pad("P1", "10 10 30", "A", "(roundrect_rratio 0.25)", "smd roundrect")
            .pad("P2", "14 10", "B", "(roundrect_rratio 0.25)", "smd roundrect")
            .rule(limit("5")),
        "creepage 1");
    ask("a trapezoid", plain().pad("P1", "10 10", "A", "(rect_delta 0.2 0)", "smd trapezoid").pad("P2", "14 10", "B", "", "smd circle").rule(limit("5")), "",
        "creepage 1", "KiCad leaves out pads whose shape is a simple polygon; their copper is there");
    ask("zones", plain().zone("A", MicroBoard::rectangle("10", "10", "15", "15")).zone("B", MicroBoard::rectangle("17", "10", "20", "15")).rule(limit("5")),
        "creepage 1, isolated_copper/w 2");
    ask("a zone and a track", plain().zone("A", MicroBoard::rectangle("10", "10", "15", "15")).track("17 10", "17 15", "0.2", "B").rule(limit("5")),
        "creepage 1, isolated_copper/w 1");
    ask("a drawing on copper",
        plain().pad("P1", "10 10", "A").add("(gr_line (start 13 5) (end 13 15) (stroke (width 0.05) (type default)) (layer \"F.Cu\"))").rule(limit("5")),
        "creepage 1");
    ask("pads that overlap creep no way at all", plain().pad("P1", "10 10", "A").pad("P2", "10.8 10", "B").rule(limit("5")),
        "creepage 1, shorting_items 1, solder_mask_bridge 1");
}

void askThirdNets(Questions& ask) {
    const string ofTwo = "(condition \"A.NetName == 'A' && B.NetName == 'B'\")";
    ask("three nets: the track between bars the way across it", pair().track("9 11.5", "21 11.5", "0.2", "GND").rule(limit("5")), "creepage 2");
    ask("a track between bars although no rule speaks of it", pair().track("9 11.5", "21 11.5", "0.2", "GND").rule(limit("5", ofTwo)), "");
    ask("a short track between leaves ways beside it", pair().track("13 11.5", "17 11.5", "0.2", "GND").rule(limit("5", ofTwo)), "creepage 1");
    ask("a pad between bars nothing", pair().pad("P1", "15 11.5", "GND", "", "smd rect", "20 1").rule(limit("5", ofTwo)), "creepage 1");
}

void askRules(Questions& ask) {
    ask("by class", pair().netClass("H", "\"priority\": 0", "A").rule(limit("5", "(condition \"A.NetClass == 'H' && B.NetClass != 'H'\")")), "creepage 1");
    ask("by class, both of it", pair().netClass("H", "\"priority\": 0", "?").rule(limit("5", "(condition \"A.NetClass == 'H' && B.NetClass != 'H'\")")), "");
    ask("of outer layers, on one", pair().rule(limit("5", "(layer outer)")), "creepage 1");
    ask("of outer layers, on an inner one", pair("B", "In1.Cu").rule(limit("5", "(layer outer)")), "");
    ask("the last rule that fits wins", pair().rule(limit("5")).rule(limit("1", "(condition \"A.NetName == 'A'\")")), "");
    ask("a rule's own severity", pair().rule(limit("5", "(severity warning)")), "creepage/w 1");
    ask("a rule that ignores", pair().rule(limit("5", "(severity ignore)")), "");
    ask("a project that ignores", pair().severity("creepage", "ignore").rule(limit("5")), "");
    ask("only opt is no limit", pair().rule("(rule c (constraint creepage (opt 5mm)))"), "");
    ask("a rule is asked of tracks that stand for the nets",
        plain().pad("P1", "10 10", "A").pad("P2", "14 10", "B").rule(limit("5", "(condition \"A.Type == 'Track'\")")), "creepage 1");
    ask("a rule for pads fits nothing", plain().pad("P1", "10 10", "A").pad("P2", "14 10", "B").rule(limit("5", "(condition \"A.Type == 'Pad'\")")), "");
}

void askEdges(Questions& ask) {
    const auto slotted = [](const string& least, const string& slot = "rect (start 8 11) (end 22 12)") { return pair().add(edge(slot)).rule(limit(least)); };
    ask("a slot shorter than the gap is passed by", slotted("5", "rect (start 14 11) (end 16 12)"), "creepage 1");
    ask("a slot across the nearest points leaves ways beside it", slotted("5", "rect (start 8 11) (end 16 12)"), "", "creepage 1",
        "KiCad tries the way between the nearest points only");
    ask("a slot across the whole gap", slotted("5"), "");
    // sqrt(2^2 + 1^2) - 0.1 on either side, and 1 along the end of the slot.
    ask("round the end of a slot", slotted("5.28"), "", "creepage 1", kRound);
    ask("round the end of a slot, and that is far enough", slotted("5.27"), "");
    ask("round a hole of the outline", discs().add(edge("circle (center 12 10) (end 12.5 10)")).rule(limit("3.13")), "", "creepage 1", kRound);
    ask("round a hole of the outline, and that is far enough", discs().add(edge("circle (center 12 10) (end 12.5 10)")).rule(limit("3.12")), "");
    const auto drilled = [](const string& least) {
        return discs().pad("H1", "12 10", "", "(drill 1)", "np_thru_hole circle", "1 1", "\"*.Cu\" \"*.Mask\"").rule(limit(least));
    };
    ask("round a hole without plating", drilled("3.13"), "", "creepage 1", kRound);
    ask("round a hole without plating, and that is far enough", drilled("3.12"), "");
    ask("copper round a hole without plating has no net",
        plain().pad("P1", "10 10", "A").pad("H1", "14 10", "", "(drill 1)", "np_thru_hole circle", "2 2", "\"*.Cu\" \"*.Mask\"").rule(limit("5")),
        "creepage 1");
    const auto notched = [](const string& least) {
        return MicroBoard()
            .add(edge("poly (pts (xy 0 0) (xy 20 0) (xy 20 10) (xy 22 10) (xy 22 0) (xy 50 0) (xy 50 50) (xy 0 50))"))
            .track("18 2", "18 8", "0.2")
            .track("24 2", "24 8", "0.2", "B")
            .rule(limit(least));
    };
    ask("both sides of a notch in the board's edge", notched("7.5"), "", "creepage 1", kRound);
    ask("both sides of a notch that is deep enough", notched("7.4"), "");
    ask("without an outline there is nothing to creep along", MicroBoard().track("10 10", "20 10").track("10 13", "20 13", "0.2", "B").rule(limit("5")),
        "invalid_outline 1");
}

void askGrooves(Questions& ask) {
    const auto grooved = [](const string& to, const string& least) {
        return pair()
            .add(edge("rect (start 8 10.7) (end 22 " + to + ")"))
            .rule(limit("3"))
            .minimum("min_groove_width", least)
            .minimum("min_copper_edge_clearance", "0");
    };
    const string why = "KiCad obeys min_groove_width only where an advanced setting of the user enables it, and even then loses any above "
                       "46 um, whose square overflows; a project that states one means it";
    ask("a groove that is wide enough", grooved("11.3", "0.5"), "");
    ask("a groove as narrow as the least width is bridged", grooved("11.3", "0.6"), "", "creepage 1", why);
    ask("a groove wider by a nanometre is not", grooved("11.300001", "0.6"), "");
}

} // namespace

void askCreepage(std::vector<MicroQuestion>& questions) {
    Questions ask(questions);
    askStraight(ask);
    askThirdNets(ask);
    askRules(ask);
    askEdges(ask);
    askGrooves(ask);
}
