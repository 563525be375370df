// SPDX-License-Identifier: GPL-3.0-or-later
// The outline of united copper: zones that intersect, spikes, necks.
#include "microboards.h"

namespace {

using std::string;

MicroBoard plain() { return MicroBoard().outline(); }

string priority(const string& zone, const string& value) {
    string text = zone;
    return text.insert(text.find("(connect_pads"), "(priority " + value + ") ");
}

void askIntersections(MicroQuestions& ask) {
    const string left = MicroBoard::rectangle("10", "10", "20", "20"), over = MicroBoard::rectangle("15", "10", "25", "20"),
                 beside = MicroBoard::rectangle("20", "10", "25", "20"), apart = MicroBoard::rectangle("20.1", "10", "25", "20");
    const auto zones = [&](const string& second, const string& net = "GND") {
        return plain().zone("GND", left).zone(net, second).severity("isolated_copper", "ignore");
    };
    ask("two zones of a net that overlap", zones(over), "zones_intersect 1");
    ask("two zones of a net that touch", zones(beside), "zones_intersect 1");
    ask("two zones of a net that lie apart", zones(apart), "");
    ask("two zones without a net that overlap", plain().zone("", left).zone("", over).severity("isolated_copper", "ignore"), "zones_intersect 1");
    ask("zones of two nets whose fills overlap", zones(over, "A"), "clearance 1");
    ask("a zone over another of a lower priority",
        plain()
            .zone("GND", left)
            .add(priority("(zone (net 3) (net_name \"GND\") (layer \"F.Cu\") (uuid \"00000000-0000-4000-8000-00000000bbbb\") (hatch edge "
                          "0.5) (connect_pads (clearance 0.2)) (min_thickness 0.2) (fill yes) (polygon (pts " +
                              over + ")))",
                          "3"))
            .severity("isolated_copper", "ignore"),
        "");
}

// A square of copper with a spike of 5 mm on its right side, `height` high at its root.
MicroBoard spiked(const string& tipY, const string& extraNet = "GND") {
    const string points = "(xy 10 10) (xy 15 10) (xy 20 10) (xy 20 14.5) (xy 25 " + tipY + ") (xy 20 15.5) (xy 20 20) (xy 10 20)";
    return plain().zone(extraNet, points).severity("isolated_copper", "ignore");
}

void askSlivers(MicroQuestions& ask) {
    ask("a spike of twelve degrees", spiked("15"), "copper_sliver/w 1");
    const string blunt = "(xy 10 10) (xy 20 10) (xy 20 13) (xy 25 15) (xy 20 17) (xy 20 20) (xy 10 20)";
    ask("a spike of forty degrees", plain().zone("GND", blunt).severity("isolated_copper", "ignore"), "");
    ask("a spike whose tip lies in a pad", spiked("15").pad("P1", "25 15", "GND", "", "smd circle", "2 2").severity("starved_thermal", "ignore"), "");
    ask("a spike narrower than what is looked at",
        plain().zone("GND", "(xy 10 10) (xy 20 10) (xy 20 14.98) (xy 20.2 15) (xy 20 15.02) (xy 20 20) (xy 10 20)").severity("isolated_copper", "ignore"), "");
    ask("a notch as sharp as a spike",
        plain().zone("GND", "(xy 10 10) (xy 20 10) (xy 20 14.5) (xy 15 15) (xy 20 15.5) (xy 20 20) (xy 10 20)").severity("isolated_copper", "ignore"), "");
}

// Two squares joined by a bar of this height.
MicroBoard dumbbell(const string& top, const string& bottom) {
    const string points = "(xy 10 10) (xy 15 10) (xy 15 " + top + ") (xy 16 " + top + ") (xy 16 10) (xy 21 10) (xy 21 20) (xy 16 20) (xy 16 " + bottom +
                          ") (xy 15 " + bottom + ") (xy 15 20) (xy 10 20)";
    return plain().zone("GND", points).severity("isolated_copper", "ignore");
}

void askNecks(MicroQuestions& ask) {
    ask("a neck without a minimum", dumbbell("14.9", "15.1"), "");
    ask("a neck below the board's minimum", dumbbell("14.9", "15.1").minimum("min_connection", "0.3"), "connection_width/w 1");
    ask("a neck above the board's minimum", dumbbell("14.8", "15.2").minimum("min_connection", "0.3"), "");
    ask("a neck within the tolerance", dumbbell("14.855", "15.144").minimum("min_connection", "0.3"), "");
    ask("a neck below a rule's width", dumbbell("14.9", "15.1").rule("(rule w (constraint connection_width (min 0.4mm)))"), "connection_width/w 1");
    ask("a neck that a rule lets pass",
        dumbbell("14.9", "15.1").minimum("min_connection", "0.3").rule("(rule w (condition \"A.NetName == 'GND'\") (constraint connection_width (min 0.1mm)))"),
        "");
    ask("a thin track between two pads is a neck",
        plain().pad("P1", "10 10", "A").pad("P2", "20 10", "A").track("10 10", "20 10").minimum("min_connection", "0.3"), "connection_width/w 1");
}

} // namespace

void askAboutOutlines(MicroQuestions& ask) {
    askIntersections(ask);
    askSlivers(ask);
    askNecks(ask);
}
