"""A frame: what all displays show, as text. Screens fill it, `render` makes pixels and segments. Imports nothing."""

# Sizes of text on the screen, by their height in pages of eight pixels.
SMALL = 1
LARGE = 2
HUGE = 4

# Where a line stands; the order is that of reading.
LEFT = 0
LEFT_HALF_END = 1  # ends where the left half does
CENTRE = 2
RIGHT_HALF = 3  # starts where the right half does
RIGHT = 4

# How a row display shines.
DARK = 0
DIM = 1
BRIGHT = 2

# What stands in a row display's fourth place when it is no gauge.
NO_GAUGE = 0
STOP_SIGN = -1  # two upright bars: nothing can be added here
ALL_LIT = -2  # for the self-test

ROWS = 5

# A new text costs a Pico 0.2 ms: it looks first whether it is one of the names in the program. So the numbers that are
# shown again and again are made once; asking for an attribute makes names of them, which take a third of the memory.
_NUMBERS = tuple([str(value) for value in range(105) if not hasattr(None, str(value))])


def number(value: int) -> str:
    return _NUMBERS[value] if 0 <= value < 105 else str(value)


class Frame:
    """Lines for the screen and a setting for each row display. Made once, filled anew for every screen."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, int, int, bool, str]] = []  # (page, size, align, inverted, text)
        self.rows: list[tuple[str, int, bool, int, bool]] = []
        self.clear()

    def clear(self) -> None:
        self.lines = []
        self.rows = [("", NO_GAUGE, False, DARK, False)] * ROWS

    def small(self, page: int, text: str, align: int = LEFT, inverted: bool = False) -> None:
        self.lines.append((page, SMALL, align, inverted, text))

    def large(self, page: int, text: str, align: int = LEFT, inverted: bool = False) -> None:
        self.lines.append((page, LARGE, align, inverted, text))

    def huge(self, page: int, text: str, align: int = LEFT) -> None:
        self.lines.append((page, HUGE, align, False, text))

    def row(
        self,
        slot: int,
        text: str,
        gauge: int = NO_GAUGE,
        marked: bool = False,
        shine: int = BRIGHT,
        flashes: bool = False,
    ) -> None:
        """Up to three characters, a gauge of lit segments (or a sign), the marker's colon, brightness, flashing."""
        self.rows[slot] = (text, gauge, marked, shine, flashes)

    def say(self, message: str) -> None:
        """A message that the screen has no place of its own for: it takes the last line."""
        if not [line for line in self.lines if line[4] == message]:
            self.lines = [line for line in self.lines if line[0] + line[1] <= 7]
            self.small(7, message, CENTRE, True)

    def text(self) -> list[str]:
        """The screen's lines from top to bottom, left to right."""
        # The whole line is the key: MicroPython's sorted is not stable.
        return [line[-1] for line in sorted([(page, align, text) for page, _, align, _, text in self.lines])]
