"""A frame to what the displays take: pixels for the screen, segments for the row displays. Imports fonts and frame."""

from ox.fonts import text

from .frame import BRIGHT, CENTRE, DARK, HUGE, LARGE, LEFT_HALF_END, RIGHT, RIGHT_HALF, Frame
from .segments import COLON, character, gauge

_COLUMNS = 128
_PAGES = 8
_ALL = 0xFF
_HALF = 60  # columns of half the screen


class Canvas:
    """Draws frames into a screen's buffer: only the pages on which a line is not what it was in the frame before."""

    def __init__(self, buffer: bytearray) -> None:
        self._buffer = buffer
        self._pages = [memoryview(buffer)[at : at + _COLUMNS] for at in range(0, _PAGES * _COLUMNS, _COLUMNS)]
        self._blank = bytes(_COLUMNS)
        self._lines: list[tuple[int, int, int, bool, str]] | None = None  # what is in the buffer; None: who knows

    def draw(self, frame: Frame) -> None:
        new, old = frame.lines, self._lines
        pages = _ALL if old is None else _with_neighbours(_changed(old, new), new)
        for page in range(_PAGES):
            if pages >> page & 1:
                self._pages[page][:] = self._blank
        for line in new:
            if _pages_of(line) & pages:
                self._line(line)
        self._lines = new

    def _line(self, line: tuple[int, int, int, bool, str]) -> None:
        """One that is too wide for its size is drawn small."""
        page, size, align, inverted, words = line
        letters = text.latin1(words)
        font = text.DIGITS if size == HUGE else text.LARGE if size == LARGE else text.SMALL
        wide = text.width(font, letters) - font[1]
        if size == LARGE and wide > _COLUMNS:
            font = text.SMALL
            wide = text.width(font, letters) - font[1]
        if wide <= 0:
            return
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
            for below in range(font[0]):
                self._pages[page + below][x - 1] = 0xFF
        text.draw(self._buffer, font, letters, x, page, inverted)


def _pages_of(line: tuple[int, int, int, bool, str]) -> int:
    """The pages that a line stands on, a bit for each."""
    return ((1 << line[1]) - 1) << line[0]


def _changed(old: list[tuple[int, int, int, bool, str]], new: list[tuple[int, int, int, bool, str]]) -> int:
    """The pages of lines that are not the same in both, at the same place of the list."""
    pages = 0
    same = min(len(old), len(new))
    for at in range(same):
        if old[at] != new[at]:
            pages |= _pages_of(old[at]) | _pages_of(new[at])
    for line in old[same:] + new[same:]:
        pages |= _pages_of(line)
    return pages


def _with_neighbours(pages: int, lines: list[tuple[int, int, int, bool, str]]) -> int:
    """A line is drawn as a whole: so with one of its pages go the others, and whatever stands there."""
    before = 0
    while pages != before:
        before = pages
        for line in lines:
            own = _pages_of(line)
            if own & pages:
                pages |= own
    return pages


def draw_screen(frame: Frame, buffer: bytearray) -> None:
    """All of it, whatever is in the buffer."""
    Canvas(buffer).draw(frame)


def draw_rows(frame: Frame, lit: bool, brightness: int, segments: bytearray, shine: bytearray) -> None:
    """Segments and brightness of the five displays; `lit` says whether flashing ones shine at this moment."""
    for slot, (digits, filled, marked, level, flashes) in enumerate(frame.rows):
        dark = level == DARK or (flashes and not lit)
        at = 4 * slot
        segments[at] = segments[at + 1] = segments[at + 2] = segments[at + 3] = 0
        if not dark:
            place = at + 3 - len(digits)
            for code in digits.encode():
                segments[place] = character(code)
                place += 1
            if marked:
                segments[at + 1] |= COLON
            segments[at + 3] = gauge(filled)
        shine[slot] = 0 if level == DARK else brightness if level == BRIGHT else (brightness + 2) // 4
