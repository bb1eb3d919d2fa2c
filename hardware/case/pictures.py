"""Makes the pictures of the case; `make case-pictures` runs it, in an environment of its own with Blender's module.
Then look at them. Imports props and studio; the parts come from scene.py, by way of build/case.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from case import places, studio
from case.places import SIZES
from case.props import Props
from case.studio import Place, at, turned

HERE = Path(__file__).parent
PARTS = HERE.parent.parent / "build" / "case"
PICTURES = HERE / "pictures"
OLED, DISPLAY = "2.42", "0.56"

# The table of tests/golden/screens/taking.png: somebody has typed 30, and takes the first row for six heads.
ROWS = ((12, 14, 15, 21, 26), (37,), (43, 44), (58, 61), ())
SHOWN = (("- 6 ", 3.2), (" 37_", 1.3), (" 44L", 1.3), (" 61L", 1.3), ("", 0.0))

_HEAD = studio.slope(SIZES.head.tilt, SIZES.head.middle)
_POD = studio.slope(SIZES.pod.tilt, SIZES.pod.middle)
_FEET = at(0, 0, SIZES.foot.thick)


class Scene:
    """A room with the parts of the case in it."""

    def __init__(self, table: bool = True) -> None:
        studio.empty()
        self.props = Props()
        self.body = studio.plastic("body", (0.74, 0.68, 0.58))
        self.plates = studio.plastic("plates", (0.012, 0.085, 0.1))
        studio.room()
        self.surface = studio.wood("table") if table else studio.plastic("paper", (0.62, 0.6, 0.57), 0.8)
        studio.sheet((6000, 6000), self.surface, at())

    def part(self, name: str, material: Any, place: Place) -> None:
        studio.part(PARTS / f"{name}.stl", material, place)

    # ---- units; `apart` pulls what is screwed together away from each other

    def head_unit(self, place: Place, apart: float = 0.0, closed: bool = True) -> None:
        self.part("head-body", self.body, place)
        for x in (-72, 72):
            for y in (-40, 40):
                self.props.foot(place @ at(x, y))
        self.carrier(place, apart * 0.55)
        if closed:
            self.screen_plate(place @ _HEAD @ at(0, 0, apart * 1.35) @ _HEAD.inverted())
            self.keypad_plate(place @ _HEAD @ at(0, 0, apart * 1.35) @ _HEAD.inverted())
            for x, y in [*places.screen_screws(), *places.keypad_screws()]:
                height = SIZES.head.middle + places.slope(SIZES.head.tilt, y)
                self.props.screw(place @ at(x, y, height) @ turned(SIZES.head.tilt, "X") @ at(0, 0, apart * 1.75), True)

    def carrier(self, place: Place, lift: float = 0.0) -> None:
        if place != at() and place != _FEET:
            raise ValueError("the carrier board is drawn in the head unit's own place")
        self.props.carrier(lift + place.translation.z)
        for hole in places.board_holes():
            top = places.BOARD_TOP + SIZES.screw.pan[2] + lift * 1.6
            self.props.screw(place @ at(*hole, top), False)

    def screen_plate(self, place: Place, oled: str = OLED, lift: float = 0.0) -> None:
        name = f"head-screen-{oled.replace('.', '_')}in"
        self.part(name, self.plates, place)
        deep = max(1.2, SIZES.print.plate - SIZES.oled[oled].glass[2])
        self.props.oled(oled, place @ _HEAD @ at(*SIZES.head.screen_at, -deep))

    def keypad_plate(self, place: Place) -> None:
        self.part("head-keypad-membrane", self.plates, place)
        self.props.membrane(place @ _HEAD @ at(*SIZES.head.keypad_at))

    def pod(self, place: Place, row: int, apart: float = 0.0) -> None:
        """Rows count from 1."""
        self.part("row-pod", self.body, place)
        lift = place @ _POD @ at(0, 0, apart) @ _POD.inverted()
        self.part(f"row-plate-{row}", self.plates, lift)
        text, strength = SHOWN[row - 1]
        shown = place @ _POD @ at(*SIZES.pod.display_at, -SIZES.pod.sunk + apart * 0.5)
        self.props.display(DISPLAY, shown, text, strength)
        for x, y in places.pod_screws():
            height = SIZES.pod.middle + places.slope(SIZES.pod.tilt, y)
            self.props.screw(place @ at(x, y, height) @ turned(SIZES.pod.tilt, "X") @ at(0, 0, apart * 1.35), True)
            self.props.foot(place @ at(x, y, -apart * 0.3))

    def link(self, place: Place) -> None:
        self.part("row-link", self.body, place)

    def cards(self, right_of: float, y: float, numbers: tuple[int, ...]) -> None:
        for column, number in enumerate(numbers):
            crooked = turned(((number * 37) % 7 - 3) * 0.35, "Z")
            x = right_of + SIZES.pod.size[0] / 2 + 14 + SIZES.card.size[0] / 2 + column * (SIZES.card.size[0] + 5)
            self.props.card(number, at(x, y, 0.05) @ crooked)


def the_set(scene: Scene) -> None:
    scene.head_unit(_FEET)
    for row in range(SIZES.table.rows):
        x, y = places.pod_at(row)
        scene.pod(at(x, y) @ _FEET, row + 1)
        scene.cards(x, y, ROWS[row])
        if row:
            scene.link(at(x + SIZES.link.at, y - SIZES.table.pitch / 2) @ _FEET)
        _lead(scene, row)
    for name, row in (("front", 0), ("back", SIZES.table.rows - 1)):
        scene.part(f"row-end-{name}", scene.body, at(*places.pod_at(row)) @ _FEET)
    _usb_cable(scene)


def _lead(scene: Scene, row: int) -> None:
    """What is seen of it: from its arch to the door of its link."""
    _, y = places.row_header(row)
    wall = SIZES.head.size[0] / 2
    door_x = places.pod_at(row)[0] + SIZES.link.at - SIZES.link.across / 2 + 4
    link_y = places.row_header(2)[1] + (-1 if row <= 2 else 1) * SIZES.table.pitch / 2
    near = link_y + (row - 1) * 4.5 if row <= 2 else link_y + (row - 3.5) * 5
    z = SIZES.foot.thick + SIZES.print.floor + 1.4
    points = [
        (wall - 12, y, z + 3),
        (wall + 2, y, z),
        ((wall + door_x) / 2, (y + near) / 2, 3.0),
        (door_x, near, 3.4),
        (door_x + 10, near, 3.4),
    ]
    scene.props.lead(points, (0, 1.3, 0.15))


def _usb_cable(scene: Scene) -> None:
    x, y, z = places.usb()
    across, high, long = SIZES.usb_plug.moulded
    z += SIZES.foot.thick
    studio.block((across - 1, long, high - 1), scene.props.black, at(x, y + 0.8 + long / 2, z - high / 2 + 0.5), 1.4)
    points = [
        (x, y + long, z),
        (x + 1, y + long + 25, z - 1),
        (x - 30, y + 110, 4),
        (x - 120, y + 190, 2.5),
        (x - 170, y + 420, 2.5),
    ]
    studio.wire(points, scene.props.black, 1.9)


# ---- the pictures


def table() -> None:
    scene = Scene()
    the_set(scene)
    studio.camera((212, -6, 0), 12, 43, 1250, 58)


def head_closed() -> None:
    scene = Scene()
    scene.head_unit(_FEET)
    for row in range(SIZES.table.rows):
        _lead(scene, row)
    _usb_cable(scene)
    for row in (1, 2, 3):
        x, y = places.pod_at(row)
        scene.pod(at(x, y) @ _FEET, row + 1)
        scene.link(at(x + SIZES.link.at, y - SIZES.table.pitch / 2) @ _FEET)
        scene.cards(x, y, ROWS[row])
    studio.camera((10, -5, 20), -24, 38, 520, 62)


def head_apart() -> None:
    scene = Scene(table=False)
    scene.head_unit(_FEET, 68)
    studio.camera((0, 0, 64), -28, 26, 640, 62)


def head_open() -> None:
    """As it is before the plates go on: the board is screwed down, the leads of the rows lie in their arches."""
    scene = Scene(table=False)
    scene.head_unit(_FEET, closed=False)
    for row in range(SIZES.table.rows):
        x, y = places.row_header(row)
        top = places.BOARD_TOP + SIZES.foot.thick + SIZES.carrier.header
        scene.props.housing(at(x, y, top))
        end, out = top + SIZES.lead.housing[2], SIZES.head.size[0] / 2
        low = SIZES.foot.thick + SIZES.print.floor + 1.5
        points = [(x, y, end - 1), (x + 1, y, end + 4), (x + 8, y, end - 2), (out - 5, y, low + 4), (out + 6, y, low)]
        spread = (row - 2) * 3
        scene.props.lead([*points, (out + 32, y + spread, 1.2), (out + 75, y + 5 * spread, 1.2)], (0, 1.45, 0))
    studio.camera((22, -2, 8), 20, 47, 520, 60)


def plates_back() -> None:
    """What clips hold: the screen under its plate, a row display under its own. Both lie on their faces."""
    scene = Scene(table=False)
    for name, slope, away in (("screen", _HEAD, at(-18, 0)), ("row", _POD, at(66, -12))):
        over = away @ turned(180, "X") @ slope.inverted()
        if name == "screen":
            scene.screen_plate(over)
        else:
            scene.part("row-plate-1", scene.plates, over)
            shown = over @ slope @ at(*SIZES.pod.display_at, -SIZES.pod.sunk)
            scene.props.display(DISPLAY, shown, *SHOWN[0])
        scene.part(f"clips-{name}", scene.body, over)
        scene.part(f"clip-screws-{name}", scene.props.silver, over)
    studio.camera((-3, 2, 0), 8, 54, 425, 60)


def pod_apart() -> None:
    """A pod: screws, plate, display, ring, feet."""
    scene = Scene(table=False)
    scene.pod(at(0, 0, 24), 1, 74)
    scene.link(at(SIZES.link.at, SIZES.table.pitch / 2, 2))
    studio.camera((2, 6, 62), -26, 20, 500, 62)


def pods_below() -> None:
    """Two pods on their faces, the link between them: the leads are laid into the channel, then feet are stuck on."""
    scene = Scene(table=False)
    pitch = SIZES.table.pitch
    over = at(0, 0, 34) @ turned(180, "Y")
    for row, step in ((1, -0.5), (2, 0.5)):
        place = over @ at(0, step * pitch)
        scene.part("row-pod", scene.body, place)
        scene.part(f"row-plate-{row}", scene.plates, place)
        scene.props.display(DISPLAY, place @ _POD @ at(*SIZES.pod.display_at, -SIZES.pod.sunk), "", 0.0)
        for corner in places.pod_screws():
            scene.props.foot(place @ at(*corner))
    scene.link(over @ at(SIZES.link.at, 0))
    for side in (-1, 1):
        x, y = places.ear_screw(-side)
        scene.props.screw(over @ at(x, y + side * pitch / 2) @ turned(180, "X"), True)
    middle = [(SIZES.link.at, y, 3.2) for y in (pitch / 2 - 14, 20, 0, -20, -pitch / 2 + 14)]
    points = [*middle, (SIZES.link.at - 8, -pitch / 2 + 2, 9)]
    scene.props.lead([tuple(over @ studio.Vector(point)) for point in points], (1.45, 0, 0))
    studio.camera((0, 0, 14), -30, 44, 440, 62)


MAKERS: dict[str, Callable[[], None]] = {
    "table": table,
    "head": head_closed,
    "head-apart": head_apart,
    "head-open": head_open,
    "plates-back": plates_back,
    "pod-apart": pod_apart,
    "pods-below": pods_below,
}


def main() -> None:
    wanted = [name for name in sys.argv[1:] if not name.startswith("--")] or list(MAKERS)
    quick = "--quick" in sys.argv
    for name in wanted:
        MAKERS[name]()
        folder = PARTS / "quick" if quick else PICTURES
        studio.take(folder / f"{name}.png", (640, 410) if quick else studio.SIZE, 8 if quick else studio.SAMPLES)


if __name__ == "__main__":
    main()
