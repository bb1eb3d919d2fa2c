"""The head unit: a low desk of two colours. The body is a tray with walls, open at the top; a plate with the screen and
a plate with the keypad lie on its rim, each held by four countersunk screws. With the plates off, all of the board is
in reach: its screws, the safe-mode jumper, BOOTSEL, the plugs. Imports shapes and places.
"""

from __future__ import annotations

from build123d import Part, Pos

from case import places
from case.places import SIZES
from case.shapes import TALL, Slope, block, box, column, funnel, gable, hanging, pit, soften, sunk_hole

_HEAD, _PRINT, _SCREW, _CLIP = SIZES.head, SIZES.print, SIZES.screw, SIZES.clip
SLOPE = Slope(_HEAD.tilt, _HEAD.middle)

# Holes for the buzzer's sound, in the shape of an ox.
OX = (
    "#.........#",
    "##.......##",
    ".##.....##.",
    "..#######..",
    ".#########.",
    "...#.#.#...",
    "...#####...",
    "....###....",
    "....#.#....",
    "....###....",
)


def _outline(inset: float) -> tuple[tuple[float, float], float]:
    across, along = _HEAD.size
    return (across - 2 * inset, along - 2 * inset), _HEAD.corner - inset


def body() -> Part:
    rim = SLOPE.above(-_PRINT.plate)
    outside = block(*_outline(0), TALL) - rim
    inside = Pos(0, 0, _PRINT.floor) * block(*_outline(_PRINT.wall), TALL)
    part = outside - inside
    for x, y in [*places.screen_screws(), *places.keypad_screws()]:
        part += (Pos(x, y) * column(_PRINT.boss, TALL) & block(*_outline(0.5), TALL)) - rim
    for x, y in places.board_holes():
        part += Pos(x, y) * column(_PRINT.boss - 1, places.BOARD_BOTTOM)
        part -= Pos(x, y, places.BOARD_BOTTOM) * pit(_SCREW.pilot / 2, places.BOARD_BOTTOM - 0.8)
    for x, y in [*places.screen_screws(), *places.keypad_screws()]:
        u, v = SLOPE.under(x, y)
        part -= SLOPE.at(u, v, -_PRINT.plate) * pit(_SCREW.pilot / 2, _SCREW.sunk[0] - _PRINT.plate + 2)
    part -= _usb_opening()
    for row in range(SIZES.table.rows):
        part -= _arch(row)
    return part


def _usb_opening() -> Part:
    across, up = _HEAD.usb_opening
    x, _, z = places.usb()
    wall = Pos(x, _HEAD.size[1] / 2, z - up / 2)
    return wall * box(across, 4 * _PRINT.wall, up)


def _arch(row: int) -> Part:
    across, upright = _HEAD.arch
    _, y = places.row_header(row)
    return Pos(_HEAD.size[0] / 2, y, _PRINT.floor) * gable(across, upright, 4 * _PRINT.wall)


def _plate(left: float, right: float, screws: list[tuple[float, float]]) -> Part:
    """A piece of the slab on top, from x to x."""
    slab = block(*_outline(0), TALL) - SLOPE.above(0) - SLOPE.below(-_PRINT.plate)
    part = slab & Pos((left + right) / 2, 0) * box(right - left, 4 * TALL, 2 * TALL)
    part = soften(part, SLOPE)
    for at in screws:
        part -= SLOPE.at(*SLOPE.under(*at)) * sunk_hole(_PRINT.plate)
    return part


def _screen_blank() -> Part:
    return _plate(-_HEAD.size[0] / 2, _HEAD.split - _PRINT.gap, places.screen_screws())


def _keypad_blank() -> Part:
    return _plate(_HEAD.split + _PRINT.gap, _HEAD.size[0] / 2, places.keypad_screws())


def clip_posts(size: list[float], clips: int, shift: float) -> list[tuple[float, float]]:
    """Where the screws of the clips are around a screen's board: above and below it, beside its header."""
    across, along = size[0] / 2, size[1] / 2 + _PRINT.play + _SCREW.clear / 2 + 1.2
    above, below = across - 4, across / 2
    if clips == 2:
        return [(above, shift + along), (-below, shift - along)]
    return [(above, shift + along), (-above, shift + along), (below, shift - along), (-below, shift - along)]


def in_front_of_glass(name: str) -> float:
    """How much plastic: so much that the board lies on the plate, or below it."""
    return max(1.2, _PRINT.plate - SIZES.oled[name].glass[2])


def screen_plate(name: str) -> Part:
    """For one size of screens. The glass lies in a pocket behind the window; clips hold the board."""
    oled, play = SIZES.oled[name], _PRINT.play
    u, v = _HEAD.screen_at
    board_v = v - oled.active_shift - oled.glass_shift  # the picture is in the middle, whatever the size
    part = _screen_blank()
    window, depth = oled.active, in_front_of_glass(name)
    wider = 2 * (1.0 + depth)  # it opens towards the eye
    part -= SLOPE.at(u, v) * funnel(window[0] + wider, window[1] + wider, depth)
    glass_v = board_v + oled.glass_shift
    part -= SLOPE.at(u, glass_v, -depth) * hanging(oled.glass[0] + 2 * play, oled.glass[1] + 2 * play, 10)
    back = depth + oled.glass[2] + oled.board[2] - _PRINT.plate
    for at_u, at_v in clip_posts(oled.board, oled.clips, board_v):
        post = SLOPE.at(u + at_u, at_v, -_PRINT.plate)
        part += post * hanging(_CLIP.across, 2 * 3.2, back)
        part -= SLOPE.at(u + at_u, at_v, -_PRINT.plate - back) * _thread_up(_SCREW.pan[0] - _CLIP.thick + 0.2)
    for column_at, line in _grille():
        part -= SLOPE.at(column_at, line, 1) * pit(_HEAD.grille / 2, 10)
    return part


def _thread_up(depth: float) -> Part:
    return Pos(0, 0, -0.01) * column(_SCREW.pilot / 2, depth + 0.01)


def _grille() -> list[tuple[float, float]]:
    u, v = _HEAD.grille_at
    wide, tall = len(OX[0]), len(OX)
    return [
        (u + (at - (wide - 1) / 2) * _HEAD.grille_pitch, v - (line - (tall - 1) / 2) * _HEAD.grille_pitch)
        for line, dots in enumerate(OX)
        for at, dot in enumerate(dots)
        if dot == "#"
    ]


def membrane_plate() -> Part:
    """The foil is stuck on; its tail goes through the slot at its lower edge. A fine groove shows where."""
    foil, plug = SIZES.keypad.membrane.foil, SIZES.keypad.membrane.plug
    u, v = _HEAD.keypad_at
    part = _keypad_blank()
    groove = hanging(foil[0] + 1, foil[1] + 1, 0.4) - hanging(foil[0] - 1, foil[1] - 1, 0.4)
    part -= SLOPE.at(u, v) * groove
    across, along = plug[0] + 4 * _PRINT.play, plug[1] + 3 * _PRINT.play
    return part - SLOPE.at(u, v - foil[1] / 2 - along / 2 + 1, 1) * hanging(across, along, 10)


def buttons_plate() -> Part:
    """For a board with push buttons, which stand out of a window."""
    buttons, play = SIZES.keypad.buttons, _PRINT.play
    u, v = _HEAD.keypad_at
    part = _keypad_blank()
    part -= SLOPE.at(u, v, 1) * hanging(buttons.keys[0] + 4 * play, buttons.keys[1] + 4 * play, 10)
    across, along = buttons.board[0] / 2 + play, buttons.board[1] / 2 + play
    for side in (-1, 1):
        for up in (-1, 1):  # corners that the board lies in
            part += SLOPE.at(u + side * (across + 0.8), v + up * (along - 3), -_PRINT.plate) * hanging(1.6, 6, 1.4)
    for at_u, at_v in clip_posts(buttons.board, 2, v):
        part += SLOPE.at(u + at_u, at_v, -_PRINT.plate) * hanging(_CLIP.across, 6.4, buttons.board[2])
        part -= SLOPE.at(u + at_u, at_v, -_PRINT.plate - buttons.board[2]) * _thread_up(
            _SCREW.pan[0] - _CLIP.thick + 0.2
        )
    return part
