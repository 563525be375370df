// SPDX-License-Identifier: GPL-3.0-or-later
// What only custom rules ask of tracks: lengths, skews, via counts, angles, the coupling of pairs.
#include "microboards.h"

namespace {

using std::string;

MicroBoard plain() { return MicroBoard().outline(); }

void askLengths(MicroQuestions& ask) {
    const auto bent = [](const string& rule) { return plain().track("10 10", "20 10").track("20 10", "20 15").rule("(rule r " + rule + ")"); };
    ask("a net as long as the rule allows", bent("(constraint length (max 15mm))"), "");
    ask("a net longer than the rule allows", bent("(constraint length (max 14.999mm))"), "length_out_of_range 1");
    ask("a net shorter than the rule asks", bent("(constraint length (min 15.001mm))"), "length_out_of_range 1");
    ask("a length rule of another net", bent("(condition \"A.NetName == 'B'\") (constraint length (max 1mm))"), "");
    ask("a length rule that says ignore", bent("(severity ignore) (constraint length (max 1mm))"), "");
    ask("a length rule that says warning", bent("(severity warning) (constraint length (max 1mm))"), "length_out_of_range/w 1");
    ask("a length rule of a layer counts what lies on it",
        plain().track("10 10", "20 10").track("20 10", "20 15", "0.2", "A", "B.Cu").rule("(rule r (layer \"F.Cu\") (constraint length (max 10mm)))"), "");
    const auto drop = [](const string& limit, const string& extra = "") {
        return plain()
            .track("10 10", "15 10")
            .via("15 10")
            .track("15 10", "20 10", "0.2", "A", "B.Cu")
            .setup(extra)
            .rule("(rule r (constraint length (max " + limit + ")))");
    };
    ask("a via counts with its height", drop("11.544mm"), "length_out_of_range 1");
    ask("a via's height with KiCad's own stackup", drop("11.546mm"), "");
    const string stackup =
        "(stackup (layer \"F.Mask\" (type \"m\") (thickness 0.01)) (layer \"F.Cu\" (type \"copper\") (thickness 0.04)) (layer \"dielectric 1\" "
        "(type \"core\") (thickness 0.1)) (layer \"In1.Cu\" (type \"copper\") (thickness 0.02)) (layer \"dielectric 2\" (type \"core\") "
        "(thickness 0.3)) (layer \"In2.Cu\" (type \"copper\") (thickness 0.02)) (layer \"dielectric 3\" (type \"core\") (thickness 0.1)) (layer "
        "\"B.Cu\" (type \"copper\") (thickness 0.04)) (layer \"B.Mask\" (type \"m\") (thickness 0.01)))";
    ask("a via's height with the board's stackup passes", drop("10.58mm", stackup), "");
    ask("a via's height with the board's stackup fails", drop("10.579mm", stackup), "length_out_of_range 1");
    ask("a via without its height", drop("10mm").minimum("use_height_for_length_calcs", "false"), "");
    ask("a pad's way to the die counts",
        plain().pad("P1", "10 10", "A", "(die_length 2)").track("10 10", "20 10").rule("(rule r (constraint length (max 11mm)))"), "length_out_of_range 1");
    ask("an arc is as long as its bow",
        plain()
            .add("(arc (start 10 10) (mid 12 12) (end 14 10) (width 0.2) (layer \"F.Cu\") (net 1) (uuid \"00000000-0000-4000-8000-0000000000fd\"))")
            .rule("(rule r (constraint length (max 6.283mm)))"),
        "length_out_of_range 1");
    const auto tracks = [](const string& rule) {
        return plain()
            .track("10 10", "20 10")
            .track("10 12", "19 12", "0.2", "B")
            .track("10 14", "20 14", "0.2", "DP_P")
            .track("10 16", "18 16", "0.2", "DP_N")
            .rule(rule);
    };
    ask("skew among nets", tracks("(rule r (constraint skew (max 1.5mm)))"), "skew_out_of_range 1");
    ask("skew among nets that is allowed", tracks("(rule r (constraint skew (max 2mm)))"), "");
    ask("skew within pairs", tracks("(rule r (constraint skew (within_diff_pairs) (max 0.5mm)))"), "skew_out_of_range 1");
    ask("no skew where some is asked for", tracks("(rule r (constraint skew (min 0.5mm)))"), "skew_out_of_range 2");
    const auto vias = [](const string& count) {
        return plain().via("10 10").via("12 10").via("10 20", "0.6", "0.3", "B").rule("(rule r (constraint via_count " + count + "))");
    };
    ask("as many vias as allowed", vias("(max 2)"), "");
    ask("more vias than allowed", vias("(max 1)"), "too_many_vias 1");
    ask("fewer vias than asked for", vias("(min 2)"), "too_many_vias 1");
    ask("a rule of length and vias", bent("(constraint length (max 1mm)) (constraint via_count (min 1))"), "length_out_of_range 1, too_many_vias 1");
}

void askAngles(MicroQuestions& ask) {
    const auto bend = [](const string& end, const string& rule = "(constraint track_angle (min 100))") {
        return plain().track("10 10", "20 10").track("20 10", end).rule("(rule r " + rule + ")");
    };
    ask("a right angle where more is asked for", bend("20 15"), "track_angle 2");
    ask("an angle of 135 degrees", bend("25 15"), "");
    ask("a right angle where as much is asked for", bend("20 15", "(constraint track_angle (min 90))"), "");
    ask("an angle greater than allowed", bend("25 15", "(constraint track_angle (max 120))"), "track_angle 2");
    ask("a straight line has no angle", bend("30 10", "(constraint track_angle (max 120))"), "");
    ask("an angle within a pad", bend("20 15").pad("P1", "20 10", "A"), "");
    ask("a branch", plain().track("10 10", "20 10").track("15 10", "15 15").rule("(rule r (constraint track_angle (min 100)))"), "track_angle 2");
    ask("a branch at a slant", plain().track("10 10", "20 10").track("15 10", "18 13").rule("(rule r (constraint track_angle (min 60)))"), "track_angle 2");
    ask("segments shorter than asked for", plain().track("10 10", "11 10").rule("(rule r (constraint track_segment_length (min 1.001mm)))"),
        "track_segment_length 1");
    ask("segments as long as allowed", plain().track("10 10", "11 10").rule("(rule r (constraint track_segment_length (min 1mm) (max 1mm)))"), "");
    ask("segments longer than allowed", plain().track("10 10", "12 10").rule("(rule r (constraint track_segment_length (max 1mm)))"), "track_segment_length 1");
}

void askPairCoupling(MicroQuestions& ask) {
    const auto beside = [](const string& y, const string& rule) {
        return plain()
            .track("10 10", "20 10", "0.2", "DP_P")
            .track("10 " + y, "20 " + y, "0.2", "DP_N")
            .rule("(rule r " + rule + ")")
            .standard("clearance", "0.05");
    };
    const string gap = "(constraint diff_pair_gap (min 0.2mm) (max 0.3mm))", uncoupled = "(constraint diff_pair_uncoupled (max 1mm))";
    ask("a pair closer than the board's least clearance",
        plain().track("10 10", "20 10", "0.2", "DP_P").track("10 10.35", "20 10.35", "0.2", "DP_N").minimum("min_clearance", "0.2"),
        "clearance 1, diff_pair_gap_out_of_range 1");
    ask("a pair's gap in range", beside("10.45", gap), "");
    ask("a pair too close", beside("10.39", gap), "diff_pair_gap_out_of_range 1");
    ask("a pair too far apart", beside("10.55", gap), "diff_pair_gap_out_of_range 1");
    ask("a pair's gap within the tolerance", beside("10.3996", gap), "");
    ask("a pair coupled all the way", beside("10.45", gap + uncoupled), "");
    ask("a pair out of range counts as uncoupled", beside("10.55", gap + uncoupled), "diff_pair_gap_out_of_range 2, diff_pair_uncoupled_length_too_long 1");
    ask("a gap rule that says ignore", beside("10.39", "(severity ignore) " + gap), "");
    const auto partly = [&](const string& length) {
        return plain()
            .track("10 10", "20 10", "0.2", "DP_P")
            .track("10 10.45", "20 10.45", "0.2", "DP_N")
            .track("20 10", "20 " + length, "0.2", "DP_P")
            .rule("(rule r " + uncoupled + ")");
    };
    ask("a pair that parts for less than allowed", partly("9.1"), "");
    ask("a pair that parts for more than allowed", partly("8.9"), "diff_pair_uncoupled_length_too_long 1");
    ask("something between a pair",
        plain()
            .track("10 10", "20 10", "0.2", "DP_P")
            .track("10 12", "20 12", "0.2", "DP_N")
            .track("5 11", "25 11")
            .rule("(rule r (constraint diff_pair_gap (max 0.3mm)))"),
        "");
    ask("pieces of a pair that do not run parallel",
        plain().track("10 10", "20 10", "0.2", "DP_P").track("10 10.45", "20 10.46", "0.2", "DP_N").rule("(rule r (constraint diff_pair_gap (max 0.2mm)))"),
        "");
    ask("a pair on two layers",
        plain()
            .track("10 10", "20 10", "0.2", "DP_P")
            .track("10 10.45", "20 10.45", "0.2", "DP_N", "B.Cu")
            .rule("(rule r (constraint diff_pair_gap (max 0.2mm)))"),
        "");
}

} // namespace

void askAboutLengths(MicroQuestions& ask) {
    askLengths(ask);
    askAngles(ask);
    askPairCoupling(ask);
}
