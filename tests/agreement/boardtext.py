# SPDX-License-Identifier: GPL-3.0-or-later
"""The text of a .kicad_pcb as a tree, just enough to take copper out and to see what a program changed. Independent of Viaduct's own reader."""

import re

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+', re.S)
COPPER = ("segment", "arc", "via")
FILLS = ("filled_polygon", "fill_segments", "filled_areas_thickness", "zone_layer_connections")


class Node:
    """A list of the file: its name, its parts (strings and Nodes) and where in the text it stands."""

    __slots__ = ("parts", "begin", "end")

    def __init__(self, begin):
        self.parts, self.begin, self.end = [], begin, begin

    @property
    def name(self):
        return self.parts[0] if self.parts and isinstance(self.parts[0], str) else ""

    def children(self, *names):
        return [part for part in self.parts if isinstance(part, Node) and part.name in names]

    def value(self, name):
        """The first value of the child of that name, without quotes; None when there is none."""
        for child in self.children(name):
            if len(child.parts) > 1 and isinstance(child.parts[1], str):
                return child.parts[1].strip('"')
        return None


def parse(text):
    root, stack = None, []
    for match in _TOKEN.finditer(text):
        token = match[0]
        # KiCad 9 writes ")filter_ratio 0.9)" into a pad's teardrops, and reads it as "(filter_ratio 0.9)".
        unopened = token == "filter_ratio" and text[match.start() - 1] == ")"
        if token == "(" or unopened:
            node = Node(match.start())
            if unopened:
                node.parts.append(token)
            if stack:
                stack[-1].parts.append(node)
            elif root is None:
                root = node
            stack.append(node)
        elif token == ")":
            if not stack:
                break
            stack.pop().end = match.end()
        elif stack:
            stack[-1].parts.append(token)
    if root is None or stack:
        raise ValueError("not a board: the parentheses do not match")
    return root


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
        file.write(text)


def is_teardrop(zone):
    return any(attribute.children("teardrop") for attribute in zone.children("attr"))


def stripped(text):
    """The text without tracks, arcs, vias, teardrops and stored fills; every other byte stays."""
    root, holes = parse(text), []
    for node in root.parts:
        if not isinstance(node, Node):
            continue
        if node.name in COPPER or (node.name == "zone" and is_teardrop(node)):
            holes.append(node)
        elif node.name == "zone":
            holes += node.children("filled_polygon", "fill_segments")
    kept, at = [], 0
    for hole in sorted(holes, key=lambda node: node.begin):
        begin = hole.begin
        while begin > at and text[begin - 1] in " \t\r\n":
            begin -= 1
        kept.append(text[at:begin])
        at = hole.end
    return "".join(kept) + text[at:]


def with_zone_ids(text):
    """Gives zones without an id (files of KiCad 4 and 5) one each: pcbnew's filler waits for ever on two zones of equal ids."""
    changed = text
    for number, zone in enumerate(reversed([node for node in parse(text).parts if isinstance(node, Node) and node.name == "zone"]), 1):
        for identity in zone.children("uuid", "tstamp"):
            if len(identity.parts) == 2 and set(identity.parts[1].strip('"')) <= {"0", "-"}:
                changed = f'{changed[:identity.begin]}({identity.name} "{number:08x}-7a6f-4e65-8000-000000000000"){changed[identity.end:]}'
    return changed


def _flat(part, inside_zone=False):
    if isinstance(part, str):
        return part
    if inside_zone and part.name == "fill":  # "(fill yes" once it is filled
        return "(" + " ".join(_flat(child, True) for child in part.parts if child != "yes") + ")"
    return "(" + " ".join(_flat(child, inside_zone or part.name == "zone") for child in part.parts
                          if not (isinstance(child, Node) and child.name in FILLS)) + ")"


def design_changes(before, after):
    """What differs between two texts besides added copper and zone fills, as short sentences; empty when nothing does."""
    old, new = parse(before), parse(after)
    split = lambda root: ([_flat(node) for node in root.parts if not (isinstance(node, Node) and node.name in COPPER)],
                          [_flat(node) for node in root.parts if isinstance(node, Node) and node.name in COPPER])
    (old_rest, old_copper), (new_rest, new_copper) = split(old), split(new)
    found = []
    for index in range(max(len(old_rest), len(new_rest))):
        first, second = (rest[index] if index < len(rest) else "nothing" for rest in (old_rest, new_rest))
        if first != second:
            at = next((i for i, (a, b) in enumerate(zip(first, second)) if a != b), min(len(first), len(second)))
            found.append(f"item {index} of the file: ...{first[max(0, at - 40):at + 40]}... became ...{second[max(0, at - 40):at + 40]}...")
            break
    gone = list(old_copper)
    for item in new_copper:
        if item in gone:
            gone.remove(item)
    found += [f"copper of the board is gone: {item[:100]}" for item in gone]
    return found


def copper_nets(text):
    """{id of a track, arc or via: its net's name} as the file says."""
    root = parse(text)
    names = {node.parts[1]: node.parts[2].strip('"') for node in root.children("net") if len(node.parts) > 2}
    nets = {}
    for node in root.children(*COPPER):
        identity, net = node.value("uuid") or node.value("tstamp"), node.value("net")
        if identity:
            nets[identity.lower()] = names.get(net, net or "")
    return nets
