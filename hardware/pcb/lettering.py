"""What is printed on the board. Imports circuit, placement.

Names stand at every pin, on both sides where a connector is: who mends a box sees the back of the board. Sizes are what
cheap board houses still print legibly: 0.9 mm and more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import placement
from .circuit import DISPLAY, LICENCE, REVISION, Part

FRONT, BACK = "F.SilkS", "B.SilkS"
_PIN_SIZE = 1.0


@dataclass(frozen=True)
class Letters:
    """A text with its middle at a column and row of the grid."""

    text: str
    column: float
    row: float
    size: float = 1.0
    angle: int = 0
    side: str = FRONT
    heavy: bool = False


def letters(parts: list[Part]) -> list[Letters]:
    by_ref = {part.ref: part for part in parts}
    return [
        *_names_at_pins(by_ref),
        *_rows(by_ref),
        *_titles(),
        *_pico(),
        *_about(),
    ]


def _names_at_pins(by_ref: dict[str, Part]) -> Iterator[Letters]:
    """Upright beside each pin of the edges' headers, on the inner side; on the back as well."""
    for ref, part in by_ref.items():
        if ref not in placement.LINES:
            continue
        inside = 1 if placement.LINES[ref][0][1] == 0 else -1
        for hole, name in zip(placement.line(ref, len(part.nets)), part.names, strict=True):
            if not part.bought:
                yield Letters(name, hole.column, hole.row + 0.85, 0.9)
                yield Letters(name, hole.column, hole.row + 0.85, 0.9, side=BACK)
                continue
            if ref == "JP1":
                continue
            row = hole.row + inside * (0.72 + 0.2 * len(name))
            yield Letters(name, hole.column, row, _PIN_SIZE, 90)
            yield Letters(name, hole.column, row, _PIN_SIZE, 90, BACK)


def _rows(by_ref: dict[str, Part]) -> Iterator[Letters]:
    """The number of each row, large, between the resistors of its display and the next ones."""
    displays = [ref for ref, part in by_ref.items() if part.value == DISPLAY]
    for at, ref in enumerate(displays):
        (column, row), _ = placement.LINES[ref]
        for side in (FRONT, BACK):
            yield Letters("ROW", column + 4, row - 6, 1.0, side=side)
            yield Letters(str(at + 1), column + 4, row - 4.6, 3.0, side=side, heavy=True)
        yield Letters(ref, column + 4, row - 3.3, 0.9)


def _titles() -> Iterator[Letters]:
    for side in (FRONT, BACK):
        yield Letters("OLED", 27, 2.3, 1.2, side=side, heavy=True)
        yield Letters("KEYPAD", 19.5, 2.3, 1.2, side=side, heavy=True)
        yield Letters("SAFE MODE", 12.5, 1.0, 1.0, side=side, heavy=True)
        yield Letters("BUZZER", 5.5, 4.2, 1.2, side=side, heavy=True)
    yield Letters("when closed", 12.5, 1.6, 0.9)
    yield Letters("J1", 24.9, 0, 0.9)
    yield Letters("J2", 14.9, 0, 0.9)
    yield Letters("JP1", 10.8, 0, 0.9)
    yield Letters("J8 GP", 27.6, 3.85, 0.9)
    yield Letters("J9 GP", 22.6, 14.85, 0.9)
    yield Letters("+", 4, 6.3, 1.2)
    yield Letters("+", 4, 6.3, 1.2, side=BACK)
    yield Letters("all R 330 ohm", 11, 13, 0.9)
    yield Letters("C1 10uF", 30.5, 15.2, 0.9, 90)
    yield Letters("100nF", -0.2, 17, 0.9, 90)


def _pico() -> Iterator[Letters]:
    yield Letters("Raspberry Pi Pico or Pico 2", 21.5, 7.5, 1.3)
    yield Letters("on two sockets of 20 pins", 21.5, 8.5, 1.1)
    yield Letters("3.3 V on every connector, 5 V on none", 21.5, 9.5, 1.0)
    yield Letters("USB >", 29.8, 8.5, 1.5, heavy=True)
    yield Letters("< USB", 30.5, 8.5, 1.5, side=BACK, heavy=True)


def _about() -> Iterator[Letters]:
    yield Letters("Oxtally", 4.5, 12, 2.5, heavy=True)
    yield Letters(f"carrier board rev {REVISION}", 4.5, 13.2, 1.0)
    yield Letters(LICENCE, 4.5, 14, 1.0)
    yield Letters("Oxtally", 6, 10.6, 4.0, side=BACK, heavy=True)
    yield Letters(f"carrier board rev {REVISION}", 6, 12.3, 1.2, side=BACK)
    yield Letters(LICENCE, 6, 13.2, 1.2, side=BACK)
