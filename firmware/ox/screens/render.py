"""A frame to what the displays take: pixels for the screen, segments for the row displays. Imports fonts and frame."""

from ox.fonts import text

from .frame import BRIGHT, CENTRE, DARK, HUGE, LARGE, LEFT_HALF_END, RIGHT, RIGHT_HALF, Frame
from .segments import COLON, character, gauge

_COLUMNS = 128
_BLANK = bytes(1024)
_HALF = 60  # columns of half the screen


def draw_screen(frame: Frame, buffer: bytearray) -> None:
    """Draw the lines anew. One that is too wide for its size is drawn small."""
    buffer[:] = _BLANK
    for page, size, align, inverted, line in frame.lines:
        if not line:
            continue
        font = text.DIGITS if size == HUGE else text.LARGE if size == LARGE else text.SMALL
        if size == LARGE and text.width(font, line) > _COLUMNS + font[1]:
            font = text.SMALL
        wide = text.width(font, line) - font[1]
        x = 0
        if align == RIGHT:
            x = max(0, _COLUMNS - wide)
        elif align == CENTRE:
            x = max(0, (_COLUMNS - wide) // 2)
        elif align == LEFT_HALF_END:
            x = max(0, _HALF - wide)
        elif align == RIGHT_HALF:
            x = _COLUMNS - _HALF
        if inverted:  # a light column in front, as there is one behind
            x = min(max(x, 1), max(1, _COLUMNS - wide - font[1]))
            text.draw(buffer, font, line, x, page, True)
            for below in range(font[0]):
                buffer[(page + below) * _COLUMNS + x - 1] = 0xFF
        else:
            text.draw(buffer, font, line, x, page)


def draw_rows(frame: Frame, lit: bool, brightness: int, segments: bytearray, shine: bytearray) -> None:
    """Segments and brightness of the five displays; `lit` says whether flashing ones shine at this moment."""
    for slot, (digits, filled, marked, level, flashes) in enumerate(frame.rows):
        dark = level == DARK or (flashes and not lit)
        for place in range(3):
            segments[4 * slot + place] = 0 if dark else character(digits[place])
        if marked and not dark:
            segments[4 * slot + 1] |= COLON
        segments[4 * slot + 3] = 0 if dark else gauge(filled)
        shine[slot] = 0 if level == DARK else brightness if level == BRIGHT else (brightness + 2) // 4
