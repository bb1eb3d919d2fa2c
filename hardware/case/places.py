"""Where things are, in figures: slopes, screws, doors, the carrier board, seats at the table. No shapes. Imports
dimensions and the board's placement.

Everything lies as it stands on the table, seen from the players who read it upright: x to the right, y away from them,
z up. The head unit's own origin is in its middle, on its underside; so is a pod's.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # `pcb` is beside us
from case import dimensions
from pcb import placement

SIZES = dimensions.load()
HEADERS = ("J3", "J4", "J5", "J6", "J7")  # of rows 1 to 5
OLED_SIZES = tuple(SIZES.oled)
KEYPADS = tuple(SIZES.keypad)
DISPLAYS = tuple(SIZES.display)


def slope(tilt: float, along: float) -> float:
    """How much higher a tilted face is, so far from the middle."""
    return along * math.tan(math.radians(tilt))


# ---- the carrier board in the head unit: its right edge is at the back, its bottom edge at the right

BOARD_BOTTOM = SIZES.print.floor + SIZES.head.standoff
BOARD_TOP = BOARD_BOTTOM + SIZES.carrier.thick
PICO_BOTTOM = BOARD_TOP + placement.PICO_ABOVE_BOARD
PICO_TOP = PICO_BOTTOM + SIZES.pico.board[2]


def on_board(across: float, down: float) -> tuple[float, float]:
    """From millimetres on the board (from its top left corner, y down) to the head unit's x and y."""
    x, y = SIZES.head.board_corner
    return round(x + down, 3), round(y + across, 3)


def board_holes() -> list[tuple[float, float]]:
    return [on_board(*at) for at in placement.HOLES.values()]


def row_header(row: int) -> tuple[float, float]:
    """The middle of the connector of a row, 0 to 4."""
    (column, line), (across, _) = placement.LINES[HEADERS[row]]
    return on_board(*placement.mm(column + 1.5 * across, line))


def usb() -> tuple[float, float, float]:
    """The middle of the face of the USB receptacle."""
    x, y = on_board(placement.USB_X, placement.USB_Y)
    return x, y, round(PICO_TOP + SIZES.pico.usb[2] / 2, 3)


def pico_middle() -> tuple[float, float]:
    x, y, _ = usb()
    return x, y - SIZES.pico.usb_out - SIZES.pico.board[1] / 2


def bootsel() -> tuple[float, float]:
    x, y, _ = usb()
    return x + SIZES.pico.bootsel_side, y - SIZES.pico.usb_out - SIZES.pico.bootsel


def jumper() -> tuple[float, float]:
    """Between the two pins of the safe-mode jumper."""
    (column, line), (across, _) = placement.LINES["JP1"]
    return on_board(*placement.mm(column + 0.5 * across, line))


# ---- the head unit's plates: its screws, as x and y seen from above


def screen_screws() -> list[tuple[float, float]]:
    return [(x, y) for x in SIZES.head.screws_x[:2] for y in (-SIZES.head.screws_y, SIZES.head.screws_y)]


def keypad_screws() -> list[tuple[float, float]]:
    return [(x, y) for x in SIZES.head.screws_x[2:] for y in (-SIZES.head.screws_y, SIZES.head.screws_y)]


# ---- the pods


def pod_at(row: int) -> tuple[float, float]:
    """The middle of a pod, 0 to 4, beside a head unit in the origin: row 3 is level with the board's connectors."""
    x = SIZES.head.size[0] / 2 + SIZES.table.beside + SIZES.pod.size[0] / 2
    return x, row_header(2)[1] + (row - SIZES.table.rows // 2) * SIZES.table.pitch


def pod_screws() -> list[tuple[float, float]]:
    across, along = SIZES.pod.screw
    return [(x, y) for x in (-across, across) for y in (-along, along)]


def ear_screw(side: int) -> tuple[float, float]:
    """In a pod: the screw of the link at its back (1) or at its front (-1)."""
    return SIZES.link.at + SIZES.link.ear[0], side * (SIZES.pod.size[1] / 2 - SIZES.link.ear_in)


def link_length() -> float:
    """Between the pods, from outer wall to outer wall."""
    return SIZES.table.pitch - SIZES.pod.size[1]


def lead_needed(row: int, name: str) -> float:
    """How long the lead of a row has to be, housings included: up from the board, out at its arch, through the links
    to its pod, and to the display's header. Corners are counted as corners, so a real lead needs a bit less.
    """
    head, link, pod = SIZES.head, SIZES.link, SIZES.pod
    header_x, header_y = row_header(row)
    pod_x, pod_y = pod_at(row)
    up = SIZES.carrier.header + SIZES.carrier.plugged
    down = up + SIZES.head.standoff  # to the arch
    out = head.size[0] / 2 - header_x
    channel = pod_x + link.at
    to_channel = channel - head.size[0] / 2
    row_3 = pod_at(SIZES.table.rows // 2)[1]
    along = abs(pod_y - header_y) if row != SIZES.table.rows // 2 else 2 * abs(row_3 + SIZES.table.pitch / 2 - header_y)
    display = SIZES.display[name]
    display_left = pod.display_at[0] - display.board[0] / 2
    to_display = abs(display_left - link.at) + display.plug[0] + pod.middle / 2
    return up + math.hypot(down, out) + to_channel + along + to_display


def legible(seat: tuple[float, float, float], row: int, name: str) -> float:
    """How tall a digit of a row's display looks from an eye, in minutes of arc. From the side it gets narrower, from
    above lower; the smaller of both counts, with a width of 0.6 taken for full.
    """
    x, y = pod_at(row)
    tilt = math.radians(SIZES.pod.tilt)
    view = (seat[0] - x, seat[1] - y, seat[2] - SIZES.pod.middle)
    distance = math.sqrt(sum(part * part for part in view))
    across = view[0] / distance
    up = (view[1] * math.cos(tilt) + view[2] * math.sin(tilt)) / distance
    facing = (-view[1] * math.sin(tilt) + view[2] * math.cos(tilt)) / distance
    if facing <= 0:
        return 0.0
    tall, wide = math.sqrt(max(0.0, 1 - up * up)), math.sqrt(max(0.0, 1 - across * across))
    return math.degrees(SIZES.display[name].digit_height * min(tall, wide) / distance) * 60
