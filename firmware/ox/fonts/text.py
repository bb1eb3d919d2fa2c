"""Text in a screen buffer. Imports the three fonts and ox.once.

A buffer is what an SSD1306 keeps: 8 pages of 128 columns, a byte for 8 pixels, the lowest bit on top. Text starts at
the top of a page, so drawing is copying bytes, a glyph's page at a time. A str is turned into Latin-1 bytes first.

A font module has its pages; the empty columns behind each glyph; each glyph's columns, for the codes 20 to 7F and A0 to
FF of Latin-1; all columns, glyph after glyph, inside a glyph page after page. Any other code is shown as a question
mark; what a font does not have takes no room. Here a font is a tuple: its pages, its gap, then two tables by code, how
far each glyph moves on and where its columns start, and all columns.
"""

from array import array

from ox.once import forget

from . import digits, large, small

COLUMNS = 128
PAGES = 8

# The head of a bull, in every font, where Latin-1 has no printable character.
HEAD = "\x7f"

_STRANGER = 63  # a question mark
_BLANK = memoryview(bytes(COLUMNS))

TYPE_CHECKING = False  # MicroPython has no typing; checkers take this name for true
if TYPE_CHECKING:
    Font = tuple[int, int, bytes, array[int], memoryview]


def _font(pages: int, gap: int, widths: bytes, columns: bytes) -> "Font":
    moves = bytes([width + gap if width else 0 for width in widths])
    starts = array("H")
    start = 0
    for width in widths:
        starts.append(start)
        start += width * pages
    # By code: strangers in the place of what cannot be printed.
    strangers = moves[_STRANGER - 32 : _STRANGER - 31] * 32
    places = array("H", [starts[_STRANGER - 32]] * 32)
    moves = strangers + moves[:96] + strangers + moves[96:]
    starts = places + starts[:96] + places + starts[96:]
    return pages, gap, moves, starts, memoryview(columns)


DIGITS = _font(*digits.FONT)
LARGE = _font(*large.FONT)
SMALL = _font(*small.FONT)
del digits, large, small
for _name in ("digits", "large", "small"):
    forget("ox.fonts", _name)


def latin1(text: bytes | str) -> bytes:
    if not isinstance(text, str):
        return text
    # MicroPython's encode knows UTF-8 only; where that takes a byte a letter, it is the same.
    data = text.encode()
    if len(data) == len(text):
        return data
    return bytes([ord(letter) if ord(letter) < 256 else _STRANGER for letter in text])


def width(font: "Font", text: bytes | str) -> int:
    """How many columns the text takes, with the gap behind each glyph: widths add up."""
    moves = font[2]
    total = 0
    for code in latin1(text):
        total += moves[code]
    return total


def fit(font: "Font", text: bytes | str, room: int) -> int:
    """How many characters of the text can be seen whole in so many columns; the last one needs no gap behind it."""
    moves = font[2]
    room += font[1]
    count = 0
    for code in latin1(text):
        room -= moves[code]
        if room < 0:
            break
        count += 1
    return count


def draw(buffer: bytearray, font: "Font", text: bytes | str, x: int, page: int, invert: bool = False) -> int:
    """Write the text over what is there, from column x on, and return the column behind it: x + width(font, text).

    What lies outside the screen is left out. Inverted, text is dark on light, gaps included.
    """
    pages, gap, moves, starts, data = font
    text = latin1(text)
    begin, end = x, x + width(font, text)
    left, right = max(begin, 0), min(end, COLUMNS)
    if left >= right:
        return end
    rows = [row for row in range(pages) if 0 <= page + row < PAGES]
    for row in rows:
        target = (page + row) * COLUMNS
        buffer[target + left : target + right] = _BLANK[: right - left]
    for code in text:
        move = moves[code]
        if not move:
            continue
        columns = move - gap
        # What can be seen of the glyph.
        first = 0 if x >= 0 else -x
        last = columns if x + columns <= COLUMNS else COLUMNS - x
        if first < last:
            for row in rows:
                source = starts[code] + row * columns
                target = (page + row) * COLUMNS + x
                buffer[target + first : target + last] = data[source + first : source + last]
        x += move
    if invert:
        for row in rows:
            for at in range((page + row) * COLUMNS + left, (page + row) * COLUMNS + right):
                buffer[at] ^= 255
    return end
