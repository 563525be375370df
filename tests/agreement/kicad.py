# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks the real KiCad 9 about a board: refills its zones, runs its DRC, counts its open connections. Each question is a process of its own with a
time limit, since pcbnew can hang or crash. Needs kicad-cli and Debian's /usr/bin/python3, which has the pcbnew module."""

import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile

import boardtext

PYTHON = "/usr/bin/python3"
FILL_SECONDS, DRC_SECONDS = 90, 600
# Of readers' libraries and of drawings, not of copper.
NOT_OF_COPPER = {"lib_footprint_issues", "lib_footprint_mismatch", "silk_over_copper", "silk_overlap", "silk_edge_clearance", "text_height", "text_thickness",
                 "missing_footprint", "extra_footprint", "footprint_type_mismatch", "nonmirrored_text_on_back_layer", "mirrored_text_on_front_layer"}
ERRORS_ALL_THE_SAME = {"hole_to_hole"}  # a warning in KiCad, but drills that overlap cannot be made
REPORT_ENDS_AT = collections.defaultdict(lambda: 199, clearance=499, unconnected_items=499)


class Unavailable(Exception):
    """KiCad did not answer: the board is not verified, which is not the same as wrong."""


def why_missing():
    """None when everything needed is installed, else the sentence that says what is not."""
    if not shutil.which("kicad-cli"):
        return "kicad-cli is not installed"
    version = subprocess.run(["kicad-cli", "version"], capture_output=True, text=True, timeout=60).stdout.strip()
    if not version.startswith("9."):
        return f"kicad-cli is of version {version}, and the answers were recorded with 9"
    if not os.path.exists(PYTHON) or subprocess.run([PYTHON, "-c", "import pcbnew; import os; os._exit(0)"], capture_output=True, timeout=60).returncode:
        return f"{PYTHON} has no pcbnew module"
    return None


def beside(board):
    stem = os.path.splitext(board)[0]
    return [stem + extension for extension in (".kicad_pro", ".kicad_dru") if os.path.exists(stem + extension)]


def copy_board(source, target, rules_of=None):
    """Copies a board with the project and rules that lie beside it (or beside `rules_of`)."""
    shutil.copyfile(source, target)
    for file in beside(rules_of or source):
        shutil.copyfile(file, os.path.splitext(target)[0] + os.path.splitext(file)[1])


def refill(path):
    """Fills the zones of the board in place; the CPU seconds that pcbnew's filler took."""
    boardtext.write(path, boardtext.with_zone_ids(boardtext.read(path)))
    try:
        run = subprocess.run([PYTHON, os.path.abspath(__file__), "refill", path], capture_output=True, text=True, timeout=FILL_SECONDS)
    except subprocess.TimeoutExpired:
        raise Unavailable(f"pcbnew did not finish filling {os.path.basename(path)} in {FILL_SECONDS} s") from None
    if run.returncode:
        raise Unavailable(f"pcbnew could not fill {os.path.basename(path)}: {run.stderr.strip()[-200:]}")
    return next((float(line.split()[1]) for line in run.stdout.splitlines() if line.startswith("FILLED ")), 0.0)


def compare_fills(first, second):
    """One entry per zone and layer of `first` with the areas (square millimetres) and islands of both boards' stored fills."""
    run = subprocess.run([PYTHON, os.path.abspath(__file__), "compare-fills", first, second], capture_output=True, text=True, timeout=DRC_SECONDS)
    answer = [line[6:] for line in run.stdout.splitlines() if line.startswith("FILLS ")]
    if not answer:
        raise Unavailable(f"pcbnew cannot compare {os.path.basename(first)} and {os.path.basename(second)}: {run.stderr.strip()[-200:]}")
    return json.loads(answer[0])


def facts(path):
    """{"open": number, "nets": {id of a track: net's name as KiCad sees it}, "vias": number, "length_mm": number}"""
    run = subprocess.run([PYTHON, os.path.abspath(__file__), "facts", path], capture_output=True, text=True, timeout=FILL_SECONDS)
    answer = [line[6:] for line in run.stdout.splitlines() if line.startswith("FACTS ")]
    if not answer:
        raise Unavailable(f"pcbnew cannot read {os.path.basename(path)}: {run.stderr.strip()[-200:]}")
    return json.loads(answer[0])


def drc(path):
    """kicad-cli's report as it is."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        surroundings = dict(os.environ, LANG="C", LC_ALL="C", KICAD_CONFIG_HOME=os.path.join(folder, "config"))
        run = subprocess.run(["kicad-cli", "pcb", "drc", "--format", "json", "--all-track-errors", "--severity-all", "-o", report, path],
                             capture_output=True, text=True, env=surroundings, timeout=DRC_SECONDS)
        if not os.path.exists(report):
            raise Unavailable(f"kicad-cli gives no report for {os.path.basename(path)}: {run.stdout}{run.stderr}")
        with open(report, encoding="utf-8") as file:
            return json.load(file)


def is_error(violation):
    return (violation["severity"] == "error" or violation["type"] in ERRORS_ALL_THE_SAME) and violation["type"] not in NOT_OF_COPPER


def errors_of(report):
    """A multiset of errors that can be compared between two versions of one board: type, and words and place of each item."""
    return collections.Counter((violation["type"], *sorted((item["description"], round(item["pos"]["x"], 3), round(item["pos"]["y"], 3)) for item in violation["items"]))
                               for violation in report["violations"] if is_error(violation))


def capped(report):
    counts = collections.Counter(violation["type"] for violation in report["violations"])
    return sorted(kind for kind, number in counts.items() if number >= REPORT_ENDS_AT[kind])


def _fills_of(pcbnew, path):
    board = pcbnew.LoadBoard(path)
    fills = {}
    for zone in board.Zones():
        if zone.GetIsRuleArea():
            continue
        for layer in zone.GetLayerSet().Seq():
            if pcbnew.IsCopperLayer(layer):
                fills[zone.m_Uuid.AsString().lower(), board.GetLayerName(layer)] = (zone, zone.GetFilledPolysList(layer))
    board.BuildConnectivity()
    return board, fills


def _compare_fills(pcbnew, first, second):
    (board, fills), (other, others) = _fills_of(pcbnew, first), _fills_of(pcbnew, second)
    rows, empty = [], pcbnew.SHAPE_POLY_SET()
    for (identity, layer), (zone, fill) in fills.items():
        twin = others.get((identity, layer), (None, empty))[1]
        one, two = pcbnew.SHAPE_POLY_SET(fill), pcbnew.SHAPE_POLY_SET(twin)
        one.Simplify()
        two.Simplify()
        apart = pcbnew.SHAPE_POLY_SET(one)
        apart.BooleanXor(two)
        # Where the two differ by more than a sliver: the middle of the greatest pieces.
        places = sorted(((apart.Outline(i).Area(), apart.Outline(i).BBox().GetCenter()) for i in range(apart.OutlineCount())), key=lambda place: -place[0])[:3]
        rows.append({"zone": identity, "layer": layer, "name": zone.GetZoneName(), "net": zone.GetNetname(), "teardrop": zone.IsTeardropArea(),
                     "areas": [one.Area() / 1e12, two.Area() / 1e12], "islands": [fill.OutlineCount(), twin.OutlineCount()],
                     "apart": apart.Area() / 1e12, "places": [[round(area / 1e12, 5), at.x / 1e6, at.y / 1e6] for area, at in places]})
    opens = [each.GetConnectivity().GetUnconnectedCount(False) for each in (board, other)]
    print("FILLS", json.dumps({"zones": rows, "open": opens}))


def _inside(verb, path, *others):
    import time

    import pcbnew

    if verb == "compare-fills":
        return _compare_fills(pcbnew, path, *others)
    board = pcbnew.LoadBoard(path)
    if verb == "refill":
        begin = time.process_time()
        pcbnew.ZONE_FILLER(board).Fill(board.Zones())
        print("FILLED", time.process_time() - begin)
        pcbnew.SaveBoard(path, board, True)
    else:
        board.BuildConnectivity()
        vias = [track for track in board.Tracks() if track.GetClass() == "PCB_VIA"]
        print("FACTS", json.dumps({
            "open": board.GetConnectivity().GetUnconnectedCount(False),
            "nets": {track.m_Uuid.AsString().lower(): track.GetNetname() for track in board.Tracks()},
            "vias": len(vias),
            "length_mm": round(sum(track.GetLength() for track in board.Tracks() if track.GetClass() != "PCB_VIA") / 1e6, 3)}))


if __name__ == "__main__":
    _inside(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(0)  # pcbnew's own tear-down can crash
