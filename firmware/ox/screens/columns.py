"""Many short items on one screen, as large as they can be. Imports fonts and frame."""

from ox.fonts import text

from .frame import LARGE, LEFT, LEFT_HALF_END, RIGHT, RIGHT_HALF, SMALL, Frame

_BOTTOM = 7  # the last page is for hints
_HALF = 60  # columns of half the screen
_WHOLE = 128


def crowded(count: int) -> bool:
    """So many items that names have to be short."""
    return count > 3


def columns(frame: Frame, items: list[tuple[str, str]], top: int = 1, marked: tuple[int, ...] = ()) -> None:
    """Items of (name, value) in one column or two; the value stands at the column's end. `marked` ones are inverted."""
    if not items:
        return
    lines = (_BOTTOM - top) // LARGE
    size, two = LARGE, False
    if len(items) > lines or not _fit(items, _WHOLE):
        two = len(items) <= 2 * lines and _fit(items, _HALF)
        if not two:
            size = SMALL
            two = len(items) > _BOTTOM - top
    lines = (len(items) + 1) // 2 if two else len(items)
    for at, (name, value) in enumerate(items):
        right = two and at >= lines
        page = top + at % lines * size
        inverted = at in marked
        frame.lines.append((page, size, RIGHT_HALF if right else LEFT, inverted, name))
        if value:
            frame.lines.append((page, size, RIGHT if right or not two else LEFT_HALF_END, inverted, value))


def _fit(items: list[tuple[str, str]], room: int) -> bool:
    """Whether all fit into so many columns in large letters."""
    font = text.LARGE
    return max([text.width(font, name) + text.width(font, value) for name, value in items]) <= room + font[1]
