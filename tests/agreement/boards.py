# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares what `viaduct drc` finds with what the real KiCad finds, on every board of some folders, and prints a table.

    boards.py --viaduct PROGRAM [--refilled | --defects NUMBER [--seed N]] [--most MEGABYTES] [--only TEXT] FOLDER_OR_BOARD...

Both look at the same file: as it is; with --refilled a copy whose zones pcbnew has filled anew; with --defects copies with mistakes put in on purpose
(track ends moved, tracks widened, vias moved and shrunk, pads widened). Exit status: 0 agrees but for the differences of differences.txt, 1 does not,
77 skipped, 2 usage.
"""
import argparse
import os
import resource
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import comparing
import defects
import kicad
from routing import skip


def boards_in(places, most_bytes):
    found = []
    for place in places:
        if os.path.isfile(place):
            found.append(place)
        for folder, _, files in os.walk(place):
            found += [os.path.join(folder, name) for name in files if name.endswith(".kicad_pcb")]
    return sorted(board for board in found if os.path.getsize(board) <= most_bytes)


class Comparison:
    def __init__(self, program):
        self.program, self.differences = program, comparing.known_differences()
        self.ours = self.theirs = 0.0
        self.differ, self.unverified, self.used = 0, 0, set()

    def judge(self, name, board, copy=None):
        """Asks both about the file and prints the rows, of a copy only those that differ. False when something differs."""
        quietly = copy is not None
        try:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            theirs = kicad.drc(board)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            report, seconds = comparing.viaduct_report(self.program, board)
        except kicad.Unavailable as trouble:
            self.unverified += 1
            print(f"{name}: unverified: {trouble}")
            return True
        their_seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.ours, self.theirs = self.ours + seconds, self.theirs + their_seconds
        rows = comparing.compare(board, name, report, theirs, self.differences)
        differing = [row for row in rows if row.verdict == "differs"]
        if not quietly:
            print(f"{name}: CPU {seconds:.2f} s, kicad-cli {their_seconds:.2f} s: {seconds / max(their_seconds, 0.01):.3f}")
        for row in rows if not quietly else differing:
            print(f"    {f'copy {copy} of {name} ' if quietly else ''}{row.type:<38}{row.ours:>6}{row.theirs:>6}  {row.verdict}")
            for example in row.examples:
                print(f"        {example}")
        self.used.update(row.verdict for row in rows)
        self.differ += len(differing)
        sys.stdout.flush()
        return not differing


def run_all(options, comparison, folder):
    boards = boards_in(options.boards, options.most * 1_000_000)
    for board in boards:
        name = os.path.splitext(os.path.basename(board))[0]
        if options.only and options.only not in board:
            continue
        if not options.refilled:
            comparison.judge(name, board)
            continue
        copy = os.path.join(folder, name + ".kicad_pcb")
        kicad.copy_board(board, copy)
        try:
            kicad.refill(copy)
        except kicad.Unavailable as trouble:
            comparison.unverified += 1
            print(f"{name}: unverified: {trouble}")
            continue
        comparison.judge(name, copy)


def run_defects(options, comparison, folder):
    sources = [board for board in boards_in(options.boards, options.most * 1_000_000) if (not options.only or options.only in board) and comparing.has_ids(board)]
    maker, equal = defects.Maker(sources, options.seed), 0
    for number in range(options.defects):
        copy = os.path.join(folder, f"copy{number}.kicad_pcb")
        name, deeds = maker.make(number, copy)
        before = comparison.differ
        good = comparison.judge(name, copy, number)
        if not good and defects.follow_kicads_nets(copy):
            print(f"    copy {number}: KiCad gives loose copper another net; asked again with its nets")
            comparison.differ = before
            good = comparison.judge(name, copy, number)
        if not good:
            print("        " + "; ".join(deeds))
        equal += good
        if good or not options.keep:
            for path in [copy, *kicad.beside(copy)]:
                os.remove(path)
    print(f"{equal} of {options.defects} copies agree")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viaduct", required=True)
    parser.add_argument("--refilled", action="store_true")
    parser.add_argument("--defects", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=float, default=20, help="megabytes of a board")
    parser.add_argument("--only", help="boards whose path has this text")
    parser.add_argument("--keep", help="a folder for copies that differ")
    parser.add_argument("boards", nargs="+")
    options = parser.parse_args()
    missing = kicad.why_missing()
    if missing:
        return skip(missing)
    if not boards_in(options.boards, options.most * 1_000_000):
        return skip(f"there are no boards in {' '.join(options.boards)}")
    comparison = Comparison(options.viaduct)
    with tempfile.TemporaryDirectory() as scratch:
        (run_defects if options.defects else run_all)(options, comparison, options.keep or scratch)
    if comparison.theirs:
        print(f"CPU in all: {comparison.ours:.1f} s, kicad-cli {comparison.theirs:.1f} s: {comparison.ours / comparison.theirs:.3f}")
    print(f"{comparison.differ} differences, {comparison.unverified} boards unverified")
    return 1 if comparison.differ else 0


if __name__ == "__main__":
    sys.exit(main())
