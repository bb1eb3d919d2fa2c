"""Draws table.svg: the set on a table, with cards, from above and to scale. Imports pinmap, make_wiring, drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pinmap
from drawing import BOARD, BOARD_INK, FAINT, INK, PANEL, Sheet, row_display
from make_wiring import HEAD_ROW, LEAD, ROW_PITCH, reach

PICTURE = Path(__file__).parent / "table.svg"

_CARD = (59, 91)  # mm, as all that follows
_POD = (70, 40)
_HEAD = (130, 150)
_BEHIND = 90  # how far the head unit stands behind the row displays
_LEFT, _TOP = 60, 92
_CARDS = ((12, 104), (37, 43, 44, 61), (58, 66, 71), (80, 82, 85, 90, 91), (14,))
_CLOTH = "#e3e9e2"


def files(pins: dict[str, Any]) -> dict[Path, str]:
    return {PICTURE: picture(pins)}


def picture(pins: dict[str, Any]) -> str:
    connectors = pins[pinmap.DISPLAYS]["connector"]
    pods = _LEFT + _HEAD[0] + _BEHIND
    height = _TOP + len(connectors) * ROW_PITCH + 60
    sheet = Sheet(pods + _POD[0] + 5 * (_CARD[0] + 6) + 50, height, 180, "Oxtally: the set on a table")
    sheet.text(24, 34, "The set on a table, from above", 19, bold=True)
    sheet.text(
        24,
        52,
        f"To scale. Rows {ROW_PITCH} mm apart; cards are {_CARD[0]} by {_CARD[1]} mm. A sketch; the case: case/.",
        11.5,
    )
    sheet.box(20, 66, sheet.width - 40, height - 96, _CLOTH, FAINT, 12)
    # Row 1 is the nearest: so the connectors lie on the board, with its USB at the back of the head unit.
    middles = [_TOP + (row + 0.5) * ROW_PITCH for row in reversed(range(len(connectors)))]
    head = middles[HEAD_ROW - 1]
    for row, middle in enumerate(middles):
        spread = (HEAD_ROW - 1 - row) * 12.0
        start, turn, end = _LEFT + _HEAD[0], _LEFT + _HEAD[0] + 16.0, pods - 14.0
        points = [(start, head + spread), (turn, head + spread), (end, middle), (pods, middle)]
        sheet.line(points, INK, 6)
        sheet.line([(x, y - 1) for x, y in points], "#8d9299", 1.4)
    for row, middle in enumerate(middles):
        _row(sheet, pods, middle, row, connectors[row])
    _head(sheet, head)
    _measures(sheet, pods, middles)
    return sheet.svg()


def _row(sheet: Sheet, left: float, middle: float, row: int, connector: str) -> None:
    sheet.box(left, middle - _POD[1] / 2, *_POD, BOARD, INK, 5)
    sheet.box(left + 8, middle - 15, _POD[0] - 16, 22, PANEL, INK, 2)
    sheet.digits(left + 14, middle - 11, 14, row_display(str(_CARDS[row][-1]), len(_CARDS[row])))
    sheet.text(left + _POD[0] / 2, middle + 16.5, f"row {row + 1} · {connector}", 8.5, BOARD_INK, "middle", True)
    for at, card in enumerate(_CARDS[row]):
        x, y = left + _POD[0] + 10 + at * (_CARD[0] + 6), middle - _CARD[1] / 2
        sheet.box(x, y, *_CARD, "#fdfdfb", INK, 5)
        sheet.text(x + _CARD[0] / 2, middle + 9, str(card), 24, "#5b3f8c", "middle", True)
        sheet.text(x + 6, y + 14, str(card), 10, INK, bold=True)


def _head(sheet: Sheet, middle: float) -> None:
    top = middle - _HEAD[1] / 2
    sheet.box(_LEFT, top, *_HEAD, "#3a3f45", INK, 9)
    sheet.box(_LEFT + 14, top + 12, _HEAD[0] - 28, 46, PANEL, INK, 3)
    sheet.text(_LEFT + 21, top + 31, "58>3  61>2", 14, "#bfe3ff", bold=True)
    sheet.text(_LEFT + 21, top + 50, "# next", 14, "#bfe3ff", bold=True)
    for at, key in enumerate("123A456B789C*0#D"):
        x, y = _LEFT + 27 + at % 4 * 20, top + 66 + at // 4 * 20
        sheet.box(x, y, 17, 17, "#d8dade", INK, 3, 0.8)
        sheet.text(x + 8.5, y + 12.5, key, 10.5, INK, "middle", True)
    sheet.text(_LEFT + _HEAD[0] / 2, top - 7, f"head unit, behind row {HEAD_ROW}", 11, INK, "middle", True)


def _measures(sheet: Sheet, pods: float, middles: list[float]) -> None:
    far = reach()
    x = 42.0
    first, middle = middles[0], middles[HEAD_ROW - 1]
    for y in (first, middle):
        sheet.line([(x - 5, y), (x + 5, y)], FAINT, 1.2)
    sheet.line([(x, first), (x, middle)], FAINT, 1.2)
    sheet.text(x - 4, (first + middle) / 2, f"{far['side']} mm", 11, INK, "middle", True, turn=-90)
    words = (
        f"Leads of {LEAD // 10} cm: {far['outside']} mm outside the cases.",
        f"{far['side']} mm to the side leave up to {far['straight']} mm",
        f"behind; {_BEHIND} mm are drawn.",
    )
    for at, line in enumerate(words):
        sheet.text(pods + _POD[0] + 92, middles[-1] - 4 + at * 15, line, 11)
