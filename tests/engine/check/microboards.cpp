// SPDX-License-Identifier: GPL-3.0-or-later
#include "microboards.h"

namespace {

using std::string;

const char* const kByLabel = "KiCad gives loose copper the net that it touches before it judges; we judge nets as labelled";

MicroBoard plain() { return MicroBoard().outline(); }

// Two tracks of 0.2 mm, `y` being where the second lies: 10.4 leaves a gap of 0.2.
MicroBoard pair(const string& y, const string& net = "B") { return plain().track("10 10", "20 10").track("10 " + y, "20 " + y, "0.2", net); }

void askNets(MicroQuestions& ask) {
    ask("a gap of the clearance passes", pair("10.4"), "");
    ask("a gap short by the tolerance passes", pair("10.3995"), "");
    ask("a gap short by one nanometre more fails", pair("10.399499"), "clearance 1");
    ask("tracks that just touch are a short", pair("10.2"), "shorting_items 1");
    ask("loose tracks that overlap are a short", pair("10.15"), "", "shorting_items 1", kByLabel);
    ask("loose tracks that cross", plain().track("10 10", "20 10").track("15 5", "15 15", "0.2", "B"), "", "tracks_crossing 1", kByLabel);
    ask("copper without a net keeps clear too", pair("10.3", ""), "clearance 1");
    ask("copper of one net may overlap", pair("10.15", "A"), "");
    ask("the board minimum counts when it is greater", pair("10.45").minimum("min_clearance", "0.3"), "clearance 1");
    ask("the greater class counts", pair("10.45").netClass("H", "\"clearance\": 0.3, \"priority\": 0", "B"), "clearance 1");
    ask("a class that states nothing takes Default's values", pair("10.3").netClass("H", "\"priority\": 0, \"track_width\": 0.3", "B"), "clearance 1");
    ask("of two classes the lower priority number wins",
        pair("10.45").netClass("H", "\"clearance\": 0.3, \"priority\": 0", "B").netClass("L", "\"clearance\": 0.1, \"priority\": 1", "B"), "clearance 1");
    ask("a regular expression names nets", pair("10.45").netClass("H", "\"clearance\": 0.3, \"priority\": 0", "[BC]"), "clearance 1");
    ask("a wildcard names nets", pair("10.45").netClass("H", "\"clearance\": 0.3, \"priority\": 0", "B*"), "clearance 1");
    ask("a pattern must fit the whole name",
        plain().track("10 10", "20 10").track("10 10.45", "20 10.45", "0.2", "GND").netClass("H", "\"clearance\": 0.3, \"priority\": 0", "G"), "");
}

void askLocalClearances(MicroQuestions& ask) {
    const auto beside = [&](const string& extra, const string& footprintExtra = "") {
        return plain().pad("P1", "10 10", "B", extra, "smd rect", "1 1", "\"F.Cu\" \"F.Mask\"", footprintExtra).track("5 10.7", "15 10.7");
    };
    ask("a pad's own clearance wins", beside("(clearance 0.05)"), "");
    ask("a pad's own clearance of 0 is none", beside("(clearance 0)"), "clearance 1");
    ask("a pad's own clearance is floored by the board minimum", beside("(clearance 0.05)").minimum("min_clearance", "0.15"), "clearance 1");
    ask("a footprint's own clearance wins", beside("", "(clearance 0.05)"), "");
    ask("a pad's own clearance wins over a rule", beside("(clearance 0.05)").rule("(rule h (constraint clearance (min 0.4mm)))"), "");
}

void askZones(MicroQuestions& ask) {
    const auto beneath = [&](const string& y, const string& clearance) {
        return plain().zone("B", MicroBoard::rectangle("10", "10", "20", "20"), clearance).track("5 " + y, "15 " + y);
    };
    ask("a zone's lower clearance does not count", beneath("9.8", "0.05"), "clearance 1, isolated_copper/w 1");
    ask("a zone's greater clearance counts", beneath("9.6", "0.5"), "clearance 1, isolated_copper/w 1");
    ask("a rule wins over a zone's clearance", beneath("9.6", "0.5").rule("(rule a (constraint clearance (min 0.1mm)))"), "isolated_copper/w 1");
    ask("a stale fill that a track crosses", beneath("15", "0.2"), "clearance 1, isolated_copper/w 1");
    ask("a fill short by the tolerance passes", beneath("9.7005", "0.2"), "isolated_copper/w 1");
    ask("a fill short by one nanometre more fails", beneath("9.700501", "0.2"), "clearance 1, isolated_copper/w 1");
}

void askHoles(MicroQuestions& ask) {
    ask("a hole keeps its own distance", plain().via("10 10", "0.4", "0.3", "B").track("5 10.45", "15 10.45").standard("clearance", "0.1"),
        "annular_width 1, hole_clearance 1");
    ask("a hole short by the tolerance passes", plain().via("10 10", "0.5", "0.3", "B").track("5 10.4995", "15 10.4995").standard("clearance", "0.1"), "");
    ask("a hole short by one nanometre more fails", plain().via("10 10", "0.5", "0.3", "B").track("5 10.499499", "15 10.499499").standard("clearance", "0.1"),
        "hole_clearance 1");
    ask("a hole without plating", plain().pad("H1", "10 10", "", "(drill 1)", "np_thru_hole circle", "1 1", "\"*.Cu\" \"*.Mask\"").track("5 10.7", "15 10.7"),
        "hole_clearance 1");
    ask("holes of two nets",
        plain().via("10 10", "0.4", "0.2").via("10.44 10", "0.4", "0.2", "B").standard("clearance", "0.01").minimum("min_hole_clearance", "0.0"),
        "hole_to_hole/w 1");
    ask("holes short by the tolerance pass", plain().via("10 10").via("10.5495 10").track("10 10", "10.5495 10"), "");
    ask("holes short by one nanometre more fail", plain().via("10 10").via("10.549499 10").track("10 10", "10.549499 10"), "hole_to_hole/w 1");
    ask("holes in one place", plain().via("10 10").via("10 10"), "holes_co_located/w 1");
}

void askEdges(MicroQuestions& ask) {
    ask("copper near the edge", plain().track("10 0.525", "20 0.525"), "copper_edge_clearance 1");
    ask("copper short by the tolerance of the edge passes", plain().track("10 0.5995", "20 0.5995"), "");
    ask("copper short by one nanometre more of the edge fails", plain().track("10 0.599499", "20 0.599499"), "copper_edge_clearance 1");
    ask("an edge clearance of 0 lets copper come near", plain().track("10 0.11", "20 0.11").minimum("min_copper_edge_clearance", "0.0"), "");
    ask("a rule sets the edge clearance", plain().track("10 0.11", "20 0.11").rule("(rule a (constraint edge_clearance (min 0mm)))"), "");
    ask("copper beyond the board", plain().track("60 60", "70 60"), "", "viaduct_outside_outline 1", "KiCad does not look beyond the outline");
}

void askSizes(MicroQuestions& ask) {
    ask("a track as wide as the minimum passes", plain().track("10 14", "20 14", "0.1"), "");
    ask("a track one nanometre below the minimum fails", plain().track("10 14", "20 14", "0.099999"), "track_width 1");
    ask("a track below its class passes", plain().track("10 10", "20 10", "0.15"), "");
    ask("a rule's greatest width", plain().track("10 10", "20 10", "0.3").rule("(rule a (constraint track_width (min 0.15mm) (opt 0.2mm) (max 0.25mm)))"),
        "track_width 1");
    ask("a via as large as the minimum passes", plain().via("10 10", "0.4", "0.2"), "");
    ask("a via one nanometre below the minimum fails", plain().via("10 10", "0.399998", "0.199998").minimum("min_through_hole_diameter", "0.1"),
        "via_diameter 1");
    ask("a ring as wide as the minimum passes", plain().via("10 10", "0.5", "0.3"), "");
    ask("a ring one nanometre below the minimum fails", plain().via("10 10", "0.5", "0.300002"), "annular_width 1");
    ask("a pad's ring", plain().pad("P1", "10 10", "A", "(drill 0.85)", "thru_hole circle", "1 1", "\"*.Cu\" \"*.Mask\""), "annular_width 1");
    ask("an oval pad's ring", plain().pad("P1", "10 10", "A", "(drill oval 1.3 0.8)", "thru_hole oval", "1.5 1", "\"*.Cu\" \"*.Mask\""), "");
    ask("a drill below the minimum", plain().via("10 10", "0.5", "0.15"), "drill_out_of_range 1");
    ask("a micro via is held to its class", plain().via("10 10", "0.25", "0.1", "A", "", "\"F.Cu\" \"In1.Cu\"", "micro"), "annular_width 1, via_diameter 1");
    ask("a blind via as such is allowed", plain().via("10 10", "0.6", "0.3", "A", "", "\"F.Cu\" \"In1.Cu\"", "blind"), "");
}

void askRuleAreas(MicroQuestions& ask) {
    const string strip = MicroBoard::rectangle("10", "5", "12", "15");
    ask("a rule area forbids tracks and vias", plain().ruleArea("KO", strip, true, true).track("5 10", "20 10").via("11 7"), "items_not_allowed 2");
    ask("a rule area's border may be touched", plain().ruleArea("KO", strip, true, true).track("5 4.9", "20 4.9"), "");
    ask("a rule area may not be entered by more than the tolerance", plain().ruleArea("KO", strip, true, true).track("5 4.9006", "20 4.9006"),
        "items_not_allowed 1");
    ask("a rule area against tracks lets vias pass", plain().ruleArea("KO", strip, true, false).via("11 7"), "");
    ask("a rule forbids vias", plain().via("10 10").rule("(rule a (constraint disallow via))"), "items_not_allowed 1");
}

void askMaskOpenings(MicroQuestions& ask) {
    const auto opening = [&](const string& net) {
        return plain().pad("P1", "10 10", "B", "(solder_mask_margin 0.3)").track("5 10.7", "15 10.7", "0.2", net).standard("clearance", "0.05");
    };
    ask("a track in a pad's mask opening", opening("A"), "solder_mask_bridge 1");
    ask("a track of the pad's own net in its mask opening", opening("B"), "");
    ask("an open via beside a pad's mask opening",
        plain()
            .pad("P1", "10 10", "B", "(solder_mask_margin 0.1)")
            .via("10 11", "0.6", "0.3", "A", "(tenting none)")
            .standard("clearance", "0.05")
            .setup("(solder_mask_min_width 0.2)"),
        "solder_mask_bridge 1");
}

void askShorts(MicroQuestions& ask) {
    const auto padded = [&] { return plain().pad("P1", "10 10", "A").pad("P2", "20 10", "A"); };
    ask("tracks of two padded nets that cross",
        padded().pad("P3", "15 5", "B").pad("P4", "15 15", "B").track("10 10", "20 10").track("15 5", "15 15", "0.2", "B"), "tracks_crossing 1");
    ask("tracks that cross at class clearance 0",
        padded().pad("P3", "15 5", "B").pad("P4", "15 15", "B").track("10 10", "20 10").track("15 5", "15 15", "0.2", "B").standard("clearance", "0.0"), "",
        "tracks_crossing 1", "KiCad does not look at pairs whose clearance is 0; touching copper of two nets is always a short here");
    ask("tracks that cross where a rule says 0",
        padded()
            .pad("P3", "15 5", "B")
            .pad("P4", "15 15", "B")
            .track("10 10", "20 10")
            .track("15 5", "15 15", "0.2", "B")
            .rule("(rule z (constraint clearance (min 0mm)))"),
        "", "tracks_crossing 1", "KiCad does not look at pairs whose clearance is 0; touching copper of two nets is always a short here");
    ask("a track through a foreign pad", padded().pad("P3", "15 10", "B").track("10 10", "20 10"), "shorting_items 1, solder_mask_bridge 1");
    ask("a via on a foreign track",
        padded()
            .pad("P3", "15 20", "B", "", "smd rect", "1 1", "\"B.Cu\" \"B.Mask\"")
            .track("10 10", "20 10")
            .via("15 10", "0.6", "0.3", "B")
            .track("15 10", "15 20", "0.2", "B", "B.Cu"),
        "hole_clearance 1, shorting_items 1");
    const auto ringed = [&](const string& extra) {
        return plain()
            .pad("P1", "10 10", "B")
            .pad("P2", "5 10.55", "A")
            .via("5 10.55")
            .via("10 10", "0.6", "0.3", "B", extra)
            .track("5 10.55", "15 10.55", "0.2", "A", "In1.Cu");
    };
    ask("a via's ring on an unused layer", ringed(""), "clearance 1");
    ask("a via's ring left out on an unused layer", ringed("(remove_unused_layers yes) (keep_end_layers yes)"), "");
    ask("a net tie",
        plain()
            .add("")
            .track("9.5 10", "5 10")
            .track("10.5 10", "15 10", "0.2", "B")
            .footprint("NT1", "10 10", MicroBoard().padText("1", "-0.5 0", "A") + MicroBoard().padText("2", "0.5 0", "B"), "(net_tie_pad_groups \"1,2\")"),
        "");
    ask("a drawing on copper",
        plain()
            .add("(gr_line (start 5 10) (end 15 10) (stroke (width 0.2) (type default)) (layer \"F.Cu\") (uuid \"00000000-0000-4000-8000-0000000000ff\"))")
            .track("5 10.3", "15 10.3"),
        "clearance 1");
}

void askPairs(MicroQuestions& ask) {
    ask("a pair's gap lowers its own clearance",
        plain()
            .track("10 10", "20 10", "0.2", "DP_P")
            .track("10 10.35", "20 10.35", "0.2", "DP_N")
            .standard("clearance", "0.3")
            .standard("diff_pair_gap", "0.15"),
        "");
    ask("a pair's gap does not lower it for others",
        plain().track("10 10", "20 10", "0.2", "DP_P").track("10 10.35", "20 10.35").standard("clearance", "0.3").standard("diff_pair_gap", "0.15"),
        "clearance 1");
}

void askCustomRules(MicroQuestions& ask) {
    const auto ruled = [&](const string& rules, const string& y = "10.45") { return pair(y).rule(rules); };
    ask("a rule raises the clearance", ruled("(rule high (condition \"A.NetName=='A' || B.NetName=='A'\") (constraint clearance (min 0.4mm)))"), "clearance 1");
    ask("a rule lowers it below the board minimum",
        ruled("(rule low (condition \"A.NetName=='A'\") (constraint clearance (min 0.1mm)))", "10.35").minimum("min_clearance", "0.3"), "");
    ask("the last rule wins, low then high", ruled("(rule a (constraint clearance (min 0.1mm)))(rule b (constraint clearance (min 0.4mm)))"), "clearance 1");
    ask("the last rule wins, high then low", ruled("(rule a (constraint clearance (min 0.4mm)))(rule b (constraint clearance (min 0.1mm)))"), "");
    ask("a rule for inner layers", ruled("(rule a (layer inner) (constraint clearance (min 0.4mm)))"), "");
    ask("a rule for outer layers", ruled("(rule a (layer outer) (constraint clearance (min 0.4mm)))"), "clearance 1");
    ask("a rule that names B as A", ruled("(rule a (condition \"A.NetName=='B'\") (constraint clearance (min 0.4mm)))"), "clearance 1");
    ask("a rule that says ignore", ruled("(rule ign (severity ignore) (constraint clearance (min 0.4mm)))", "10.3"), "");
    ask("a rule that says warning", ruled("(rule wrn (severity warning) (constraint clearance (min 0.4mm)))", "10.3"), "clearance/w 1");
    ask("a severity of the project", pair("10.3").severity("clearance", "warning"), "clearance/w 1");
    ask("a type the project ignores", pair("10.3").severity("clearance", "ignore"), "");
    ask("a rule in an area",
        pair("10.35")
            .ruleArea("area1", MicroBoard::rectangle("9", "5", "12", "15"), false, false, false, "\"F.Cu\"")
            .rule("(rule a (condition \"A.intersectsArea('area1')\") (constraint clearance (min 0.1mm)))"),
        "");
    ask("a rule in an area elsewhere",
        pair("10.35")
            .ruleArea("area1", MicroBoard::rectangle("30", "5", "32", "15"), false, false, false, "\"F.Cu\"")
            .rule("(rule a (condition \"A.intersectsArea('area1')\") (constraint clearance (min 0.1mm)))"),
        "clearance 1");
    ask("a rule enclosed by an area",
        pair("10.35")
            .ruleArea("area1", MicroBoard::rectangle("9", "5", "12", "15"), false, false, false, "\"F.Cu\"")
            .rule("(rule a (condition \"A.enclosedByArea('area1')\") (constraint clearance (min 0.1mm)))"),
        "clearance 1");
    ask("physical clearance within a net", pair("10.45", "A").rule("(rule a (constraint physical_clearance (min 0.4mm)))"), "clearance 1");
}

void askConditions(MicroQuestions& ask) {
    // The condition language.
    const auto when = [&](const string& condition) {
        return pair("10.45").rule("(rule a (condition \"" + condition + "\") (constraint clearance (min 0.4mm)))");
    };
    ask("or binds tighter than and", when("A.NetName=='X' && A.NetName=='X' || A.NetName=='A'"), "");
    ask("not binds tighter than equals", when("!A.NetName == 'X'"), "");
    ask("a name matches without regard to case", when("A.NetName == 'a'"), "clearance 1");
    ask("a name matches by wildcard", when("A.NetName == '?'"), "clearance 1");
    ask("a class matches by name", when("A.NetClass == 'Default'"), "clearance 1");
    ask("the type of an item", when("A.Type == 'Track' && B.Type == 'Track'"), "clearance 1");
    ask("another type", when("A.Type == 'Via'"), "");
    ask("an unknown property is undefined", when("A.Type == 'Track' || A.Foo == 'x'"), "clearance 1");
    ask("an unknown property differs from nothing", when("A.Foo != 'x'"), "");
    ask("an unknown function holds for nothing", when("A.foo('x')"), "");
    ask("an unknown function beside what holds", when("A.Type == 'Track' || A.foo('x')"), "clearance 1");
    ask("a number without unit is in nanometres", when("A.Width > 199999"), "clearance 1");
    ask("a number without unit is not in millimetres", when("A.Width < 1"), "");
    ask("a width is compared exactly", when("A.Width == 0.2mm"), "clearance 1");
    ask("a width in mil", when("A.Width > 7mil"), "clearance 1");
    ask("a number needs a digit before the point", when("A.Width > .1mm"), "");
    ask("an undefined property equals nothing", when("A.Via_Type == 'Through'"), "");
    ask("an undefined property differs from nothing", when("A.Via_Type != 'Through'"), "");
    ask("the layer of an item", when("A.Layer == 'F.Cu'"), "clearance 1");
    ask("a layer by wildcard", when("A.existsOnLayer('F.*')"), "clearance 1");
    ask("a pair by name",
        plain()
            .track("10 10", "20 10", "0.2", "DP_P")
            .track("10 10.45", "20 10.45")
            .rule("(rule a (condition \"A.inDiffPair('DP')\") (constraint clearance (min 0.4mm)))"),
        "clearance 1");
    ask("a net class by function", when("A.hasNetclass('Default')"), "clearance 1");
}

// A pad of GND that one bar of a fill reaches from the right, across a gap of 0.3 mm; another pad lies within the fill.
MicroBoard oneSpoke() {
    const string fill = "(xy 26 20) (xy 30 20) (xy 30 30) (xy 26 30) (xy 26 25.15) (xy 25.3 25.15) (xy 25.3 24.85) (xy 26 24.85)";
    return plain().zone("GND", MicroBoard::rectangle("20", "20", "30", "30"), "0.2", "F.Cu", fill).pad("J1", "25 25", "GND").pad("J2", "28 28", "GND");
}

void askSpokes(MicroQuestions& ask) {
    ask("one spoke of two", oneSpoke(), "starved_thermal 1");
    ask("a track from the pad into the fill is a spoke", oneSpoke().track("25 25", "27 27", "0.2", "GND"), "");
    ask("a track that starts in the relief, not in the pad, is none",
        oneSpoke().track("25 25", "25.6 25.6", "0.2", "GND").track("25.6 25.6", "27 27", "0.2", "GND"), "starved_thermal 1");
    ask("a track on a layer that the pad is not on is none", oneSpoke().track("25 25", "27 27", "0.2", "GND", "B.Cu"), "starved_thermal 1");
}

} // namespace

std::vector<MicroQuestion> microQuestions() {
    MicroQuestions ask;
    askNets(ask);
    askLocalClearances(ask);
    askZones(ask);
    askHoles(ask);
    askEdges(ask);
    askSizes(ask);
    askRuleAreas(ask);
    askMaskOpenings(ask);
    askShorts(ask);
    askPairs(ask);
    askCustomRules(ask);
    askConditions(ask);
    askSpokes(ask);
    askAboutLengths(ask);
    askAboutPadstacks(ask);
    askAboutOutlines(ask);
    std::vector<MicroQuestion> all = ask.all();
    for (MicroQuestion& question : ruleQuestions()) all.push_back(std::move(question));
    askCreepage(all);
    return all;
}
