# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies of boards with a few mistakes put in on purpose: the same for the same seed and number."""

import os
import random
import re

import boardtext
import kicad

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _pads(root):
    return [pad for footprint in root.children("footprint") for pad in footprint.children("pad")]


class Maker:
    def __init__(self, boards, seed):
        self._boards, self._seed, self._read = boards, seed, {}

    def make(self, number, target):
        """Writes copy `number`; answers the board's name and what was done to it."""
        chance = random.Random(f"{self._seed} {number}")
        board = chance.choice(self._boards)
        if board not in self._read:
            text = boardtext.read(board)
            root = boardtext.parse(text)
            self._read[board] = text, root.children("segment"), root.children("via"), _pads(root)
        text, tracks, vias, pads = self._read[board]
        edits, deeds = {}, []
        for _ in range(chance.randint(3, 8)):
            kind, choices = chance.choice([("move an end", tracks), ("widen", tracks), ("move", vias), ("shrink", vias), ("widen pad", pads)])
            if not choices:
                continue
            item = chance.choice(choices)
            edit = self._edit(text, item, kind, chance)
            if edit and edit[0] not in edits:
                edits[edit[0]] = edit[1]
                deeds.append(f"{kind} {item.value('uuid') or item.value('tstamp')} {edit[1]}")
        for (begin, end), words in sorted(edits.items(), reverse=True):
            text = text[:begin] + words + text[end:]
        kicad.copy_board(board, target)
        boardtext.write(target, text)
        return os.path.splitext(os.path.basename(board))[0], deeds

    @staticmethod
    def _edit(text, item, kind, chance):
        def changed(name, change):
            for child in item.children(name):
                words = text[child.begin:child.end]
                values = [change(float(value)) for value in _NUMBER.findall(words)[:2]]
                numbers = iter(values)
                return (child.begin, child.end), _NUMBER.sub(lambda match: f"{next(numbers, float(match[0])):.6f}".rstrip("0").rstrip("."), words)
            return None

        if kind == "move an end":
            return changed(chance.choice(["start", "end"]), lambda value: value + chance.uniform(-0.4, 0.4))
        if kind == "move":
            return changed("at", lambda value: value + chance.uniform(-0.4, 0.4))
        if kind == "widen":
            factor = chance.uniform(0.3, 2.5)
            return changed("width", lambda value: round(value * factor, 4))
        factor = chance.uniform(0.4, 0.95) if kind == "shrink" else chance.uniform(1.05, 1.6)
        return changed("size", lambda value: round(value * factor, 4))


def follow_kicads_nets(board):
    """Writes the nets into the file that KiCad gives its copper on loading. True when that changed something."""
    text = boardtext.read(board)
    root = boardtext.parse(text)
    seen = kicad.facts(board)["nets"]
    codes = {node.parts[2].strip('"'): node.parts[1] for node in root.children("net") if len(node.parts) > 2}
    names = {code: name for name, code in codes.items()}
    edits = []
    for item in root.children(*boardtext.COPPER):
        identity = (item.value("uuid") or item.value("tstamp") or "").lower()
        for net in item.children("net"):
            if identity in seen and names.get(net.parts[1]) != seen[identity] and seen[identity] in codes:
                edits.append((net.begin, net.end, f"(net {codes[seen[identity]]})"))
    for begin, end, words in sorted(edits, reverse=True):
        text = text[:begin] + words + text[end:]
    boardtext.write(board, text)
    return bool(edits)
