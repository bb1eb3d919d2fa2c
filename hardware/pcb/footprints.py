"""Footprints: turned and moved to where placement has their part, with their nets, as the board's file has them.
Imports circuit, library, placement, sheet, sexpr.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import library, placement, sheet
from .circuit import Part
from .sexpr import YES, Tree, Word, child, children, name_id, tree

PAGE = (100.0, 60.0)  # where the board's top left corner is on the sheet
_WITH_ID = ("fp_", "pad", "property", "zone")  # what of a footprint has an id; some of KiCad's library lacks it

# Where a part's reference is printed, from its middle in columns and rows, and the angle. Others have lettering.
_REFERENCES: dict[str, tuple[float, float, int]] = {
    **{f"R{at + 1}": (0.0, 0.0, 90) for at in range(10)},
    "R11": (0.0, 0.0, 0),
    "C2": (1.1, 0.0, 90),
    "BZ1": (0.9, -1.3, 0),
}


def on_page(x: float, y: float) -> tuple[float, float]:
    return round(PAGE[0] + x, 4), round(PAGE[1] + y, 4)


class Placed:
    """A part's footprint, turned so that its pads are where placement has its legs."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.source = library.footprint(part.footprint)
        if part.ref in placement.HOLES:
            self.at, self.angle = placement.HOLES[part.ref], 0
            return
        wanted = _wanted(part)
        self.at = wanted["1"][0]
        for angle in (0, 90, 180, 270):
            self.angle = angle
            if _fits(self.pads(), wanted):
                return
        raise ValueError(f"{part.ref}: {part.footprint} does not fit the holes that placement.py has for it")

    def pads(self) -> list[tuple[str, tuple[float, float], float, bool]]:
        """Number, place on the board, half its size, whether it has corners."""
        found = []
        for pad in children(self.source, "pad"):
            _, x, y, *_ = child(pad, "at")
            across, down = library.turned(float(x), float(y), self.angle)
            size = float(child(pad, "size")[1])
            spot = (round(self.at[0] + across, 4), round(self.at[1] + down, 4))
            found.append((str(pad[1]), spot, size / 2, pad[3] != "circle"))
        return found


def _wanted(part: Part) -> dict[str, list[tuple[float, float]]]:
    if part.ref == "U1":
        holes = placement.pico()
    elif part.ref == "BZ1":
        holes = placement.buzzer()
    elif part.ref in placement.LINES:
        holes = placement.line(part.ref, len(part.nets))
    else:
        holes = placement.two_legs(part.ref)
    found: dict[str, list[tuple[float, float]]] = {}
    for hole in holes:
        found.setdefault(hole.pin, []).append(placement.mm(hole.column, hole.row))
    return found


def _fits(pads: list[tuple[str, tuple[float, float], float, bool]], wanted: dict[str, Any]) -> bool:
    """A leg may be bent by a tenth of a millimetre."""
    rest = {number: list(spots) for number, spots in wanted.items()}
    for number, at, _, _ in pads:
        near = [spot for spot in rest.get(number, ()) if math.dist(spot, at) < 0.1]
        if not near:
            return False
        rest[number].remove(near[0])
    return not any(rest.values())


def footprint(one: Placed, net: Callable[[str], Tree]) -> Tree:
    """As the file has it; `net`: what it has for a net."""
    part = one.part
    made = [Word("footprint"), part.footprint, tree("layer", "F.Cu"), name_id("footprint", part.ref)]
    made.append(tree("at", *on_page(*one.at), one.angle))
    skipped = ("version", "generator", "generator_version", "layer")
    old_attr = child(one.source, "attr")
    for node in [*one.source[2:], *_empty_properties(one)]:
        if node[0] in skipped:
            continue
        if node[0] == "property":
            node = _property(node, one)
        elif node[0] == "attr":
            extra = [] if part.bought else ["exclude_from_pos_files", "exclude_from_bom"]
            node = [*node, *(Word(word) for word in extra if word not in old_attr)]
            made += [tree("path", "/" + sheet.symbol_id(part.ref)[1]), tree("sheetname", "/")]
            made.append(tree("sheetfile", f"{library.OURS}.kicad_sch"))
        elif node[0] == "pad":
            node = _pad(node, one, net)
        elif node[0] == "fp_text":
            node = _turned_text(node, one.angle)
        elif node[0] == "zone":
            node = _moved_zone(node, one)
        node = _own_ids(node, part.ref)
        if str(node[0]).startswith(_WITH_ID) and not child(node, "uuid"):
            node.append(name_id(part.ref, len(made)))
        made.append(node)
    return made


def _property(node: Tree, one: Placed) -> Tree:
    """Reference and value are ours; they keep their place, turned with the footprint, unless there is a better one."""
    part = one.part
    node = _turned_text(node, one.angle)
    if node[1] == "Value":
        node[2] = part.value
        return [*node, tree("hide", YES)]
    if node[1] != "Reference":
        return node
    node[2] = part.ref
    if part.ref not in _REFERENCES:
        return [*node, tree("hide", YES)]
    across, down, angle = _REFERENCES[part.ref]
    spots = [at for _, at, _, _ in one.pads()]
    if part.ref == "BZ1":
        spots = spots[:1]
    middle = [sum(axis) / len(spots) for axis in zip(*spots, strict=True)]
    x = middle[0] + across * placement.PITCH - one.at[0]
    y = middle[1] + down * placement.PITCH - one.at[1]
    own = library.turned(x, y, -one.angle)
    return [tree("at", *own, angle) if _is(node, "at", item) else item for item in node]


def _empty_properties(one: Placed) -> list[Tree]:
    """What KiCad adds where the library has none of them, with random ids."""
    there = {node[1] for node in children(one.source, "property")}
    effects = tree("effects", tree("font", tree("size", 1.27, 1.27), tree("thickness", 0.15)))
    return [
        tree("property", name, "", tree("at", 0, 0, 0), tree("layer", "F.Fab"), tree("hide", YES), effects)
        for name in ("Datasheet", "Description")
        if name not in there
    ]


def _is(node: Tree, head: str, item: Any) -> bool:
    """Whether an item of a list is its part of that name."""
    return item is child(node, head)


def _turned_text(node: Tree, angle: int) -> Tree:
    def turned(item: Any) -> Any:
        if not _is(node, "at", item):
            return item
        return [*item[:3], Word(str((float(item[3]) if len(item) > 3 else 0) + angle))]

    return [turned(item) for item in node]


def _pad(node: Tree, one: Placed, net: Callable[[str], Tree]) -> Tree:
    made = [[*item[:3], one.angle] if one.angle and _is(node, "at", item) else item for item in node]
    connected = one.part.nets.get(node[1])
    return made if connected is None else [*made, net(connected)]


def _moved_zone(node: Any, one: Placed) -> Any:
    """A footprint's own areas are in the board's coordinates."""
    if not isinstance(node, list):
        return node
    if node and node[0] == "xy":
        across, down = library.turned(float(node[1]), float(node[2]), one.angle)
        return tree("xy", *on_page(one.at[0] + across, one.at[1] + down))
    return [_moved_zone(item, one) for item in node]


def _own_ids(node: Any, ref: str) -> Any:
    """Each footprint's items get ids of their own, made from the library's."""
    if not isinstance(node, list):
        return node
    if node and node[0] == "uuid":
        return name_id(ref, node[1])
    if node and node[0] == "members":
        return [node[0], *(name_id(ref, one)[1] for one in node[1:])]
    return [_own_ids(item, ref) for item in node]
