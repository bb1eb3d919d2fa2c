"""All of it put together: what is where, for the checks and for the pictures. Imports parts and stand_ins.

An `Item` has a kind: "printed", "bought" (it is there for good), or "tool" (it only has to get there). `head_unit` and
`row` give the items of one unit about its own origin; `the_set` the places of all units on a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from build123d import Location, Part, Pos, Rot

from case import head, places, pod, stand_ins
from case.parts import BEST_OLED, USUAL_DISPLAY, built, plate_name, screen_name
from case.places import SIZES

PRINTED, BOUGHT, TOOL = "printed", "bought", "tool"
_PLATE = SIZES.print.plate


@dataclass(frozen=True)
class Item:
    name: str
    kind: str
    part: Part
    of: str = ""  # the printed part, or what it is

    def moved(self, by: Location) -> Item:
        return Item(self.name, self.kind, by * self.part, self.of)


def _printed(name: str, at: Location | None = None, label: str = "") -> Item:
    part = built(name)
    return Item(label or name, PRINTED, at * part if at else part, name)


def _bought(name: str, part: Part, of: str) -> Item:
    return Item(name, BOUGHT, part, of)


# ---- screws: where their heads are, pointing down


def head_screws() -> dict[str, list[Location]]:
    """By the plate that they hold."""
    at = {"screen": places.screen_screws(), "keypad": places.keypad_screws()}
    return {name: [head.SLOPE.at(*head.SLOPE.under(*xy)) for xy in found] for name, found in at.items()}


def board_screws() -> list[Location]:
    top = places.BOARD_TOP + SIZES.screw.pan[2]
    return [Pos(*at, top) for at in places.board_holes()]


def pod_screws() -> list[Location]:
    return [pod.SLOPE.at(*pod.SLOPE.under(*at)) for at in places.pod_screws()]


def ear_screws() -> list[Location]:
    """From below."""
    return [Pos(*places.ear_screw(side)) * Rot(180, 0, 0) for side in (-1, 1)]


@dataclass(frozen=True)
class Clip:
    """A clip under a plate, and its screw's head."""

    clip: Location
    screw: Location


def _clips(slope_at: list[tuple[Location, int]]) -> list[Clip]:
    """From places under posts, each with the side of the board: 1 above it, -1 below."""
    found = []
    for post, side in slope_at:
        turned = post * Rot(180, 0, 0) * Rot(0, 0, 0 if side > 0 else 180)  # z out of the plate's back
        found.append(Clip(turned, turned * Pos(0, 0, SIZES.clip.thick + SIZES.screw.pan[2])))
    return found


def oled_clips(name: str) -> list[Clip]:
    oled = SIZES.oled[name]
    u, v = SIZES.head.screen_at
    middle = v - oled.active_shift - oled.glass_shift
    back = -head.in_front_of_glass(name) - oled.glass[2] - oled.board[2]
    posts = head.clip_posts(oled.board, oled.clips, middle)
    return _clips([(head.SLOPE.at(u + at_u, at_v, back), 1 if at_v > middle else -1) for at_u, at_v in posts])


def buttons_clips() -> list[Clip]:
    board = SIZES.keypad.buttons.board
    u, v = SIZES.head.keypad_at
    posts = head.clip_posts(board, 2, v)
    return _clips([(head.SLOPE.at(u + x, y, -_PLATE - board[2]), 1 if y > v else -1) for x, y in posts])


def pod_clips(name: str) -> list[Clip]:
    back = -pod.board_depth(name) - SIZES.display[name].board[2]
    v = SIZES.pod.display_at[1]
    return _clips([(pod.SLOPE.at(x, y, back), 1 if y > v else -1) for x, y in pod.clip_posts(name)])


def _clipped(clips: list[Clip], label: str) -> Iterator[Item]:
    for at, clip in enumerate(clips):
        yield _printed("clip", clip.clip, f"{label} clip {at + 1}")
        yield _bought(f"{label} clip {at + 1} screw", clip.screw * stand_ins.pan_screw(), "pan screw")


# ---- units


def head_body() -> list[Item]:
    """What can be seen with both plates off."""
    screws = [
        _bought(f"board screw {at + 1}", place * stand_ins.pan_screw(), "pan screw")
        for at, place in enumerate(board_screws())
    ]
    return [
        _printed("head-body"),
        _bought("carrier board", stand_ins.carrier(), "board"),
        _bought("plugs on the board", stand_ins.plugged(), "plugs"),
        _bought("Pico", stand_ins.pico(), "pico"),
        *screws,
    ]


def screen(name: str = BEST_OLED) -> list[Item]:
    """The plate with the screen, clips and all."""
    glass = head.SLOPE.at(*SIZES.head.screen_at, -head.in_front_of_glass(name))
    return [
        _printed(screen_name(name)),
        _bought(f'OLED {name}"', glass * stand_ins.oled(name), "oled"),
        *_clipped(oled_clips(name), "screen"),
    ]


def keypad(kind: str = "membrane") -> list[Item]:
    plate = _printed(f"head-keypad-{kind}")
    if kind == "membrane":
        return [plate, _bought("keypad", head.SLOPE.at(*SIZES.head.keypad_at) * stand_ins.membrane(), "keypad")]
    under = head.SLOPE.at(*SIZES.head.keypad_at, -_PLATE)
    return [plate, _bought("keypad", under * stand_ins.buttons(), "keypad"), *_clipped(buttons_clips(), "keypad")]


def head_unit(oled: str = BEST_OLED, keys: str = "membrane") -> list[Item]:
    screws = [
        _bought(f"{name} plate screw {at + 1}", place * stand_ins.sunk_screw(), "sunk screw")
        for name, found in head_screws().items()
        for at, place in enumerate(found)
    ]
    feet = [
        _bought(f"foot {at + 1}", Pos(x, y) * stand_ins.foot(), "foot")
        for at, (x, y) in enumerate((x, y) for x in (-72, 72) for y in (-40, 40))
    ]
    return [*head_body(), *screen(oled), *keypad(keys), *screws, *feet]


def pod_plate(row: int, name: str = USUAL_DISPLAY) -> list[Item]:
    """The plate with the display; rows count from 1."""
    digits = pod.SLOPE.at(*SIZES.pod.display_at, -SIZES.pod.sunk)
    return [
        _printed(f"row-plate-{row}" if name == USUAL_DISPLAY else plate_name(name)),
        _bought("row display", digits * stand_ins.display(name), "display"),
        *_clipped(pod_clips(name), "display"),
    ]


def row_pod(row: int, name: str = USUAL_DISPLAY) -> list[Item]:
    screws = [
        _bought(f"plate screw {at + 1}", place * stand_ins.sunk_screw(), "sunk screw")
        for at, place in enumerate(pod_screws())
    ]
    feet = [
        _bought(f"foot {at + 1}", Pos(x, y) * stand_ins.foot(), "foot") for at, (x, y) in enumerate(places.pod_screws())
    ]
    return [_printed("row-pod"), *pod_plate(row, name), *screws, *feet]


def link_at(side: int) -> Location:
    """From a pod's origin: the link at its back (1) or its front (-1)."""
    return Pos(SIZES.link.at, side * SIZES.table.pitch / 2)


def row_between_links(row: int = 3, name: str = USUAL_DISPLAY) -> list[Item]:
    links = [_printed("row-link", link_at(side), f"link {side:+d}") for side in (-1, 1)]
    screws = [
        _bought(f"link screw {at + 1}", place * stand_ins.sunk_screw(), "sunk screw")
        for at, place in enumerate(ear_screws())
    ]
    return [*row_pod(row, name), *links, *screws]


def row_with_end(row: int = 1) -> list[Item]:
    """The first pod or the last: a link at one side, an end at the other."""
    name, link = ("row-end-front", "link -1") if row == 1 else ("row-end-back", "link +1")
    return [item for item in row_between_links(row) if item.name != link] + [_printed(name)]


def screw_counts() -> dict[str, int]:
    """How many of each kind the set takes, for the shopping list."""
    rows = SIZES.table.rows
    head_items, pods = head_unit(), [item for row in range(1, rows + 1) for item in row_pod(row)]
    count = {of: sum(item.of == of for item in [*head_items, *pods]) for of in ("sunk screw", "pan screw", "foot")}
    count["sunk screw"] += 2 * rows  # of links and ends
    return count
