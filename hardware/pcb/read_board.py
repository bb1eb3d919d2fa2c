"""Reads a board's file without KiCad: nets, pads, size, tracks. Imports sexpr, library."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import sexpr
from .library import turned
from .sexpr import Tree, child, children


@dataclass(frozen=True)
class PadRead:
    """A pad of the file, in mm from the board's top left corner."""

    ref: str
    pin: str
    net: str
    x: float
    y: float
    drill: float


class BoardFile:
    def __init__(self, path: Path) -> None:
        self.tree = sexpr.parse(path.read_text(encoding="utf-8"))
        across = [float(number) for line in self._edges() for number in line[::2]]
        down = [float(number) for line in self._edges() for number in line[1::2]]
        self.left, self.top = min(across), min(down)
        self.width, self.height = round(max(across) - self.left, 3), round(max(down) - self.top, 3)

    def _edges(self) -> Iterator[list[str]]:
        for kind in ("gr_line", "gr_arc"):
            for node in children(self.tree, kind):
                if child(node, "layer")[1] == "Edge.Cuts":
                    yield [*child(node, "start")[1:], *child(node, "end")[1:]]

    def footprints(self) -> Iterator[tuple[str, Tree]]:
        for node in children(self.tree, "footprint"):
            (ref,) = (one[2] for one in children(node, "property") if one[1] == "Reference")
            yield ref, node

    def pads(self) -> Iterator[PadRead]:
        for ref, node in self.footprints():
            x, y, *angle = map(float, child(node, "at")[1:])
            for pad in children(node, "pad"):
                across, down = turned(*map(float, child(pad, "at")[1:3]), angle[0] if angle else 0)
                net = child(pad, "net")
                place = (round(x + across - self.left, 3), round(y + down - self.top, 3))
                yield PadRead(ref, pad[1], net[2] if net else "", *place, float(child(pad, "drill")[1]))

    def nets(self) -> dict[tuple[str, str], str]:
        return {(pad.ref, pad.pin): pad.net for pad in self.pads() if pad.pin}

    def values(self) -> dict[str, str]:
        return {
            ref: one[2] for ref, node in self.footprints() for one in children(node, "property") if one[1] == "Value"
        }

    def tracks(self) -> list[Tree]:
        return list(children(self.tree, "segment"))

    def vias(self) -> list[Tree]:
        return list(children(self.tree, "via"))
