"""Things in the pictures that are not printed: boards, screen, keypad, displays, leads, screws, cards. Imports studio
and places. Looks only: the sizes that are checked are in dimensions.toml.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from case import places, studio
from case.places import SIZES, placement
from case.studio import Place, at, block, rod, sheet, turned

SCREENS = Path(__file__).parent.parent.parent / "tests" / "golden" / "screens"

# Which segments are lit, a to g: above, right above, right below, below, left below, left above, middle.
_SEGMENTS = {"0": "abcdef", "1": "bc", "2": "abdeg", "3": "abcdg", "4": "bcfg", "5": "acdfg", "6": "acdefg", "7": "abc"}
_SEGMENTS |= {"8": "abcdefg", "9": "abcdfg", "-": "g", " ": "", "_": "d", "L": "de", "u": "cde"}
_WIRES = {
    "yellow": (0.85, 0.62, 0.03),
    "green": (0.03, 0.36, 0.1),
    "red": (0.62, 0.03, 0.02),
    "black": (0.02, 0.02, 0.02),
}
_COAT = {"blue": (0.03, 0.12, 0.5), "white": (0.8, 0.8, 0.78), "orange": (0.8, 0.25, 0.02), **_WIRES}


class Props:
    """Made anew for each picture, with its materials."""

    def __init__(self) -> None:
        self.green = studio.plastic("green board", (0.01, 0.13, 0.07), 0.35)
        self.blue = studio.plastic("blue board", (0.012, 0.05, 0.22), 0.35)
        self.black = studio.plastic("black", (0.018, 0.018, 0.02), 0.4)
        self.rubber = studio.plastic("rubber", (0.03, 0.03, 0.03), 0.8)
        self.glass = studio.plastic("glass", (0.006, 0.006, 0.008), 0.08)
        self.face = studio.plastic("face of the digits", (0.03, 0.028, 0.028), 0.3)
        self.silver = studio.metal("silver", (0.75, 0.75, 0.76))
        self.gold = studio.metal("gold", (0.9, 0.66, 0.25))
        self.ivory = studio.plastic("back of the digits", (0.75, 0.74, 0.7), 0.5)
        self.tan = studio.plastic("resistor", (0.62, 0.45, 0.25), 0.5)
        self.coats = {name: studio.plastic(f"{name} lead", colour, 0.45) for name, colour in _WIRES.items()}
        self._cards: dict[int, Any] = {}

    # ---- in the head unit

    def carrier(self, lift: float = 0.0) -> None:
        """The carrier board with all that is on it, in the head unit's place."""
        x, y = places.on_board(placement.WIDTH / 2, placement.HEIGHT / 2)
        base = places.BOARD_BOTTOM + lift
        top = at(0, 0, base + SIZES.carrier.thick)
        block((placement.HEIGHT, placement.WIDTH, SIZES.carrier.thick), self.green, at(x, y, base), 0.4)
        for hole in places.board_holes():
            rod(3.0, 0.05, self.silver, at(*hole) @ top, 0)
        counts = {"JP1": 2, "J1": 5, "J2": 8, **dict.fromkeys(places.HEADERS, 4)}
        for ref, count in counts.items():
            for hole in placement.line(ref, count):
                pin = at(*places.on_board(*placement.mm(hole.column, hole.row)))
                block((2.5, 2.5, 2.5), self.black, pin @ top, 0.3)
                block((0.64, 0.64, 8.5), self.gold, pin @ top, 0.1)
        for hole in placement.pico():
            pin = at(*places.on_board(*placement.mm(hole.column, hole.row)))
            block((2.5, 2.54, SIZES.pico.socket), self.black, pin @ top, 0.1)
            block((2.5, 2.54, 2.5), self.black, pin @ at(0, 0, SIZES.pico.socket) @ top, 0.1)
        for ref in placement.TWO_LEGS:
            ends = [places.on_board(*placement.mm(hole.column, hole.row)) for hole in placement.two_legs(ref)]
            middle = at((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
            if ref.startswith("R"):
                along = "Y" if abs(ends[0][0] - ends[1][0]) > 1 else "X"
                rod(1.15, 6.3, self.tan, middle @ top @ at(0, 0, 1.3) @ turned(90, along) @ at(0, 0, -3.15), 0.5)
            else:
                rod(2.5, 6, self.blue, middle @ top, 0.4)
        buzzer = [places.on_board(*placement.mm(hole.column, hole.row)) for hole in placement.buzzer()]
        rod(6.2, 9, self.black, at(buzzer[0][0], (buzzer[0][1] + buzzer[3][1]) / 2) @ top, 0.6)
        self._pico(at(0, 0, lift))

    def _pico(self, place: Place) -> None:
        x, y = places.pico_middle()
        across, along, thick = SIZES.pico.board
        block((across, along, thick), self.green, place @ at(x, y, places.PICO_BOTTOM), 0.2)
        top = place @ at(0, 0, places.PICO_TOP)
        usb_x, usb_y, _ = places.usb()
        wide, deep, high = SIZES.pico.usb
        block((wide, deep, high), self.silver, top @ at(usb_x, usb_y - deep / 2), 0.6)
        block((7, 7, 0.9), self.black, top @ at(x, y - 2), 0.1)
        block((5, 4, 0.8), self.black, top @ at(x - 3, y + 10), 0.1)
        bootsel = places.bootsel()
        block((3.4, 4.4, 1.2), self.silver, top @ at(*bootsel), 0.2)
        rod(0.9, 1.9, self.ivory, top @ at(*bootsel), 0.2)
        for side in (-1, 1):
            for pin in range(20):
                rod(0.75, 0.05, self.gold, top @ at(x + side * 8.89, y + (pin - 9.5) * 2.54), 0)

    def oled(self, name: str, place: Place, screen: str = "taking") -> None:
        """`place`: the middle of the picture, on the glass."""
        sizes = SIZES.oled[name]
        v = -sizes.active_shift
        block(tuple(sizes.glass), self.glass, place @ at(0, v, -sizes.glass[2] - 0.05), 0.1)
        block(tuple(sizes.board), self.blue, place @ at(0, v, -sizes.glass[2] - sizes.board[2]), 0.2)
        image = Image.open(SCREENS / f"{screen}.png").convert("RGB").crop((12, 12, 532, 276))
        sheet(tuple(sizes.active), studio.printed_on("picture", image, 4.5, 0.1), place @ at(0, 0, 0.02))
        back = place @ at(0, v, -sizes.glass[2] - sizes.board[2]) @ turned(180, "X")
        block((sizes.board[0] / 3, 5, 1.2), self.black, back @ at(0, 4), 0.1)
        for pin in range(4):
            pin_at = back @ at((pin - 1.5) * 2.54, -sizes.board[1] / 2 + 1.5)
            block((2.5, 2.5, 2.5), self.black, pin_at, 0.2)
            block((0.64, 0.64, 9), self.gold, pin_at, 0.1)

    def membrane(self, place: Place) -> None:
        across, along, thick = SIZES.keypad.membrane.foil
        block((across, along, thick), self.black, place, 0.3)
        sheet(
            (across - 0.8, along - 0.8), studio.printed_on("keys", _keys(), rough=0.35), place @ at(0, 0, thick + 0.03)
        )
        tail = studio.plastic("tail", (0.55, 0.56, 0.58), 0.35)
        block((20, 3, 0.25), tail, place @ at(0, -along / 2 - 0.9, 0.05), 0)

    def screw(self, place: Place, sunk: bool) -> None:
        """`place`: the top of its head, which points to z."""
        long, head, high = SIZES.screw.sunk if sunk else SIZES.screw.pan
        rod(head / 2 - 0.15, 0.5 if sunk else high, self.silver, place @ at(0, 0, -0.5 if sunk else -high), 0.15)
        rod(1.45, long - 0.6, self.silver, place @ at(0, 0, -long if sunk else -long - high), 0.1)
        for way in (0, 90):
            block((head * 0.55, 0.7, 0.06), self.black, place @ turned(way, "Z") @ at(0, 0, 0.0), 0)

    # ---- row displays

    def display(self, name: str, place: Place, text: str, strength: float) -> None:
        """`place`: the middle of the digits, on their face."""
        sizes = SIZES.display[name]
        across, along, thick = sizes.board
        block((*sizes.digits[:2], 0.3), self.face, place @ at(0, 0, -0.3), 0)
        block((*sizes.digits[:2], sizes.digits[2] - 0.4), self.ivory, place @ at(0, 0, -sizes.digits[2]), 0.2)
        board = place @ at(0, 0, -sizes.digits[2] - thick)
        block((across, along, thick), self.blue, board, 0.2)
        lit, dark = studio.glowing("lit", (1.0, 0.035, 0.012), strength), self.unlit()
        tall = sizes.digit_height
        pitch = sizes.digits[0] / 4
        for digit, glyph in enumerate(text.rjust(4)):
            for segment, points in _segments(tall).items():
                shining = segment in _SEGMENTS[glyph]
                shape = [(x + (digit - 1.5) * pitch, y) for x, y in points]
                studio.outline(shape, 0.06 if shining else 0.03, lit if shining else dark, place)
        back = board @ turned(180, "X")
        block((13, 7.5, 2), self.black, back @ at(4, 0), 0.1)
        for pin in range(4):
            pin_at = back @ at(-across / 2 + 1.6, (pin - 1.5) * 2.54)
            block((2.5, 2.5, 2.5), self.black, pin_at, 0.2)
            block((9, 0.64, 0.64), self.gold, pin_at @ at(-4, 0, 1.2), 0.1)

    def unlit(self) -> Any:
        return studio.plastic("unlit", (0.06, 0.05, 0.05), 0.3)

    # ---- leads, feet, cards

    def lead(
        self, points: list[tuple[float, float, float]], across: tuple[float, float, float], plugs: bool = True
    ) -> None:
        """Four wires side by side; `across` is the step from one to the next."""
        for number, colour in enumerate(_WIRES):
            step = number - 1.5
            moved = [tuple(point[axis] + step * across[axis] for axis in range(3)) for point in points]
            studio.wire(moved, self.coats[colour])

    def housing(self, place: Place) -> None:
        """Of a lead, standing on a header."""
        across, high, long = SIZES.lead.housing
        block((high, across, long), self.black, place, 0.2)

    def foot(self, place: Place) -> None:
        rod(SIZES.foot.through / 2, SIZES.foot.thick, self.rubber, place @ at(0, 0, -SIZES.foot.thick), 0.6)

    def card(self, number: int, place: Place) -> None:
        across, along, thick = SIZES.card.size
        corner = 4.0
        points = []
        for turn, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
            for step in range(7):
                angle = math.radians(90 * turn + 15 * step)
                points.append(
                    (
                        x * (across / 2 - corner) + corner * math.cos(angle),
                        y * (along / 2 - corner) + corner * math.sin(angle),
                    )
                )
        if number not in self._cards:
            self._cards[number] = studio.printed_on(f"card {number}", _card(number), rough=0.38)
        paper = studio.plastic("paper", (0.86, 0.85, 0.82), 0.6)
        studio.outline(points, thick, paper, place)
        top = studio.outline(points, 0.02, self._cards[number], place @ at(0, 0, thick))
        _lay_picture(top, across, along)


def _lay_picture(thing: Any, across: float, along: float) -> None:
    """The picture's corners in the corners of the rectangle around."""
    layer = thing.data.uv_layers.new()
    for loop in thing.data.loops:
        x, y, _ = thing.data.vertices[loop.vertex_index].co
        layer.data[loop.index].uv = (x / across + 0.5, y / along + 0.5)


def _segments(tall: float) -> dict[str, list[tuple[float, float]]]:
    """Outlines of the seven segments of a digit, leaning as they do."""
    half, wide, bar = tall / 2 - 0.6, tall * 0.27, tall * 0.055
    lean = 0.15

    def level(y: float) -> list[tuple[float, float]]:
        inner = wide - bar * 1.25
        found = [
            (-inner - bar, y),
            (-inner, y + bar),
            (inner, y + bar),
            (inner + bar, y),
            (inner, y - bar),
            (-inner, y - bar),
        ]
        return [(x + (y_ * lean), y_) for x, y_ in found]

    def upright(x: float, low: float, high: float) -> list[tuple[float, float]]:
        low, high = low + bar * 0.35, high - bar * 0.35
        found = [
            (x, low),
            (x + bar, low + bar),
            (x + bar, high - bar),
            (x, high),
            (x - bar, high - bar),
            (x - bar, low + bar),
        ]
        return [(x_ + y_ * lean, y_) for x_, y_ in found]

    return {
        "a": level(half),
        "g": level(0),
        "d": level(-half),
        "b": upright(wide, 0, half),
        "c": upright(wide, -half, 0),
        "f": upright(-wide, 0, half),
        "e": upright(-wide, -half, 0),
    }


# ---- pictures on things


def _font(size: int) -> Any:
    return ImageFont.load_default(size)


def _keys() -> Image.Image:
    """A foil with 16 keys."""
    across, along = 690, 760
    image = Image.new("RGB", (across, along), (16, 17, 20))
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(("123A", "456B", "789C", "*0#D")):
        for column, key in enumerate(line):
            x, y = 22 + column * 166, 40 + row * 178
            fill = (150, 28, 32) if key in "ABCD" else (24, 72, 148) if key in "*#" else (34, 36, 42)
            draw.rounded_rectangle((x, y, x + 148, y + 150), 22, fill, (190, 192, 196), 5)
            draw.text((x + 74, y + 72), key, (244, 244, 240), _font(92), "mm")
    return image


_HEADS = {1: (70, 96, 168), 2: (30, 140, 150), 3: (214, 142, 30), 5: (200, 60, 48), 7: (120, 48, 140)}


def heads(number: int) -> int:
    """As in the rules; only for what is painted on the cards."""
    if number == 55:
        return 7
    return 5 if number % 11 == 0 else 3 if number % 10 == 0 else 2 if number % 5 == 0 else 1


def _card(number: int) -> Image.Image:
    """Our own drawing of a card: its number, and its heads in a row."""
    across, along = 590, 910
    count = heads(number)
    colour = _HEADS[count]
    pale = tuple(int(255 - (255 - part) * 0.14) for part in colour)
    image = Image.new("RGB", (across, along), (250, 249, 245))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((34, 34, across - 34, along - 34), 34, pale, colour, 7)
    draw.text((across / 2, along / 2 + 6), str(number), colour, _font(300 if number < 100 else 230), "mm")
    for head in range(count):
        x = across / 2 + (head - (count - 1) / 2) * 74
        for y, up in ((150, 1), (along - 150, -1)):
            _ox(draw, x, y, up, colour)
    return image


def _ox(draw: Any, x: float, y: float, up: int, colour: tuple[int, ...]) -> None:
    def points(*pairs: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x + across, y + up * down) for across, down in pairs]

    draw.polygon(
        points(
            (-34, -34), (-26, -14), (-14, -12), (14, -12), (26, -14), (34, -34), (38, -8), (20, 2), (-20, 2), (-38, -8)
        ),
        colour,
    )
    draw.polygon(points((-20, -6), (20, -6), (13, 30), (6, 38), (-6, 38), (-13, 30)), colour)
