"""KiCad's own symbols and footprints, read where KiCad is installed, and the one footprint that is ours. Imports sexpr.

Symbols are copied into the schematic and footprints into the board as they are: KiCad's checks compare them with its
library. So the files can be opened, checked and printed where the libraries are others or missing.
"""

from __future__ import annotations

import copy
import functools
import math
from pathlib import Path

from . import sexpr
from .sexpr import NO, Tree, Word, child, children, name_id, tree

KICAD = Path("/usr/share/kicad")
OURS = "oxtally"
OUR_FOOTPRINTS = f"{OURS}.pretty"


@functools.cache
def _symbols(library: str) -> dict[str, Tree]:
    whole = sexpr.parse((KICAD / "symbols" / f"{library}.kicad_sym").read_text(encoding="utf-8"))
    return {one[1]: one for one in children(whole, "symbol")}


def symbol(name: str) -> Tree:
    """A library's symbol by its full name, as it stands in a schematic."""
    library, own = name.split(":")
    found = _symbols(library)[own]
    if child(found, "extends"):
        raise ValueError(f"{name} extends another symbol; take one that stands alone")
    found = copy.deepcopy(found)
    found[1] = name
    return found


def pins(name: str) -> dict[str, tuple[float, float, int]]:
    """Where each pin of a symbol ends, y up as in the library, and the way it points to the body."""
    found = {}
    for part in children(symbol(name), "symbol"):
        for pin in children(part, "pin"):
            _, x, y, angle = child(pin, "at")
            found[child(pin, "number")[1]] = float(x), float(y), int(angle)
    return found


def footprint(name: str) -> Tree:
    library, own = name.split(":")
    if library == OURS:
        return piezo()
    path = KICAD / "footprints" / f"{library}.pretty" / f"{own}.kicad_mod"
    return _footprint(path.read_text(encoding="utf-8"))


@functools.cache
def _parsed(text: str) -> Tree:
    return sexpr.parse(text)


def _footprint(text: str) -> Tree:
    return copy.deepcopy(_parsed(text))


# Buzzers are sold with their legs at 5.08, 6.5, 7.62 or 10.16 mm, and without any: one hole for +, several for ground,
# so that they all fit, a pin header for a lead as well.
PIEZO = "Buzzer_Piezo_D12-17mm_P2.54-10.16mm"
_PIEZO_GROUNDS = (-2.54, 5.08, 7.62, 10.16)
_PIEZO_CIRCLES = ((3.81, 6.1), (5.08, 8.6))  # centre and radius: 12 mm and 17 mm across
_PIEZO_GAP = 1.4  # no print on the pads that the small one would cross


def piezo() -> Tree:
    def stroke(width: float) -> Tree:
        return tree("stroke", tree("width", width), tree("type", Word("solid")))

    def circle(middle: float, radius: float, width: float, layer: str) -> Tree:
        return tree(
            "fp_circle",
            tree("center", middle, 0),
            tree("end", round(middle + radius, 3), 0),
            stroke(width),
            tree("fill", NO),
            tree("layer", layer),
            name_id(PIEZO, "circle", middle, layer),
        )

    def arc(middle: float, radius: float, side: int) -> Tree:
        reach = round(math.sqrt(radius**2 - _PIEZO_GAP**2), 4)
        ends = [(middle - side * reach, -side * _PIEZO_GAP), (middle + side * reach, -side * _PIEZO_GAP)]
        (x1, y1), (x2, y2) = ends
        return tree(
            "fp_arc",
            tree("start", x1, y1),
            tree("mid", middle, -side * radius),
            tree("end", x2, y2),
            stroke(0.12),
            tree("layer", "F.SilkS"),
            name_id(PIEZO, "arc", side),
        )

    def words(kind: list[str], y: float, layer: str) -> Tree:
        font = tree("font", tree("size", 1, 1), tree("thickness", 0.15))
        return tree(*kind, tree("at", 3.81, y, 0), tree("layer", layer), name_id(PIEZO, *kind), tree("effects", font))

    def pad(number: str, x: float) -> Tree:
        shape = "rect" if number == "1" else "circle"
        return tree(
            "pad",
            number,
            Word("thru_hole"),
            Word(shape),
            tree("at", x, 0),
            tree("size", 1.7, 1.7),
            tree("drill", 1),
            tree("layers", "*.Cu", "*.Mask"),
            tree("remove_unused_layers", NO),
            name_id(PIEZO, "pad", x),
        )

    description = "Piezo buzzer, 12 to 17 mm, legs 5.08, 6.5 (bent), 7.62 or 10.16 mm apart, or a pin header of two"
    (small, radius), (large, wide) = _PIEZO_CIRCLES
    return tree(
        "footprint",
        PIEZO,
        tree("version", Word("20241229")),
        tree("generator", OURS),
        tree("layer", "F.Cu"),
        tree("descr", description),
        tree("tags", "piezo buzzer"),
        words(["property", "Reference", "REF**"], -9.8, "F.SilkS"),
        words(["property", "Value", PIEZO], 9.8, "F.Fab"),
        tree("attr", Word("through_hole")),
        arc(small, radius, 1),
        arc(small, radius, -1),
        circle(small, radius - 0.1, 0.1, "F.Fab"),
        circle(large, wide - 0.1, 0.1, "F.Fab"),
        circle(large, wide + 0.25, 0.05, "F.CrtYd"),
        pad("1", 0),
        *(pad("2", x) for x in _PIEZO_GROUNDS),
        tree("embedded_fonts", NO),
    )


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    """A point (y down) turned counterclockwise about the origin, as KiCad turns symbols and footprints."""
    turn = math.radians(angle)
    return (
        round(x * math.cos(turn) + y * math.sin(turn), 6),
        round(-x * math.sin(turn) + y * math.cos(turn), 6),
    )
