"""Where things are on the carrier board: outline, mounting holes, connectors, USB. The one place for it; the board, the
perfboard layout and the case take it from here. Imports nothing of ours.

Positions are holes of a grid of 2.54 mm, column and row, counted from the top left; the board is seen from the side
of the parts. `mm` makes millimetres of them, from the board's top left corner, x to the right and y down.

The Pico lies with its USB at the right edge. So its pins 21 to 29, which are the row displays', are at the bottom in
the very order of the rows, and the keypad's and the OLED's pins are at the top: hardly a track has to cross another.
At either edge, seen from outside the board, pin 1 of a header is the leftmost.
"""

from __future__ import annotations

from dataclasses import dataclass

PITCH = 2.54
COLUMNS, ROWS = 34, 24

# The board, in mm. Round figures, for the case's sake; the grid is in its middle.
WIDTH, HEIGHT = 90.0, 64.0
CORNER_RADIUS = 3.0
LEFT = round((WIDTH - (COLUMNS - 1) * PITCH) / 2, 2)  # from the edge to column 0
TOP = round((HEIGHT - (ROWS - 1) * PITCH) / 2, 2)  # from the edge to row 0
HOLE_INSET, HOLE_DRILL = 4.0, 3.2  # M3
HOLES = {
    "H1": (HOLE_INSET, HOLE_INSET),
    "H2": (WIDTH - HOLE_INSET, HOLE_INSET),
    "H3": (HOLE_INSET, HEIGHT - HOLE_INSET),
    "H4": (WIDTH - HOLE_INSET, HEIGHT - HOLE_INSET),
}

# The USB connector, in mm from the top left corner; on it, the Pico's pin header is plugged into sockets.
USB_EDGE = "right"
USB_Y = round(TOP + 8.5 * PITCH, 2)  # its middle
USB_X = round(LEFT + 33 * PITCH + 1.37 + 1.3, 2)  # where it ends: as good as at the edge
PICO_ABOVE_BOARD = 11.0  # the underside of its board: 8.5 of the sockets, 2.5 of the header

LEFTWARD, RIGHTWARD, DOWNWARD = (-1, 0), (1, 0), (0, 1)

# The first pin, and the direction of the others where they are in one line: columns and rows.
LINES = {
    # top edge, from the left
    "JP1": ((13, 0), LEFTWARD),
    "J2": ((23, 0), LEFTWARD),
    "J1": ((30, 0), LEFTWARD),
    # beside the Pico's own pins: what is free, for a soldering iron
    "J8": ((33, 3), LEFTWARD),
    "J9": ((24, 14), RIGHTWARD),
    # bottom edge, from the left: rows 1 to 5
    "J3": ((3, 23), RIGHTWARD),
    "J4": ((9, 23), RIGHTWARD),
    "J5": ((15, 23), RIGHTWARD),
    "J6": ((21, 23), RIGHTWARD),
    "J7": ((27, 23), RIGHTWARD),
}

# Parts with two legs: where each is.
TWO_LEGS = {
    # CLK of rows 1 to 5, each above its header, then DIO
    **{f"R{row + 1}": ((3 + 6 * row, 16), (3 + 6 * row, 20)) for row in range(5)},
    **{f"R{row + 6}": ((5 + 6 * row, 16), (5 + 6 * row, 20)) for row in range(5)},
    "R11": ((13, 14), (9, 14)),
    "C1": ((32, 15), (32, 16)),
    "C2": ((1, 16), (1, 18)),
}

# The buzzer's + leg, and a choice of holes for the other one: 2.54 (a pin header for a lead), 5.08, 7.62, 10.16 mm.
BUZZER_PLUS = (4, 7)
BUZZER_GROUNDS = ((3, 7), (6, 7), (7, 7), (8, 7))

PICO_PIN_1 = (33, 5)  # 1 to 20 go left from here; 21 to 40 go right again, seven rows below
PICO_ROWS_APART = 7


@dataclass(frozen=True)
class Hole:
    """One leg of one part: the grid hole that it is in."""

    ref: str
    pin: str
    column: int
    row: int


def mm(column: float, row: float) -> tuple[float, float]:
    """From the board's top left corner."""
    return round(LEFT + column * PITCH, 3), round(TOP + row * PITCH, 3)


def line(ref: str, count: int) -> list[Hole]:
    """The pins of a header."""
    (column, row), (across, down) = LINES[ref]
    return [Hole(ref, str(at + 1), column + at * across, row + at * down) for at in range(count)]


def pico() -> list[Hole]:
    column, row = PICO_PIN_1
    top = [Hole("U1", str(at + 1), column - at, row) for at in range(20)]
    bottom = [Hole("U1", str(at + 21), column - 19 + at, row + PICO_ROWS_APART) for at in range(20)]
    return top + bottom


def two_legs(ref: str) -> list[Hole]:
    return [Hole(ref, str(at + 1), column, row) for at, (column, row) in enumerate(TWO_LEGS[ref])]


def buzzer() -> list[Hole]:
    """Pin 1 is +; all holes for the other leg are pin 2."""
    return [Hole("BZ1", "1", *BUZZER_PLUS), *(Hole("BZ1", "2", *at) for at in BUZZER_GROUNDS)]


def holes(header_pins: dict[str, int]) -> list[Hole]:
    """All of them, of every part. `header_pins`: how many pins each connector has."""
    found = pico()
    for ref in LINES:
        found += line(ref, header_pins[ref])
    for ref in TWO_LEGS:
        found += two_legs(ref)
    return found + buzzer()
