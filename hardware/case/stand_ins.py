"""What goes into the case, as plain blocks of the sizes in dimensions.toml; and what has to get at it: plugs,
screwdrivers, fingers. Imports shapes and places.

Each is made where its own origin is handy; assembly.py says where it goes. Things that are there in the flesh and
things that only need room (a bend of wires, chips somewhere behind a board) are not told apart: neither may touch
plastic.
"""

from __future__ import annotations

from collections import defaultdict

from build123d import Cone, Part, Pos, Rot

from case import places
from case.places import SIZES, placement
from case.shapes import block, box, column, hanging

# ---- on the carrier board: in the head unit's own place, so that placement.py is asked once

_EDGE = 1.3  # of a header's plastic around its outermost pins


def carrier() -> Part:
    """The bare board with the legs under it."""
    size = (placement.HEIGHT, placement.WIDTH)  # it lies turned
    x, y = places.on_board(placement.WIDTH / 2, placement.HEIGHT / 2)
    part = Pos(x, y, places.BOARD_BOTTOM) * block(size, placement.CORNER_RADIUS, SIZES.carrier.thick)
    for at in places.board_holes():
        part -= Pos(*at) * column(placement.HOLE_DRILL / 2, 20)
    for (x, y), (across, along) in _footprints().values():
        part += Pos(x, y, places.BOARD_BOTTOM) * hanging(across, along, SIZES.carrier.legs)
    return part


def _footprints() -> dict[str, tuple[tuple[float, float], tuple[float, float]]]:
    """Of every part on the board: middle and size, seen from above."""
    pins = {"JP1": 2, "J1": 5, "J2": 8, **dict.fromkeys(places.HEADERS, 4), "J8": 7, "J9": 3}
    legs = defaultdict(list)
    for hole in placement.holes({ref: pins.get(ref, 1) for ref in placement.LINES}):
        ref = hole.ref if hole.ref != "U1" else f"U1 {'1 to 20' if int(hole.pin) <= 20 else '21 to 40'}"
        legs[ref].append(places.on_board(*placement.mm(hole.column, hole.row)))
    found = {}
    for ref, at in legs.items():
        (left, low), (right, high) = map(min, zip(*at, strict=True)), map(max, zip(*at, strict=True))
        found[ref] = ((left + right) / 2, (low + high) / 2), (right - left + 2 * _EDGE, high - low + 2 * _EDGE)
    return found


def plugged() -> Part:
    """All that is plugged into the carrier board, with the bends of the wires; the buzzer too."""
    part = Part()
    for ref, ((x, y), size) in _footprints().items():
        if ref in ("J1", "J2", *places.HEADERS):
            part += Pos(x, y, places.BOARD_TOP) * box(*size, SIZES.carrier.header + SIZES.carrier.plugged)
        elif ref == "JP1":
            part += Pos(x, y, places.BOARD_TOP) * box(*size, SIZES.carrier.header + 6)
        elif ref == "BZ1":
            part += Pos(x, y, places.BOARD_TOP) * column(6, 9.5)
        elif ref.startswith("U1"):
            part += Pos(x, y, places.BOARD_TOP) * box(*size, SIZES.pico.socket)
    return part


def pico() -> Part:
    across, along, thick = SIZES.pico.board
    x, y = places.pico_middle()
    part = Pos(x, y, places.PICO_BOTTOM) * box(across, along, thick)
    usb_x, usb_y, _ = places.usb()
    wide, deep, high = SIZES.pico.usb
    part += Pos(usb_x, usb_y - deep / 2, places.PICO_TOP) * box(wide, deep, high)
    return part + Pos(*places.bootsel(), places.PICO_TOP) * box(3.5, 4.5, 1.8)


# ---- screens, keypads, displays: their face is z = 0, what is behind is below it


def oled(name: str) -> Part:
    """The face is that of the glass, the origin the middle of the picture."""
    sizes = SIZES.oled[name]
    glass_v = -sizes.active_shift
    board_v = glass_v - sizes.glass_shift
    part = Pos(0, glass_v) * hanging(*sizes.glass)
    part += Pos(0, board_v, -sizes.glass[2]) * hanging(*sizes.board)
    behind = -sizes.glass[2] - sizes.board[2]
    part += Pos(0, board_v, behind) * hanging(sizes.board[0] - 8, sizes.board[1] - 12, 2.5)  # chips
    return part + Pos(0, board_v + sizes.board[1] / 2 - 1.5, behind) * hanging(*sizes.header, SIZES.carrier.plugged)


def picture(name: str) -> Part:
    """Light from the picture, out to the eyes."""
    return box(*SIZES.oled[name].active, 20)


def membrane() -> Part:
    """Stuck on: the foil lies on z = 0."""
    return box(*SIZES.keypad.membrane.foil)


def membrane_plug() -> Part:
    """Its plug on the way through the slot. The origin is the middle of the foil."""
    across, along, long = SIZES.keypad.membrane.plug
    v = -SIZES.keypad.membrane.foil[1] / 2 - along / 2 + 0.4
    return Pos(0, v, -long) * box(across, along, 2 * long)


def buttons() -> Part:
    """The face of its board is z = 0; the keys stand above it."""
    sizes = SIZES.keypad.buttons
    part = hanging(*sizes.board) + box(*sizes.keys, sizes.key_height)
    return part + Pos(0, 0, -sizes.board[2]) * hanging(sizes.board[0] - 8, sizes.board[1] - 8, 2)


def display(name: str) -> Part:
    """The face is that of the digits, the origin their middle."""
    sizes = SIZES.display[name]
    across, along, thick = sizes.board
    part = hanging(*sizes.digits) + Pos(0, 0, -sizes.digits[2]) * hanging(across, along, thick)
    back = -sizes.digits[2] - thick
    part += Pos(0, 0, back) * hanging(across - 12, along - 6, sizes.behind)
    long, wide, high = sizes.plug
    return part + Pos(-across / 2 - long / 2 + 3, 0, back + thick) * hanging(long, wide, high + thick)


# ---- screws point down, their head's top is z = 0


def sunk_screw() -> Part:
    long, head, high = SIZES.screw.sunk
    core = SIZES.screw.pilot / 2 - 0.05
    cone = Pos(0, 0, -high / 2) * Cone(core, head / 2 - 0.1, high)
    return cone + Pos(0, 0, -long) * column(core, long - high)


def pan_screw() -> Part:
    long, head, high = SIZES.screw.pan
    return (
        hanging(0.1, 0.1, high)
        + Pos(0, 0, -high) * column(head / 2, high)
        + Pos(0, 0, -high - long) * column(SIZES.screw.pilot / 2 - 0.05, long)
    )


def screwdriver() -> Part:
    """Stands on a screw's head."""
    return column(SIZES.screwdriver.shaft / 2, SIZES.screwdriver.length)


def usb_plug() -> Part:
    """All the way in. The origin is the middle of the receptacle's face; the plug comes from y above zero."""
    wide, high, long = SIZES.usb_plug.metal
    across, up, far = SIZES.usb_plug.moulded
    gap = 0.8  # between the moulded part and the receptacle
    metal = Pos(0, gap / 2) * Rot(-90, 0, 0) * Pos(0, 0, -0.4) * box(wide, high, 0.8)
    return metal + Rot(-90, 0, 0) * Pos(0, 0, gap) * box(across, up, far + 3 * long)


def finger() -> Part:
    """A pen, or tweezers with a jumper: stands on what it touches."""
    return column(4, 60)


def lead_end() -> Part:
    """A row display's four leads on their way out of the head unit, along x."""
    across, high, long = SIZES.lead.housing
    return Pos(0, 0, 0.3) * box(3 * long, across, high)


def foot() -> Part:
    return hanging(0.1, 0.1, SIZES.foot.thick) + Pos(0, 0, -SIZES.foot.thick) * column(
        SIZES.foot.through / 2, SIZES.foot.thick
    )


def card() -> Part:
    across, along, thick = SIZES.card.size
    return block((across, along), 4.0, thick)
