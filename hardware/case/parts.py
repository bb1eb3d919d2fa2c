"""Every printed part: its file, how many are needed, its colour in the pictures, how it lies on the printer's bed.
Imports head and pod.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from build123d import Part, Pos

from case import head, places, pod
from case.places import SIZES

CLIPS = 2 * SIZES.table.rows + max(SIZES.oled[name].clips for name in SIZES.oled)


@dataclass(frozen=True)
class Printed:
    name: str
    count: int
    make: Callable[[], Part]  # as it stands on the table
    turn: Callable[[Part], Part]  # onto the bed
    instead_of: str = ""  # of the usual part

    @property
    def file(self) -> str:
        folder = "alternatives/" if self.instead_of else ""
        return f"{folder}{self.name}-{self.count}x"

    def on_bed(self) -> Part:
        part = self.turn(built(self.name))
        lowest = part.bounding_box()
        return Pos(-lowest.center().X, -lowest.center().Y, -lowest.min.Z) * part


def _as_it_is(part: Part) -> Part:
    return part


def screen_name(oled: str) -> str:
    return f"head-screen-{oled.replace('.', '_')}in"


def plate_name(display: str) -> str:
    return f"row-plate-{display.replace('.', '_')}in"


BEST_OLED, USUAL_DISPLAY = "2.42", "0.56"
PRINTED = (
    Printed("head-body", 1, head.body, _as_it_is),
    *(
        Printed(
            screen_name(name),
            1,
            lambda name=name: head.screen_plate(name),
            head.SLOPE.flat,
            "" if name == BEST_OLED else screen_name(BEST_OLED),
        )
        for name in places.OLED_SIZES
    ),
    Printed("head-keypad-membrane", 1, head.membrane_plate, head.SLOPE.flat),
    Printed("head-keypad-buttons", 1, head.buttons_plate, head.SLOPE.flat, "head-keypad-membrane"),
    Printed("row-pod", SIZES.table.rows, pod.body, pod.SLOPE.flat),
    *(
        Printed(f"row-plate-{row}", 1, lambda row=row: pod.plate(USUAL_DISPLAY, row), pod.SLOPE.flat)
        for row in range(1, SIZES.table.rows + 1)
    ),
    *(
        Printed(
            plate_name(name),
            SIZES.table.rows,
            lambda name=name: pod.plate(name),
            pod.SLOPE.flat,
            f"row-plate-1 to {SIZES.table.rows}",
        )
        for name in places.DISPLAYS
        if name != USUAL_DISPLAY
    ),
    Printed("row-link", SIZES.table.rows - 1, pod.link, _as_it_is),
    *(
        Printed(f"row-end-{name}", 1, lambda side=side: pod.end(side), _as_it_is)
        for name, side in (("front", -1), ("back", 1))
    ),
    Printed("clip", CLIPS, pod.clip, _as_it_is),
)


@cache
def built(name: str) -> Part:
    """As it stands on the table."""
    return next(printed for printed in PRINTED if printed.name == name).make()
