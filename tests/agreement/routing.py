# SPDX-License-Identifier: GPL-3.0-or-later
"""Routes a board with `viaduct route` and lets the real KiCad judge the result.

    routing.py --viaduct PROGRAM [--keep FOLDER] [--clean] BOARD [-- OPTIONS OF viaduct route]

The board is stripped here, not by Viaduct. It agrees when KiCad, with zones refilled on both sides, finds no error that the stripped board lacks,
counts the same open connections as Viaduct claims, gives every new track the net that the file names, and when nothing in the file has changed but
copper and fills. --clean asks for no open connection as well. Exit status: 0 agrees, 1 does not, 77 skipped, 2 usage.
"""
import argparse
import collections
import contextlib
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import boardtext
import kicad

SKIPPED = 77


def skip(sentence):
    print(f"SKIPPED: {sentence}")
    return SKIPPED


def judge(before, after, claimed_open, folder, must_be_clean):
    """Sentences that say what is wrong; empty when KiCad agrees."""
    wrong = boardtext.design_changes(boardtext.read(before), boardtext.read(after))
    reports, opens = [], []
    for name, board in (("judged-before", before), ("judged-after", after)):
        copy = os.path.join(folder, name + ".kicad_pcb")
        kicad.copy_board(board, copy, rules_of=before)
        if name == "judged-after":
            seen, said = kicad.facts(copy)["nets"], boardtext.copper_nets(boardtext.read(board))
            renamed = [f"{identity} is of net {said[identity]!r} in the file, of {net!r} in KiCad" for identity, net in sorted(seen.items()) if said.get(identity, net) != net]
            wrong += [f"KiCad gives copper another net: {text}" for text in renamed[:5]]
        kicad.refill(copy)
        reports.append(kicad.drc(copy))
        opens.append(kicad.facts(copy)["open"])
    added = kicad.errors_of(reports[1]) - kicad.errors_of(reports[0])
    for error, number in sorted(added.items()):
        wrong.append(f"added error: {number} x {error[0]}: " + "; ".join(f"{text} at ({x}, {y})" for text, x, y in error[1:]))
    if claimed_open is not None and claimed_open != opens[1]:
        wrong.append(f"Viaduct says {claimed_open} open connections, KiCad counts {opens[1]}")
    if must_be_clean and opens[1]:
        wrong.append(f"{opens[1]} connections are open, and this board is expected to be routed")
    caps = sorted(set(kicad.capped(reports[0]) + kicad.capped(reports[1])))
    kinds = collections.Counter(error[0] for error in added.elements())
    print(f"KiCad: open {opens[0]} -> {opens[1]}, added errors {dict(kinds) or 'none'}" + (f"; report ends early for {', '.join(caps)}" if caps else ""))
    return wrong


def main():
    own, extra = (sys.argv[1:sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1:]) if "--" in sys.argv else (sys.argv[1:], [])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viaduct", required=True)
    parser.add_argument("--keep", help="leave the boards in this folder")
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("board")
    options = parser.parse_args(own)
    missing = kicad.why_missing()
    if missing:
        return skip(missing)
    if not os.path.isfile(options.board):
        return skip(f"there is no board {options.board}")

    with contextlib.ExitStack() as stack:
        folder = options.keep or stack.enter_context(tempfile.TemporaryDirectory())
        os.makedirs(folder, exist_ok=True)
        name = os.path.splitext(os.path.basename(options.board))[0]
        before, after = (os.path.join(folder, f"{name}-{which}.kicad_pcb") for which in ("stripped", "routed"))
        kicad.copy_board(options.board, before)
        boardtext.write(before, boardtext.stripped(boardtext.read(before)))
        run = subprocess.run([options.viaduct, "route", before, "--out", after, "--json", *extra], capture_output=True, text=True, errors="replace")
        if run.returncode not in (0, 1) or not os.path.exists(after):
            print(f"viaduct route ended with {run.returncode}: {run.stderr.strip()[-500:]}")
            return 1
        result = json.loads(run.stdout or "{}")
        claimed = result.get("open_total")
        print(f"Viaduct: {result.get('routed')} of {result.get('connections')} routed, {claimed} open")
        try:
            wrong = judge(before, after, claimed, folder, options.clean)
        except kicad.Unavailable as trouble:
            return skip(f"not verified: {trouble}")
    for sentence in wrong:
        print(f"{name}: {sentence}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
