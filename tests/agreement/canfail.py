# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that the judgement of routing.py can fail: it is given results that are wrong in one way each. Exit status: 0 each was noticed, 1 not, 77 skipped."""

import contextlib
import io
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import boardtext
import kicad
import routing

BOARD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "resources", "demo", "viaduct-demo.kicad_pcb")
OPEN = 25  # with the ground pour filled


def track(start, end, net, number=1):
    (x1, y1), (x2, y2) = start, end
    return f'\t(segment (start {x1} {y1}) (end {x2} {y2}) (width 0.3) (layer "F.Cu") (net {net}) (uuid "{number:08x}-7472-4163-8b00-000000000000"))\n'


def with_copper(text, *items):
    end = text.rindex(")")
    return text[:end] + "".join(items) + text[end:]


def main():
    missing = kicad.why_missing()
    if missing:
        return routing.skip(missing)
    text = boardtext.read(BOARD)
    codes = {node.parts[2].strip('"'): node.parts[1] for node in boardtext.parse(text).children("net")}
    power, ground = codes["+5V"], codes["GND"]
    cases = [  # what is wrong, the words that must be said, the text, what the router claims to have left open
        ("nothing", None, text, OPEN),
        ("a claim of success", "KiCad counts 25", text, 0),
        ("a short from C1.1 to C1.2", "added error", with_copper(text, track((126.6, 90.2), (128.2, 90.2), power)), None),
        ("a track over the edge of the board", "added error", with_copper(text, track((110, 80.1), (115, 80.1), power)), None),
        ("a track of another net's name on a pad", "another net", with_copper(text, track((126.6, 90.2), (126.6, 91.5), ground)), None),
        ("a part that moved", "item", text.replace("(at 127.4 90.2)", "(at 127.5 90.2)"), None),
        ("a net class in the file", "item", with_copper(text, '\t(net_class "Default" "" (clearance 0.1))\n'), None),
        ("an open connection where none is expected", "expected to be routed", text, OPEN),
    ]
    failures = 0
    for fault, words, after_text, claim in cases:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            before, after = os.path.join(folder, "before.kicad_pcb"), os.path.join(folder, "after.kicad_pcb")
            kicad.copy_board(BOARD, before)
            kicad.copy_board(BOARD, after)
            boardtext.write(after, after_text)
            wrong = routing.judge(before, after, claim, folder, must_be_clean=fault.startswith("an open"))
        noticed = any(words in sentence for sentence in wrong) if words else not wrong
        print(f"{'ok' if noticed else 'NOT NOTICED'}: {fault}: {wrong[:2]}")
        failures += not noticed
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
