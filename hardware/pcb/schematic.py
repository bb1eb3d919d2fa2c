"""The schematic: where each part of the circuit is on the sheet. Imports pinmap, circuit, sheet.

The Pico in the middle, what a player touches or hears at the left, the row displays at the right. Wires are short and
their names say what belongs together.
"""

from __future__ import annotations

from typing import Any

import pinmap

from . import circuit
from .circuit import Part
from .sheet import Fields, Point, Sheet

_PICO = (132.08, 88.9)
_LEFT, _RIGHT = 45.72, 259.08  # the columns of connectors
_LEFT_ROWS = {"J1": 40.64, "J2": 66.04, "JP1": 91.44, "J8": 114.3, "J9": 137.16}
_DISPLAYS_FROM, _DISPLAYS_APART = 35.56, 22.86
_STUB, _LEAD = 2.54, 17.78
_RESISTOR = -27.94  # from the pin that it belongs to
_BUZZER = (256.54, 149.86)
_CAPACITORS = {"C1": (165.1, 147.32), "C2": (185.42, 147.32)}
_HOLES_FROM, _HOLES_APART, _HOLES_DOWN = 40.64, 10.16, 187.96

_NOTES = (
    "Row displays run at 3.3 V: their own pull-ups then do a GPIO no harm. Each has leads and resistors of its own.",
    "5 V (VBUS, VSYS) goes nowhere. J8, J9: holes only, beside the pins that are kept free.",
    "Made from hardware/pins.toml by script: change that file, not this one.",
)


def text(pins: dict[str, Any]) -> str:
    """oxtally.kicad_sch."""
    sheet = Sheet(circuit.TITLE, circuit.REVISION, (circuit.LICENCE,))
    parts = {part.ref: part for part in circuit.parts(pins)}
    _draw_pico(sheet, parts["U1"])
    for ref, down in _LEFT_ROWS.items():
        _draw_left(sheet, parts[ref], down)
    by_far_net = {part.nets["2"]: part for part in parts.values() if part.ref in circuit.resistors(pins)}
    displays = pinmap.as_list(pins[pinmap.DISPLAYS]["connector"])
    for row, ref in enumerate(displays):
        down = _DISPLAYS_FROM + row * _DISPLAYS_APART
        _draw_display(sheet, parts[ref], by_far_net, down)
        sheet.words(f"row {row + 1}", (_RIGHT + 12.7, down + 1.27), size=2.0)
    _draw_buzzer(sheet, parts["BZ1"], by_far_net)
    for ref, at in _CAPACITORS.items():
        _draw_capacitor(sheet, parts[ref], at)
    for at, ref in enumerate(circuit.HOLES):
        where = (_HOLES_FROM + at * _HOLES_APART, _HOLES_DOWN)
        _place(sheet, parts[ref], where, fields=Fields((0, -3.81), (0, 3.81)))
    for at, note in enumerate(_NOTES):
        sheet.words(note, (25.4, 167.64 + at * 3.81))
    return sheet.text()


def _place(sheet: Sheet, part: Part, at: Point, **how: Any) -> dict[str, Point]:
    how |= {"footprint": part.footprint, "in_bom": part.bought, "more": {"Note": part.note} if part.note else {}}
    return sheet.symbol(part.symbol, part.ref, part.value, at, **how)


def _draw_pico(sheet: Sheet, part: Part) -> None:
    ends = _place(sheet, part, _PICO, fields=Fields((-16.51, -35.56), (19.05, -35.56)))
    for number, (across, down) in ends.items():
        net = part.nets[number]
        if net.startswith("unconnected"):
            sheet.open_end((across, down))
        elif net == circuit.POWER[pinmap.SUPPLY]:
            sheet.power(net, (across, down), 0, (0, -3.556))
        elif net != circuit.POWER[pinmap.GROUND]:
            away = -_LEAD if across < _PICO[0] else _LEAD
            _named(sheet, net, (across, down), away)
    # All grounds of the symbol end in one place.
    (ground,) = {end for number, end in ends.items() if part.nets[number] == circuit.POWER[pinmap.GROUND]}
    sheet.power(circuit.POWER[pinmap.GROUND], ground, 0, (0, 3.81))


def _named(sheet: Sheet, net: str, end: Point, away: float) -> None:
    """A piece of wire from a pin, with its name at the far end."""
    far = (round(end[0] + away, 4), end[1])
    sheet.wire(end, far)
    sheet.label(net, far, leftward=away > 0)


def _supply(sheet: Sheet, net: str, end: Point, away: float) -> None:
    """A power symbol that lies on its side."""
    far = (round(end[0] + away, 4), end[1])
    sheet.wire(end, far)
    leftward = away < 0
    if net == circuit.POWER[pinmap.SUPPLY]:
        sheet.power(net, far, 90 if leftward else 270, (-5.588, 0) if leftward else (5.588, 0))
    else:
        sheet.power(net, far, 270 if leftward else 90, (-5.08, 0) if leftward else (5.08, 0))


def _draw_left(sheet: Sheet, part: Part, down: float) -> None:
    top = 2.54 * ((len(part.nets) - 1) // 2)
    ends = _place(sheet, part, (_LEFT, down), mirrored=True, fields=Fields((-2.54, -top - 5.08), (-2.54, -top - 2.8)))
    for number, end in ends.items():
        sheet.words(part.names[int(number) - 1], (_LEFT - 2.54, end[1]), "right")
        net = part.nets[number]
        if net in circuit.POWER.values():
            _supply(sheet, net, end, _STUB)
        else:
            _named(sheet, net, end, _LEAD)


def _draw_display(sheet: Sheet, part: Part, resistors: dict[str, Part], down: float) -> None:
    ends = _place(sheet, part, (_RIGHT, down), fields=Fields((0, -7.62), (0, -5.334)))
    for number, end in ends.items():
        sheet.words(part.names[int(number) - 1], (_RIGHT + 2.54, end[1]))
        net = part.nets[number]
        if net in circuit.POWER.values():
            _supply(sheet, net, end, -_STUB)
        else:
            _resistor(sheet, resistors[net], end, above=number == "1")


def _resistor(sheet: Sheet, part: Part, end: Point, above: bool) -> None:
    """A resistor lying in the wire to a pin, its name above or below."""
    middle = (round(end[0] + _RESISTOR, 4), end[1])
    off = -2.286 if above else 2.286
    ends = _place(sheet, part, middle, angle=90, fields=Fields((-2.54, off), (2.54, off)))
    sheet.wire(ends["2"], end)
    sheet.label(part.nets["2"], (end[0] - 2.54, end[1]), leftward=True)
    _named(sheet, part.nets["1"], ends["1"], -_LEAD)


def _draw_buzzer(sheet: Sheet, part: Part, resistors: dict[str, Part]) -> None:
    ends = _place(sheet, part, _BUZZER, fields=Fields((7.62, -1.27), (7.62, 1.27)))
    _resistor(sheet, resistors[part.nets["1"]], ends["1"], above=True)
    _supply(sheet, part.nets["2"], ends["2"], -_STUB)


def _draw_capacitor(sheet: Sheet, part: Part, at: Point) -> None:
    ends = _place(sheet, part, at, fields=Fields((2.54, -1.27), (2.54, 1.27), "left"))
    sheet.power(part.nets["1"], ends["1"], 0, (0, -3.556))
    sheet.power(part.nets["2"], ends["2"], 0, (0, 3.81))
