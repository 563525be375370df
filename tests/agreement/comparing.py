# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts the reports of `viaduct drc` and of the real KiCad about one file side by side: per type, by the ids of the items and the severity.

Items of files of KiCad 5 and older have no ids, or one for all: of those the numbers are compared. Types that Viaduct names in "not_checked", its own
types, and those that depend on the reader's libraries or are about drawings are left out. Where KiCad ends its report early, what it found must be among
what Viaduct found. differences.txt names the differences that are understood and stand, each with its reason."""

import collections
import fnmatch
import json
import os
import re
import resource
import subprocess

import kicad

NO_ID = "00000000-0000-0000-0000-000000000000"
LAST_WITHOUT_IDS = 20171130
Row = collections.namedtuple("Row", "type ours theirs verdict examples")


def known_differences():
    """[(boards, types, reason)]"""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "differences.txt"), encoding="utf-8") as file:
        lines = [line.split("|") for line in file if line.strip() and not line.startswith("#")]
    return [(boards.split(), types.split(), why.strip()) for boards, types, why in lines]


def reason_for(name, kind, differences):
    return next((why for boards, types, why in differences if kind in types and any(fnmatch.fnmatchcase(name, pattern) for pattern in boards)), None)


def has_ids(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        version = re.search(r"\(version (\d+)\)", file.read(2000))
    return version is not None and int(version[1]) > LAST_WITHOUT_IDS


def viaduct_report(program, board, *options):
    """(report, seconds of CPU); raises RuntimeError with its words when there is none."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([program, "drc", board, "--format", "json", *options], capture_output=True, text=True, errors="replace", check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode:
        raise RuntimeError(f"viaduct drc ended with {run.returncode}: {run.stderr.strip()[-500:]}")
    return json.loads(run.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _by_type(report):
    kinds = collections.defaultdict(collections.Counter)
    for violation in report["violations"]:
        items = [item for item in violation["items"] if item["uuid"] not in ("", NO_ID)]
        if violation["type"] == "copper_edge_clearance":  # of which piece of the outline is a matter of the order in which they are looked at
            items = [item for item in items if not item["description"].endswith((" on Edge.Cuts", " on Margin"))]
        kinds[violation["type"]][violation["severity"], tuple(sorted({item["uuid"].lower() for item in items}))] += 1
    return kinds


def compare(board, name, ours, theirs, differences=()):
    """Rows of the table, one for each type that either found. A row's verdict: agrees, ends early, differs, or the reason of a known difference."""
    found, expected = _by_type(ours), _by_type(theirs)
    left_out, capped, rows, by_id = set(ours.get("not_checked", [])), set(kicad.capped(theirs)), [], has_ids(board)
    for kind in sorted(set(found) | set(expected)):
        if kind in left_out or kind in kicad.NOT_OF_COPPER or kind.startswith("viaduct_"):
            continue
        a, b = found[kind], expected[kind]
        only_ours, only_theirs = set(a) - set(b), set(b) - set(a)
        if kind in capped:
            good = not only_theirs if by_id else a.total() >= b.total()
        elif by_id:
            good = not only_ours and not only_theirs and (any(ids for _, ids in a) or a == b)
        else:  # KiCad repeats a pair on every layer, and once for what reads the same here
            good = len(_words(theirs, kind)) <= len(_words(ours, kind)) <= b.total()
        verdict = ("ends early" if kind in capped else "agrees") if good else reason_for(name, kind, differences) or "differs"
        examples = [f"only {who}: {severity} {' '.join(ids)}" for who, items in (("Viaduct", only_ours), ("KiCad", only_theirs))
                    for severity, ids in sorted(items)[:3]] if verdict == "differs" and by_id else []
        rows.append(Row(kind, a.total(), b.total(), verdict, examples))
    opens = len(ours["unconnected_items"]), len(theirs["unconnected_items"])
    if opens[1] < kicad.REPORT_ENDS_AT["unconnected_items"] and opens != (0, 0):
        verdict = "agrees" if opens[0] == opens[1] else reason_for(name, "unconnected_items", differences) or "differs"
        rows.append(Row("unconnected_items", *opens, verdict, []))
    return rows


def _words(report, kind):
    return {tuple((item["description"], item["pos"]["x"], item["pos"]["y"]) for item in violation["items"])
            for violation in report["violations"] if violation["type"] == kind}
