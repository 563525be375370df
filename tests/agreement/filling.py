# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares our zone fills with those of pcbnew's own filler, zone by zone and layer by layer.

    filling.py --viaduct PROGRAM [--keep FOLDER] [--all] BOARD...

Both fill the same copy of a board, whose zones are given ids. They agree on a zone when its area, and the area that only one of them has, differ by
at most 0.1 % of it and the islands are as many; on a board when open connections are as many too. What is listed in differences.txt with a reason
(type "fill") is printed and forgiven. Exit status: 0 agrees, 1 does not, 77 nothing could be compared, 2 usage.
"""
import argparse
import contextlib
import json
import os
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import boardtext
import comparing
import kicad
from routing import skip

TOLERANCE = 0.001
LEAST_AREA = 0.001  # square millimetres that no zone is blamed for: a teardrop's own area is a few of these


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def fill_both(viaduct, board, folder):
    """(theirs, ours, pcbnew's CPU seconds of filling, Viaduct's of reading, filling and judging)"""
    theirs, given, ours = (os.path.join(folder, name + ".kicad_pcb") for name in ("theirs", "given", "ours"))
    kicad.copy_board(board, given)
    boardtext.write(given, boardtext.with_zone_ids(boardtext.read(given)))
    kicad.copy_board(given, theirs)
    their_seconds = kicad.refill(theirs)
    begin = children_seconds()
    run = subprocess.run([viaduct, "drc", given, "--refill-zones", "--save-filled", ours, "--ignore-rules-file", "--output", os.path.join(folder, "report.txt")],
                         capture_output=True, text=True, errors="replace", timeout=kicad.DRC_SECONDS)
    our_seconds = children_seconds() - begin
    if run.returncode:
        raise RuntimeError(f"viaduct drc ended with {run.returncode}: {run.stderr.strip()[-500:]}")
    return theirs, ours, their_seconds, our_seconds


def is_equal(row):
    allowed = max(LEAST_AREA, TOLERANCE * row["areas"][0])
    return abs(row["areas"][0] - row["areas"][1]) <= allowed and row["apart"] <= allowed and row["islands"][0] == row["islands"][1]


def compare(options, board, known):
    name = os.path.splitext(os.path.basename(board))[0]
    with contextlib.ExitStack() as stack:
        folder = os.path.join(options.keep, name) if options.keep else stack.enter_context(tempfile.TemporaryDirectory())
        os.makedirs(folder, exist_ok=True)
        theirs, ours, their_seconds, our_seconds = fill_both(options.viaduct, board, folder)
        both = kicad.compare_fills(theirs, ours)
    differing = forgiven = 0
    for row in both["zones"]:
        if is_equal(row) and not options.all:
            continue
        reason = None if is_equal(row) else comparing.reason_for(name, "fill", known)
        differing += not is_equal(row) and reason is None
        forgiven += reason is not None
        areas, islands, share = row["areas"], row["islands"], 100 * row["apart"] / max(row["areas"][0], 1e-9)
        print(f"  {row['zone']} {row['layer']:8} {row['net']:16.16} KiCad {areas[0]:11.4f} Viaduct {areas[1]:11.4f} apart {share:7.3f} % "
              f"islands {islands[0]} {islands[1]}" + (" teardrop" if row["teardrop"] else "") + f" at {row['places']}" + (f" known: {reason}" if reason else ""))
    if both["open"][0] != both["open"][1]:
        print(f"  open connections: KiCad's fills leave {both['open'][0]}, ours {both['open'][1]}")
        differing += comparing.reason_for(name, "fill", known) is None
    area, apart = sum(row["areas"][0] for row in both["zones"]), sum(row["apart"] for row in both["zones"])
    print(f"{name}: {len(both['zones'])} fills, {differing} differ, {forgiven} known, {100 * apart / max(area, 1e-9):.4f} % of {area:.1f} mm2 apart; "
          f"CPU: pcbnew's filler {their_seconds:.2f} s, all of viaduct drc {our_seconds:.2f} s ({our_seconds / max(their_seconds, 1e-9):.2f})", flush=True)
    return differing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viaduct", required=True)
    parser.add_argument("--keep", help="leave the boards in this folder")
    parser.add_argument("--all", action="store_true", help="print the zones that agree as well")
    parser.add_argument("boards", nargs="+")
    options = parser.parse_args()
    missing = kicad.why_missing()
    if missing:
        return skip(missing)
    known = comparing.known_differences()
    differing = compared = 0
    for board in options.boards:
        try:
            differing += compare(options, board, known) if os.path.isfile(board) else print(f"SKIPPED: there is no board {board}") or 0
            compared += os.path.isfile(board)
        except (kicad.Unavailable, subprocess.TimeoutExpired) as trouble:
            print(f"SKIPPED: {os.path.basename(board)} is not verified: {trouble}", flush=True)
        except RuntimeError as trouble:
            print(f"{board}: {trouble}", flush=True)
            differing += 1
    return 1 if differing else 0 if compared else 77


if __name__ == "__main__":
    sys.exit(main())
