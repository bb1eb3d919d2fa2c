"""A row's pod, its plate with the display, and the link that holds two pods at the pitch of the cards and hides the
leads. Imports shapes and places.

A pod is a ring without a floor, printed on its tilted rim: nothing in it needs support. It stands on the table over the
hooks of the links, each held by one screw from below.
"""

from __future__ import annotations

from build123d import Part, Pos, Rot

from case import places
from case.places import SIZES
from case.shapes import TALL, Slope, block, box, column, hanging, pit, soften, sunk_hole, vault

_POD, _LINK, _PRINT, _SCREW, _CLIP = SIZES.pod, SIZES.link, SIZES.print, SIZES.screw, SIZES.clip
SLOPE = Slope(_POD.tilt, _POD.middle)
_BOSS = _PRINT.boss - 0.6

# As on a die: across and up.
_TWO = ((-1, -1), (1, 1))
_FOUR = (*_TWO, (-1, 1), (1, -1))
PIPS = {0: (), 1: ((0, 0),), 2: _TWO, 3: (*_TWO, (0, 0)), 4: _FOUR, 5: (*_FOUR, (0, 0))}


def _outline(inset: float) -> tuple[tuple[float, float], float]:
    across, along = _POD.size
    return (across - 2 * inset, along - 2 * inset), _POD.corner - inset


def body() -> Part:
    rim = SLOPE.above(-_PRINT.plate)
    part = block(*_outline(0), TALL) - block(*_outline(_PRINT.wall), TALL)
    for x, y in places.pod_screws():
        part += Pos(x, y) * column(_PRINT.boss, TALL) & block(*_outline(0.5), TALL)
    ear_top = _LINK.ear[1] + _PRINT.gap
    wall_y = _POD.size[1] / 2
    for side in (-1, 1):
        x, y = places.ear_screw(side)
        to_wall = wall_y - 0.5 - abs(y)
        boss = Pos(x, y) * column(_BOSS, TALL) + Pos(x, y + side * to_wall / 2) * box(2 * _BOSS, to_wall, TALL)
        part += boss - box(2 * TALL, 2 * TALL, ear_top)
    part -= rim
    for side in (-1, 1):
        x, y = places.ear_screw(side)
        part -= Pos(x, y, ear_top - 0.01) * column(_SCREW.pilot / 2, _SCREW.pan[0] - _LINK.ear[1] + 2)
        door = box(_LINK.neck + 2 * _PRINT.gap, 4 * _PRINT.wall, _LINK.height + 2 * _PRINT.gap)
        part -= Pos(_LINK.at, side * wall_y) * door & _ring_only()
    for x, y in places.pod_screws():
        part -= SLOPE.at(*SLOPE.under(x, y), -_PRINT.plate) * pit(_SCREW.pilot / 2, _SCREW.sunk[0] - _PRINT.plate + 2)
    return part


def _ring_only() -> Part:
    """Room of the walls alone: what is cut there must not reach further in."""
    return block(*_outline(-1), TALL) - block(*_outline(_PRINT.wall + 0.01), TALL)


def clip_posts(name: str) -> list[tuple[float, float]]:
    """On the slope: where the screws of the two clips are."""
    u, v = _POD.display_at
    along = SIZES.display[name].board[1] / 2 + _PRINT.play + 3.0
    return [(u - 14, v + along), (u + 14, v - along)]


def board_depth(name: str) -> float:
    """From the plate's face down to the front of the display's board."""
    return SIZES.display[name].digits[2] + _POD.sunk


def plate(name: str, row: int = 0) -> Part:
    """For a kind of display, with the row's number as on a die, 1 to 5: holes. Without one for any row."""
    u, v = _POD.display_at
    play, display = _PRINT.play, SIZES.display[name]
    slab = block(*_outline(0), TALL) - SLOPE.above(0) - SLOPE.below(-_PRINT.plate)
    part = soften(slab, SLOPE)
    for at in places.pod_screws():
        part -= SLOPE.at(*SLOPE.under(*at)) * sunk_hole(_PRINT.plate)
    part -= SLOPE.at(u, v, 1) * hanging(display.digits[0] + 2 * play, display.digits[1] + 2 * play, 20)
    front = board_depth(name) - _PRINT.plate
    back = front + display.board[2]
    under = SLOPE.at(u, v, -_PRINT.plate)
    for side in (-1, 1):
        for up in (-1, 1):  # the board's corners lie on these
            x, y = side * (display.board[0] / 2 - 1.8), up * (display.board[1] / 2 - 1.8)
            part += under * Pos(x, y) * hanging(4, 4, front)
    for at_u, at_v in clip_posts(name):
        part += SLOPE.at(at_u, at_v, -_PRINT.plate) * hanging(_CLIP.across, 6.4, back)
        thread = Pos(0, 0, -0.01) * column(_SCREW.pilot / 2, _SCREW.pan[0] - _CLIP.thick + 1)
        part -= SLOPE.at(at_u, at_v, -_PRINT.plate - back) * thread
    at_u, at_v = _POD.pips_at
    for across, up in PIPS[row]:
        part -= SLOPE.at(at_u + across * _POD.pip_pitch, at_v + up * _POD.pip_pitch, 1) * pit(_POD.pip / 2, 10)
    return part


def link() -> Part:
    """A channel, open below; its origin is midway between two pods, at the middle of the channel. Printed
    as it stands: the roof inside is a bridge of some millimetres between slopes.
    """
    long, height = places.link_length() - 2 * _PRINT.gap, _LINK.height
    through = _PRINT.wall + 2 * _PRINT.gap  # the pod's wall
    ends = long + 2 * through + 2 * _LINK.hook
    part = box(_LINK.across, long, height) + box(_LINK.neck - 2 * _PRINT.gap, ends, height)
    inside = _LINK.neck - 2 * _PRINT.gap - 2 * _LINK.wall
    for side in (-1, 1):
        hook_y = side * (ends - _LINK.hook) / 2
        part += Pos(0, hook_y) * box(_LINK.across, _LINK.hook, height)
        beyond = side * SIZES.table.pitch / 2  # the pod there, whose near side this is
        part += Pos(0, beyond) * _ear(-side, side * (ends / 2 - _LINK.hook) - beyond)
    part -= Rot(0, 0, 90) * vault(inside, height - _LINK.wall, ends + 30)
    return part - Pos(-_LINK.across / 2, 0) * vault(_LINK.door, height - _LINK.wall, _LINK.across)


def end(side: int) -> Part:
    """Closes the door that is left over: in front of the first pod (-1), at the back of the last (1). In its place."""
    outer = side * _POD.size[1] / 2
    inner, neck = outer - side * (_PRINT.wall + 2 * _PRINT.gap), _LINK.neck - 2 * _PRINT.gap
    part = Pos(_LINK.at, (inner + outer) / 2) * box(neck, abs(outer - inner), _LINK.height)
    part += Pos(_LINK.at, inner - side * _LINK.hook / 2) * box(_LINK.across, _LINK.hook, _LINK.height)
    return part + Pos(_LINK.at, 0) * _ear(side, inner)


def _ear(side: int, edge: float) -> Part:
    """The tongue with the screw, from the hook at y = edge towards the middle of a pod in the origin; x from the
    channel. The pod's own side, front or back, is `side`.
    """
    x, y = places.ear_screw(side)
    x -= _LINK.at
    far = y - side * 4.2
    part = Pos(x / 2 + 2.1, (edge + far) / 2) * box(x + 4.2, abs(edge - far), _LINK.ear[1])
    return part - Pos(x, y) * Rot(180, 0, 0) * sunk_hole(_LINK.ear[1])


def clip() -> Part:
    """Holds a board's edge; lies flat. The screw is in the origin."""
    part = column(_CLIP.across / 2, _CLIP.thick) + Pos(0, _CLIP.reach / 2) * box(_CLIP.across, _CLIP.reach, _CLIP.thick)
    return part - Pos(0, 0, -1) * column(_SCREW.clear / 2, 20)
