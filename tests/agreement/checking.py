# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the errors that `viaduct drc` finds with those of the real KiCad, item by item.

    checking.py --viaduct PROGRAM BOARD

Both look at the same file: a copy whose zones pcbnew has refilled. An error is its type and the ids of its items. Types that Viaduct names in
"not_checked" are left out, and so are those whose report KiCad ends early. Exit status: 0 agrees, 1 does not, 77 skipped, 2 usage.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kicad
from routing import skip


def by_type(report):
    kinds = collections.defaultdict(collections.Counter)
    for violation in report["violations"] + report.get("unconnected_items", []):
        if kicad.is_error(violation) and violation["type"] != "unconnected_items":
            kinds[violation["type"]][tuple(sorted(item["uuid"] for item in violation["items"]))] += 1
    return kinds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viaduct", required=True)
    parser.add_argument("board")
    options = parser.parse_args()
    missing = kicad.why_missing()
    if missing:
        return skip(missing)
    if not os.path.isfile(options.board):
        return skip(f"there is no board {options.board}")
    with tempfile.TemporaryDirectory() as folder:
        board = os.path.join(folder, "board.kicad_pcb")
        kicad.copy_board(options.board, board)
        try:
            kicad.refill(board)
            theirs_report = kicad.drc(board)
        except kicad.Unavailable as trouble:
            return skip(f"not verified: {trouble}")
        run = subprocess.run([options.viaduct, "drc", board, "--format", "json"], capture_output=True, text=True, errors="replace")
        if run.returncode:
            print(f"viaduct drc ended with {run.returncode}: {run.stderr.strip()[-500:]}")
            return 1
        ours_report = json.loads(run.stdout)
    ours, theirs = by_type(ours_report), by_type(theirs_report)
    left_out = set(ours_report.get("not_checked", [])) | set(kicad.capped(theirs_report))
    differs = 0
    for kind in sorted(set(ours) | set(theirs)):
        only_ours, only_theirs = ours[kind] - theirs[kind], theirs[kind] - ours[kind]
        word = "left out" if kind in left_out else "differs" if only_ours or only_theirs else "agrees"
        print(f"{kind}: {word}, Viaduct {ours[kind].total()}, KiCad {theirs[kind].total()}")
        if word == "differs":
            differs += 1
            for who, items in (("Viaduct", only_ours), ("KiCad", only_theirs)):
                for ids in list(items)[:3]:
                    print(f"  only {who}: {' and '.join(ids)}")
    opens = [len(report["unconnected_items"]) for report in (ours_report, theirs_report)]
    if opens[0] != opens[1] and opens[1] < kicad.REPORT_ENDS_AT["unconnected_items"]:
        print(f"unconnected_items: differs, Viaduct {opens[0]}, KiCad {opens[1]}")
        differs += 1
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
