"""Text in a screen buffer. Imports the three fonts, nothing else.

A buffer is what an SSD1306 keeps: 8 pages of 128 columns, a byte for 8 pixels, the lowest bit on top. Text starts at
the top of a page, so drawing is copying bytes. Latin-1 bytes cost no memory; a str is turned into them first.

A font is a tuple: its pages; the empty columns behind each glyph; where each glyph's columns start (two bytes each);
all columns, glyph after glyph, inside a glyph page after page. Its table has the codes 20 to 7F and A0 to FF of
Latin-1. Any other code is shown as a question mark; what a font does not have takes no room.
"""

from .digits import FONT as DIGITS
from .large import FONT as LARGE
from .small import FONT as SMALL

COLUMNS = 128
PAGES = 8

# The head of a bull, in every font, where Latin-1 has no printable character.
HEAD = "\x7f"

__all__ = ("COLUMNS", "DIGITS", "HEAD", "LARGE", "PAGES", "SMALL", "draw", "fit", "width")


def _latin1(text: bytes | str) -> bytes:
    if isinstance(text, str):
        # MicroPython's str.encode knows UTF-8 only, whatever it is asked for.
        return bytes([ord(letter) if ord(letter) < 256 else 63 for letter in text])
    return text


def _at(code: int) -> int:
    """Where the table of a font has this code."""
    if code >= 0xA0:
        code -= 0x20
    elif not 0x20 <= code <= 0x7F:
        code = 63  # a question mark
    return (code - 0x20) * 2


def width(font: tuple[int, int, bytes, bytes], text: bytes | str) -> int:
    """How many columns the text takes, with the gap behind each glyph: widths add up."""
    gap = font[1]
    starts = font[2]
    total = 0
    for code in _latin1(text):
        at = _at(code)
        columns = starts[at + 2] + starts[at + 3] * 256 - starts[at] - starts[at + 1] * 256
        if columns:
            total += columns + gap
    return total


def fit(font: tuple[int, int, bytes, bytes], text: bytes | str, room: int) -> int:
    """How many characters of the text can be seen whole in so many columns; the last one needs no gap behind it."""
    gap = font[1]
    starts = font[2]
    count = 0
    for code in _latin1(text):
        at = _at(code)
        columns = starts[at + 2] + starts[at + 3] * 256 - starts[at] - starts[at + 1] * 256
        if columns > room:
            break
        if columns:
            room -= columns + gap
        count += 1
    return count


def draw(
    buffer: bytearray | memoryview,
    font: tuple[int, int, bytes, bytes],
    text: bytes | str,
    x: int,
    page: int,
    invert: bool = False,
) -> int:
    """Write the text over what is there, from column x on, and return the column behind it: x + width(font, text).

    What lies outside the screen is left out. Inverted, text is dark on light, gaps included.
    """
    pages, gap, starts, data = font
    flip = 255 if invert else 0
    for code in _latin1(text):
        at = _at(code)
        start = starts[at] + starts[at + 1] * 256
        columns = starts[at + 2] + starts[at + 3] * 256 - start
        if not columns:
            continue
        # What can be seen of the glyph, and of the glyph with its gap.
        first = 0 if x >= 0 else -x
        last = columns if x + columns <= COLUMNS else COLUMNS - x
        behind = columns + gap if x + columns + gap <= COLUMNS else COLUMNS - x
        for row in range(pages):
            if 0 <= page + row < PAGES:
                source = start * pages + row * columns
                target = (page + row) * COLUMNS + x
                for column in range(first, last):
                    buffer[target + column] = data[source + column] ^ flip
                for column in range(first if first > columns else columns, behind):
                    buffer[target + column] = flip
        x += columns + gap
    return x
