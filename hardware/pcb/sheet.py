"""A schematic sheet to draw on: symbols, wires, labels, words. Imports sexpr, library.

Knows KiCad's file and nothing of the circuit. Positions are millimetres on the page; KiCad wants pins and wires' ends
on multiples of 1.27.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from . import library, sexpr
from .sexpr import NO, YES, Tree, Word, name_id, tree

PROJECT = "oxtally"
ROOT = ("sheet", "root")
_SIZE = 1.27
Point = tuple[float, float]


def symbol_id(ref: str) -> Tree:
    """The id of a part's symbol; its footprint on the board refers to it."""
    return name_id("symbol", ref)


def _effects(size: float = _SIZE, justify: str = "", hide: bool = False, bold: bool = False) -> Tree:
    font = tree("font", tree("size", size, size), *([tree("bold", YES)] if bold else []))
    return tree(
        "effects",
        font,
        *([tree("justify", *map(Word, justify.split()))] if justify else []),
        *([tree("hide", YES)] if hide else []),
    )


@dataclass
class Fields:
    """Where a symbol's reference and value are written, from its middle; None: nowhere."""

    reference: Point | None = None
    value: Point | None = None
    justify: str = ""


@dataclass
class Sheet:
    """What has been drawn so far."""

    title: str
    revision: str
    comments: tuple[str, ...]
    _items: list[Tree] = field(default_factory=list)
    _symbols: dict[str, Tree] = field(default_factory=dict)
    _powers: int = 0

    def wire(self, *points: Point) -> None:
        for start, end in itertools.pairwise(points):
            self._items.append(
                tree(
                    "wire",
                    tree("pts", tree("xy", *start), tree("xy", *end)),
                    tree("stroke", tree("width", 0), tree("type", Word("default"))),
                    name_id("wire", start, end),
                )
            )

    def label(self, net: str, at: Point, leftward: bool) -> None:
        """The net's name on a wire; `leftward`: written from here to the left."""
        self._items.append(
            tree(
                "label",
                net,
                tree("at", *at, 180 if leftward else 0),
                _effects(justify="right bottom" if leftward else "left bottom"),
                name_id("label", net, at),
            )
        )

    def words(self, text: str, at: Point, justify: str = "left", size: float = _SIZE, bold: bool = False) -> None:
        self._items.append(
            tree(
                "text",
                text,
                tree("exclude_from_sim", NO),
                tree("at", *at, 0),
                _effects(size, justify, bold=bold),
                name_id("text", text, at),
            )
        )

    def open_end(self, at: Point) -> None:
        """A pin that is left open on purpose."""
        self._items.append(tree("no_connect", tree("at", *at), name_id("open", at)))

    def symbol(
        self,
        name: str,
        ref: str,
        value: str,
        at: Point,
        angle: int = 0,
        mirrored: bool = False,
        fields: Fields | None = None,
        footprint: str = "",
        in_bom: bool = True,
        more: dict[str, str] | None = None,
    ) -> dict[str, Point]:
        """Puts a symbol there, and says where its pins end. `more`: fields that are not shown."""
        self._symbols.setdefault(name, library.symbol(name))
        shown = fields or Fields()
        pins = library.pins(name)
        self._items.append(
            tree(
                "symbol",
                tree("lib_id", name),
                tree("at", *at, angle),
                *([tree("mirror", Word("y"))] if mirrored else []),
                tree("unit", 1),
                tree("exclude_from_sim", NO),
                tree("in_bom", YES if in_bom else NO),
                tree("on_board", YES),
                tree("dnp", NO),
                symbol_id(ref),
                self._field("Reference", ref, at, angle, shown.reference, shown.justify),
                self._field("Value", value, at, angle, shown.value, shown.justify),
                self._field("Footprint", footprint, at, angle, None, ""),
                *(self._field(key, text, at, angle, None, "") for key, text in (more or {}).items()),
                *(tree("pin", number, name_id("pin", ref, number)) for number in pins),
                tree(
                    "instances",
                    tree(
                        "project",
                        PROJECT,
                        tree("path", "/" + name_id(*ROOT)[1], tree("reference", ref), tree("unit", 1)),
                    ),
                ),
            )
        )
        return {number: _placed(x, y, at, angle, mirrored) for number, (x, y, _) in pins.items()}

    def power(self, net: str, at: Point, angle: int, text: Point) -> None:
        """A supply's or ground's symbol with its pin here; `text`: where its name is, from there."""
        self._powers += 1
        self.symbol(f"power:{net}", f"#PWR{self._powers:02}", net, at, angle, fields=Fields(value=text))

    def _field(self, key: str, text: str, at: Point, angle: int, offset: Point | None, justify: str) -> Tree:
        across, down = offset or (0, 0)
        # A field turns with its symbol; turned back, it is level again.
        level = 90 if angle % 180 else 0
        return tree(
            "property",
            key,
            text,
            tree("at", at[0] + across, at[1] + down, level),
            _effects(justify=justify, hide=offset is None),
        )

    def text(self) -> str:
        """The .kicad_sch file."""
        whole = tree(
            "kicad_sch",
            tree("version", Word("20250114")),
            tree("generator", "oxtally"),
            tree("generator_version", "9.0"),
            name_id(*ROOT),
            tree("paper", "A4"),
            tree(
                "title_block",
                tree("title", self.title),
                tree("rev", self.revision),
                *(tree("comment", at + 1, text) for at, text in enumerate(self.comments)),
            ),
            tree("lib_symbols", *(self._symbols[name] for name in sorted(self._symbols))),
            *self._items,
            tree("sheet_instances", tree("path", "/", tree("page", "1"))),
            tree("embedded_fonts", NO),
        )
        return sexpr.text(whole) + "\n"


def _placed(x: float, y: float, at: Point, angle: int, mirrored: bool) -> Point:
    across, down = library.turned(x, -y, angle)
    return round(at[0] + (-across if mirrored else across), 4), round(at[1] + down, 4)
